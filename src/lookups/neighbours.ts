import type {DuckDBConnection} from '@duckdb/node-api';
import type {Neighbours} from '../generation.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {eachChunk, rowIdsOf} from './columns.ts';
import {RecordWriter} from './record-writer.ts';
import {eachRange} from './row-ranges.ts';
import {RowRanks} from './row-ranks.ts';
import {bytesPerRow, isWide, numbersIn, type RowList, rowNumbersIn, wordsPerRow} from './rows.ts';

/** Rows whose edges are in memory, or sorted by one statement, at a time. */
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
  using writer = new RecordWriter(path, wordsPerRow(rows));
  const record = new NeighbourRecord(rows);
  for (let first = 0; first < rids.length; first += TOGETHER) {
    const own = rids.subarray(first, first + TOGETHER);
    const {starts, keys} = await endsOf(connection, own, ranks, places);
    for (const [index, rid] of own.entries()) {
      record.begin(rid);
      for (const key of sorted(keys.subarray(starts[index], starts[index + 1]))) {
        const place = Math.floor(key / STEPS);
        record.add(byPlace[place] as number, key - place * STEPS);
      }
      writer.addRow(rid, record.end());
    }
  }
  writer.end();
}

/**
 * Writes the same records of some rows.
 * @param of A query of rows (`rid`).
 */
export async function writeSomeNeighbours(connection: DuckDBConnection, path: string, of: string): Promise<void> {
  const rows = await rowNumbersIn(connection);
  using writer = new RecordWriter(path, wordsPerRow(rows));
  const record = new NeighbourRecord(rows);
  await eachRange(connection, of, TOGETHER, (within) =>
    someNeighbours(connection, within, record, (rid, list) => writer.addRow(rid, list)),
  );
  writer.end();
}

/** @param within A condition on a row. */
async function someNeighbours(
  connection: DuckDBConnection,
  within: (rid: string) => string,
  record: NeighbourRecord,
  add: (rid: number, record: Uint8Array) => void,
): Promise<void> {
  const ends = `SELECT src AS rid, dst AS other, rel * 2::INTEGER AS step FROM edge_out WHERE ${within('src')}
     UNION ALL SELECT dst, src, rel * 2::INTEGER + 1 FROM edge_in WHERE ${within('dst')} AND src <> dst`;
  let own = -1;
  await eachChunk(
    connection,
    `SELECT e.rid, e.other, e.step FROM (${ends}) e JOIN order_key o ON o.rid = e.other ORDER BY e.rid, o.prominence, e.step`,
    (chunk) => {
      const [rids, others, steps] = [chunk.numbers(0), chunk.numbers(1), chunk.words(2)];
      for (let row = 0; row < chunk.rows; row++) {
        if (rids[row] !== own) {
          if (own >= 0) add(own, record.end());
          own = rids[row] as number;
          record.begin(own);
        }
        record.add(others[row] as number, steps[row] as number);
      }
    },
    ends,
  );
  if (own >= 0) add(own, record.end());
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
  readonly #size: number;
  #words: RowList;
  #steps = new Uint8Array(1024);
  #own = -1;
  #before = -1;
  #distinct = 0;
  #listed = 0;
  #isLoop = false;

  constructor(rows: RowNumbers) {
    this.#size = bytesPerRow(rows);
    this.#words = new (isWide(rows) ? Float64Array : Uint32Array)(2048);
  }

  begin(own: number): void {
    [this.#own, this.#before] = [own, -1];
    [this.#distinct, this.#listed] = [0, 0];
    this.#isLoop = false;
  }

  /** Adds an edge, in the order of the row's list. */
  add(other: number, step: number): void {
    if (other !== this.#before) {
      this.#distinct++;
      this.#before = other;
      if (other === this.#own) this.#isLoop = true;
    }
    if (this.#distinct > LISTED) return;
    if (this.#listed === this.#steps.length) this.#grow();
    this.#words[1 + this.#listed] = other;
    this.#steps[this.#listed++] = step;
  }

  end(): Uint8Array {
    this.#words[0] = this.#distinct - (this.#isLoop ? 1 : 0);
    const length = this.#size * (1 + this.#listed);
    const record = new Uint8Array(this.#words.buffer, 0, length + this.#listed);
    record.set(this.#steps.subarray(0, this.#listed), length);
    return record;
  }

  /** A word and a byte for each edge, and a word more: there is room for two words. */
  #grow(): void {
    const [words, steps] = [this.#words, this.#steps];
    this.#words = new (words.constructor as new (length: number) => RowList)(2 * words.length);
    this.#words.set(words);
    this.#steps = new Uint8Array(2 * steps.length);
    this.#steps.set(steps);
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
