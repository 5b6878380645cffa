import {GraphError} from '../errors.ts';

/** A method's last argument, and its parameters as they were given. */
export interface Called {
  name: string;
  options: unknown;
  takes?: readonly string[];
  /** Names of the parameters that were given before it; absent if the method takes none. */
  given?: readonly string[];
}

/**
 * Checks the last argument of a library method. A filter that ends up there would be ignored, and everything be answered.
 * @throws GraphError `validation_error` naming what is no option, and where it belongs.
 */
export function checkCallOptions({name, options, takes = ['signal', 'timeout'], given}: Called): void {
  if (options === undefined) return;
  const last = `the last argument of ${name}`;
  const {length} = takes;
  const taken = `${takes.slice(0, length - 1).join(', ')} and ${takes[length - 1] ?? ''}`;
  if (options instanceof AbortSignal) throw refusal('signal', `${last} takes it as {signal}.`);
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw refusal('', `${last} is an object with ${taken}; parameters go before it, all in one object.`);
  const unknown = Object.keys(options).filter((key) => !takes.includes(key));
  if (unknown.length === 0) return;
  const remedy =
    given === undefined
      ? ''
      : ` Give all parameters together in one object: {${[...new Set([...given, ...unknown])].join(', ')}}.`;
  throw refusal(unknown[0] ?? '', `${last} takes ${taken} only.${remedy}`);
}

function refusal(path: string, message: string): GraphError {
  const whole = path === '' ? `${message.charAt(0).toUpperCase()}${message.slice(1)}` : `${path}: ${message}`;
  return new GraphError('validation_error', whole, {details: [{path, message}]});
}
