import type {Words} from './words.ts';

/** A script for bash: tables of words, and a function that looks them up without starting the program. */
export function bashScript(commands: readonly Words[]): string {
  const at = ({path}: Words) => quoted(path.join(' '));
  const options = commands.map(
    (one) => `    ${at(one)}) words='${one.options.map(({name}) => `--${name}`).join(' ')}' ;;`,
  );
  const flags = commands.map(
    (one) =>
      `    ${at(one)}) flags='${one.options.flatMap(({name, isFlag}) => (isFlag ? [`--${name}`] : [])).join(' ')}' ;;`,
  );
  const places = commands.flatMap((one) => {
    const words = [...one.actions.map(({name}) => name), ...one.values];
    return words.length === 0 ? [] : [`    ${at(one)}) words='${words.join(' ')}' ;;`];
  });
  const values = commands.flatMap((one) =>
    one.options
      .filter((option) => option.values.length > 0)
      .map(
        (option) => `    ${quoted([...one.path, `--${option.name}`].join(' '))}) words='${option.values.join(' ')}' ;;`,
      ),
  );
  const actions = commands.flatMap((one) => (one.path.length === 0 ? [] : [at(one)])).join(' | ');
  return `# bash completion of biograph. All completions are in this file; it starts no program.
# Source it in ~/.bashrc, or put it into the folder that \`pkg-config --variable=completionsdir bash-completion\` names.

_biograph_options() { # the options of the command $1, in words
  case "$1" in
${options.join('\n')}
  esac
}

_biograph_flags() { # those of them that take no value, in flags
  case "$1" in
${flags.join('\n')}
  esac
}

_biograph_places() { # what may stand after the command $1, in words
  case "$1" in
${places.join('\n')}
  esac
}

_biograph_values() { # the values of the option $2 of the command $1, in words
  case "\${1:+$1 }$2" in
${values.join('\n')}
  esac
}

_biograph() {
  local current=\${COMP_WORDS[COMP_CWORD]} command='' words='' flags='' option='' next word i
  # --option=value is three words to bash.
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == = ]]; then continue; fi
    if [[ -n $option ]]; then option=''; continue; fi
    if [[ $word == -* ]]; then
      _biograph_flags "$command"
      if [[ $word == --* && " $flags " != *" $word "* ]]; then option=$word; fi
      continue
    fi
    next=\${command:+$command }$word
    case "$next" in
    ${actions}) command=$next ;;
    esac
  done
  if [[ $current == = ]]; then current=''; fi
  if [[ -n $option ]]; then
    _biograph_values "$command" "$option"
  elif [[ $current == -* ]]; then
    _biograph_options "$command"
  else
    _biograph_places "$command"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}

complete -o bashdefault -o default -F _biograph biograph
`;
}

const quoted = (text: string) => `'${text}'`;
