import type {Bearer, Having, Likely, Meant, NameMatch, WordRange} from '../name-match.ts';
import {partOf, WORK_BITS} from '../schema/kinds.ts';
import {kindNumberOfRid, kindOfNumber} from '../schema/rid.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {withoutLegalForm} from '../text/legal-form.ts';
import {hashOf} from './keys.ts';
import {FIRST_RUNG, ROW_BITS, rowOfName} from './make.ts';
import {rowAt, wordsPerRow} from './rows.ts';
import type {TableFile} from './table-file.ts';
import type {Words} from './words.ts';

/** The most names read to find the best: beyond this a statement is faster. */
const MOST_READ = 20_000;

/** Finds entities by the words of their names, by prefix, and by whole names. */
export class NameIndex {
  readonly #words: Words;
  readonly #postings: TableFile;
  readonly #called: TableFile;
  readonly #rows: RowNumbers;
  readonly #most: number;

  constructor(words: Words, postings: TableFile, called: TableFile, rows: RowNumbers, most = MOST_READ) {
    this.#most = most;
    this.#rows = rows;
    this.#words = words;
    this.#postings = postings;
    this.#called = called;
  }

  /** Undefined if there are too many to read here. */
  starting(start: string): NameMatch[] | undefined {
    const range = this.#words.starting(start);
    if (range === null) return [];
    if (range === undefined || range.df > this.#most) return undefined;
    return this.#all(range);
  }

  /** The rows with a name that has a word; undefined if there are too many to read here. */
  havingWord(word: string): number[] | undefined {
    const range = this.#words.exactly(word);
    if (range === null) return [];
    if (range === undefined || range.df > this.#most) return undefined;
    return this.#all(range).map(({rid}) => rid);
  }

  wordsStarting(start: string): WordRange | null | undefined {
    return this.#words.starting(start);
  }

  word(text: string): WordRange | null | undefined {
    return this.#words.exactly(text);
  }

  /** Undefined if there are too many to read here. */
  having(words: readonly string[], start: string): Having | undefined {
    const ranges: WordRange[] = [];
    for (const word of new Set(words)) {
      const range = this.#words.exactly(word);
      if (range === undefined) return undefined;
      if (range === null) return {matches: []};
      ranges.push(range);
    }
    const last = this.#words.starting(start);
    if (last === undefined) return undefined;
    if (last === null) return {matches: []};
    const [first] = ranges;
    const [rarest, ...others] = [...ranges].sort((a, b) => a.df - b.df);
    if (first === undefined || rarest === undefined) return undefined;
    if (rarest.df <= this.#most) {
      const found = others.reduce((some, range) => this.#common(some, range, range === first), this.#all(rarest));
      if (found.length === 0) return {matches: []};
      if (last.df > this.#most) return {matches: found, among: last};
      const rids = new Set(this.#all(last).map(({rid}) => rid));
      return {matches: found.filter(({rid}) => rids.has(rid))};
    }
    if (last.df > this.#most) return undefined;
    const starting = new Map(this.#all(last).map((match) => [match.rid, match]));
    const sorted = [...starting.values()].sort((a, b) => a.orderKey - b.orderKey || a.rid - b.rid);
    return {matches: ranges.reduce((some, range) => this.#common(some, range, range === first), sorted)};
  }

  /**
   * Entities with a name that has words which may be meant: approvals, trials and programs last, then nearest first, works last, by prominence.
   * Undefined if there are too many to read here.
   */
  meant({oneOf, also, kind, most}: Meant): Likely[] | undefined {
    const others: Set<number>[] = [];
    for (const ranges of also) {
      if (ranges.reduce((sum, {df}) => sum + df, 0) > this.#most) return undefined;
      others.push(new Set(ranges.flatMap((range) => this.#all(range).map(({rid}) => rid))));
    }
    const found = new Map<number, Likely & {part: number; orderKey: number}>();
    const parts = Array.from({length: PARTS}, (_, part) => (kind > 0 && partOfKind(kind) !== part ? 0 : most));
    let read = 0;
    for (const {range, far} of oneOf) {
      const left = parts.slice();
      // Names with one word come in the order of the best.
      const isSorted = range.first === range.last;
      if (!isSorted && range.df > this.#most) return undefined;
      for (let row = 0; row < range.df && !(isSorted && left.every((many) => many === 0)); row++) {
        if (read++ === this.#most) return undefined;
        const {rid, orderKey} = this.#match(range.before + row);
        const part = partOfKind(kindNumberOfRid(rid));
        if (isSorted && left[part] === 0) continue;
        if (kind > 0 && kindNumberOfRid(rid) !== kind) continue;
        if (others.some((rids) => !rids.has(rid))) continue;
        left[part]!--;
        const known = found.get(rid);
        if (known === undefined || known.far > far) found.set(rid, {rid, far, part, orderKey});
      }
    }
    const [follows, work] = [(part: number) => part >> 1, (part: number) => part & 1];
    return [...found.values()]
      .sort(
        (a, b) =>
          follows(a.part) - follows(b.part) ||
          a.far - b.far ||
          work(a.part) - work(b.part) ||
          a.orderKey - b.orderKey ||
          a.rid - b.rid,
      )
      .slice(0, most)
      .map(({rid, far}) => ({rid, far}));
  }

  #all({before, df}: WordRange): NameMatch[] {
    return Array.from({length: df}, (_, at) => this.#match(before + at));
  }

  #match(row: number): NameMatch {
    let found: NameMatch | undefined;
    this.#postings.row(row, (words, at) => {
      const rung = ((words[at + 1] as number) >>> ROW_BITS) + FIRST_RUNG;
      const orderKey = words[at + 1 + wordsPerRow(this.#rows)] as number;
      found = {rid: rowOfName(words, at + 1, this.#rows), rung, orderKey};
    });
    return found as NameMatch;
  }

  /**
   * Those of some entities, sorted by their order keys, that have one word.
   * @param isRung The rung is that of this word.
   */
  #common(some: readonly NameMatch[], {before, df}: WordRange, isRung: boolean): NameMatch[] {
    const to = before + df;
    const found: NameMatch[] = [];
    let row = before;
    for (const match of some) {
      row = this.#seek(match, row, to);
      if (row === to) break;
      const own = this.#match(row);
      if (own.rid === match.rid) found.push(isRung ? own : match);
    }
    return found;
  }

  /** The first row of a word that does not come before an entity. Steps double, since what is looked for is often near. */
  #seek(match: NameMatch, row: number, end: number): number {
    const isBefore = (at: number) => {
      const {orderKey, rid} = this.#match(at);
      return orderKey < match.orderKey || (orderKey === match.orderKey && rid < match.rid);
    };
    let step = 1;
    while (row + step <= end && isBefore(row + step - 1)) {
      row += step;
      step *= 2;
    }
    let to = Math.min(row + step - 1, end);
    while (row < to) {
      const middle = (row + to) >>> 1;
      if (isBefore(middle)) row = middle + 1;
      else to = middle;
    }
    return row;
  }

  called(key: string): NameMatch[] {
    const {other} = hashOf(key);
    const {high, low} = hashOf(withoutLegalForm(key));
    const found: NameMatch[] = [];
    this.#called.find(high, low, (words, at) => {
      if (words[at + 2] === other) found.push({rung: 1, ...this.#bearer(words, at)});
    });
    return found;
  }

  /** Who has this name, ignoring its legal form. */
  byBareName(key: string): Bearer[] {
    const {high, low} = hashOf(key);
    const found: Bearer[] = [];
    this.#called.find(high, low, (words, at) => found.push({bare: key, ...this.#bearer(words, at)}));
    return found;
  }

  #bearer(words: Uint32Array, at: number): {rid: number; orderKey: number} {
    const row = at + 3;
    return {rid: rowAt(words, row, this.#rows), orderKey: words[row + wordsPerRow(this.#rows)] as number};
  }
}

const PARTS = 4;

/** 2 for approvals, trials and programs, plus 1 for works. @param kind Its number. */
function partOfKind(kind: number): number {
  return (partOf(kindOfNumber(kind)) === 'follows' ? 2 : 0) + ((WORK_BITS >> kind) % 2);
}
