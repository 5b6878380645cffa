import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {SORTS} from '../schema/params.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {START_MARK, STARTING} from '../text/deletions.ts';
import {writeBuckets} from './buckets.ts';
import {type Chunk, eachChunk} from './columns.ts';
import {writeCrowding} from './crowding-file.ts';
import {writeDays} from './days.ts';
import {writeEdges} from './edges.ts';
import {writeFeed} from './feed.ts';
import {writeHolders} from './holders-file.ts';
import {writeHubEdges} from './hub-edges.ts';
import {KEYED, keyedQuery} from './keys.ts';
import {writeLabels} from './labels.ts';
import {writeNeighbours} from './neighbours.ts';
import {writeOrders} from './orders.ts';
import {writeParties} from './parties.ts';
import {isWide, rowNumbersIn} from './rows.ts';
import {
  type Column,
  keyedRow,
  keyedWords,
  mapped,
  NONE,
  plain,
  plainWords,
  rowSources,
  type Source,
} from './sources.ts';
import {NO_DAY, NO_MEASURE, STANDING} from './standings.ts';
import {writeStarts} from './starts.ts';
import {type Shape, withRow} from './table-file.ts';
import {TableWriter} from './table-writer.ts';
import {writeWords} from './words.ts';

/**
 * The path of a file of records, without `.data` and `.index`.
 * @param layer 0 is written by a build; 1 by the refreshes since, and takes precedence.
 */
export function recordPath(folder: string, name: string, layer: number | string = 0): string {
  return join(folder, `${name}.${layer}`);
}

/** Writers of records by row number. */
export const RECORDS = {neighbours: writeNeighbours, edges: writeEdges} as const;

/**
 * Writers of other records, which are written in full for each generation, `holders` after `parties`, which it reads; that of `orders` writes
 * `ranks`, and that of `labels` `carried`, too.
 */
const WHOLE = {
  hub_edges: writeHubEdges,
  orders: writeOrders,
  labels: writeLabels,
  buckets: writeBuckets,
  crowding: writeCrowding,
  days: writeDays,
  feed: writeFeed,
  parties: writeParties,
  holders: writeHolders,
  starts: writeStarts,
  words: writeWords,
} as const;

/** Row number and its numbers in the orders (ddl/order_key.sql), in the order of `SORTS`; 0 for none. */
export const POSITION: Shape = {keys: 1, width: 6};

/** Row number and its place in the newest-first order of its kind, from 0. */
export const PLACE: Shape = {keys: 1, width: 2};

/** By a filter's key (hash and verifying bits): the number of a value it leads to and the entities that have it, by trusted labels and in all. */
export const VALUE: Shape = {keys: 2, width: 6};

/** Bits of a narrow row id, and more than the higher word of a wide one has; a rung stands above them. */
export const ROW_BITS = 30;

/** Mask of a row id, or of its higher word, below a rung. */
export const ROW_MASK = 2 ** ROW_BITS - 1;

/** The row id that stands below a rung. */
export function rowOfName(words: Uint32Array, at: number, rows: RowNumbers): number {
  const first = (words[at] as number) & ROW_MASK;
  return isWide(rows) ? first * 2 ** 32 + (words[at + 1] as number) : first;
}

/** By the hash of a form of first letters (ddl/symspell_delete.sql), the place of the first word that has them. */
export const SIMILAR_WORD: Shape = {keys: 1, width: 2};

/** By a word's number the entities with the word in a name: the row, with the rung in the higher bits, and the order key by prominence. */
export const NAME_POSTING: Shape = {keys: 1, width: 3};

/** The lowest rung (ddl/naming.sql). */
export const FIRST_RUNG = 2;

/** By the hash of a name without its legal form: verifying bits of the whole name, a row and its order key by prominence. */
export const CALLED: Shape = {keys: 2, width: 5};

/** By a term (hash and verifying bits): its number, and twice its document frequency, plus one if it is never stemmed. */
export const TERM: Shape = {keys: 2, width: 5};

interface Table {
  /** Of narrow row ids. */
  shape: Shape;
  /** The column that is a row id, if one is, and whether the table is sorted by it. */
  row?: {column: number; isKey: boolean};
  /** A query of integers in the table's order: of all rows, or of those that meet a condition on `rid`, or on a term's number by this name. */
  query(where?: string): string;
  /** A query of as many rows that is faster to count; default: the same. */
  counted?(where?: string): string;
  columns: number;
  /** Where each word of a row comes from. */
  words(columns: readonly Column[], rows: RowNumbers): Source[];
}

function keyed(keys: (where: string) => string): Table {
  return {
    shape: KEYED,
    row: {column: 2, isKey: false},
    query: (where = '') => keyedQuery(keys(where)),
    counted: (where = '') => keys(where),
    columns: 3,
    words: keyedRow,
  };
}

const BY_ROW = {column: 0, isKey: true};

/** The tables of numbers, which are written in full for each generation. */
const TABLES = {
  standings: {
    shape: STANDING,
    row: BY_ROW,
    query:
      () => `SELECT rid, coalesce((prominence * 10000)::INTEGER, -1), coalesce((momentum * 10000)::INTEGER, 0), coalesce(rank_in_kind, 0)::INTEGER,
        coalesce(degree, 0)::INTEGER, coalesce(activity_90d, 0)::INTEGER,
        CASE WHEN isfinite(day) THEN date_diff('day', DATE '1970-01-01', day)::INTEGER ELSE (${NO_DAY})::INTEGER END,
        coalesce(papers + patents, stage, ${NO_MEASURE})::INTEGER
      FROM entity LEFT JOIN signal USING (rid) LEFT JOIN own_day USING (rid) LEFT JOIN stage USING (rid)
        LEFT JOIN person_rank ON person = rid ORDER BY rid`,
    counted: () => 'FROM entity',
    columns: STANDING.width,
    words: plainWords,
  },
  positions: {
    shape: POSITION,
    row: BY_ROW,
    query: () => `SELECT rid, ${SORTS.map((sort) => `coalesce(${sort}, 0)`).join(', ')} FROM order_key ORDER BY rid`,
    columns: POSITION.width,
    words: plainWords,
  },
  places: {
    shape: PLACE,
    row: BY_ROW,
    query: () => `SELECT rid, pos - 1 FROM recent_rank WHERE scope > 0 ORDER BY rid`,
    columns: PLACE.width,
    words: plainWords,
  },
  values: {
    shape: VALUE,
    query: () => keyedQuery('SELECT key, label_id, trusted, tagged FROM value_key', 'label_id, trusted, tagged'),
    columns: 5,
    words: keyedWords,
  },
  similar_words: {
    shape: SIMILAR_WORD,
    query: () => `WITH placed AS (SELECT word, prefix, row_number() OVER (ORDER BY wid) - 1 AS place FROM word)
      SELECT h, place::INTEGER FROM symspell_delete JOIN (
        SELECT prefix, min(place) AS place FROM placed GROUP BY prefix
        UNION ALL SELECT left(word, ${STARTING}) || '${START_MARK}', min(place) FROM placed GROUP BY 1
      ) USING (prefix) ORDER BY h, place`,
    counted: () => 'FROM symspell_delete',
    columns: SIMILAR_WORD.width,
    words: ([hashes = NONE, places = NONE]) => [plain(hashes), plain(places)],
  },
  name_postings: {
    shape: NAME_POSTING,
    row: {column: 1, isKey: false},
    query: (where = '') =>
      `SELECT wid, rid, order_key, rung::INTEGER FROM name_word ${where} ORDER BY wid, order_key, rid`,
    columns: 4,
    words: ([wids = NONE, rids = NONE, places = NONE, rungs = NONE], rows) => {
      const [[first], ...rest] = rowSources(rids, rows) as [Source, ...Source[]];
      const named = mapped(first, (word, row) => word + ((rungs[row] as number) - FIRST_RUNG) * 2 ** ROW_BITS);
      return [plain(wids), plain(named), ...rest, plain(places)];
    },
  },
  called: {
    shape: CALLED,
    row: {column: 2, isKey: false},
    query: (where = '') =>
      `SELECT key_hash(left(key, length(key) - ending)) AS h, (md5_number_upper(key) & 4294967295)::BIGINT AS other, rid, order_key
       FROM full_name ${where} ORDER BY h, rid, order_key, other`,
    counted: (where = '') => `FROM full_name ${where}`,
    columns: 4,
    words: keyedRow,
  },
  terms: {
    shape: TERM,
    query: (where = '') =>
      `SELECT key_hash(term) AS h, (md5_number_upper(term) & 4294967295)::BIGINT, tid, 2 * df + protected::INTEGER
       FROM (SELECT *, tid AS rid FROM term) ${where} ORDER BY h, tid`,
    counted: (where = '') => `FROM (SELECT *, tid AS rid FROM term) ${where}`,
    columns: 4,
    words: keyedWords,
  },
  ids: keyed((where) => `SELECT id::VARCHAR AS key, rid FROM entity ${where}`),
  slugs: keyed(
    (where) => `SELECT k.kind || '/' || lower(e.slug) AS key, rid
      FROM slug JOIN entity e USING (rid) JOIN kind k ON k.kind_no = kind_of(rid) ${where}`,
  ),
  identifiers: keyed((where) => `SELECT key, rid FROM identifier ${where}`),
} satisfies Record<string, Table>;

export type TableName = keyof typeof TABLES;

/** A file without its ending. */
export type FileName = TableName | keyof typeof WHOLE | keyof typeof RECORDS;

export function shapeOf(name: TableName, rows: RowNumbers): Shape {
  const {shape, row}: Table = TABLES[name];
  return row === undefined ? shape : withRow(shape, rows, row.isKey);
}

/** Files that are written in full for each generation. */
export const WHOLE_FILES = [
  ...Object.keys(TABLES),
  'feed.table',
  ...[...Object.keys(WHOLE), 'ranks', 'carried'].flatMap((name) =>
    ['data', 'index'].map((ending) => `${name}.${ending}`),
  ),
];

/** Writes a file, from the generation in use. */
export async function writeFile(connection: DuckDBConnection, folder: string, name: FileName): Promise<void> {
  if (name in RECORDS) return RECORDS[name as keyof typeof RECORDS](connection, recordPath(folder, name));
  if (name in WHOLE) return WHOLE[name as keyof typeof WHOLE](connection, join(folder, name));
  const rows = await rowNumbersIn(connection);
  using writer = new TableWriter(join(folder, name), shapeOf(name as TableName, rows));
  await eachPart(connection, name as TableName, rows, (words, count) => writer.copyRows(words, 0, count));
  writer.end();
}

/** Files that are written in full. @param others Files that the caller writes otherwise. */
export function wholeFiles(others: readonly string[] = []): FileName[] {
  const all = [...Object.keys(WHOLE), ...Object.keys(TABLES)] as FileName[];
  return all.filter((name) => !others.includes(name));
}

/**
 * Visits the rows of a table, some at a time, as words one row after another, in its order; what is handed over is good until the next ones.
 * @param where A condition on `rid`, beginning with WHERE.
 */
export async function eachPart(
  connection: DuckDBConnection,
  name: TableName,
  rows: RowNumbers,
  visit: (words: Uint32Array, count: number) => void,
  where?: string,
): Promise<void> {
  const {query, counted, columns: width, row: of, words}: Table = TABLES[name];
  let part = new Uint32Array();
  const visitChunk = (chunk: Chunk) => {
    const columns = Array.from({length: width}, (_, column) =>
      column === of?.column ? chunk.numbers(column) : chunk.words(column),
    );
    const sources = words(columns, rows);
    if (part.length < chunk.rows * sources.length) part = new Uint32Array(chunk.rows * sources.length);
    for (const [word, [numbers, step, first]] of sources.entries())
      for (let row = 0, at = word; row < chunk.rows; row++, at += sources.length)
        part[at] = numbers[row * step + first] as number;
    visit(part, chunk.rows);
  };
  await eachChunk(connection, query(where), visitChunk, counted?.(where));
}
