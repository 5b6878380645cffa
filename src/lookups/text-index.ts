import {rowsInOrder} from '../sorted.ts';
import {type RowNumbers, rangeOf} from '../sql/row-numbers.ts';
import type {TermEntry, WeightedTerm} from '../text-match.ts';
import {BestSums, sumsOfRows} from './best-sums.ts';
import {hashOf} from './keys.ts';
import type {Postings} from './postings.ts';
import {RowRanks} from './row-ranks.ts';
import type {TableFile} from './table-file.ts';

/** Finds entities by the words of their texts. */
export class TextIndex {
  readonly #terms: TableFile;
  readonly #postings: Postings;
  readonly #rows: RowNumbers;

  constructor(terms: TableFile, postings: Postings, rows: RowNumbers) {
    this.#terms = terms;
    this.#postings = postings;
    this.#rows = rows;
  }

  term(term: string): TermEntry | undefined {
    const {high, low, other} = hashOf(term);
    let found: TermEntry | undefined;
    this.#terms.find(high, low, (words, at) => {
      const [check, tid = 0, carried = 0] = words.subarray(at + 2, at + 5);
      if (check === other) found = {tid, df: carried >>> 1, isProtected: carried % 2 === 1};
    });
    return found;
  }

  /** A search for the highest sums. @param kind Number of a kind, or 0 for all. @param within The only rows that count; default: all. */
  bestSums(terms: readonly WeightedTerm[], most: number, kind: number, within?: readonly number[]): BestSums {
    return new BestSums(this.#lists(terms), most, {
      range: kind === 0 ? undefined : rangeOf(kind, this.#rows),
      within: within && new RowRanks(rowsInOrder(within), this.#rows),
    });
  }

  sumsOf(terms: readonly WeightedTerm[], rids: readonly number[]): Map<number, number> {
    return sumsOfRows(this.#lists(terms), rids);
  }

  #lists(terms: readonly WeightedTerm[]) {
    return terms.flatMap((term) => {
      const list = this.#postings.of(term.tid);
      return list === undefined ? [] : [{...term, list}];
    });
  }
}
