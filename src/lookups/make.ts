import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {SORTS} from '../schema/params.ts';
import {writeBuckets} from './buckets.ts';
import {writeCarried} from './carried.ts';
import {eachChunk, type Words} from './columns.ts';
import {writeDays} from './days.ts';
import {writeEdges} from './edges.ts';
import {KEYED, keyedQuery} from './keys.ts';
import {writeLabels} from './labels.ts';
import {writeNeighbours} from './neighbours.ts';
import {SORT_NUMBER, writeOrders} from './orders.ts';
import {writeParties} from './parties.ts';
import {writeRanks} from './ranks.ts';
import {writeTexts} from './record-writer.ts';
import {writeStarts} from './starts.ts';
import type {Shape} from './table-file.ts';
import {TableWriter} from './table-writer.ts';
import {writeWords} from './words.ts';

/** Steps of a build that leave a view of `rid` and `text`, and the file it becomes. */
export const TEXTS = {document: 'documents', header: 'headers'} as const;

export type Text = keyof typeof TEXTS;

export function isText(step: string): step is Text {
  return step in TEXTS;
}

/**
 * The file of records in its folder, without `.data` and `.index`.
 * @param layer 0 for what a build wrote; 1 for what refreshes wrote since, which goes before it.
 */
export function recordPath(folder: string, name: string, layer: number | string = 0): string {
  return join(folder, `${name}.${layer}`);
}

/** Records by row number that are made of tables. */
export const RECORDS = {neighbours: writeNeighbours, edges: writeEdges} as const;

/** Other records, made whole for each generation. */
const WHOLE = {
  orders: writeOrders,
  ranks: writeRanks,
  labels: writeLabels,
  buckets: writeBuckets,
  carried: writeCarried,
  days: writeDays,
  parties: writeParties,
  starts: writeStarts,
  words: writeWords,
} as const;

/** Writes the texts that a step left as a view. */
export async function writeText(
  connection: DuckDBConnection,
  step: Text,
  folder: string,
  layer?: string,
): Promise<void> {
  await writeTexts(connection, `FROM ${step}`, recordPath(folder, TEXTS[step], layer));
}

/** What signals are written as: row number, prominence and momentum in ten-thousandths, rank in kind, degree, activity; then the own day, since 1970. */
export const STANDING: Shape = {keys: 1, width: 7};

/** The prominence of whoever has no signals. */
export const NO_SIGNALS = 0xffffffff;

/** The day of whoever has none. */
export const NO_DAY = -0x80000000;

/** Row number and its numbers in the orders (ddl/order_key.sql), in the order of `SORTS`; 0 for none. */
export const POSITION: Shape = {keys: 1, width: 6};

/** Row number and its place in the newest-first order of its kind, from 0. */
export const PLACE: Shape = {keys: 1, width: 2};

/** By a key of filters its hash and other bits, then the number of a value it leads to and how many carry that: trusted, and all. */
export const VALUE: Shape = {keys: 2, width: 6};

/** Bits of a row number. */
export const ROW_BITS = 30;

/** What they leave of a word. */
export const ROW_MASK = 2 ** ROW_BITS - 1;

/** By a word's number its bearers: the row, with the rung above its bits, and the place by prominence. */
export const BEARER: Shape = {keys: 1, width: 3};

/** Rungs begin here (ddl/naming.sql). */
export const FIRST_RUNG = 2;

/** By the hash of a name without its legal form: other bits of the whole name, then a row and its place by prominence. */
export const CALLED: Shape = {keys: 2, width: 5};

/** By a term its hash and other bits, its number, and how many entities carry it, doubled, and one more where it is never cut to its stem. */
export const TERM: Shape = {keys: 2, width: 5};

interface Table {
  shape: Shape;
  /** Whole numbers in the table's order: of all rows, or of those that a condition on `rid` leaves; and how many columns of them. */
  query(where?: string): string;
  columns: number;
  /** One row in words. */
  words(columns: readonly Words[], row: number): number[];
}

function keyed(keys: (where: string) => string): Table {
  return {
    shape: KEYED,
    query: (where = '') => keyedQuery(keys(where)),
    columns: 3,
    words: keyedWords,
  };
}

/** Each column as it is. */
function plainWords(columns: readonly Words[], row: number): number[] {
  return columns.map((column) => column[row] as number);
}

/** A hash and other bits, both in columns of 64 bits, and what they lead to. */
function keyedWords([hashes = NONE, others = NONE, ...rest]: readonly Words[], row: number): number[] {
  const words = [hashes[2 * row + 1], hashes[2 * row], others[2 * row]] as number[];
  for (const column of rest) words.push(column[row] as number);
  return words;
}

const NONE = new Int32Array();

/** The tables of numbers, made whole for each generation. */
const TABLES = {
  standings: {
    shape: STANDING,
    query:
      () => `SELECT rid, coalesce((prominence * 10000)::INTEGER, -1), coalesce((momentum * 10000)::INTEGER, 0), coalesce(rank_in_kind, 0)::INTEGER,
        coalesce(degree, 0)::INTEGER, coalesce(activity_90d, 0)::INTEGER,
        CASE WHEN isfinite(day) THEN date_diff('day', DATE '1970-01-01', day)::INTEGER ELSE (${NO_DAY})::INTEGER END
      FROM entity LEFT JOIN signal USING (rid) LEFT JOIN own_day USING (rid) ORDER BY rid`,
    columns: STANDING.width,
    words: plainWords,
  },
  positions: {
    shape: POSITION,
    query: () => `SELECT rid, ${SORTS.map((sort) => `coalesce(${sort}, 0)`).join(', ')} FROM order_key ORDER BY rid`,
    columns: POSITION.width,
    words: plainWords,
  },
  places: {
    shape: PLACE,
    query: () => `SELECT rid, pos - 1 FROM order_rank WHERE scope > 0 AND sort = ${SORT_NUMBER.recent} ORDER BY rid`,
    columns: PLACE.width,
    words: plainWords,
  },
  values: {
    shape: VALUE,
    query: () => keyedQuery('SELECT key, label_id, trusted, tagged FROM value_key', 'label_id, trusted, tagged'),
    columns: 5,
    words: keyedWords,
  },
  bearers: {
    shape: BEARER,
    query: (where = '') =>
      `SELECT wid, rid, order_key, rung::INTEGER FROM name_word ${where} ORDER BY wid, order_key, rid`,
    columns: 4,
    words: ([wids = NONE, rids = NONE, places = NONE, rungs = NONE], row) => [
      wids[row] as number,
      (rids[row] as number) + ((rungs[row] as number) - FIRST_RUNG) * 2 ** ROW_BITS,
      places[row] as number,
    ],
  },
  called: {
    shape: CALLED,
    query: (where = '') =>
      `SELECT key_hash(left(key, length(key) - ending)) AS h, (md5_number_upper(key) & 4294967295)::BIGINT, rid, order_key
       FROM full_name ${where} ORDER BY h, rid, order_key`,
    columns: 4,
    words: keyedWords,
  },
  terms: {
    shape: TERM,
    query: () =>
      `SELECT h, (md5_number_upper(term) & 4294967295)::BIGINT, tid, 2 * df + protected::INTEGER FROM term ORDER BY h, tid`,
    columns: 4,
    words: keyedWords,
  },
  ids: keyed((where) => `SELECT id::VARCHAR AS key, rid FROM entity ${where}`),
  slugs: keyed(
    (where) => `SELECT k.kind || '/' || e.slug AS key, rid
      FROM slug JOIN entity e USING (rid) JOIN kind k ON k.kind_no = kind_of(rid) ${where}`,
  ),
  identifiers: keyed((where) => `SELECT key, rid FROM identifier ${where}`),
} satisfies Record<string, Table>;

export type TableName = keyof typeof TABLES;

export function shapeOf(name: TableName): Shape {
  return TABLES[name].shape;
}

/** Files that are made whole for each generation. */
export const WHOLE_FILES = [
  ...Object.keys(TABLES),
  ...Object.keys(WHOLE).flatMap((name) => ['data', 'index'].map((ending) => `${name}.${ending}`)),
];

/**
 * Writes what is made whole, of the generation that is in use.
 * @param others Tables that are written by who asks.
 */
export async function writeWhole(
  connection: DuckDBConnection,
  folder: string,
  others: readonly TableName[] = [],
): Promise<void> {
  for (const [name, write] of Object.entries(WHOLE)) await write(connection, join(folder, name));
  for (const name of Object.keys(TABLES) as TableName[]) {
    if (others.includes(name)) continue;
    const writer = new TableWriter(join(folder, name), shapeOf(name));
    await eachRow(connection, name, (words) => writer.add(...words));
    writer.end();
  }
}

/**
 * The rows of a table in words, in its order.
 * @param where A condition on `rid`, beginning with WHERE.
 */
export async function eachRow(
  connection: DuckDBConnection,
  name: TableName,
  visit: (words: readonly number[]) => void,
  where?: string,
): Promise<void> {
  const {query, columns: width, words}: Table = TABLES[name];
  await eachChunk(connection, query(where), (chunk) => {
    const columns = Array.from({length: width}, (_, column) => chunk.words(column));
    for (let row = 0; row < chunk.rows; row++) visit(words(columns, row));
  });
}
