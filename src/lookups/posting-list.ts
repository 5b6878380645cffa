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
  readonly #starts: Uint32Array;
  readonly #together: number;
  readonly #read: (part: number) => Uint8Array;

  /** @param read The bytes of a part: of the first blocks that are read together, of the next ones, and so on. */
  constructor({count, kth, lasts, highest, lengths, together}: Directory, read: (part: number) => Uint8Array) {
    this.count = count;
    this.kth = kth;
    this.lasts = lasts;
    this.highest = highest;
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

  /** The highest impact of all. */
  get most(): number {
    let most = 0;
    for (const impact of this.highest) if (impact > most) most = impact;
    return most;
  }

  /** Reads a block. @returns its postings. */
  block(block: number, rids: Float64Array, impacts: Uint16Array): number {
    const count = this.lasts.length === 1 ? this.count : Math.min(BLOCK, this.count - block * BLOCK);
    const bytes = this.#read(Math.floor(block / this.#together));
    const before = block === 0 ? 0 : (this.lasts[block - 1] as number);
    decode(bytes, this.#starts[block] as number, before, count, rids, impacts);
    return count;
  }
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
  let at = from;
  let rid = before;
  for (let row = 0; row < count; row++) {
    let byte = bytes[at++] as number;
    rid += byte & 127;
    for (let unit = 128; byte > 127; unit *= 128) {
      byte = bytes[at++] as number;
      rid += (byte & 127) * unit;
    }
    rids[row] = rid;
  }
  for (let row = 0; row < count; row++, at += 2) impacts[row] = (bytes[at] as number) + (bytes[at + 1] as number) * 256;
}

/** A place in the postings of a term, which only moves on. */
export class PostingCursor {
  readonly list: PostingList;
  /** The row id at this place; infinite at the end. */
  rid = -1;
  readonly #rids: Float64Array;
  readonly #impacts: Uint16Array;
  #block = -1;
  #count = 0;
  #at = 0;
  #ahead = 0;

  constructor(list: PostingList) {
    this.list = list;
    const room = list.lasts.length === 1 ? list.count : BLOCK;
    this.#rids = new Float64Array(room);
    this.#impacts = new Uint16Array(room);
  }

  get impact(): number {
    return this.#impacts[this.#at] as number;
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
    this.#count = this.list.block(block, this.#rids, this.#impacts);
    this.#at = 0;
    this.rid = this.#rids[0] as number;
  }
}
