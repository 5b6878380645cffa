import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {STOPWORDS} from '../../text/words.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {CONFIDENCE} from '../names/by-name.ts';
import {nameAll} from '../names/naming.ts';
import {questionIn} from '../reading/kind-words.ts';

/** Kinds whose names are looked for where a text is like one of several words. */
const CALLED: readonly Kind[] = ['company', 'institution', 'funder', 'product'];

/** Words of the longest name of which a text may be a misspelling. */
const LONGEST = 5;

/** A word as names have it: with a capital and small letters. */
const CAPITAL = /^\p{Lu}\p{L}*\p{Ll}/u;

/**
 * What a text of several words is a misspelling of the name of (Eli Lily, Univeristy of Oxford), though others may have each of its words: one that is
 * written as names are, or has a word that nothing has.
 * @param unknown The words that nothing has.
 */
export async function misnamed(
  context: Context,
  text: string,
  filters: Filters,
  unknown: Promise<readonly string[]>,
): Promise<readonly number[]> {
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length < 2 || words.length > LONGEST || questionIn(text).kinds.length > 0) return [];
  const isName = words.every((word) => CAPITAL.test(word) || STOPWORDS.has(word) || word === '&');
  if (!isName && (await unknown).length === 0) return [];
  const kinds = filters.kind === undefined ? CALLED : [filters.kind];
  const [named] = await nameAll(context.generation, [text], {kinds, least: CONFIDENCE.typo}, context);
  return named?.rid == null ? [] : rowsPassing(context, [named.rid], filters);
}
