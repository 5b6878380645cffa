import {type Places, sortedOf} from './places.ts';
import {RecordFile} from './record-file.ts';
import type {RecordWriter} from './record-writer.ts';

/** Positions per record. */
const TOGETHER = 512;

/** After a kind's records of positions, one record holds the width of its numbers in bytes. */
const WIDTH = 0xffffffff;

type Numbers = Uint16Array | Uint32Array;

/**
 * Writes the values of the entity at each position of a kind's newest-first order: the inverse of `labels`. A record covers 512 positions:
 * where the values of each end, then the values by their number within the kind (`buckets.ts`), times two, plus one if the label is not
 * trusted.
 * @param lists Sorted positions by those numbers.
 */
export function writeCarried(writer: RecordWriter, kind: number, lists: readonly Uint32Array[], size: number): void {
  const {starts, numbers} = inverted(lists, size);
  const startOf = (place: number) => starts[Math.min(size, place)] as number;
  const most = Array.from({length: Math.ceil(size / TOGETHER)}, (_, part) => part * TOGETHER).reduce(
    (length, first) => Math.max(length, TOGETHER + startOf(first + TOGETHER) - startOf(first)),
    numbers.reduce((last, number) => Math.max(last, number), 0),
  );
  const width = most > 0xffff ? 4 : 2;
  for (let first = 0; first < size; first += TOGETHER) {
    const own = numbers.subarray(startOf(first), startOf(first + TOGETHER));
    if (own.length === 0) continue;
    const block = width === 4 ? new Uint32Array(TOGETHER + own.length) : new Uint16Array(TOGETHER + own.length);
    for (let at = 0; at < TOGETHER; at++) block[at] = TOGETHER + startOf(first + at + 1) - startOf(first);
    block.set(own, TOGETHER);
    writer.add([kind, first / TOGETHER], new Uint8Array(block.buffer));
  }
  writer.add([kind, WIDTH], new Uint8Array([width]));
}

/** The values at each position: where those of each begin, and the numbers. */
function inverted(lists: readonly Uint32Array[], size: number): {starts: Uint32Array; numbers: Uint32Array} {
  const starts = new Uint32Array(size + 1);
  for (const places of lists) for (const place of places) starts[place + 1]!++;
  for (let place = 0; place < size; place++) starts[place + 1]! += starts[place] as number;
  const numbers = new Uint32Array(starts[size] as number);
  const next = starts.slice();
  for (const [number, places] of lists.entries()) for (const place of places) numbers[next[place]!++] = number;
  return {starts, numbers};
}

export class Carried {
  readonly #file: RecordFile;

  /** @throws FileError when a file is missing or damaged. */
  constructor(path: string) {
    this.#file = new RecordFile(path, 2);
  }

  /**
   * Counts how many entities at some positions of a kind, in ascending order, have each of its values: at twice the value's number those with a
   * trusted label, at the next index the others.
   * @param values Number of values.
   */
  count(kind: number, values: number, places: Places): Uint32Array {
    const counts = new Uint32Array(2 * values);
    const isWide = this.#file.read(kind, WIDTH)?.[0] === 4;
    let held = -1;
    let block: Numbers | undefined;
    for (const place of sortedOf(places)) {
      const part = Math.floor(place / TOGETHER);
      if (part !== held) block = this.#block(kind, part, isWide);
      held = part;
      if (block === undefined) continue;
      const row = place % TOGETHER;
      const end = block[row] as number;
      for (let at = row === 0 ? TOGETHER : (block[row - 1] as number); at < end; at++) counts[block[at] as number]!++;
    }
    return counts;
  }

  /** The numbers of the values at a position of a kind, times two, plus one where the label is not trusted. */
  at(kind: number, place: number): Numbers {
    const block = this.#block(kind, Math.floor(place / TOGETHER), this.#file.read(kind, WIDTH)?.[0] === 4);
    const row = place % TOGETHER;
    return block?.subarray(row === 0 ? TOGETHER : (block[row - 1] as number), block[row]) ?? new Uint16Array();
  }

  #block(kind: number, part: number, isWide: boolean): Numbers | undefined {
    const record = this.#file.read(kind, part);
    if (record === undefined) return undefined;
    const {buffer, byteOffset, length} = record;
    return isWide ? new Uint32Array(buffer, byteOffset, length / 4) : new Uint16Array(buffer, byteOffset, length / 2);
  }

  close(): void {
    this.#file.close();
  }
}
