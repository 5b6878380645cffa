import {type RowNumbers, rangeOf} from '../sql/row-numbers.ts';
import type {RowList} from './rows.ts';

/** Finds the index of a row id in an ascending list without searching: a bit for each possible row id, and how many bits are set before each word. */
export class RowRanks {
  /** Pairs, so that both are in one line of the processor's cache: 32 bits, and how many are set before them. */
  readonly #pairs: Uint32Array;
  /** By the number of a kind: its first row id, the word in which its bits begin, and its last row id. */
  readonly #firsts: number[] = [];
  readonly #words: number[] = [];
  readonly #lasts: number[] = [];
  readonly #unit: number;

  /** @param rids Ascending. */
  constructor(rids: RowList, rows: RowNumbers) {
    this.#unit = 2 ** rows.kindBits;
    let words = 0;
    for (let at = 0; at < rids.length; ) {
      const kind = Math.floor((rids[at] as number) / this.#unit);
      const end = endOf(rids, at, rangeOf(kind, rows)[1]);
      this.#firsts[kind] = rids[at] as number;
      this.#words[kind] = words;
      this.#lasts[kind] = rids[end - 1] as number;
      words += Math.floor(((rids[end - 1] as number) - (rids[at] as number)) / 32) + 1;
      at = end;
    }
    this.#pairs = new Uint32Array(2 * words);
    for (const rid of rids) {
      const kind = Math.floor(rid / this.#unit);
      const place = rid - (this.#firsts[kind] as number);
      this.#pairs[2 * ((this.#words[kind] as number) + ((place / 32) >>> 0))]! |= 1 << (place & 31);
    }
    for (let at = 2; at < this.#pairs.length; at += 2)
      this.#pairs[at + 1] = (this.#pairs[at - 1] as number) + ones(this.#pairs[at - 2] as number);
  }

  has(rid: number): boolean {
    const kind = Math.floor(rid / this.#unit);
    const [first, last] = [this.#firsts[kind], this.#lasts[kind]];
    if (first === undefined || rid < first || rid > (last as number)) return false;
    const place = rid - first;
    const at = 2 * ((this.#words[kind] as number) + ((place / 32) >>> 0));
    return (((this.#pairs[at] as number) >>> (place & 31)) & 1) === 1;
  }

  /** Of a row id that is in the list. */
  of(rid: number): number {
    const kind = Math.floor(rid / this.#unit);
    const place = rid - (this.#firsts[kind] as number);
    const at = 2 * ((this.#words[kind] as number) + ((place / 32) >>> 0));
    return (this.#pairs[at + 1] as number) + ones((this.#pairs[at] as number) & ((1 << (place & 31)) - 1));
  }
}

/** The first index whose row id lies beyond a limit. */
function endOf(rids: RowList, from: number, last: number): number {
  let to = rids.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((rids[middle] as number) <= last) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** How many bits of a word are set (Warren, Hacker's Delight, 5-1). */
function ones(word: number): number {
  let sum = word - ((word >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
