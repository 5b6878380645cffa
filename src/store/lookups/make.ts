import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {eachNumbers, type Numbers} from './columns.ts';
import {KEYED, keyedQuery} from './keys.ts';
import {writeTexts} from './record-writer.ts';
import type {Shape} from './table-file.ts';
import {TableWriter} from './table-writer.ts';

/** Steps of a build that leave a view of `rid` and `text`, and the file it becomes. */
export const TEXTS = {document: 'documents', brief: 'briefs'} as const;

export type Text = keyof typeof TEXTS;

export function isText(step: string): step is Text {
  return step in TEXTS;
}

/**
 * The file of records in its folder, without `.data` and `.index`.
 * @param layer 0 for what a build wrote; 1 for what was kept up since, which goes before it.
 */
export function recordPath(folder: string, name: string, layer: number | string = 0): string {
  return join(folder, `${name}.${layer}`);
}

/** Writes the texts that a step left as a view. */
export async function writeText(
  connection: DuckDBConnection,
  step: Text,
  folder: string,
  layer?: string,
): Promise<void> {
  await writeTexts(connection, `FROM ${step}`, recordPath(folder, TEXTS[step], layer));
}

/** What signals are written as: row number, prominence and momentum in ten-thousandths, rank in kind, degree, activity. */
export const STANDING: Shape = {keys: 1, width: 6};

/** The prominence of whoever has no signals. */
export const NO_SIGNALS = 0xffffffff;

interface Table {
  shape: Shape;
  /** Whole numbers in the table's order. */
  query: string;
  /** One row in words. */
  words(columns: readonly Numbers[], row: number): number[];
}

function keyed(keys: string): Table {
  return {
    shape: KEYED,
    query: keyedQuery(keys),
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
        coalesce(degree, 0)::INTEGER, coalesce(activity_90d, 0)::INTEGER
      FROM entity LEFT JOIN signal USING (rid) ORDER BY rid`,
    words: (columns, row) => columns.map((column) => column[row] as number),
  },
  ids: keyed('SELECT id::VARCHAR AS key, rid FROM entity'),
  slugs: keyed(`SELECT k.kind || '/' || e.slug AS key, e.rid
    FROM slug JOIN entity e USING (rid) JOIN kind k ON k.kind_no = kind_of(e.rid)`),
  identifiers: keyed('SELECT key, rid FROM identifier'),
};

export const TABLE_FILES = Object.keys(TABLES);

/** Writes the tables of numbers of the generation that is in use. */
export async function writeTables(connection: DuckDBConnection, folder: string): Promise<void> {
  for (const [name, {shape, query, words}] of Object.entries(TABLES)) {
    const writer = new TableWriter(join(folder, name), shape);
    await eachNumbers(connection, query, (columns, rows) => {
      for (let row = 0; row < rows; row++) writer.add(...words(columns, row));
    });
    writer.end();
  }
}
