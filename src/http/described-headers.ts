import type {Operation} from '../operation.ts';
import type {Json} from '../schema/named.ts';

/** What a header of an answer says, and on which successful answers of an operation it stands. */
interface Described {
  words: string;
  type?: 'integer';
  /** Default: on every answer of `/v1`. */
  on?: (operation: Operation) => boolean;
}

const isGet = ({method}: Operation) => method === 'GET';
const hasFiles = ({isStream, params, rows}: Operation) =>
  isStream === true || rows !== null || 'format' in params.shape;
const isStreamed = ({isStream}: Operation) => isStream === true;

const HEADERS: Record<string, Described> = {
  'X-Request-Id': {words: 'The id of the request, as in the server’s log: the caller’s own, or a new one.'},
  'X-RateLimit-Limit': {words: 'Requests allowed per window.', type: 'integer'},
  'X-RateLimit-Remaining': {words: 'Requests left in the window.', type: 'integer'},
  'X-RateLimit-Reset': {words: 'Unix time in seconds at which the window ends.', type: 'integer'},
  'Cache-Control': {words: 'How long the answer may be kept.'},
  ETag: {words: 'A weak tag of the answer, for If-None-Match.', on: isGet},
  'X-Biograph-Snapshot': {words: 'The snapshot and the generation of the answer: `<snapshot_id>; generation=<n>`.'},
  'X-Biograph-Gate': {
    words: 'Where labels were gated: the least confidence, and how many rows counted and were dropped.',
  },
  'X-Biograph-Ignored': {words: 'Parameters that had no effect.', on: isGet},
  'X-Biograph-Total': {words: 'How many rows pass the filters, of an answer as a file.', type: 'integer', on: hasFiles},
  'X-Biograph-Next-Cursor': {words: 'The cursor of the next page, of an answer as a file.', on: hasFiles},
  'X-Biograph-Truncated': {words: '`true` if `max` cut the rows.', on: isStreamed},
  'X-Biograph-Licences': {words: 'The licences of the sources, encoded, separated by commas.', on: hasFiles},
  'X-Biograph-Missing': {words: 'Which of `ids` name no entity, encoded, separated by commas.', on: isStreamed},
  'X-Biograph-Did-You-Mean': {words: 'Values like those that nothing in the graph has.', on: isStreamed},
};

/** `components.headers`. */
export const ALL_HEADERS: Record<string, Json> = Object.fromEntries(
  Object.entries(HEADERS).map(([name, {words, type = 'string'}]) => [name, {description: words, schema: {type}}]),
);

/** The headers of an operation's successful answer. */
export function headersOf(operation: Operation): Record<string, Json> {
  return referencesOf(Object.keys(HEADERS).filter((name) => HEADERS[name]?.on?.(operation) ?? true));
}

export const REQUEST_ID = referencesOf(['X-Request-Id']);

/** Those of every route that is counted. */
export const COUNTED = referencesOf(Object.keys(HEADERS).slice(0, 5));

/** Those of an answer that the caller has already. */
export const UNCHANGED = referencesOf(Object.keys(HEADERS).slice(0, 6));

function referencesOf(names: readonly string[]): Record<string, Json> {
  return Object.fromEntries(names.map((name) => [name, {$ref: `#/components/headers/${name}`}]));
}
