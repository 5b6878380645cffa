import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
import {FileError, GraphError} from '../errors.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {type Block, blocks} from './blocks.ts';
import {checksum} from './checksum.ts';
import {higher, lower, type RowList, wordsPerRow} from './rows.ts';

/**
 * A table of numbers, sorted, in a file that never changes: rows of `width` words of 32 bits, of which the first `keys` are what it is
 * sorted by. Rows stand in blocks of at most four kibibytes; after them stands what is kept in memory, the first key and the checksum
 * of each block, and last of all what the file is. A look-up reads one block.
 *
 *     rows … | per block: key, checksum | magic, version, width, keys, rows (2 words), checksum of the middle, 0
 */
export interface Shape {
  width: number;
  keys: number;
}

export const MAGIC = 0x62676c75;
export const VERSION = 1;
export const FOOTER_WORDS = 8;
const BLOCK_WORDS = 1024;

export function rowsPerBlock({width}: Shape): number {
  return Math.floor(BLOCK_WORDS / width);
}

/** The shape of a table whose rows have a row id, which is given for a narrow one. @param isKey The row id is what the table is sorted by. */
export function withRow({keys, width}: Shape, rows: RowNumbers, isKey = false): Shape {
  const more = wordsPerRow(rows) - 1;
  return {keys: isKey ? keys + more : keys, width: width + more};
}

/** @returns what to throw where a file says something else than was written. */
export function damaged(path: string, problem: string, cause?: unknown): FileError {
  return new FileError(
    path,
    `is damaged (${problem})`,
    'Load the store again from its snapshot with `biograph store load`, or go back with `biograph store rollback`.',
    {cause},
  );
}

/** What stands in place of the descriptor of a closed file, whose number may by then be another file's. */
export const CLOSED = -1;

/**
 * @throws FileError where there are fewer bytes than were asked for.
 * @throws GraphError `unavailable` for a closed file.
 */
export function readFully(fd: number, path: string, into: Uint8Array, length: number, position: number): void {
  if (fd === CLOSED) throw new GraphError('unavailable', 'The graph is closed.');
  let done = 0;
  while (done < length) {
    const read = readSync(fd, into, done, length - done, position + done);
    if (read === 0) throw damaged(path, 'it is truncated');
    done += read;
  }
}

/** @throws FileError naming a file that is missing or cannot be opened. */
export function openToRead(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new FileError(
      path,
      isMissing ? 'is missing' : 'cannot be opened',
      'Load the store again from its snapshot with `biograph store load`.',
      {cause},
    );
  }
}

export class TableFile {
  readonly path: string;
  readonly rows: number;
  #fd: number;
  readonly #shape: Shape;
  readonly #perBlock: number;
  readonly #top: Uint32Array;
  readonly #cached = new Map<number, Block>();
  #block: Uint32Array;
  #held = -1;

  /** @throws FileError when the file is missing, cut short, or no such table. */
  constructor(path: string, shape: Shape) {
    this.path = path;
    this.#shape = shape;
    this.#perBlock = rowsPerBlock(shape);
    this.#block = new Uint32Array();
    this.#fd = openToRead(path);
    try {
      const {size} = fstatSync(this.#fd);
      const footer = new Uint32Array(FOOTER_WORDS);
      const from = size - footer.byteLength;
      if (from < 0) throw damaged(path, 'it is too short');
      readFully(this.#fd, path, new Uint8Array(footer.buffer), footer.byteLength, from);
      const [magic, version, width, keys, low = 0, high = 0, sum] = footer;
      if (magic !== MAGIC || version !== VERSION || width !== shape.width || keys !== shape.keys)
        throw damaged(path, 'its last bytes are not those of a look-up file');
      this.rows = high * 2 ** 32 + low;
      this.#top = new Uint32Array(Math.ceil(this.rows / this.#perBlock) * (shape.keys + 1));
      if (size !== this.rows * shape.width * 4 + this.#top.byteLength + footer.byteLength)
        throw damaged(path, 'its size has changed since it was written');
      readFully(this.#fd, path, new Uint8Array(this.#top.buffer), this.#top.byteLength, from - this.#top.byteLength);
      if (checksum(new DataView(this.#top.buffer), 0, this.#top.byteLength) !== sum)
        throw damaged(path, 'its checksum does not match');
      blocks.count(this.#blocks);
    } catch (error) {
      closeSync(this.#fd);
      throw error;
    }
  }

  get #blocks(): number {
    return this.#top.length / (this.#shape.keys + 1);
  }

  close(): void {
    blocks.drop(this.#cached);
    blocks.count(-this.#blocks);
    closeSync(this.#fd);
    this.#fd = CLOSED;
  }

  /**
   * Each row with this key, in order, as the place where it begins in `words`. What is handed over is good until the next look.
   * @throws FileError when the file was damaged.
   */
  find(high: number, low: number, visit: (words: Uint32Array, at: number) => void): void {
    const {width, keys} = this.#shape;
    let block = this.#blockBefore(high, low);
    let row = this.#rowFrom(block, high, low);
    for (;;) {
      const held = this.#rowsOf(block);
      for (; row < held; row++) {
        const at = row * width;
        if (this.#block[at] !== high || (keys > 1 && this.#block[at + 1] !== low)) return;
        visit(this.#block, at);
      }
      block++;
      row = 0;
      if (block * this.#perBlock >= this.rows) return;
      this.#read(block);
    }
  }

  /** The same for a table by row id, one word of it or two. */
  findRow(rid: number, visit: (words: Uint32Array, at: number) => void): void {
    if (this.#shape.keys > 1) this.find(higher(rid), lower(rid), visit);
    else this.find(rid, 0, visit);
  }

  /** Each row whose first word lies between two, both included, in order; what is handed over is good until the next look. */
  between(first: number, last: number, visit: (words: Uint32Array, at: number) => void): void {
    const {width} = this.#shape;
    let block = this.#blockBefore(first, 0);
    for (let row = this.#rowFrom(block, first, 0); block * this.#perBlock < this.rows; block++, row = 0) {
      this.#read(block);
      const held = this.#rowsOf(block);
      for (; row < held; row++) {
        if ((this.#block[row * width] as number) > last) return;
        visit(this.#block, row * width);
      }
    }
  }

  /** How many rows come before a key. */
  rowsBefore(high: number, low: number): number {
    const block = this.#blockBefore(high, low);
    return block * this.#perBlock + this.#rowFrom(block, high, low);
  }

  /** A row by its number, from 0; what is handed over is good until the next look. */
  row(number: number, visit: (words: Uint32Array, at: number) => void): void {
    this.#read(Math.floor(number / this.#perBlock));
    visit(this.#block, (number % this.#perBlock) * this.#shape.width);
  }

  /** Rows by their numbers, from one on, block by block; what is handed over is good until the next look. */
  rowsFrom(first: number, count: number, visit: (words: Uint32Array, at: number, rows: number) => void): void {
    const {width} = this.#shape;
    for (let row = first; row < first + count; ) {
      const block = Math.floor(row / this.#perBlock);
      this.#read(block);
      const from = row - block * this.#perBlock;
      const rows = Math.min(this.#perBlock - from, first + count - row);
      visit(this.#block, from * width, rows);
      row += rows;
    }
  }

  /**
   * Each row of a table by row id that is one of some, which come in order, each once. What is handed over is good until the next look.
   */
  among(rids: RowList, visit: (words: Uint32Array, at: number) => void): void {
    if (this.rows === 0) return;
    const {width, keys} = this.#shape;
    const isTwo = keys > 1;
    let [block, row] = [-1, 0];
    for (const rid of rids) {
      const [high, low] = isTwo ? [higher(rid), lower(rid)] : [rid, 0];
      const next = (block + 1) * (keys + 1);
      if (block < 0 || (next < this.#top.length && !isAfter(this.#top, next, keys, high, low))) {
        [block, row] = [isTwo ? this.#blockBefore(high, low + 1) : this.#blockBefore(high + 1, 0), 0];
        this.#read(block);
      }
      const held = this.#rowsOf(block);
      // Steps that double, since many that are asked for are often near one another, and few far apart.
      let step = 1;
      while (row + step < held && !isAfter(this.#block, (row + step) * width, keys, high, low)) step *= 2;
      row = this.#rowFrom(block, high, low, row + (step >>> 1), Math.min(held, row + step));
      if (row < held && this.#block[row * width] === high && (!isTwo || this.#block[row * width + 1] === low))
        visit(this.#block, row * width);
    }
  }

  /** Every row, in order. */
  forEach(visit: (words: Uint32Array, at: number) => void): void {
    this.forEachBlock((words, rows) => {
      for (let row = 0; row < rows; row++) visit(words, row * this.#shape.width);
    });
  }

  /** The same for many rows at a time; what is handed over is good until the next ones. */
  forEachBlock(visit: (words: Uint32Array, rows: number) => void): void {
    const words = new Uint32Array(this.#perBlock * this.#shape.width);
    for (let block = 0; block * this.#perBlock < this.rows; block++) {
      this.#load(block, words);
      visit(words, this.#rowsOf(block));
    }
  }

  #rowsOf(block: number): number {
    return Math.max(0, Math.min(this.#perBlock, this.rows - block * this.#perBlock));
  }

  /** The last block that begins before the key, which is where the first row of it may stand. */
  #blockBefore(high: number, low: number): number {
    const {keys} = this.#shape;
    const step = keys + 1;
    let from = 0;
    let to = this.#blocks;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (isBefore(this.#top, middle * step, keys, high, low)) from = middle + 1;
      else to = middle;
    }
    return Math.max(0, from - 1);
  }

  /** The first row of a block that does not come before the key. */
  #rowFrom(block: number, high: number, low: number, from = 0, to = this.#rowsOf(block)): number {
    if (this.rows === 0) return 0;
    this.#read(block);
    const {width, keys} = this.#shape;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (isBefore(this.#block, middle * width, keys, high, low)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #read(block: number): void {
    if (block === this.#held) return;
    let kept = this.#cached.get(block);
    if (kept === undefined) {
      const words = new Uint32Array(this.#perBlock * this.#shape.width);
      this.#load(block, words);
      kept = blocks.add(this.#cached, block, words);
    } else kept.isUsed = true;
    this.#block = kept.words;
    this.#held = block;
  }

  #load(block: number, into: Uint32Array): void {
    const {width, keys} = this.#shape;
    const length = this.#rowsOf(block) * width * 4;
    readFully(this.#fd, this.path, new Uint8Array(into.buffer), length, block * this.#perBlock * width * 4);
    if (checksum(new DataView(into.buffer), 0, length) !== this.#top[block * (keys + 1) + keys])
      throw damaged(this.path, `the checksum of block ${block} does not match`);
  }
}

function isBefore(words: Uint32Array, at: number, keys: number, high: number, low: number): boolean {
  const first = words[at] as number;
  return first < high || (keys > 1 && first === high && (words[at + 1] as number) < low);
}

function isAfter(words: Uint32Array, at: number, keys: number, high: number, low: number): boolean {
  const first = words[at] as number;
  return first > high || (keys > 1 && first === high && (words[at + 1] as number) > low);
}
