import type {Argv, CommandModule} from 'yargs';
import type {Args} from './options.ts';

/**
 * A command as data: its name and description, and the options, arguments, examples and actions that its builder
 * declares.
 */
export interface Recorded {
  command: string;
  aliases: readonly string[];
  describe: string;
  calls: readonly Call[];
}

/** One call of the builder: a method of yargs with its arguments, or an action of the command. */
export type Call = {method: string; given: readonly unknown[]} | {action: Recorded};

type Command = CommandModule<object, Args>;

/** The name in `load <snapshot>`. */
export function nameOf({command}: {command?: unknown}): string {
  return String(command).split(' ')[0] ?? '';
}

/** Runs a command's builder without arguments, and records its calls. */
export function record(module: Command): Recorded {
  const calls: Call[] = [];
  listen(module, (method, given) => {
    const [first] = given;
    calls.push(method === 'command' ? {action: record(first as Command)} : {method, given});
  });
  const {command, aliases = [], describe} = module;
  return {command: String(command), aliases: [aliases].flat(), describe: String(describe), calls};
}

/**
 * The same command, replayed from data, so that help, usage errors and completion need none of its modules: those are
 * loaded when it runs.
 */
export function replay(recorded: Recorded, load: () => Promise<Command>): Command {
  const {calls, ...words} = recorded;
  return {
    ...words,
    builder(cli: Argv) {
      for (const call of calls) {
        if ('action' in call) cli.command(replay(call.action, async () => actionOf(await load(), nameOf(call.action))));
        else (cli as unknown as Record<string, (...given: unknown[]) => unknown>)[call.method]?.(...call.given);
      }
      return cli;
    },
    handler: async (args: Args) => (await load()).handler(args as never),
  } as unknown as Command;
}

function actionOf(module: Command, name: string): Command {
  const actions: Command[] = [];
  listen(module, (method, given) => {
    if (method === 'command') actions.push(given[0] as Command);
  });
  const found = actions.find((action) => nameOf(action) === name);
  if (found === undefined) throw new Error(`${nameOf(module)} has no action ${name}`);
  return found;
}

/** Calls of a builder chain: each returns the chain. */
function listen({builder}: Command, hear: (method: string, given: readonly unknown[]) => void): void {
  const cli: unknown = new Proxy(
    {},
    {
      get:
        (_, method) =>
        (...given: unknown[]) => {
          hear(String(method), given);
          return cli;
        },
    },
  );
  if (typeof builder === 'function') void builder(cli as Argv<object>);
}
