import type {Word, Words} from './words.ts';

/**
 * A script for zsh: tables of words with their meaning, and a function that looks them up without starting the program.
 */
export function zshScript(commands: readonly Words[]): string {
  const cases = commands.map(
    (one) => `    ${quote(one.path.join(' '))})
${argumentsOf(one)}
      ;;`,
  );
  const known = commands.flatMap((one) => (one.path.length === 0 ? [] : [quote(one.path.join(' '))]));
  const flags = [...new Set(commands.flatMap((one) => one.options.flatMap((o) => (o.isFlag ? [`--${o.name}`] : []))))];
  return `#compdef biograph
# zsh completion of biograph. All completions are in this file; it starts no program.
# Put it as _biograph into a folder of $fpath, or source it after compinit.

_biograph() {
  local command='' option='' word next
  local -a before actions
  before=("\${(@)words[2,CURRENT-1]}")
  for word in "\${before[@]}"; do
    if [[ -n $option ]]; then option=''; continue; fi
    case $word in
    ${flags.join('|')}|--*=*|-[a-z]) ;;
    --*) option=$word ;;
    *)
      next=\${command:+$command }$word
      case $next in
      ${known.join('|')}) command=$next ;;
      esac
      ;;
    esac
  done
  case $command in
${cases.join('\n')}
  esac
}

if [[ \${funcstack[1]} == _biograph ]]; then _biograph "$@"; else compdef _biograph biograph; fi
`;
}

function argumentsOf({options, values, actions}: Words): string {
  const specs = options.map((option) => `        ${quote(spec(option))}`);
  const list = actions.map(({name, describe}) => `        ${quote(`${name}:${plain(describe)}`)}`);
  const places = actions.length > 0 ? '_biograph_actions' : values.length > 0 ? `(${values.join(' ')})` : '_files';
  const lines = [`      _arguments -S \\`, ...specs.map((one) => `${one} \\`)];
  if (actions.length === 0) return [...lines, `        ${quote(`*:argument:${places}`)}`].join('\n');
  return [
    `      if [[ \${words[CURRENT]} != -* && -z $option ]]; then`,
    '        actions=(',
    ...list,
    '        )',
    `        _describe 'command' actions`,
    '      else',
    ...lines,
    `        ${quote('*: :')}`,
    '      fi',
  ].join('\n');
}

function spec({name, describe, isFlag, values}: Word): string {
  const said = `--${name}${isFlag ? '' : '='}[${plain(describe).replaceAll('[', '\\[').replaceAll(']', '\\]')}]`;
  if (isFlag) return said;
  return `${said}:${name}:${values.length > 0 ? `(${values.join(' ')})` : '_files'}`;
}

/** A colon would end the name. */
const plain = (text: string) => text.replaceAll(':', '\\:').replace(/\s+/g, ' ');

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
