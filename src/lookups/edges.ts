import type {DuckDBConnection} from '@duckdb/node-api';
import {rowsOf} from '../engine/ask.ts';
import type {EdgeOfRow, Tie} from '../generation.ts';
import {inOrder} from '../sorted.ts';
import {type Chunk, eachChunk} from './columns.ts';
import {RecordWriter} from './record-writer.ts';

/** Rows whose edges are read by one statement. */
const TOGETHER = 50_000;

/** Words of an edge: the other end; its step, with the index of its provenance in the higher bits; when it was observed, in milliseconds since 1970 (lower word, higher). */
const WORDS = 4;

/** A step is twice the relation's number, plus one for an incoming edge. */
const STEP_BITS = 9;

/** The higher word of an unknown time, which is the least 64-bit integer. */
const NEVER = -0x80000000;

/** The provenance that some edges of a record share: source and confidence. */
type Told = [origin: string | null, confidence: number | null];

/**
 * A row's edges as a record: their number, four words for each, then JSON text `[told, records]`: the distinct provenances, which an edge
 * refers to by index, and the source's own id of each edge, absent if none has one.
 */
type Said = [told: Told[], records?: (string | null)[]];

/** @param of A query of rows (`rid`); default: all. */
export async function writeEdges(
  connection: DuckDBConnection,
  path: string,
  of = 'SELECT rid FROM entity',
): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE edge_origin AS
    SELECT origin, row_number() OVER (ORDER BY origin)::INTEGER AS number FROM (SELECT DISTINCT origin FROM edge_out WHERE origin IS NOT NULL)`);
  const origins: (string | null)[] = [null];
  for (const [origin] of await rowsOf(connection, 'SELECT origin FROM edge_origin ORDER BY number'))
    origins.push(String(origin));
  await connection.run(`CREATE OR REPLACE TEMP TABLE edge_own AS SELECT rid FROM (${of}) ORDER BY rid`);
  const starts = await rowsOf(connection, `SELECT rid FROM edge_own WHERE rowid % ${TOGETHER} = 0 ORDER BY rid`);
  const writer = new RecordWriter(path);
  for (const [index, [from]] of starts.entries()) {
    const to = starts[index + 1]?.[0];
    const within = (rid: string) =>
      `${rid} >= ${Number(from)} ${to === undefined ? '' : `AND ${rid} < ${Number(to)}`} AND ${rid} IN (SELECT rid FROM edge_own)`;
    await writeSome(connection, writer, origins, within);
  }
  writer.end();
  await connection.run('DROP TABLE edge_own; DROP TABLE edge_origin');
}

async function writeSome(
  connection: DuckDBConnection,
  writer: RecordWriter,
  origins: readonly (string | null)[],
  within: (rid: string) => string,
): Promise<void> {
  let edges = new EdgesOfRow(0);
  await eachChunk(
    connection,
    `SELECT rid, other, step, coalesce(o.number, 0), coalesce(confidence, 'nan'::DOUBLE), coalesce(epoch_ms(observed), '-9223372036854775808'::BIGINT), record
     FROM (
       SELECT src AS rid, dst AS other, rel * 2::INTEGER AS step, origin, confidence::DOUBLE AS confidence, observed, record FROM edge_out WHERE ${within('src')}
       UNION ALL
       SELECT dst, src, rel * 2::INTEGER + 1, origin, confidence, observed, record FROM edge_in WHERE ${within('dst')}
     ) LEFT JOIN edge_origin o USING (origin)
     ORDER BY rid, step, observed DESC NULLS LAST, other`,
    (chunk) => {
      const rids = chunk.words(0);
      const columns = columnsOf(chunk);
      for (let row = 0; row < chunk.rows; row++) {
        const rid = rids[row] as number;
        if (rid !== edges.rid) {
          edges.end(writer);
          edges = new EdgesOfRow(rid);
        }
        edges.add(columns, row, origins);
      }
    },
  );
  edges.end(writer);
}

function columnsOf(chunk: Chunk) {
  const [others, steps, origins] = [chunk.words(1), chunk.words(2), chunk.words(3)];
  return {others, steps, origins, confidences: chunk.doubles(4), observed: chunk.words(5), records: chunk.texts(6)};
}

/** The edges of one row, as they are collected. */
class EdgesOfRow {
  readonly rid: number;
  readonly #words: number[] = [];
  readonly #told = new Map<string, number>();
  readonly #said: Told[] = [];
  readonly #records: (string | null)[] = [];
  #hasRecords = false;

  constructor(rid: number) {
    this.rid = rid;
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
      columns.others[row] as number,
      ((columns.steps[row] as number) | (place << STEP_BITS)) >>> 0,
      columns.observed[2 * row] as number,
      columns.observed[2 * row + 1] as number,
    );
    this.#records.push(record);
    this.#hasRecords ||= record !== null;
  }

  end(writer: RecordWriter): void {
    if (this.#words.length === 0) return;
    const words = Int32Array.from([this.#records.length, ...this.#words]);
    const said: Said = this.#hasRecords ? [this.#said, this.#records] : [this.#said];
    writer.add([this.rid], Buffer.concat([new Uint8Array(words.buffer), Buffer.from(JSON.stringify(said))]));
  }
}

/** @param isAsked Chooses edges by the other end and by direction (outgoing); default: all. */
export function edgesOf(record: Buffer, isAsked?: (other: number, isOut: boolean) => boolean): EdgeOfRow[] {
  const count = record.readUInt32LE(0);
  const words = new Int32Array(record.buffer, record.byteOffset + 4, count * WORDS);
  const found: EdgeOfRow[] = [];
  // Provenance is parsed only if an edge is chosen: most edges of a hub often are not.
  let said: Said | undefined;
  for (let index = 0; index < count; index++) {
    const at = index * WORDS;
    const other = words[at] as number;
    const isOut = ((words[at + 1] as number) & 1) === 0;
    if (isAsked?.(other, isOut) === false) continue;
    said ??= JSON.parse(record.toString('utf8', 4 + count * WORDS * 4)) as Said;
    const [told, records] = said;
    const [origin, confidence] = told[(words[at + 1] as number) >>> STEP_BITS] as Told;
    found.push({
      rel: relationOf(words[at + 1] as number),
      direction: isOut ? 'out' : 'in',
      observed: momentOf(words[at + 2] as number, words[at + 3] as number),
      origin: [origin, confidence, records?.[index] ?? null],
      other,
    });
  }
  return found;
}

/** The rows at the other ends of edges, in order, without reading their provenance. */
export function tiedTo(edges: {read(rid: number): Buffer | undefined}, {to, besides}: Tie): Uint32Array {
  const found: number[] = [];
  for (const rid of to) {
    const record = edges.read(rid);
    if (record === undefined) continue;
    const words = new Int32Array(record.buffer, record.byteOffset + 4, record.readUInt32LE(0) * WORDS);
    for (let at = 0; at < words.length; at += WORDS) {
      if (relationOf(words[at + 1] as number) !== besides) found.push(words[at] as number);
    }
  }
  return inOrder(found);
}

/** The relation's number in the word of an edge's step. */
function relationOf(word: number): number {
  return (word & ((1 << STEP_BITS) - 1)) >> 1;
}

function momentOf(low: number, high: number): string | null {
  return high === NEVER ? null : new Date(high * 2 ** 32 + (low >>> 0)).toISOString();
}
