import type {CommandModule} from 'yargs';
import type {Operation} from '../operation.ts';
import {operations} from '../operations/index.ts';
import {keysCommand, webhooksCommand} from './commands/accounts.ts';
import {completionCommand} from './commands/completion.ts';
import {contactsCommand} from './commands/contacts.ts';
import {diffCommand} from './commands/diff.ts';
import {doctorCommand} from './commands/doctor.ts';
import {fetchCommand} from './commands/fetch.ts';
import {importCommand} from './commands/import.ts';
import {mcpCommand} from './commands/mcp.ts';
import {openCommand} from './commands/open.ts';
import {commandOf} from './commands/operations.ts';
import {serveCommand} from './commands/serve.ts';
import {snapshotCommand} from './commands/snapshot.ts';
import {sqlCommand} from './commands/sql.ts';
import {storeCommand} from './commands/store.ts';
import {syncCommand} from './commands/sync.ts';
import type {Args} from './options.ts';

type Command = CommandModule<object, Args>;

const all = operations as unknown as readonly Operation[];

/** An operation's method name in the library is an alias of its command, unless another command has that name. */
export function aliasesOf({name, command}: Operation): string[] {
  return all.some((other) => other.command === name) || name === command ? [] : [name];
}

/**
 * Every command, in the order of the help. This loads all of them; the build replaces this module by one that has them
 * as data, and loads each when it runs.
 */
export const commands: readonly Command[] = [
  ...all.filter(({command}) => command !== null).map((operation) => commandOf(operation, aliasesOf(operation))),
  serveCommand,
  openCommand,
  mcpCommand,
  fetchCommand,
  importCommand,
  sqlCommand,
  contactsCommand,
  keysCommand,
  webhooksCommand,
  snapshotCommand,
  storeCommand,
  syncCommand,
  diffCommand,
  doctorCommand,
  completionCommand,
];
