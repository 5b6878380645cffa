import type {DuckDBConnection} from '@duckdb/node-api';
import {Cache} from '../cache.ts';
import type {WordRange} from '../name-match.ts';
import {eachChunk} from './columns.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';

/** Words that stand in one record. */
const TOGETHER = 64;

/** Bytes of parsed records that are kept, and how much more than its text one takes. */
const CACHED = 8 * 1024 * 1024;
const PARSED = 4;

/** The record of the first word of each record comes after them. */
const FIRSTS = 0xffffffff;

/** Words in their order, their numbers, and how many names have one of those up to each of them. */
type Part = [words: string[], wids: number[], df: number[]];

const NONE: Part = [[], [], []];

/** Writes the words of names in their order. */
export async function writeWords(connection: DuckDBConnection, path: string): Promise<void> {
  using writer = new RecordWriter(path);
  const firsts: string[] = [];
  let part: Part = [[], [], []];
  let sum = 0;
  const end = () => {
    if (part[0].length === 0) return;
    writer.add([firsts.length], Buffer.from(JSON.stringify(part)));
    firsts.push(part[0][0] ?? '');
    part = [[], [], []];
  };
  await eachChunk(connection, 'SELECT word, wid, df FROM word ORDER BY wid', ({rows, words, texts}) => {
    const [said, wids, df] = [texts(0), words(1), words(2)];
    for (let row = 0; row < rows; row++) {
      sum += df[row] as number;
      part[0].push(said[row] ?? '');
      part[1].push(wids[row] as number);
      part[2].push(sum);
      if (part[0].length === TOGETHER) end();
    }
  });
  end();
  writer.add([FIRSTS], Buffer.from(JSON.stringify(firsts)));
  writer.end();
}

/** What comes before all of these in UTF-16 does so in UTF-8, by which words are sorted. */
const ORDERED_ALIKE = /^[\0-\ud7ff]*$/;

export class Words {
  readonly #file: RecordFile;
  #firsts: string[] | undefined;
  readonly #cached = new Cache(CACHED);

  /** @throws FileError when a file is missing or damaged. */
  constructor(path: string) {
    this.#file = new RecordFile(path);
  }

  /** The words that start as typed: null where none does, undefined for what is not compared here. */
  starting(start: string): WordRange | null | undefined {
    if (!ORDERED_ALIKE.test(start)) return undefined;
    const from = this.#place((word) => word < start);
    const to = this.#place((word) => word < start || word.startsWith(start));
    if (from.place >= to.place) return null;
    const first = from.part[1][from.at] as number;
    return {first, last: to.before.wid, df: to.before.df - from.before.df, before: from.before.df};
  }

  /** The word as typed: null where there is none, undefined for what is not compared here. */
  exactly(word: string): WordRange | null | undefined {
    if (!ORDERED_ALIKE.test(word)) return undefined;
    const {part, at, before} = this.#place((other) => other < word);
    if (part[0][at] !== word) return null;
    const wid = part[1][at] as number;
    return {first: wid, last: wid, df: (part[2][at] as number) - before.df, before: before.df};
  }

  /**
   * The words that begin with the same letters as the one at a place, from it on.
   * @param letters How many.
   */
  beginningAlike(place: number, letters: number, visit: (word: string, range: () => WordRange) => void): void {
    let [number, at] = [Math.floor(place / TOGETHER), place % TOGETHER];
    let part = this.#part(number);
    const start = [...(part[0][at] ?? '')].slice(0, letters).join('');
    const isWhole = [...start].length < letters;
    for (;;) {
      if (at === part[0].length) [part, number, at] = [this.#part(number + 1), number + 1, 0];
      const word = part[0][at];
      if (word === undefined || (isWhole ? word !== start : !word.startsWith(start))) return;
      const [own, row, from] = [part, at, number];
      visit(word, () => {
        const before = row > 0 ? (own[2][row - 1] as number) : from > 0 ? (this.#part(from - 1)[2].at(-1) ?? 0) : 0;
        const wid = own[1][row] as number;
        return {first: wid, last: wid, df: (own[2][row] as number) - before, before};
      });
      at++;
    }
  }

  /** Where the first word stands that does not come before, and the last one that does. */
  #place(isBefore: (word: string) => boolean) {
    this.#firsts ??= JSON.parse(this.#file.read(FIRSTS)?.toString('utf8') ?? '[]') as string[];
    const number = Math.max(0, firstOf(this.#firsts, isBefore) - 1);
    let part = this.#part(number);
    let at = firstOf(part[0], isBefore);
    const before = {wid: part[1][at - 1] ?? 0, df: at > 0 ? (part[2][at - 1] ?? 0) : 0};
    const place = number * TOGETHER + at;
    if (at === part[0].length) {
      part = this.#part(number + 1);
      at = 0;
    }
    return {place, part, at, before};
  }

  #part(number: number): Part {
    const cached = this.#cached.get<Part>(number);
    if (cached !== undefined) return cached;
    const record = this.#file.read(number);
    if (record === undefined) return NONE;
    const part = JSON.parse(record.toString('utf8')) as Part;
    this.#cached.set(number, part, PARSED * record.length);
    return part;
  }

  close(): void {
    this.#file.close();
  }
}

function firstOf(words: readonly string[], isBefore: (word: string) => boolean): number {
  let from = 0;
  let to = words.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBefore(words[middle] ?? '')) from = middle + 1;
    else to = middle;
  }
  return from;
}
