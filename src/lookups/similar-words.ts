import type {Similarity, SimilarWord} from '../name-match.ts';
import {deletionsOf, INDEXED, STARTING} from '../text/deletions.ts';
import {edits, editsOfStart} from '../text/edits.ts';
import type {TableFile} from './table-file.ts';
import type {Words} from './words.ts';

/**
 * Finds words of names by deletion neighbourhoods: the file has, by the hash of a form that some first letters have without one or two of them, the
 * place of the first word that begins with these letters (ddl/symspell_delete.sql).
 */
export class SimilarWords {
  readonly #places: TableFile;
  readonly #words: Words;

  constructor(places: TableFile, words: Words) {
    this.#places = places;
    this.#words = words;
  }

  /** Nearest first, then by the number of names with them. */
  near(typed: string, {allowed, isWhole, most}: Similarity): SimilarWord[] {
    const length = lettersOf(typed);
    const found: SimilarWord[] = [];
    const {hashes, isStart} = deletionsOf(typed, {allowed, isWhole});
    for (const place of this.#candidates(hashes)) {
      this.#words.beginningAlike(place, isStart ? STARTING : INDEXED, (word, range) => {
        const letters = lettersOf(word);
        if (letters < length - allowed || (isWhole && letters > length + allowed)) return;
        const distance = isWhole ? edits(typed, word) : editsOfStart(typed, word, allowed);
        if (distance <= allowed) found.push({word, distance, range: range()});
      });
    }
    const byWord = (a: string, b: string) => (a < b ? -1 : 1);
    return found
      .sort((a, b) => a.distance - b.distance || b.range.df - a.range.df || byWord(a.word, b.word))
      .slice(0, most);
  }

  #candidates(hashes: readonly number[]): Iterable<number> {
    const places = new Set<number>();
    for (const hash of hashes) this.#places.find(hash, 0, (words, at) => places.add(words[at + 1] as number));
    // In the order of the file, so that words that stand together are read once.
    return [...places].sort((a, b) => a - b);
  }
}

/** Code points of a word, nearly all of which take one unit. */
function lettersOf(word: string): number {
  return /[\ud800-\udfff]/.test(word) ? [...word].length : word.length;
}
