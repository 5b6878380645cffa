import {type Detail, GraphError} from '../errors.ts';
import {checkTimeout, isSignal} from './call-options.ts';
import {invalid, shown} from './check.ts';
import {meantBy} from './names.ts';

/** What a value must be, and whether it is that; undefined where what reads it says so itself. */
type Rule = readonly [string, (value: unknown) => boolean] | undefined;

const text: Rule = ['a text', (value) => typeof value === 'string'];
const call: Rule = ['a function', (value) => typeof value === 'function'];
const count: Rule = ['a whole number above 0', (value) => Number.isSafeInteger(value) && Number(value) > 0];

/** The options of `openGraph`. */
export const OPEN_OPTIONS = {
  asOf: text,
  cache: text,
  connections: count,
  cursorKey: text,
  generation: count,
  memory: undefined,
  onProgress: call,
  onQuery: call,
  refresh: ['a number of milliseconds', (value) => typeof value === 'number' && value >= 0],
  signal: ['an AbortSignal', isSignal],
  state: text,
  threads: count,
  timeout: undefined,
} satisfies Record<string, Rule>;

/**
 * Checks what a graph is opened with: a program without types would find out from an error within, or not at all.
 * @throws GraphError `validation_error` that names what is wrong
 */
export function checkOpening(source: unknown, options: unknown): void {
  if (source !== undefined && typeof source !== 'string')
    throw invalid([{path: 'source', message: `Must be a path or an address as text, not ${shown(source)}.`}]);
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new GraphError('validation_error', `The options of openGraph are an object, not ${shown(options)}.`);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const details = given.flatMap(([name, value]) => wrong(name, value) ?? []);
  if (details.length > 0) throw invalid(details);
  const {timeout} = options as {timeout?: unknown};
  if (timeout !== undefined) checkTimeout(timeout);
}

function wrong(name: string, value: unknown): Detail | undefined {
  const known = Object.keys(OPEN_OPTIONS);
  if (!known.includes(name)) {
    const meant = meantBy(name, known);
    const instead = meant === undefined ? `Options: ${known.join(', ')}.` : `Did you mean ${meant}?`;
    return {path: name, message: `Is no option of openGraph. ${instead}`};
  }
  const rule = (OPEN_OPTIONS as Record<string, Rule>)[name];
  return rule === undefined || rule[1](value)
    ? undefined
    : {path: name, message: `Must be ${rule[0]}, not ${shown(value)}.`};
}
