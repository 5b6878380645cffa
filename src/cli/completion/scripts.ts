import {commands} from '../list.ts';
import {globalOptions} from '../options.ts';
import {record} from '../record.ts';
import {bashScript} from './bash.ts';
import {fishScript} from './fish.ts';
import {type Words, wordsOf} from './words.ts';
import {zshScript} from './zsh.ts';

const SCRIPTS: Record<Shell, (words: readonly Words[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export type Shell = 'bash' | 'zsh' | 'fish';

/** The script that completes commands, options and their values in a shell, derived from the commands' definitions. */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell](wordsOf(commands.map(record), globalOptions, 'A graph of biotech entities'));
}
