import type {DuckDBConnection} from '@duckdb/node-api';
import {rowsOf} from '../engine/ask.ts';
import type {EdgeOfRow, Tie} from '../generation.ts';
import {rowsInOrder} from '../sorted.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {type Chunk, eachChunk} from './columns.ts';
import {RecordWriter} from './record-writer.ts';
import {type RowList, rowAt, rowNumbersIn, rowWords, wordsPerRow} from './rows.ts';

/** Rows whose edges are read by one statement. */
const TOGETHER = 50_000;

/** Words of an edge, as 32 bits, after those of the other end (a wide row id has two): its step, with the index of its provenance in the higher bits; when it was observed, in milliseconds since 1970 (lower word, higher). */
const OWN_WORDS = 3;

/** A step is twice the relation's number, plus one for an incoming edge. */
const STEP_BITS = 9;

/** The higher word of an unknown time, which is the least 64-bit integer. */
const NEVER = -0x80000000;

/** The provenance that some edges of a record share: source and confidence. */
type Told = [origin: string | null, confidence: number | null];

/**
 * A row's edges as a record: their number, the words of each, then JSON text `[told, records]`: the distinct provenances, which an edge
 * refers to by index, and the source's own id of each edge, absent if none has one.
 */
type Said = [told: Told[], records?: (string | null)[]];

/** @param of A query of rows (`rid`); default: all. */
export async function writeEdges(
  connection: DuckDBConnection,
  path: string,
  of = 'SELECT rid FROM entity',
): Promise<void> {
  const writer = new RecordWriter(path, wordsPerRow(await rowNumbersIn(connection)));
  await eachRecord(connection, of, 'true', (rid, record) => writer.addRow(rid, record));
  writer.end();
}

/**
 * Makes the record of each row that has one, in order.
 * @param of A query of rows (`rid`).
 * @param which A condition on the other end, `{other}`.
 */
export async function eachRecord(
  connection: DuckDBConnection,
  of: string,
  which: string,
  add: (rid: number, record: Uint8Array) => void,
): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE edge_origin AS
    SELECT origin, row_number() OVER (ORDER BY origin)::INTEGER AS number FROM (SELECT DISTINCT origin FROM edge_out WHERE origin IS NOT NULL)`);
  const origins: (string | null)[] = [null];
  for (const [origin] of await rowsOf(connection, 'SELECT origin FROM edge_origin ORDER BY number'))
    origins.push(String(origin));
  await connection.run(`CREATE OR REPLACE TEMP TABLE edge_own AS SELECT rid FROM (${of}) ORDER BY rid`);
  const starts = await rowsOf(connection, `SELECT rid FROM edge_own WHERE rowid % ${TOGETHER} = 0 ORDER BY rid`);
  const rows = await rowNumbersIn(connection);
  for (const [index, [from]] of starts.entries()) {
    const to = starts[index + 1]?.[0];
    const within = (rid: string, other: string) =>
      `${rid} >= ${Number(from)} ${to === undefined ? '' : `AND ${rid} < ${Number(to)}`} AND ${rid} IN (SELECT rid FROM edge_own)
        AND ${which.replace('{other}', other)}`;
    await someRecords(connection, origins, within, rows, add);
  }
  await connection.run('DROP TABLE edge_own; DROP TABLE edge_origin');
}

async function someRecords(
  connection: DuckDBConnection,
  origins: readonly (string | null)[],
  within: (rid: string, other: string) => string,
  rows: RowNumbers,
  add: (rid: number, record: Uint8Array) => void,
): Promise<void> {
  const ends = `SELECT src AS rid, dst AS other, rel * 2::INTEGER AS step, origin, confidence::DOUBLE AS confidence, observed, record
       FROM edge_out WHERE ${within('src', 'dst')}
       UNION ALL SELECT dst, src, rel * 2::INTEGER + 1, origin, confidence, observed, record FROM edge_in WHERE ${within('dst', 'src')}`;
  let edges = new EdgesOfRow(0, rows);
  await eachChunk(
    connection,
    `SELECT rid, other, step, coalesce(o.number, 0), coalesce(confidence, 'nan'::DOUBLE), coalesce(epoch_ms(observed), '-9223372036854775808'::BIGINT), record
     FROM (${ends}) LEFT JOIN edge_origin o USING (origin)
     ORDER BY rid, step, observed DESC NULLS LAST, other`,
    (chunk) => {
      const rids = chunk.numbers(0);
      const columns = columnsOf(chunk);
      for (let row = 0; row < chunk.rows; row++) {
        const rid = rids[row] as number;
        if (rid !== edges.rid) {
          edges.end(add);
          edges = new EdgesOfRow(rid, rows);
        }
        edges.add(columns, row, origins);
      }
    },
    ends,
  );
  edges.end(add);
}

function columnsOf(chunk: Chunk) {
  const [others, steps, origins] = [chunk.numbers(1), chunk.words(2), chunk.words(3)];
  return {others, steps, origins, confidences: chunk.doubles(4), observed: chunk.words(5), records: chunk.texts(6)};
}

/** The edges of one row, as they are collected. */
class EdgesOfRow {
  readonly rid: number;
  readonly #rows: RowNumbers;
  readonly #words: number[] = [];
  readonly #told = new Map<string, number>();
  readonly #said: Told[] = [];
  readonly #records: (string | null)[] = [];
  #hasRecords = false;

  constructor(rid: number, rows: RowNumbers) {
    this.rid = rid;
    this.#rows = rows;
  }

  add(columns: ReturnType<typeof columnsOf>, row: number, origins: readonly (string | null)[]): void {
    const origin = columns.origins[row] as number;
    const confidence = columns.confidences[row] as number;
    const record = columns.records[row] ?? null;
    const key = `${origin} ${confidence}`;
    let place = this.#told.get(key);
    if (place === undefined) {
      place = this.#said.push([origins[origin] ?? null, Number.isNaN(confidence) ? null : confidence]) - 1;
      this.#told.set(key, place);
    }
    this.#words.push(
      ...rowWords(columns.others[row] as number, this.#rows),
      ((columns.steps[row] as number) | (place << STEP_BITS)) >>> 0,
      columns.observed[2 * row] as number,
      columns.observed[2 * row + 1] as number,
    );
    this.#records.push(record);
    this.#hasRecords ||= record !== null;
  }

  end(add: (rid: number, record: Uint8Array) => void): void {
    if (this.#words.length === 0) return;
    const words = Int32Array.from([this.#records.length, ...this.#words]);
    const said: Said = this.#hasRecords ? [this.#said, this.#records] : [this.#said];
    add(this.rid, Buffer.concat([new Uint8Array(words.buffer), Buffer.from(JSON.stringify(said))]));
  }
}

/** Every edge of a record. */
export function edgesOf(record: Buffer, rows: RowNumbers): EdgeOfRow[] {
  const found: EdgeOfRow[] = [];
  visitEdges(
    record,
    rows,
    () => true,
    (edge) => found.push(edge),
  );
  return found;
}

/** @param isAsked Chooses edges by the other end and by direction (outgoing). */
export function visitEdges(
  record: Buffer,
  rows: RowNumbers,
  isAsked: (other: number, isOut: boolean) => boolean,
  visit: (edge: EdgeOfRow) => void,
): void {
  const count = record.readUInt32LE(0);
  const perRow = wordsPerRow(rows);
  const width = perRow + OWN_WORDS;
  const words = new Uint32Array(record.buffer, record.byteOffset + 4, count * width);
  // Provenance is parsed only if an edge is chosen: most edges often are not.
  let said: Said | undefined;
  for (let index = 0; index < count; index++) {
    const other = rowAt(words, index * width, rows);
    const at = index * width + perRow;
    const isOut = ((words[at] as number) & 1) === 0;
    if (!isAsked(other, isOut)) continue;
    said ??= JSON.parse(record.toString('utf8', 4 + count * width * 4)) as Said;
    const [told, records] = said;
    const [origin, confidence] = told[(words[at] as number) >>> STEP_BITS] as Told;
    visit({
      rel: relationOf(words[at] as number),
      direction: isOut ? 'out' : 'in',
      observed: momentOf(words[at + 1] as number, (words[at + 2] as number) | 0),
      origin: [origin, confidence, records?.[index] ?? null],
      other,
    });
  }
}

/** The rows at the other ends of edges, in order, without reading their provenance. */
export function tiedTo(edges: {read(rid: number): Buffer | undefined}, {to, besides}: Tie, rows: RowNumbers): RowList {
  const perRow = wordsPerRow(rows);
  const width = perRow + OWN_WORDS;
  const found: number[] = [];
  for (const rid of to) {
    const record = edges.read(rid);
    if (record === undefined) continue;
    const words = new Uint32Array(record.buffer, record.byteOffset + 4, record.readUInt32LE(0) * width);
    for (let at = 0; at < words.length; at += width) {
      if (relationOf(words[at + perRow] as number) !== besides) found.push(rowAt(words, at, rows));
    }
  }
  return rowsInOrder(found);
}

/** The relation's number in the word of an edge's step. */
function relationOf(word: number): number {
  return (word & ((1 << STEP_BITS) - 1)) >> 1;
}

const DAY = 86_400_000;

/** Days as they begin a time, by their number. Nearly all times that sources state are days, and there are few of these. */
const DAYS = new Map<number, string>();

/** How many of them stay in memory: every day of a hundred years. */
const MOST_DAYS = 36_525;

function momentOf(low: number, high: number): string | null {
  if (high === NEVER) return null;
  const time = high * 2 ** 32 + (low >>> 0);
  const day = Math.trunc(time / DAY) | 0;
  if (day * DAY !== time) return new Date(time).toISOString();
  let text = DAYS.get(day);
  if (text === undefined) {
    text = new Date(time).toISOString();
    if (DAYS.size >= MOST_DAYS) DAYS.clear();
    DAYS.set(day, text);
  }
  return text;
}
