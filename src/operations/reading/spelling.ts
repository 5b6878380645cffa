import type {Context} from '../../context.ts';
import {typedWords} from '../../text/words.ts';
import {mistakesAllowed, type Near, nearWords} from '../names/near.ts';
import {exactly, goingOn} from '../names/word-ranges.ts';
import {lookUp, type Term} from '../scoring/dictionary.ts';

/** Most words that replace one. */
const MOST_INSTEAD = 8;

/** Letters from which on an unknown word may be the start of others. */
const LEAST_LETTERS = 4;

/** Entities up to which a word may be a misspelling of a common one, entities from which on one is common, and letters of such a word. */
const SELDOM = 5;
const COMMON = 200;
const SPELLED = 6;

/**
 * A word among others that few entities have, with the common one that is one letter apart: some institute writes artritis, and who asks for drugs
 * against it does not mean the institute. Neither form weighs more than the common one.
 */
export async function asMostSpellIt(
  context: Context,
  [word = '', ...parts]: readonly string[],
  own: readonly Term[],
): Promise<readonly Term[]> {
  const [only] = own;
  if (parts.length > 0 || only === undefined || only.df > SELDOM || word.length < SPELLED || !/^[a-z]+$/.test(word))
    return own;
  const {words, distances} = await similar(context, word);
  const near = words.filter((other, at) => distances[at] === 1 && other[0] === word[0]);
  const common = [...(await lookUp(context, near)).values()]
    .filter(({df}) => df >= COMMON)
    .sort((a, b) => b.df - a.df)[0];
  return common === undefined ? own : [common, {...only, weight: common.weight}];
}

/** What stands in for a word that no entity has: those that it is the start of, or else the nearest. */
export async function wordsInstead(context: Context, word: string): Promise<string[]> {
  const longer = await wordsBeginning(context, word);
  return longer.length > 0 ? longer : nearest(context, word);
}

/** The words of names that go on from the start of one; none for a short one. */
export async function wordsBeginning(context: Context, word: string): Promise<string[]> {
  return [...word].length < LEAST_LETTERS ? [] : goingOn(context, word, MOST_INSTEAD);
}

/** The words of names most similar to one; they are wanted as terms and as names. */
function similar(context: Context, word: string): Promise<Near> {
  const sizeOf = ({words}: Near) => 96 * words.length;
  return context.generation.cache.remember(`n~${word}`, sizeOf, () => nearWords(context, word, {most: MOST_INSTEAD}));
}

/** Those of them that are as near as the nearest. */
async function nearest(context: Context, word: string): Promise<string[]> {
  const {words, distances} = await similar(context, word);
  return words.filter((_, at) => distances[at] === distances[0]);
}

/** Entities up to which a word that no name has may be a misspelling in their texts. */
const MISSPELLED = 3;

/** What a text of one word that no name has, nor the start of another, may be a misspelling of: the nearest words alone. */
export async function corrections(context: Context, text: string): Promise<string[]> {
  const [only, ...others] = typedWords(text);
  const word = only?.parts[0] ?? '';
  if (others.length > 0 || only?.joined !== undefined || mistakesAllowed(word) === 0) return [];
  const known = (await lookUp(context, [word])).get(word);
  if (known !== undefined && (known.df > MISSPELLED || (await exactly(context, [word])).size > 0)) return [];
  return (await wordsBeginning(context, word)).length > 0 ? [] : nearest(context, word);
}
