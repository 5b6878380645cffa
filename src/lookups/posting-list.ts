/** Postings of one block. */
export const BLOCK = 128;

/** A directory has the impact that so many postings have or exceed: with it a search for the best begins. */
export const KTH = 50;

/** What is known of the blocks of a term without reading them. */
export interface Directory {
  /** Postings in all. */
  count: number;
  /** The impact that `KTH` postings have or exceed; 0 where there are fewer. */
  kth: number;
  /** The last row id of each block, and the highest impact in it. */
  lasts: Float64Array;
  highest: Uint16Array;
  /** Bytes of each block. */
  lengths: Uint16Array;
  /** Blocks that are read together. */
  together: number;
}

/** The postings of one term, read block by block in the order of row ids. */
export class PostingList {
  readonly count: number;
  readonly kth: number;
  readonly lasts: Float64Array;
  readonly highest: Uint16Array;
  /** The highest impact of all. */
  readonly most: number;
  readonly #starts: Uint32Array;
  readonly #together: number;
  readonly #read: (part: number) => Uint8Array;

  /** @param read The bytes of a part: of the first blocks that are read together, of the next ones, and so on. */
  constructor({count, kth, lasts, highest, lengths, together}: Directory, read: (part: number) => Uint8Array) {
    this.count = count;
    this.kth = kth;
    this.lasts = lasts;
    this.highest = highest;
    this.most = highestOf(highest);
    this.#together = together;
    this.#read = read;
    this.#starts = new Uint32Array(lengths.length);
    for (let block = 1; block < lengths.length; block++)
      if (block % together !== 0)
        this.#starts[block] = (this.#starts[block - 1] as number) + (lengths[block - 1] as number);
  }

  /** Of a term whose postings are one block. */
  static small(bytes: Uint8Array, count: number): PostingList {
    const [rids, impacts] = [new Float64Array(count), new Uint16Array(count)];
    decode(bytes, 0, 0, count, rids, impacts);
    const sorted = impacts.slice().sort();
    return new PostingList(
      {
        count,
        kth: sorted[count - KTH] ?? 0,
        lasts: rids.slice(-1),
        highest: sorted.slice(-1),
        lengths: Uint16Array.of(bytes.length),
        together: 1,
      },
      () => bytes,
    );
  }

  /** The number of postings of a block. */
  countOf(block: number): number {
    return this.lasts.length === 1 ? this.count : Math.min(BLOCK, this.count - block * BLOCK);
  }

  /** Where a block begins, and the row id that its first difference counts from. */
  open(block: number): {bytes: Uint8Array; from: number; before: number} {
    const bytes = this.#read(Math.floor(block / this.#together));
    const before = block === 0 ? 0 : (this.lasts[block - 1] as number);
    return {bytes, from: this.#starts[block] as number, before};
  }

  /** Reads a block. @returns the number of its postings. */
  block(block: number, rids: Float64Array, impacts: Uint16Array): number {
    const {bytes, from, before} = this.open(block);
    const count = this.countOf(block);
    decode(bytes, from, before, count, rids, impacts);
    return count;
  }
}

function highestOf(impacts: Uint16Array): number {
  let highest = 0;
  for (const impact of impacts) if (impact > highest) highest = impact;
  return highest;
}

/** Reads the postings of a block. @param before The row id that the first difference counts from. */
export function decode(
  bytes: Uint8Array,
  from: number,
  before: number,
  count: number,
  rids: Float64Array,
  impacts: Uint16Array,
): void {
  const at = decodeRows(bytes, from, before, count, rids);
  for (let row = 0; row < count; row++) impacts[row] = impactAt(bytes, at + 2 * row);
}

/** Reads the row ids of a block. @returns where its impacts begin. */
function decodeRows(bytes: Uint8Array, from: number, before: number, count: number, rids: Float64Array): number {
  let at = from;
  let rid = before;
  for (let row = 0; row < count; row++) {
    const byte = bytes[at++] as number;
    if (byte < 128) rid += byte;
    else {
      // One or two bytes are nearly all there are.
      let next = bytes[at++] as number;
      rid += (byte & 127) + (next & 127) * 128;
      for (let unit = 16384; next > 127; unit *= 128) {
        next = bytes[at++] as number;
        rid += (next & 127) * unit;
      }
    }
    rids[row] = rid;
  }
  return at;
}

function impactAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) + (bytes[at + 1] as number) * 256;
}

/** A place in the postings of a term, which only moves on. */
export class PostingCursor {
  readonly list: PostingList;
  /** The row id at this place; infinite at the end. */
  rid = -1;
  readonly #rids: Float64Array;
  /** Impacts are read where they stand: most are never asked for. */
  #bytes: Uint8Array = new Uint8Array();
  #impacts = 0;
  #block = -1;
  #count = 0;
  #at = 0;
  #ahead = 0;

  constructor(list: PostingList) {
    this.list = list;
    this.#rids = new Float64Array(list.countOf(0));
  }

  get impact(): number {
    return impactAt(this.#bytes, this.#impacts + 2 * this.#at);
  }

  next(): void {
    if (++this.#at < this.#count) this.rid = this.#rids[this.#at] as number;
    else this.#enter(this.#block + 1);
  }

  /** Moves to the first posting at or after a row id. */
  seek(rid: number): void {
    if (this.rid >= rid) return;
    const {lasts} = this.list;
    if (this.#block < 0 || (lasts[this.#block] as number) < rid) {
      this.#enter(this.ahead(rid));
      if (this.rid >= rid) return;
    }
    let [from, to] = [this.#at + 1, this.#count - 1];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#rids[middle] as number) < rid) from = middle + 1;
      else to = middle;
    }
    this.#at = from;
    this.rid = this.#rids[from] as number;
  }

  /** The block where a row id would stand, without reading it; the number of blocks where it would come after all. Row ids asked for only grow. */
  ahead(rid: number): number {
    const {lasts} = this.list;
    let step = 1;
    let from = this.#ahead;
    while (from + step <= lasts.length && (lasts[from + step - 1] as number) < rid) {
      from += step;
      step *= 2;
    }
    let to = Math.min(from + step - 1, lasts.length);
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((lasts[middle] as number) < rid) from = middle + 1;
      else to = middle;
    }
    this.#ahead = from;
    return from;
  }

  #enter(block: number): void {
    if (block >= this.list.lasts.length) {
      this.rid = Number.POSITIVE_INFINITY;
      this.#block = this.list.lasts.length - 1;
      this.#at = this.#count;
      return;
    }
    this.#block = block;
    this.#count = this.list.countOf(block);
    const {bytes, from, before} = this.list.open(block);
    this.#bytes = bytes;
    this.#impacts = decodeRows(bytes, from, before, this.#count, this.#rids);
    this.#at = 0;
    this.rid = this.#rids[0] as number;
  }
}
