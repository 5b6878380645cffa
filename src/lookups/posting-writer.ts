import {BLOCK, KTH} from './posting-list.ts';
import {RecordWriter} from './record-writer.ts';
import {bytesOf} from './rows.ts';

/**
 * The postings of the text index (ddl/posting.sql): of each term the entities that have it and what it adds to their score. Terms of few
 * entities stand together, 32 by number in a record; a more frequent one has a record of its blocks (`Directory`) and one for each 64 blocks.
 *
 *     key: tid >>> 5, 0                        per term: tid & 31, postings, bytes, then those of one block
 *     key: tid >>> 5, 1 + (tid & 31) << 26     what stands in each block
 *     key: tid >>> 5, that + 1, + 2, …         64 blocks after each other
 *
 * A block has its row ids, each as the difference from the one before in bytes of seven bits, the lowest first, then their impacts, 16 bits each.
 */
export const TERM_BITS = 5;
const PART_BITS = 26;

/** The most postings of a term that has no record of its own. */
export const SMALL = 512;

/** Blocks of one record. */
export const TOGETHER = 64;

export const keyOf = (tid: number, part: number): [high: number, low: number] => [
  tid >>> TERM_BITS,
  1 + (tid & (2 ** TERM_BITS - 1)) * 2 ** PART_BITS + part,
];

/**
 * Visits the terms of a record of several, by the lower bits of their numbers, until one is the last asked for.
 * @param visit Gets where the bytes of the term's block begin and end.
 */
export function eachSmall(
  record: Uint8Array,
  visit: (term: number, count: number, from: number, to: number) => boolean,
): void {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = record[at++] as number;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  };
  while (at < record.length) {
    const [term, count, length] = [number(), number(), number()];
    at += length;
    if (visit(term, count, at - length, at)) return;
  }
}

/** The lower bits of the number of the term that a record of one term belongs to. @param low The lower word of the record's key. */
export function termOf(low: number): number {
  return (low - 1) >>> PART_BITS;
}

/** Whether a record of one term says what stands in its blocks. @param low The lower word of the record's key. */
export function isDirectory(low: number): boolean {
  return low > 0 && (low - 1) % 2 ** PART_BITS === 0;
}

type Keyed = [key: [high: number, low: number], record: Uint8Array];

/** Writes postings in the order of terms and rows. */
export class PostingWriter implements Disposable {
  readonly #records: RecordWriter;
  #tid = -1;
  #count = 0;
  #rids = new Float64Array(2 ** 16);
  #impacts = new Uint16Array(2 ** 16);
  readonly #group = new Bytes();
  /** Records of the group's frequent terms, which stand after that of the others. */
  #own: Keyed[] = [];
  readonly #block = new Bytes();
  readonly #part = new Bytes();
  readonly #seen = new Uint32Array(2 ** 16);

  constructor(path: string) {
    this.#records = new RecordWriter(path, 2);
  }

  add(tid: number, rid: number, impact: number): void {
    if (tid !== this.#tid) this.#endTerm(tid);
    if (this.#count === this.#rids.length) {
      const [rids, impacts] = [new Float64Array(2 * this.#count), new Uint16Array(2 * this.#count)];
      rids.set(this.#rids);
      impacts.set(this.#impacts);
      [this.#rids, this.#impacts] = [rids, impacts];
    }
    this.#rids[this.#count] = rid;
    this.#impacts[this.#count++] = impact;
  }

  /** Adds the record of a group's terms of few entities as it stands in another file. */
  copyGroup(group: number, record: Uint8Array): void {
    this.#endTerm(group << TERM_BITS);
    this.#group.bytes(record);
  }

  /** The same for one of those terms. */
  copySmall(tid: number, count: number, block: Uint8Array): void {
    this.#endTerm(tid);
    this.#addSmall(count, block);
  }

  /** The same for a record of a frequent term. */
  copyRecord(tid: number, key: Keyed[0], record: Uint8Array): void {
    if (tid !== this.#tid) this.#endTerm(tid);
    this.#own.push([key, new Uint8Array(record)]);
  }

  end(): void {
    this.#endTerm(-1);
    this.#records.end();
  }

  [Symbol.dispose](): void {
    this.#records[Symbol.dispose]();
  }

  #endTerm(next: number): void {
    if (this.#count > SMALL) this.#addFrequent();
    else if (this.#count > 0) {
      this.#encode(0, this.#count);
      this.#addSmall(this.#count, this.#block.all());
    }
    this.#count = 0;
    if (next >>> TERM_BITS !== this.#tid >>> TERM_BITS) this.#endGroup();
    this.#tid = next;
  }

  #addSmall(count: number, block: Uint8Array): void {
    this.#group.number(this.#tid & (2 ** TERM_BITS - 1));
    this.#group.number(count);
    this.#group.number(block.length);
    this.#group.bytes(block);
  }

  #endGroup(): void {
    if (this.#group.length > 0) this.#records.add([this.#tid >>> TERM_BITS, 0], this.#group.all());
    for (const [key, record] of this.#own) this.#records.add(key, record);
    this.#group.clear();
    this.#own = [];
  }

  #addFrequent(): void {
    const blocks = Math.ceil(this.#count / BLOCK);
    const lasts = new Float64Array(blocks);
    const highest = new Uint16Array(blocks);
    const lengths = new Uint16Array(blocks);
    const parts: Keyed[] = [];
    for (let block = 0; block < blocks; block++) {
      const [from, to] = [block * BLOCK, Math.min(this.#count, (block + 1) * BLOCK)];
      this.#encode(from, to);
      lasts[block] = this.#rids[to - 1] as number;
      for (let at = from; at < to; at++)
        if ((this.#impacts[at] as number) > (highest[block] as number)) highest[block] = this.#impacts[at] as number;
      lengths[block] = this.#block.length;
      this.#part.bytes(this.#block.all());
      if (block % TOGETHER === TOGETHER - 1 || block === blocks - 1) {
        parts.push([keyOf(this.#tid, parts.length + 1), this.#part.all().slice()]);
        this.#part.clear();
      }
    }
    const head = Uint32Array.of(this.#count, this.#kth(), blocks, 0);
    const directory = Buffer.concat([head, lasts, highest, lengths].map(bytesOf));
    this.#own.push([keyOf(this.#tid, 0), directory], ...parts);
  }

  /** The impact that `KTH` postings have or exceed. */
  #kth(): number {
    this.#seen.fill(0);
    for (let at = 0; at < this.#count; at++) this.#seen[this.#impacts[at] as number]!++;
    let impact = this.#seen.length - 1;
    for (let left = KTH; impact > 0; impact--) {
      left -= this.#seen[impact] as number;
      if (left <= 0) break;
    }
    return impact;
  }

  #encode(from: number, to: number): void {
    this.#block.clear();
    this.#block.differences(this.#rids, from, to);
    this.#block.halves(this.#impacts, from, to);
  }
}

/** Bytes written one after another. */
class Bytes {
  length = 0;
  #bytes = new Uint8Array(2 ** 12);

  clear(): void {
    this.length = 0;
  }

  all(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  /** A whole number up to 2^53, seven bits to a byte, the lowest first; all but the last have the eighth. */
  number(value: number): void {
    this.#room(8);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.length++] = rest;
  }

  /** Numbers that ascend, each as the difference from the one before. */
  differences(numbers: Float64Array, from: number, to: number): void {
    this.#room(8 * (to - from));
    const bytes = this.#bytes;
    let before = from === 0 ? 0 : (numbers[from - 1] as number);
    let length = this.length;
    for (let at = from; at < to; at++) {
      const number = numbers[at] as number;
      let rest = number - before;
      before = number;
      for (; rest > 127; rest = Math.floor(rest / 128)) bytes[length++] = (rest % 128) + 128;
      bytes[length++] = rest;
    }
    this.length = length;
  }

  halves(numbers: Uint16Array, from: number, to: number): void {
    this.#room(2 * (to - from));
    for (let at = from; at < to; at++) {
      this.#bytes[this.length++] = (numbers[at] as number) & 255;
      this.#bytes[this.length++] = (numbers[at] as number) >>> 8;
    }
  }

  bytes(more: Uint8Array): void {
    this.#room(more.length);
    this.#bytes.set(more, this.length);
    this.length += more.length;
  }

  #room(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const next = new Uint8Array(2 * (this.length + more));
    next.set(this.#bytes);
    this.#bytes = next;
  }
}
