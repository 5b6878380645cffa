import type {Context} from '../../context.ts';
import {nameKey, STOPWORDS} from '../../text/words.ts';
import {type Filters, resolveFilters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {questionIn} from '../reading/kind-words.ts';
import {organizationsCalled} from '../reading/spans.ts';
import {peopleCalled, withInitial} from './works-of.ts';

/** Words of the longest text in which a name is looked for. */
const LONGEST = 8;

/** People of one name who are shown without anything that tells which of them is meant. */
const FEW = 3;

/**
 * The people whose name a text begins with, where their institution or a subject follows (Crystal Mackall Stanford, Randall Bateman tau): of several
 * those of the institution. A name in small letters is one only where there is somebody of it (philip sharp mit).
 */
export async function peopleInText(context: Context, text: string, filters: Filters): Promise<readonly number[]> {
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length < 3 || words.length > LONGEST || (filters.kind !== undefined && filters.kind !== 'person'))
    return [];
  if (questionIn(text).kinds.length > 0) return [];
  for (const length of [3, 2]) {
    const name = words.slice(0, length);
    const rest = words.slice(length).filter((word) => !/^(?:at|from|of|in|and|on)$/i.test(word));
    const isTyped = name.every((word) => /^\p{Lu}/u.test(word));
    if (rest.length === 0 || name.some((word) => STOPWORDS.has(word.toLowerCase()))) continue;
    const people = await rowsPassing(context, await peopleCalled(context, name.join(' '), isTyped), filters);
    if (people.length === 0) continue;
    const organization = await organizationsCalled(context, rest.join(' '), 'person');
    if (organization === undefined) {
      if (!isTyped) continue;
      return people.length > FEW ? [] : people;
    }
    const {groups} = await resolveFilters(context.generation, {organization}, context);
    const there = await rowsPassing(context, people, {...filters, groups: [...filters.groups, ...groups]});
    if (there.length > 0 || isTyped) return there.length > 0 || people.length > FEW ? there : people;
  }
  return [];
}

/** A word as names are written, or in small letters. */
const NAME = /^\p{L}[\p{Ll}’'-]+$/u;

/** Those who are called by the family name and the initial of a text that nobody has both words of: W. Wick for Wolfgang Wick. */
export async function peopleByInitial(context: Context, text: string, filters: Filters): Promise<readonly number[]> {
  const words = nameKey(text).split(' ').filter(Boolean);
  if (
    !text
      .trim()
      .split(/\s+/)
      .every((word) => NAME.test(word)) ||
    (filters.kind !== undefined && filters.kind !== 'person')
  )
    return [];
  return (await rowsPassing(context, await withInitial(context, words), filters)).slice(0, FEW);
}
