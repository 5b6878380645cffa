import type {DuckDBConnection} from '@duckdb/node-api';
import type {Neighbours} from '../generation.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {eachChunk, rowIdsOf} from './columns.ts';
import {RecordWriter} from './record-writer.ts';
import {RowRanks} from './row-ranks.ts';
import {bytesPerRow, isWide, numbersIn, type RowList, rowNumbersIn, wordsPerRow} from './rows.ts';

/** Rows whose edges are in memory at a time. */
const TOGETHER = 2 ** 17;

/** Neighbours that a record lists. */
const LISTED = 101;

/** Steps are below this (`end_key` in tables/row-macros.ts). */
const STEPS = 2 ** 8;

/** A list of numbers as short as this is sorted by inserting. */
const FEW = 40;

/**
 * A row's neighbours as a record: their number, the row id at each listed edge, and then a byte for the step of each, as the view of
 * ddl/adjacency.sql has them. They are sorted here, since a statement takes several times as long: edges are stored by row, so each row has
 * only its own few to sort, by numbers.
 */
export async function writeNeighbours(connection: DuckDBConnection, path: string): Promise<void> {
  const rows = await rowNumbersIn(connection);
  const prominent = 'SELECT rid FROM order_key WHERE prominence IS NOT NULL';
  const byPlace = await rowIdsOf(connection, `${prominent} ORDER BY prominence`, rows);
  const rids = byPlace.slice().sort();
  const ranks = new RowRanks(rids, rows);
  const places = new Uint32Array(rids.length);
  for (let place = 0; place < places.length; place++) places[ranks.of(byPlace[place] as number)] = place;
  const writer = new RecordWriter(path, wordsPerRow(rows));
  const record = new NeighbourRecord(byPlace, rows);
  for (let first = 0; first < rids.length; first += TOGETHER) {
    const own = rids.subarray(first, first + TOGETHER);
    const {starts, keys} = await endsOf(connection, own, ranks, places);
    for (const [index, rid] of own.entries()) {
      const ends = keys.subarray(starts[index], starts[index + 1]);
      writer.addRow(rid, record.of(rid, sorted(ends)));
    }
  }
  writer.end();
}

/** The edges of rows that stand side by side, row by row: the place of the other end by prominence, and the step below it, as one number. */
async function endsOf(
  connection: DuckDBConnection,
  own: RowList,
  ranks: RowRanks,
  places: Uint32Array,
): Promise<{starts: Uint32Array; keys: Float64Array}> {
  const first = ranks.of(own[0] as number);
  const starts = new Uint32Array(own.length + 1);
  const chunks: {owns: Uint32Array; keys: Float64Array}[] = [];
  const within = (rid: string) => `${rid} BETWEEN ${own[0]} AND ${own.at(-1)}`;
  await eachChunk(
    connection,
    `SELECT src, dst, rel * 2::INTEGER FROM edge_out WHERE ${within('src')}
     UNION ALL SELECT dst, src, rel * 2::INTEGER + 1 FROM edge_in WHERE ${within('dst')} AND src <> dst`,
    (chunk) => {
      const [rids, others, steps] = [chunk.numbers(0), chunk.numbers(1), chunk.words(2)];
      const [owns, keys] = [new Uint32Array(chunk.rows), new Float64Array(chunk.rows)];
      let [rid, index] = [-1, -1];
      for (let row = 0; row < chunk.rows; row++) {
        if (rids[row] !== rid) {
          rid = rids[row] as number;
          index = ranks.of(rid) - first;
        }
        starts[index + 1]!++;
        owns[row] = index;
        keys[row] = (places[ranks.of(others[row] as number)] as number) * STEPS + (steps[row] as number);
      }
      chunks.push({owns, keys});
    },
  );
  for (let index = 0; index < own.length; index++) starts[index + 1]! += starts[index] as number;
  const keys = new Float64Array(starts[own.length] as number);
  const next = starts.slice();
  for (const chunk of chunks)
    for (let row = 0; row < chunk.owns.length; row++)
      keys[next[chunk.owns[row] as number]!++] = chunk.keys[row] as number;
  return {starts, keys};
}

function sorted(keys: Float64Array): Float64Array {
  if (keys.length > FEW) return keys.sort();
  for (let from = 1; from < keys.length; from++) {
    const key = keys[from] as number;
    let at = from;
    for (; at > 0 && (keys[at - 1] as number) > key; at--) keys[at] = keys[at - 1] as number;
    keys[at] = key;
  }
  return keys;
}

/** Makes records, each valid until the next one. */
class NeighbourRecord {
  readonly #byPlace: RowList;
  readonly #size: number;
  #words: RowList;
  #steps = new Uint8Array(1024);

  constructor(byPlace: RowList, rows: RowNumbers) {
    this.#byPlace = byPlace;
    this.#size = bytesPerRow(rows);
    this.#words = new (isWide(rows) ? Float64Array : Uint32Array)(2048);
  }

  /** @param ends Of a row, in order. */
  of(own: number, ends: Float64Array): Uint8Array {
    // A word and a byte for each edge, and a word more: there is room for two words.
    if (this.#steps.length < ends.length + 1) {
      this.#steps = new Uint8Array(2 * ends.length);
      this.#words = new (this.#words.constructor as new (length: number) => RowList)(4 * ends.length);
    }
    let [before, distinct, listed, isLoop] = [-1, 0, 0, 0];
    for (let at = 0; at < ends.length; at++) {
      const key = ends[at] as number;
      const place = Math.floor(key / STEPS);
      const other = this.#byPlace[place] as number;
      if (place !== before) distinct++;
      before = place;
      if (other === own) isLoop = 1;
      if (distinct > LISTED) continue;
      this.#words[1 + listed] = other;
      this.#steps[listed++] = key - place * STEPS;
    }
    this.#words[0] = distinct - isLoop;
    const length = this.#size * (1 + listed);
    const record = new Uint8Array(this.#words.buffer, 0, length + listed);
    record.set(this.#steps.subarray(0, listed), length);
    return record;
  }
}

export function neighboursOf(record: Buffer, rows: RowNumbers): Neighbours {
  const size = bytesPerRow(rows);
  const edges = (record.length - size) / (size + 1);
  const words = numbersIn(record, rows, edges + 1);
  return {
    count: words[0] as number,
    // Copied as bytes: the next record is read into the same buffer, and a list of numbers takes ten times as long to make.
    others: words.slice(1),
    steps: Uint8Array.prototype.slice.call(record, size * (edges + 1)),
  };
}
