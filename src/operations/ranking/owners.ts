import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {CONFIDENCE} from '../names/by-name.ts';
import {nameAll} from '../names/naming.ts';
import {headsOf} from '../records/group.ts';
import type {LexicalHit} from './lexical-leg.ts';

/** How a text asks for the group of its first group. */
const ASKED: readonly RegExp[] = [
  /^(?:the\s+)?(?:owner|parent(?:\s+company)?)\s+of\s+(.+)$/i,
  /^(?:who|which\s+(?:big\s+)?(?:company|pharma|firm))\s+(?:has\s+)?(?:acquired|bought|owns)\s+(.+)$/i,
  /^(.+?)(?:['’]s?)?\s+(?:owner|parent(?:\s+company)?)$/i,
];

export interface Owner {
  hits: LexicalHit[];
  read: {kind: Kind; owner_of: string; met: boolean};
}

/** The head of the group that a company belongs to. Undefined if a text asks for nothing of the sort, or names no company. */
export async function ownerIn(context: Context, text: string, filters: Filters): Promise<Owner | undefined> {
  const said = ASKED.map((pattern) => pattern.exec(text)?.[1]).find((one) => one !== undefined);
  if (said === undefined) return undefined;
  const [named] = await nameAll(context.generation, [said], {kinds: ['company'], least: CONFIDENCE.alias}, context);
  if (named?.rid == null) return undefined;
  // A company of no group is its own.
  const head = (await headsOf(context, [named.rid])).get(named.rid) ?? named.rid;
  const rids = await rowsPassing(context, [head], filters);
  return {
    hits: rids.map((rid) => ({rid, score: 0})),
    read: {kind: 'company', owner_of: said, met: rids.length > 0 && head !== named.rid},
  };
}
