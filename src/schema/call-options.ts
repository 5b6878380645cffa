import {GraphError} from '../errors.ts';
import {invalid, shown} from './check.ts';

/** A method's last argument, and its parameters as they were given. */
export interface Called {
  name: string;
  options: unknown;
  takes?: readonly string[];
  /** Names of the parameters that were given before it; absent if the method takes none. */
  given?: readonly string[];
  /** What was given after it. */
  more: readonly unknown[];
}

/** The options of a call. */
const OPTIONS = ['signal', 'timeout'];

/** The most that a timer takes; one set for longer ends at once. */
const LONGEST = 2 ** 31 - 1;

/**
 * Checks the last argument of a library method. A filter that ends up there would be ignored, and everything be answered.
 * @throws GraphError `validation_error` naming what is no option, and where it belongs; the signal's reason if it is aborted.
 */
export function checkCallOptions({name, options, takes = OPTIONS, given, more}: Called): void {
  const over = more.find((one) => one !== undefined);
  if (over !== undefined)
    throw refusal(
      '',
      `${name} takes nothing after its options, and ${shown(over)} would be ignored; all parameters go before them, in one object.`,
    );
  if (options === undefined) return;
  const last = `the last argument of ${name}`;
  const {length} = takes;
  const taken = `${takes.slice(0, length - 1).join(', ')} and ${takes[length - 1] ?? ''}`;
  if (isSignal(options)) throw refusal('signal', `${last} takes it as {signal}.`);
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw refusal(
      '',
      `${last} is an object with ${taken}; ${given === undefined ? `${name} takes no parameters besides` : 'parameters go before it, all in one object'}.`,
    );
  const unknown = Object.keys(options).filter((key) => !takes.includes(key));
  if (unknown.length === 0) {
    checkValues(options);
    return;
  }
  const remedy =
    given === undefined
      ? ''
      : ` Give all parameters together in one object: {${[...new Set([...given, ...unknown])].join(', ')}}.`;
  throw refusal(unknown[0] ?? '', `${last} takes ${taken} only.${remedy}`);
}

/** Whether an only argument is the options of a call, for a method that takes no parameters. */
export function areCallOptions(argument: unknown): boolean {
  if (typeof argument !== 'object' || argument === null || Array.isArray(argument)) return false;
  const names = Object.keys(argument);
  return isSignal(argument) || (names.length > 0 && names.every((name) => OPTIONS.includes(name)));
}

function checkValues({signal, timeout}: {signal?: unknown; timeout?: unknown}): void {
  if (timeout !== undefined) checkTimeout(timeout);
  if (signal === undefined) return;
  if (!isSignal(signal)) throw invalid([{path: 'signal', message: `Must be an AbortSignal, not ${shown(signal)}.`}]);
  signal.throwIfAborted();
}

/** @throws GraphError `validation_error` for what no timer takes. */
export function checkTimeout(timeout: unknown): void {
  if (typeof timeout === 'number' && timeout >= 1 && timeout <= LONGEST) return;
  const message = `Must be a number of milliseconds from 1 to ${LONGEST}, not ${typeof timeout === 'number' ? timeout : shown(timeout)}.`;
  throw invalid([{path: 'timeout', message}]);
}

export function isSignal(value: unknown): value is AbortSignal {
  return value instanceof AbortSignal;
}

function refusal(path: string, message: string): GraphError {
  const whole = path === '' ? `${message.charAt(0).toUpperCase()}${message.slice(1)}` : `${path}: ${message}`;
  return new GraphError('validation_error', whole, {details: [{path, message}]});
}
