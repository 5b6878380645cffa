import type {Bearer} from '../generation.ts';
import {withoutLegalForm} from '../text/legal-form.ts';
import {hashOf} from './keys.ts';
import {FIRST_RUNG, ROW_BITS, ROW_MASK} from './make.ts';
import type {TableFile} from './table-file.ts';
import type {Words} from './words.ts';

/** The most names read to find the best: beyond this a statement is faster. */
const MOST = 20_000;

/** Finds entities by the words of their names, by prefix, and by whole names. */
export class Bearers {
  readonly #words: Words;
  readonly #bearers: TableFile;
  readonly #called: TableFile;

  constructor(words: Words, bearers: TableFile, called: TableFile) {
    this.#words = words;
    this.#bearers = bearers;
    this.#called = called;
  }

  /** Undefined if there are too many to read here. */
  starting(start: string): Bearer[] | undefined {
    const range = this.#words.starting(start);
    if (range === null) return [];
    if (range === undefined || range.df > MOST) return undefined;
    const found: Bearer[] = [];
    this.#bearers.between(range.first, range.last, (words, at) => {
      const word = words[at + 1] as number;
      found.push({rid: word & ROW_MASK, rung: (word >>> ROW_BITS) + FIRST_RUNG, orderKey: words[at + 2] as number});
    });
    return found;
  }

  called(key: string): Bearer[] {
    const {other} = hashOf(key);
    const {high, low} = hashOf(withoutLegalForm(key));
    const found: Bearer[] = [];
    this.#called.find(high, low, (words, at) => {
      if (words[at + 2] === other)
        found.push({rid: words[at + 3] as number, rung: 1, orderKey: words[at + 4] as number});
    });
    return found;
  }

  /** Rows with this name, ignoring its legal form. */
  byBareName(key: string): number[] {
    const {high, low} = hashOf(key);
    const found: number[] = [];
    this.#called.find(high, low, (words, at) => found.push(words[at + 3] as number));
    return found;
  }
}
