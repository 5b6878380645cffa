import type {Context} from '../../context.ts';
import type {Filters} from '../filters/filters.ts';
import {holdersIn} from './approval-holders.ts';
import {drugUseIn} from './drug-use.ts';
import {genericsIn} from './generics.ts';
import {investorsIn} from './investors.ts';
import type {LexicalHit} from './lexical-leg.ts';
import {ownerIn} from './owners.ts';
import type {Best} from './preferred.ts';
import {rivalsIn} from './rivals.ts';
import {worksOfPerson} from './works-of.ts';

/** What is related to something that a text names, and how the text was read. */
export interface Related {
  hits: LexicalHit[];
  read: NonNullable<Best['read']>;
  /** How many of the first have all that was read, where that is known. */
  metBy?: number;
}

/** Words of the longest text that asks for it; a longer one would be tried in every way. */
const LONGEST = 12;

const PLEASE = /^(?:please\s+)?(?:find|give|list|show)\s+(?:me\s+)?/i;

const READERS = [rivalsIn, investorsIn, genericsIn, holdersIn, ownerIn, worksOfPerson, drugUseIn] as const;

/** What a text asks for by what it is to something else, by the first way of asking that fits; undefined if none does. */
export async function relatedIn(context: Context, asked: string, filters: Filters): Promise<Related | undefined> {
  const words = asked.split(/\s+/).filter(Boolean);
  if (words.length > LONGEST) return undefined;
  const text = words
    .join(' ')
    .replace(/[\s?.!]+$/, '')
    .replace(PLEASE, '');
  for (const read of READERS) {
    const found = await read(context, text, filters);
    if (found !== undefined) return found;
  }
  return undefined;
}
