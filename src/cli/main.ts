import {FileError, GraphError, reasonOf} from '../errors.ts';
import {VERSION} from '../version.ts';
import {systemLine} from './system-error.ts';

/** Runs the command line and sets the exit code: 0 success, 1 the request failed, 2 wrong usage. */
export async function main(args: readonly string[]): Promise<void> {
  if (!process.stdout.listeners('error').includes(endWithReader)) {
    process.stdout.on('error', endWithReader);
    // Whoever no longer reads what is said besides the result does not end the work.
    process.stderr.on('error', () => undefined);
  }
  if (args.length === 1 && args[0] === '--version') {
    process.stdout.write(`${VERSION}\n`);
    return;
  }
  try {
    const {run} = await import('./parser.ts');
    await run(args);
  } catch (error) {
    process.exitCode = report(error, args);
  }
}

/** The reader of a pipe may stop early (`| head`), which is not an error; a file may have no room for the result. */
function endWithReader(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0);
  process.exit(say(`The result cannot be written: ${reasonOf(error) ?? error.message}.`, 1));
}

/** Reports an error on stderr, in one line if possible; returns the exit code. */
function report(error: unknown, args: readonly string[]): number {
  if (error instanceof FileError) return say(error.message, 1);
  if (error instanceof GraphError)
    return say(asTyped(error, args), error.status === 400 || error.status === 422 ? 2 : 1);
  if (!(error instanceof Error)) return say(String(error), 1);
  if (error.name === 'UsageError' || error.name === 'YError') return say(error.message, 2);
  if (error.name === 'AbortError') return say('Interrupted; no half-written files were left.', 1);
  return say(systemLine(error) ?? error.stack ?? error.message, 1);
}

/** The message, which begins with the name of a parameter, with the option in its place that was given for it. */
function asTyped({message, details: [first] = []}: GraphError, args: readonly string[]): string {
  if (!first || !message.startsWith(first.path)) return message;
  const option = args.map((arg) => /^--[^=]+/.exec(arg)?.[0] ?? '').find((name) => plain(name) === plain(first.path));
  return option === undefined || option === '' ? message : option + message.slice(first.path.length);
}

const plain = (name: string) => name.replace(/[-_]/g, '').toLowerCase();

function say(message: string, code: number): number {
  process.stderr.write(`biograph: ${message}\n`);
  return code;
}
