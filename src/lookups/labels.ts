import {dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {Cache} from '../cache.ts';
import {type RowNumbers, rangeOf} from '../sql/row-numbers.ts';
import {VALUES} from './buckets.ts';
import {writeCarried} from './carried.ts';
import {eachChunk} from './columns.ts';
import {byKind, inOrder, placeIn} from './ordered.ts';
import {fromWords, NOBODY, type Places, placesOf, wordsOf} from './places.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';
import {bytesOf, type RowList, rowNumbersIn} from './rows.ts';

/** Cache size of positions. */
const CACHED = 32 * 1024 * 1024;

function keyOf(kind: number, isTrusted: boolean): number {
  return kind * 2 + (isTrusted ? 0 : 1);
}

/**
 * Writes the posting list of each value: by kind and by whether the label is trusted, then by the value's number, the positions (from 0) of
 * the entities in the newest-first order of the kind. Writes `carried` beside it, its inverse, from the same lists: reading labels again for
 * it would cost as much as the lists themselves.
 */
export async function writeLabels(connection: DuckDBConnection, path: string): Promise<void> {
  const grouped = await valuesByKind(connection, VALUES);
  const all = await valuesByKind(connection, 'SELECT kind_no::INTEGER AS kind_no, label_id FROM facet ORDER BY ALL');
  using writer = new RecordWriter(path, 2);
  using inverse = new RecordWriter(join(dirname(path), 'carried'), 2);
  const rows = await rowNumbersIn(connection);
  for (const [kind, order] of byKind(await inOrder(connection, 'recent', rows), rows)) {
    const [values, size] = [all.get(kind) ?? [], order.length];
    const lists = await listsOf(connection, values, order, rows);
    for (const isTrusted of [true, false])
      for (const [index, label_id] of values.entries()) {
        const places = lists(slotOf(index, isTrusted));
        if (places.length > 0) writer.add([keyOf(kind, isTrusted), label_id], bytesOf(wordsOf(placesOf(places, size))));
      }
    const indexes = new Map(values.map((label_id, index) => [label_id, index]));
    const carried = (grouped.get(kind) ?? []).flatMap((label_id) =>
      [true, false].map((isTrusted) => lists(slotOf(indexes.get(label_id) as number, isTrusted))),
    );
    if (carried.length > 0) writeCarried(inverse, kind, carried, size);
  }
  writer.end();
  inverse.end();
}

function slotOf(index: number, isTrusted: boolean): number {
  return 2 * index + (isTrusted ? 0 : 1);
}

/** Numbers of values by kind, in the order of a query of `kind_no` and `label_id`. */
async function valuesByKind(connection: DuckDBConnection, query: string): Promise<Map<number, number[]>> {
  const values = new Map<number, number[]>();
  await eachChunk(connection, `SELECT kind_no, label_id FROM (${query}) WHERE kind_no > 0`, ({rows, words}) => {
    const [kinds, labels] = [words(0), words(1)];
    for (let row = 0; row < rows; row++) {
      const list = values.get(kinds[row] as number);
      if (list === undefined) values.set(kinds[row] as number, [labels[row] as number]);
      else list.push(labels[row] as number);
    }
  });
  return values;
}

/**
 * The positions of the entities of a kind with each value, ascending, by `slotOf`. Rows are distributed by position and then by value, each
 * time in linear time: DuckDB need not sort or join them, and they may come in any order.
 */
async function listsOf(
  connection: DuckDBConnection,
  values: readonly number[],
  order: RowList,
  rows: RowNumbers,
): Promise<(slot: number) => Uint32Array> {
  const size = order.length;
  const placeOf = placeIn(order, rows);
  const [first, last] = rangeOf(Math.floor((order[0] as number) / 2 ** rows.kindBits), rows);
  const indexes = new Map(values.map((label_id, index) => [label_id, index]));
  const chunks: {slots: Uint32Array; places: Uint32Array}[] = [];
  await eachChunk(
    connection,
    `SELECT label_id, trusted::INTEGER, rid FROM label WHERE rid BETWEEN ${first} AND ${last}`,
    (chunk) => {
      const [labelIds, trusted, rids] = [chunk.words(0), chunk.words(1), chunk.numbers(2)];
      const [slots, places] = [new Uint32Array(chunk.rows), new Uint32Array(chunk.rows)];
      let [own, index] = [-1, 0];
      for (let row = 0; row < chunk.rows; row++) {
        const label_id = labelIds[row] as number;
        if (label_id !== own) index = indexes.get(label_id) as number;
        own = label_id;
        slots[row] = slotOf(index, trusted[row] === 1);
        places[row] = placeOf(rids[row] as number);
      }
      chunks.push({slots, places});
    },
  );
  const [starts, ends] = [new Uint32Array(size + 1), new Uint32Array(2 * values.length + 1)];
  for (const {slots, places} of chunks)
    for (let row = 0; row < slots.length; row++) {
      starts[(places[row] as number) + 1]!++;
      ends[(slots[row] as number) + 1]!++;
    }
  for (let place = 0; place < size; place++) starts[place + 1]! += starts[place] as number;
  for (let slot = 1; slot < ends.length; slot++) ends[slot]! += ends[slot - 1] as number;
  const byPlace = new Uint32Array(starts[size] as number);
  const next = starts.slice();
  for (const {slots, places} of chunks)
    for (let row = 0; row < slots.length; row++) byPlace[next[places[row] as number]!++] = slots[row] as number;
  const bySlot = new Uint32Array(byPlace.length);
  const begins = ends.slice();
  for (let place = 0; place < size; place++)
    for (let at = starts[place] as number; at < (starts[place + 1] as number); at++)
      bySlot[ends[byPlace[at] as number]!++] = place;
  return (slot) => bySlot.subarray(begins[slot], begins[slot + 1]);
}

export class Labels {
  readonly #file: RecordFile;
  readonly #cached = new Cache(CACHED);

  /** @throws FileError when a file is missing or damaged. */
  constructor(path: string) {
    this.#file = new RecordFile(path, 2);
  }

  /** The positions of a kind that have a value by a trusted label, or by one that is not. */
  carrying(kind: number, label_id: number, isTrusted: boolean): Places {
    const key = `${keyOf(kind, isTrusted)} ${label_id}`;
    const cached = this.#cached.get<Places>(key);
    if (cached !== undefined) return cached;
    const record = this.#file.read(keyOf(kind, isTrusted), label_id);
    if (record === undefined) return NOBODY;
    const places = fromWords(
      new Uint32Array(record.buffer.slice(record.byteOffset, record.byteOffset + record.length)),
    );
    this.#cached.set(key, places, record.length);
    return places;
  }

  close(): void {
    this.#file.close();
  }
}
