import type {Bearer, Having, Likely, Meant, NameMatch, WordRange} from '../name-match.ts';
import {partOf, WORK_BITS} from '../schema/kinds.ts';
import {kindNumberOfRid, kindOfNumber} from '../schema/rid.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {withoutLegalForm} from '../text/legal-form.ts';
import {hashOf} from './keys.ts';
import {FIRST_RUNG, ROW_BITS, rowOfName} from './make.ts';
import {RowSet} from './row-set.ts';
import {rowAt, wordsPerRow} from './rows.ts';
import type {TableFile} from './table-file.ts';
import type {Words} from './words.ts';

/** Of the words that names are to have, as many names of the rarest, and of each of the others, are read: beyond this a statement is faster. */
const MOST = {rarest: 60_000, others: 400_000};

/** Finds entities by the words of their names, by prefix, and by whole names. */
export class NameIndex {
  readonly #words: Words;
  readonly #postings: TableFile;
  readonly #called: TableFile;
  readonly #rows: RowNumbers;
  readonly #most: typeof MOST;

  constructor(words: Words, postings: TableFile, called: TableFile, rows: RowNumbers, most = MOST) {
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
    if (range === undefined || range.df > this.#most.rarest) return undefined;
    return this.#all(range);
  }

  /** The rows with a name that has a word; undefined if there are too many to read here. */
  havingWord(word: string): number[] | undefined {
    const range = this.#words.exactly(word);
    if (range === null) return [];
    if (range === undefined || range.df > this.#most.rarest) return undefined;
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
    const {rarest: fewest, others: most} = this.#most;
    if (Math.min(rarest.df, last.df) > fewest) return undefined;
    if (last.df > most) {
      const found = this.#withAll(this.#all(rarest), others, first);
      return found.length === 0 ? {matches: []} : {matches: found, among: last};
    }
    if (rarest.df > most) return undefined;
    if (rarest.df > last.df) {
      const starting = new RowSet(last.df);
      this.#eachName(last, (rid) => starting.add(rid));
      return {matches: this.#withAll(this.#all(rarest, starting), others, first)};
    }
    const found = this.#withAll(this.#all(rarest), others, first);
    const candidates = rowSet(found);
    const starting = new RowSet(found.length);
    if (found.length > 0)
      this.#eachName(last, (rid) => {
        if (candidates.has(rid)) starting.add(rid);
      });
    return {matches: found.filter(({rid}) => starting.has(rid))};
  }

  /**
   * Entities with a name that has words which may be meant: approvals, trials and programs last, then nearest first, works last, by prominence.
   * Undefined if there are too many to read here.
   */
  meant({oneOf, also, kind, most}: Meant): Likely[] | undefined {
    const ranges = oneOf.map(({range}) => range);
    const among = also.length === 0 ? undefined : this.#havingOneOfEach(ranges, also);
    if (also.length > 0 && among === undefined) return undefined;
    const found = new Map<number, Likely & {part: number; orderKey: number}>();
    const parts = Array.from({length: PARTS}, (_, part) => (kind > 0 && partOfKind(kind) !== part ? 0 : most));
    let read = 0;
    for (const {range, far} of among?.size === 0 ? [] : oneOf) {
      const left = parts.slice();
      // Names with one word come in the order of the best.
      const isSorted = range.first === range.last;
      for (let from = 0; from < range.df && !(isSorted && left.every((many) => many === 0)); from += TOGETHER) {
        const next = {before: range.before + from, df: Math.min(TOGETHER, range.df - from)};
        read += next.df;
        if (read > (among === undefined ? this.#most.rarest : this.#most.others)) return undefined;
        this.#eachName(next, (rid, _, orderKey) => {
          const own = kindNumberOfRid(rid);
          const part = partOfKind(own);
          if ((isSorted && left[part] === 0) || (kind > 0 && own !== kind) || among?.has(rid) === false) return;
          left[part]!--;
          const known = found.get(rid);
          if (known === undefined || known.far > far) found.set(rid, {rid, far, part, orderKey});
        });
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

  /**
   * The entities with one word of each list; the first list counts only if it is the shortest, since the caller reads it anyway. Undefined if there are
   * too many to read here.
   */
  #havingOneOfEach(first: readonly WordRange[], others: readonly (readonly WordRange[])[]): RowSet | undefined {
    const sizeOf = (ranges: readonly WordRange[]) => ranges.reduce((sum, {df}) => sum + df, 0);
    const lists = [first, ...others].sort((a, b) => sizeOf(a) - sizeOf(b));
    if (sizeOf(lists[0] ?? []) > this.#most.rarest || sizeOf(lists.at(-1) ?? []) > this.#most.others) return undefined;
    let found: RowSet | undefined;
    for (const [index, ranges] of lists.entries()) {
      if (index > 0 && ranges === first) continue;
      const some: RowSet | undefined = found;
      const next = new RowSet(some?.size ?? sizeOf(ranges));
      for (const range of ranges)
        this.#eachName(range, (rid) => {
          if (some === undefined || some.has(rid)) next.add(rid);
        });
      found = next;
    }
    return found;
  }

  /** The names with a word, in their order. @param among Only those of these entities. */
  #all(range: WordRange, among?: RowSet): NameMatch[] {
    const found: NameMatch[] = [];
    this.#eachName(range, (rid, rung, orderKey) => {
      if (among === undefined || among.has(rid)) found.push({rid, rung, orderKey});
    });
    return found;
  }

  #eachName(
    {before, df}: Pick<WordRange, 'before' | 'df'>,
    visit: (rid: number, rung: number, orderKey: number) => void,
  ): void {
    const width = 2 + wordsPerRow(this.#rows);
    this.#postings.rowsFrom(before, df, (words, from, rows) => {
      for (let at = from + 1; at < from + rows * width; at += width) {
        const rung = ((words[at] as number) >>> ROW_BITS) + FIRST_RUNG;
        visit(rowOfName(words, at, this.#rows), rung, words[at + width - 2] as number);
      }
    });
  }

  #match(row: number): NameMatch {
    let found: NameMatch | undefined;
    this.#eachName({before: row, df: 1}, (rid, rung, orderKey) => {
      found = {rid, rung, orderKey};
    });
    return found as NameMatch;
  }

  /** Those of some entities that have all of some words too, with the rung of one of these if it is the first. */
  #withAll(some: readonly NameMatch[], words: readonly WordRange[], first: WordRange): readonly NameMatch[] {
    return words.reduce((left, range) => this.#common(left, range, range === first), some);
  }

  /**
   * Those of some entities, sorted by their order keys, that have one word.
   * @param isRung The rung is that of this word.
   */
  #common(some: readonly NameMatch[], range: WordRange, isRung: boolean): readonly NameMatch[] {
    if (range.df > OFTEN * some.length) return this.#sought(some, range, isRung);
    const found: NameMatch[] = [];
    let [next, at] = [some[0], 0];
    this.#eachName(range, (rid, rung, orderKey) => {
      while (next !== undefined && (next.orderKey < orderKey || (next.orderKey === orderKey && next.rid < rid)))
        next = some[++at];
      if (next?.rid === rid) found.push(isRung ? {rid, rung, orderKey} : next);
    });
    return found;
  }

  /** The same where there are far fewer entities than names with the word: each is looked for by its order key. */
  #sought(some: readonly NameMatch[], {before, df}: WordRange, isRung: boolean): NameMatch[] {
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

/** So many names are read in less than the time in which one entity is looked for among them. */
const OFTEN = 16;

function rowSet(some: readonly NameMatch[]): RowSet {
  const rows = new RowSet(some.length);
  for (const {rid} of some) rows.add(rid);
  return rows;
}

const PARTS = 4;

/** Names that are read before it is seen whether the best were found. */
const TOGETHER = 256;

/** 2 for approvals, trials and programs, plus 1 for works. @param kind Its number. */
function partOfKind(kind: number): number {
  return (partOf(kindOfNumber(kind)) === 'follows' ? 2 : 0) + ((WORK_BITS >> kind) % 2);
}
