import type {Word, Words} from './words.ts';

/** A script for fish: one line for each word, with its condition and its meaning. */
export function fishScript(commands: readonly Words[]): string {
  const lines = commands.flatMap((one) => [
    ...one.actions.map(
      ({name, describe}) => `complete -c biograph -n ${when(one, true)} -f -a ${quote(name)} -d ${quote(describe)}`,
    ),
    ...newOptions(one, commands).map(({name, describe, isFlag, values}) => {
      const takes = isFlag ? '' : values.length === 0 ? ' -r' : ` -x -a ${quote(values.join(' '))}`;
      return `complete -c biograph -n ${when(one, false)} -l ${name}${takes} -d ${quote(describe)}`;
    }),
    ...(one.values.length === 0
      ? []
      : [`complete -c biograph -n ${when(one, false)} -a ${quote(one.values.join(' '))}`]),
  ]);
  return `# fish completion of biograph. All completions are in this file; it starts no program.
# Save it as ~/.config/fish/completions/biograph.fish, or source it.

${lines.join('\n')}
`;
}

/** Words offered after `store` are also offered after `store load`. */
function newOptions({path, options}: Words, commands: readonly Words[]): readonly Word[] {
  const above = commands.find((other) => path.length > 1 && other.path.join(' ') === path.slice(0, -1).join(' '));
  const names = above?.options.map(({name}) => name) ?? [];
  return options.filter(({name}) => !names.includes(name));
}

/** The condition of a word: the command is present and, for names of actions, none of them yet. */
function when({path, actions}: Words, isAction: boolean): string {
  if (path.length === 0) return quote('__fish_use_subcommand');
  const said = path.map((word) => `__fish_seen_subcommand_from ${word}`);
  if (isAction) said.push(`not __fish_seen_subcommand_from ${actions.map(({name}) => name).join(' ')}`);
  return quote(said.join('; and '));
}

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
