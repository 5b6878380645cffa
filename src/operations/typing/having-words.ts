import type {Context} from '../../context.ts';
import {isWork, type Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {nameKey, STOPWORDS} from '../../text/words.ts';
import {startingWith} from './starting.ts';

/** The most texts looked for by their words: each may need a statement. */
const MOST_TEXTS = 50;

/** The most words of a text that some name should have. */
const LONGEST = 6;

/** The fewest letters of a text: a shorter one begins the names of too many. */
const SHORTEST = 5;

/** Read to find some of the kinds that are asked for. */
const READ = 20;

/**
 * Those whose names have all words of a text that nothing is called, the last as a beginning, best first: Wellcome Sanger Institute for Sanger
 * Institute, Anthony S Fauci for Anthony Fauci. Works are none unless their kind is asked for.
 */
export async function havingWords(
  context: Context,
  texts: readonly string[],
  kinds: readonly Kind[] | undefined,
  most: number,
): Promise<Map<string, number[]>> {
  const wanted = (rid: number) => {
    const kind = kindOfRid(rid);
    return kinds === undefined ? !isWork(kind) : kinds.includes(kind);
  };
  const found = await Promise.all(
    [...new Set(texts)].slice(0, MOST_TEXTS).map(async (text): Promise<[string, number[]]> => {
      const words = nameKey(text)
        .split(' ')
        .filter((word) => word !== '' && !STOPWORDS.has(word));
      if (words.length === 0 || words.length > LONGEST || words.join('').length < SHORTEST) return [text, []];
      const rids = await startingWith(
        context,
        words.join(' '),
        words,
        kinds?.length === 1 ? kinds[0] : undefined,
        READ,
      );
      return [text, rids.filter(wanted).slice(0, most)];
    }),
  );
  return new Map(found);
}
