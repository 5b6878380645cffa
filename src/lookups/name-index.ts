import type {NameMatch} from '../generation.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {withoutLegalForm} from '../text/legal-form.ts';
import {hashOf} from './keys.ts';
import {FIRST_RUNG, ROW_BITS, rowOfName} from './make.ts';
import {rowAt, wordsPerRow} from './rows.ts';
import type {TableFile} from './table-file.ts';
import type {Words} from './words.ts';

/** The most names read to find the best: beyond this a statement is faster. */
const MOST = 20_000;

/** Finds entities by the words of their names, by prefix, and by whole names. */
export class NameIndex {
  readonly #words: Words;
  readonly #postings: TableFile;
  readonly #called: TableFile;
  readonly #rows: RowNumbers;

  constructor(words: Words, postings: TableFile, called: TableFile, rows: RowNumbers) {
    this.#rows = rows;
    this.#words = words;
    this.#postings = postings;
    this.#called = called;
  }

  /** Undefined if there are too many to read here. */
  starting(start: string): NameMatch[] | undefined {
    const range = this.#words.starting(start);
    if (range === null) return [];
    if (range === undefined || range.df > MOST) return undefined;
    const found: NameMatch[] = [];
    this.#postings.between(range.first, range.last, (words, at) => {
      const rung = ((words[at + 1] as number) >>> ROW_BITS) + FIRST_RUNG;
      const orderKey = words[at + 1 + wordsPerRow(this.#rows)] as number;
      found.push({rid: rowOfName(words, at + 1, this.#rows), rung, orderKey});
    });
    return found;
  }

  called(key: string): NameMatch[] {
    const {other} = hashOf(key);
    const {high, low} = hashOf(withoutLegalForm(key));
    const found: NameMatch[] = [];
    this.#called.find(high, low, (words, at) => {
      if (words[at + 2] === other)
        found.push({
          rid: rowAt(words, at + 3, this.#rows),
          rung: 1,
          orderKey: words[at + 3 + wordsPerRow(this.#rows)] as number,
        });
    });
    return found;
  }

  /** Rows with this name, ignoring its legal form. */
  byBareName(key: string): number[] {
    const {high, low} = hashOf(key);
    const found: number[] = [];
    this.#called.find(high, low, (words, at) => found.push(rowAt(words, at + 3, this.#rows)));
    return found;
  }
}
