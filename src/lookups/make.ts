import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {SORTS} from '../schema/params.ts';
import {eachChunk, type Words} from './columns.ts';
import {writeEdges} from './edges.ts';
import {KEYED, keyedQuery} from './keys.ts';
import {writeLabels} from './labels.ts';
import {writeNeighbours} from './neighbours.ts';
import {writeOrders} from './orders.ts';
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

/** By a key of filters its hash and other bits, then the number of a value it leads to and how many carry that: trusted, and all. */
export const VALUE: Shape = {keys: 2, width: 6};

/** By a word's number its bearers: the row, with the rung above its 30 bits, and the place by prominence. */
export const BEARER: Shape = {keys: 1, width: 3};

/** Rungs begin here (ddl/naming.sql). */
export const FIRST_RUNG = 2;

/** By a whole name its hash and other bits, then a row and its place by prominence. */
export const CALLED: Shape = {keys: 2, width: 5};

interface Table {
  shape: Shape;
  /** Whole numbers in the table's order, and how many columns of them. */
  query: string;
  columns: number;
  /** One row in words. */
  words(columns: readonly Words[], row: number): number[];
}

function keyed(keys: string): Table {
  return {
    shape: KEYED,
    query: keyedQuery(keys),
    columns: 3,
    words: ([hashes = NONE, others = NONE, rids = NONE], row) =>
      [hashes[2 * row + 1], hashes[2 * row], others[2 * row], rids[row]] as number[],
  };
}

const NONE = new Int32Array();

/** The tables of numbers, made whole for each generation. */
const TABLES: Record<string, Table> = {
  standings: {
    shape: STANDING,
    query: `SELECT rid, coalesce((prominence * 10000)::INTEGER, -1), coalesce((momentum * 10000)::INTEGER, 0), coalesce(rank_in_kind, 0)::INTEGER,
        coalesce(degree, 0)::INTEGER, coalesce(activity_90d, 0)::INTEGER,
        CASE WHEN isfinite(day) THEN date_diff('day', DATE '1970-01-01', day)::INTEGER ELSE (${NO_DAY})::INTEGER END
      FROM entity LEFT JOIN signal USING (rid) LEFT JOIN own_day USING (rid) ORDER BY rid`,
    columns: STANDING.width,
    words: (columns, row) => columns.map((column) => column[row] as number),
  },
  positions: {
    shape: POSITION,
    query: `SELECT rid, ${SORTS.map((sort) => `coalesce(${sort}, 0)`).join(', ')} FROM order_key ORDER BY rid`,
    columns: POSITION.width,
    words: (columns, row) => columns.map((column) => column[row] as number),
  },
  values: {
    shape: VALUE,
    query: keyedQuery('SELECT key, label_id, trusted, tagged FROM value_key', 'label_id, trusted, tagged'),
    columns: 5,
    words: ([hashes = NONE, others = NONE, ...rest], row) =>
      [hashes[2 * row + 1], hashes[2 * row], others[2 * row], ...rest.map((column) => column[row])] as number[],
  },
  bearers: {
    shape: BEARER,
    query: 'SELECT wid, rid, order_key, rung::INTEGER FROM name_word ORDER BY wid, order_key, rid',
    columns: 4,
    words: ([wids = NONE, rids = NONE, places = NONE, rungs = NONE], row) => [
      wids[row] as number,
      (rids[row] as number) + ((rungs[row] as number) - FIRST_RUNG) * 2 ** 30,
      places[row] as number,
    ],
  },
  called: {
    shape: CALLED,
    query: keyedQuery('SELECT key, rid, order_key FROM full_name', 'rid, order_key'),
    columns: 4,
    words: ([hashes = NONE, others = NONE, rids = NONE, places = NONE], row) =>
      [hashes[2 * row + 1], hashes[2 * row], others[2 * row], rids[row], places[row]] as number[],
  },
  ids: keyed('SELECT id::VARCHAR AS key, rid FROM entity'),
  slugs: keyed(`SELECT k.kind || '/' || e.slug AS key, e.rid
    FROM slug JOIN entity e USING (rid) JOIN kind k ON k.kind_no = kind_of(e.rid)`),
  identifiers: keyed('SELECT key, rid FROM identifier'),
};

/** Files that are made whole for each generation. */
export const WHOLE_FILES = [
  ...Object.keys(TABLES),
  ...Object.keys(WHOLE).flatMap((name) => ['data', 'index'].map((ending) => `${name}.${ending}`)),
];

/** Writes what is made whole, of the generation that is in use. */
export async function writeWhole(connection: DuckDBConnection, folder: string): Promise<void> {
  for (const [name, write] of Object.entries(WHOLE)) await write(connection, join(folder, name));
  for (const [name, {shape, query, columns: width, words}] of Object.entries(TABLES)) {
    const writer = new TableWriter(join(folder, name), shape);
    await eachChunk(connection, query, (chunk) => {
      const columns = Array.from({length: width}, (_, column) => chunk.words(column));
      for (let row = 0; row < chunk.rows; row++) writer.add(...words(columns, row));
    });
    writer.end();
  }
}
