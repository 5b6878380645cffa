import {closeSync, openSync, writeSync} from 'node:fs';
import {checksum} from './checksum.ts';
import {FOOTER_WORDS, MAGIC, rowsPerBlock, type Shape, VERSION} from './table-file.ts';

/** Blocks that are written together. */
const TOGETHER = 256;

/** Writes a table of numbers (`TableFile`), row by row in its order. Whoever makes one ends it, or disposes of it when something fails. */
export class TableWriter implements Disposable {
  readonly #path: string;
  readonly #shape: Shape;
  readonly #fd: number;
  readonly #words: Uint32Array;
  readonly #view: DataView;
  readonly #top: number[] = [];
  #filled = 0;
  #rows = 0;
  #isOpen = true;

  constructor(path: string, shape: Shape) {
    this.#path = path;
    this.#shape = shape;
    this.#fd = openSync(path, 'w');
    this.#words = new Uint32Array(TOGETHER * rowsPerBlock(shape) * shape.width);
    this.#view = new DataView(this.#words.buffer);
  }

  /** Adds a row: words, or numbers with a sign that fit one. */
  add(...row: readonly number[]): void {
    this.copy(row, 0);
  }

  /** Adds the row that begins at a place of these words. */
  copy(words: ArrayLike<number>, at: number): void {
    if (this.#filled === this.#words.length) this.#flush();
    const {width} = this.#shape;
    for (let word = 0; word < width; word++) this.#words[this.#filled + word] = words[at + word] as number;
    this.#added(1);
  }

  /** Adds rows that stand one after another in another table, in their order. */
  copyRows(words: Uint32Array, at: number, rows: number): void {
    const {width} = this.#shape;
    for (let done = 0; done < rows; ) {
      if (this.#filled === this.#words.length) this.#flush();
      const some = Math.min(rows - done, (this.#words.length - this.#filled) / width);
      this.#words.set(words.subarray(at + done * width, at + (done + some) * width), this.#filled);
      this.#added(some);
      done += some;
    }
  }

  /** Compares the first of the rows that stand after those before with the last of these. */
  #added(rows: number): void {
    const {width, keys} = this.#shape;
    const at = this.#filled;
    if (at > 0 && (this.#words[at] as number) < (this.#words[at - width] as number))
      throw new Error(`${this.#path}: rows come out of order (${this.#words.slice(at, at + keys).join(' ')})`);
    this.#filled += rows * width;
    this.#rows += rows;
  }

  /** Writes what is left. It is flushed with the generation's other files. */
  end(): void {
    this.#flush();
    const top = Uint32Array.from(this.#top);
    const {width, keys} = this.#shape;
    const footer = new Uint32Array(FOOTER_WORDS);
    const sum = checksum(new DataView(top.buffer), 0, top.byteLength);
    footer.set([MAGIC, VERSION, width, keys, this.#rows % 2 ** 32, Math.floor(this.#rows / 2 ** 32), sum]);
    this.#write(top);
    this.#write(footer);
    this[Symbol.dispose]();
  }

  /** An open file that is removed still takes its space. */
  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    // First, so that a descriptor that cannot be closed is not closed again, when it may be another file's.
    this.#isOpen = false;
    closeSync(this.#fd);
  }

  #flush(): void {
    const {width, keys} = this.#shape;
    const block = rowsPerBlock(this.#shape) * width;
    for (let at = 0; at < this.#filled; at += block) {
      for (let key = 0; key < keys; key++) this.#top.push(this.#words[at + key] as number);
      this.#top.push(checksum(this.#view, at * 4, Math.min(block, this.#filled - at) * 4));
    }
    this.#write(this.#words.subarray(0, this.#filled));
    this.#filled = 0;
  }

  #write(words: Uint32Array): void {
    writeFully(this.#fd, new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
  }
}

/** At the end of what was written so far; a write may take less than it was given. */
export function writeFully(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done);
}
