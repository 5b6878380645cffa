import yargs from 'yargs';
import {unknownName} from '../schema/names.ts';
import {commands} from './list.ts';
import {globalOptions, UsageError} from './options.ts';
import {nameOf, record} from './record.ts';
import {VERSION} from './version.ts';

/** Reads the words of the command line and runs the command they name. @throws UsageError for words that name none. */
export async function run(args: readonly string[]): Promise<void> {
  const cli = yargs([...args])
    .scriptName('biograph')
    .usage('$0 <command> [options]\n\nA graph of biotech entities, on this machine, without a network.')
    .detectLocale(false)
    .options(globalOptions)
    .group(Object.keys(globalOptions), 'Everywhere:')
    .recommendCommands()
    .demandCommand(1, 'Name a command; biograph --help lists them.')
    .strict()
    .parserConfiguration({
      'camel-case-expansion': false,
      'parse-positional-numbers': false,
      'parse-numbers': false,
    })
    .help()
    .version(VERSION)
    .wrap(Math.min(110, process.stdout.columns ?? 100))
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message: string | null, error: Error | undefined) => {
      throw error ?? new UsageError(plainly(message ?? 'Wrong usage.', args[0]));
    })
    .epilogue(
      'Examples:\n  biograph search "PD-1 antibody" --kind trial\n  biograph get company/pfizer --format json\n  biograph serve --data my-store',
    );
  for (const command of commands) cli.command(command);
  await cli.parseAsync();
}

/** Yargs takes a command it does not know for an argument too many, and says of an option only that it is unknown. */
function plainly(message: string, first: string | undefined): string {
  if (message === `Unknown argument: ${first}`) return `There is no command ${first}; biograph --help lists them.`;
  const [, unknown] = /^Unknown arguments?: ([\w-]+)/.exec(message) ?? [];
  const command = commands.find((one) => [nameOf(one), ...[one.aliases ?? []].flat()].includes(first ?? ''));
  if (unknown === undefined || command === undefined) return message;
  const {calls} = record(command);
  if (calls.some((call) => 'action' in call)) return message;
  const own = calls.flatMap((call) =>
    'given' in call && ['option', 'positional'].includes(call.method) ? [String(call.given[0])] : [],
  );
  return unknownName(unknown, [...own, ...Object.keys(globalOptions)]);
}
