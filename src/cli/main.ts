import yargs from 'yargs';
import {FileError, GraphError} from '../errors.ts';
import {accountCommands} from './commands/accounts.ts';
import {contactsCommand} from './commands/contacts.ts';

import {diffCommand} from './commands/diff.ts';
import {doctorCommand} from './commands/doctor.ts';
import {importCommand} from './commands/import.ts';
import {mcpCommand} from './commands/mcp.ts';
import {operationCommands} from './commands/operations.ts';
import {serveCommand} from './commands/serve.ts';
import {snapshotCommand} from './commands/snapshot.ts';
import {sqlCommand} from './commands/sql.ts';
import {storeCommand} from './commands/store.ts';
import {syncCommand} from './commands/sync.ts';
import {globalOptions, UsageError} from './options.ts';

/** Runs the command line and sets the exit code: 0 done, 1 the request failed, 2 wrong usage. */
export async function main(args: readonly string[]): Promise<void> {
  if (!process.stdout.listeners('error').includes(endWithReader)) process.stdout.on('error', endWithReader);
  try {
    await parser(args).parseAsync();
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** The reader of a pipe may stop early (`| head`); that is no failure of ours. */
function endWithReader(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}

function parser(args: readonly string[]) {
  const cli = yargs([...args])
    .scriptName('biograph')
    .usage('$0 <command> [options]\n\nA graph of biotech entities, on this machine, without a network.')
    .options(globalOptions)
    .group(Object.keys(globalOptions), 'Everywhere:')
    .completion('completion', 'Print a script that completes commands in your shell')
    .recommendCommands()
    .demandCommand(1, 'Name a command; biograph --help lists them.')
    .strict()
    .parserConfiguration({
      'camel-case-expansion': false,
      'parse-positional-numbers': false,
      'parse-numbers': false,
    })
    .help()
    .version()
    .wrap(Math.min(110, process.stdout.columns ?? 100))
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message: string | null, error: Error | undefined) => {
      throw error ?? new UsageError(plainly(message ?? 'Wrong usage.', args[0]));
    })
    .epilogue(
      'Examples:\n  biograph search "PD-1 antibody" --kind trial\n  biograph get company/pfizer --format json\n  biograph serve --data my-store',
    );
  for (const command of [
    ...operationCommands(),
    serveCommand,
    mcpCommand,
    importCommand,
    sqlCommand,
    contactsCommand,
    ...accountCommands(),
    snapshotCommand,
    storeCommand,
    syncCommand,
    diffCommand,
    doctorCommand,
  ])
    cli.command(command);
  return cli;
}

/** Yargs takes a command it does not know for an argument too many. */
const plainly = (message: string, first: string | undefined) =>
  message === `Unknown argument: ${first}` ? `There is no command ${first}; biograph --help lists them.` : message;

/** Says what went wrong on stderr, in one line where one is enough; gives the exit code. */
function report(error: unknown): number {
  if (error instanceof UsageError) return say(error.message, 2);
  if (error instanceof FileError) return say(error.message, 1);
  if (error instanceof GraphError) return say(error.message, error.status === 400 || error.status === 422 ? 2 : 1);
  if (error instanceof Error && error.name === 'AbortError')
    return say('Interrupted; nothing was left half-written.', 1);
  if (error instanceof Error && error.name === 'YError') return say(error.message, 2);
  return say(error instanceof Error ? (error.stack ?? error.message) : String(error), 1);
}

function say(message: string, code: number): number {
  process.stderr.write(`biograph: ${message}\n`);
  return code;
}
