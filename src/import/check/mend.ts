import {once} from 'node:events';
import {createWriteStream} from 'node:fs';
import {FileError} from '../../errors.ts';
import {linesOf, type RefusedLine} from './read-through.ts';

/** How a file separates and quotes its cells. */
export interface Dialect {
  delimiter: string;
  /** Empty if nothing is quoted. */
  quote: string;
  /** Bytes of the longest row that the recipe reads. */
  longest: number;
}

interface Line {
  line: number;
  bytes: Buffer;
}

const OPEN_QUOTE = 'a quote is opened that nothing closes';
const STRAY_QUOTE = 'a quote inside a quoted cell is not doubled';
const LEFT_OVER = 'it follows an open quote, and does not have the cells of a row';

/**
 * Writes a copy of a CSV file in which the lines are blank that keep DuckDB from reading the others: an open quote makes
 * everything after it one cell, and one row that is too long stops the search for the file's dialect. The others keep
 * their numbers.
 * @returns the lines left out; none if the file has no such line.
 * @throws FileError if it is the first line, without which the rest has no columns.
 */
export async function mendRows(
  path: string,
  copy: string,
  dialect: Dialect,
  signal?: AbortSignal,
): Promise<RefusedLine[]> {
  const out = createWriteStream(copy);
  const rows = new Rows(path, dialect);
  try {
    for await (const line of linesOf(path)) {
      signal?.throwIfAborted();
      rows.take({line: line.line, bytes: line.bytes});
      for (const bytes of rows.settled()) if (!out.write(bytes)) await once(out, 'drain');
    }
    rows.end();
    for (const bytes of rows.settled()) if (!out.write(bytes)) await once(out, 'drain');
  } finally {
    out.end();
    await once(out, 'close');
  }
  return rows.refused.sort((a, b) => a.line - b.line);
}

const NEW_LINE = Buffer.from('\n');
const CR = 13;
const BLANK = 32;

/** The rows of a file, line by line. A row that cannot be read loses its first line; what follows it is read again. */
class Rows {
  readonly refused: RefusedLine[] = [];
  readonly #path: string;
  readonly #delimiter: number;
  readonly #quote: number;
  readonly #longest: number;
  /** The lines of the row that is being read, with their bytes, its cells so far, and whether it ends in a quote. */
  #row: Line[] = [];
  #bytes = 0;
  #cells = 0;
  #isQuoted = false;
  /** Cells of the last row that was read without doubt. */
  #columns = 0;
  /** The last line that an open quote may have made part of its cell. */
  #doubtful = 0;
  #out: Buffer[] = [];

  constructor(path: string, {delimiter, quote, longest}: Dialect) {
    this.#path = path;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#quote = quote === '' ? -1 : quote.charCodeAt(0);
    this.#longest = longest;
  }

  /** The lines that are decided since the last call, in their order. */
  settled(): Buffer[] {
    const out = this.#out;
    this.#out = [];
    return out;
  }

  take(given: Line): void {
    // The next line is the last of the list.
    const next = [given];
    for (let line = next.pop(); line !== undefined; line = next.pop()) {
      this.#row.push(line);
      this.#bytes += line.bytes.length + 1;
      const isWrong = !this.#read(line.bytes);
      if (this.#bytes > this.#longest) this.#drop(next, `the row is longer than ${this.#longest} bytes`);
      else if (isWrong) this.#drop(next, STRAY_QUOTE);
      else if (!this.#isQuoted) this.#keep();
    }
  }

  end(): void {
    while (this.#row.length > 0) {
      const again: Line[] = [];
      this.#drop(again, OPEN_QUOTE);
      for (const line of again.reverse()) this.take(line);
    }
  }

  /** Reads a line into the row; false if a quote is where none can be. */
  #read(bytes: Buffer): boolean {
    let isStart = !this.#isQuoted;
    if (isStart) this.#cells++;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (this.#isQuoted) {
        if (byte !== this.#quote) continue;
        if (bytes[at + 1] === this.#quote) {
          at++;
          continue;
        }
        this.#isQuoted = false;
        while (bytes[at + 1] === BLANK) at++;
        const after = bytes[at + 1];
        const isEnd = after === undefined || (after === CR && at + 2 === bytes.length);
        if (!isEnd && after !== this.#delimiter) return false;
      } else if (byte === this.#delimiter) {
        this.#cells++;
        isStart = true;
        continue;
      } else if (isStart && byte === this.#quote) {
        this.#isQuoted = true;
      }
      isStart = false;
    }
    return true;
  }

  #keep(): void {
    const [first] = this.#row as [Line];
    const isDoubtful = first.line <= this.#doubtful;
    if (isDoubtful && (this.#cells !== this.#columns || this.#columns < 2)) {
      for (const line of this.#row) this.#refuse(line, LEFT_OVER);
    } else {
      for (const {bytes} of this.#row) this.#out.push(bytes, NEW_LINE);
      if (!isDoubtful) this.#columns = this.#cells;
    }
    this.#begin();
  }

  /** Leaves out the first line of the row, and puts the others back before the next ones. */
  #drop(next: Line[], reason: string): void {
    const [first, ...others] = this.#row as [Line, ...Line[]];
    const why = others.length > 0 ? OPEN_QUOTE : reason;
    if (first.line === 1)
      throw new FileError(this.#path, `line 1: ${why}`, 'Correct the line: it names the columns of all others.');
    this.#refuse(first, why);
    this.#doubtful = Math.max(this.#doubtful, others.at(-1)?.line ?? 0);
    next.push(...others.reverse());
    this.#begin();
  }

  #refuse({line, bytes}: Line, reason: string): void {
    this.#out.push(NEW_LINE);
    this.refused.push({file: this.#path, line, reason, text: bytes.toString('utf8', 0, 10_000)});
  }

  #begin(): void {
    this.#row = [];
    this.#bytes = 0;
    this.#cells = 0;
    this.#isQuoted = false;
  }
}
