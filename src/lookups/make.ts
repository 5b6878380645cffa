import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {SORTS} from '../schema/params.ts';
import {writeBuckets} from './buckets.ts';
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

/** Build steps that leave a view of `rid` and `text`, with the name of the file made of it. */
export const TEXTS = {document: 'documents', header: 'headers'} as const;

export type Text = keyof typeof TEXTS;

export function isText(step: string): step is Text {
  return step in TEXTS;
}

/**
 * The path of a file of records, without `.data` and `.index`.
 * @param layer 0 is written by a build; 1 by the refreshes since, and takes precedence.
 */
export function recordPath(folder: string, name: string, layer: number | string = 0): string {
  return join(folder, `${name}.${layer}`);
}

/** Writers of records by row number. */
export const RECORDS = {neighbours: writeNeighbours, edges: writeEdges} as const;

/** Writers of other records, which are written in full for each generation; that of `labels` writes `carried`, too. */
const WHOLE = {
  orders: writeOrders,
  ranks: writeRanks,
  labels: writeLabels,
  buckets: writeBuckets,
  days: writeDays,
  parties: writeParties,
  starts: writeStarts,
  words: writeWords,
} as const;

/** Writes the texts of the view that a step left. */
export async function writeText(
  connection: DuckDBConnection,
  step: Text,
  folder: string,
  layer?: string,
): Promise<void> {
  await writeTexts(connection, `FROM ${step}`, recordPath(folder, TEXTS[step], layer));
}

/** Columns of the signals: row number, prominence and momentum in ten-thousandths, rank in kind, degree, activity, own day (days since 1970). */
export const STANDING: Shape = {keys: 1, width: 7};

/** The prominence of an entity without signals. */
export const NO_SIGNALS = 0xffffffff;

/** The day of an entity that has none. */
export const NO_DAY = -0x80000000;

/** Row number and its numbers in the orders (ddl/order_key.sql), in the order of `SORTS`; 0 for none. */
export const POSITION: Shape = {keys: 1, width: 6};

/** Row number and its place in the newest-first order of its kind, from 0. */
export const PLACE: Shape = {keys: 1, width: 2};

/** By a filter's key (hash and verifying bits): the number of a value it leads to and the entities that have it, by trusted labels and in all. */
export const VALUE: Shape = {keys: 2, width: 6};

/** Bits of a row number. */
export const ROW_BITS = 30;

/** Mask of a row number within a word. */
export const ROW_MASK = 2 ** ROW_BITS - 1;

/** By a word's number the entities with the word in a name: the row, with the rung in the higher bits, and the order key by prominence. */
export const BEARER: Shape = {keys: 1, width: 3};

/** The lowest rung (ddl/naming.sql). */
export const FIRST_RUNG = 2;

/** By the hash of a name without its legal form: verifying bits of the whole name, a row and its order key by prominence. */
export const CALLED: Shape = {keys: 2, width: 5};

/** By a term (hash and verifying bits): its number, and twice its document frequency, plus one if it is never stemmed. */
export const TERM: Shape = {keys: 2, width: 5};

interface Table {
  shape: Shape;
  /** A query of integers in the table's order: of all rows, or of those that meet a condition on `rid`. */
  query(where?: string): string;
  columns: number;
  /** One row as words. */
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

/** Copies each column. */
function plainWords(columns: readonly Words[], row: number): number[] {
  return columns.map((column) => column[row] as number);
}

/** A hash and its verifying bits, both 64-bit columns, and the values. */
function keyedWords([hashes = NONE, others = NONE, ...rest]: readonly Words[], row: number): number[] {
  const words = [hashes[2 * row + 1], hashes[2 * row], others[2 * row]] as number[];
  for (const column of rest) words.push(column[row] as number);
  return words;
}

const NONE = new Int32Array();

/** The tables of numbers, which are written in full for each generation. */
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

/** Files that are written in full for each generation. */
export const WHOLE_FILES = [
  ...Object.keys(TABLES),
  ...[...Object.keys(WHOLE), 'carried'].flatMap((name) => ['data', 'index'].map((ending) => `${name}.${ending}`)),
];

/**
 * Writes the files that are written in full, from the generation in use.
 * @param others Tables that the caller writes.
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
 * Visits the rows of a table as words, in its order.
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
