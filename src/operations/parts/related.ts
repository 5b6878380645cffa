import type {Context} from '../../context.ts';
import type {Filters} from './filters.ts';
import {genericsIn} from './generics.ts';
import {investorsIn} from './investors.ts';
import type {LexicalHit} from './lexical-leg.ts';
import type {Best} from './preferred.ts';
import {rivalsIn} from './rivals.ts';
import {worksOfPerson} from './works-of.ts';

/** What is related to something that a text names, and how the text was read. */
export interface Related {
  hits: LexicalHit[];
  read: NonNullable<Best['read']>;
}

const READERS = [rivalsIn, investorsIn, genericsIn, worksOfPerson] as const;

/** What a text asks for by what it is to something else, by the first way of asking that fits; undefined if none does. */
export async function relatedIn(context: Context, asked: string, filters: Filters): Promise<Related | undefined> {
  for (const read of READERS) {
    const found = await read(context, asked, filters);
    if (found !== undefined) return found;
  }
  return undefined;
}
