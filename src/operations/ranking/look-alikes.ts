import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import type {Sharing} from '../../sharing.ts';
import {type Traits, traitsOf} from '../analytics/traits.ts';
import {groupAround} from '../records/group.ts';
import {type LexicalHit, lexicalLeg} from './lexical-leg.ts';

/** Those that share most words, letters and labels with an entity, and what it has. */
export interface LookAlikes extends Traits {
  /** Undefined if it needs statements. */
  shared: Sharing | undefined;
  hits: LexicalHit[];
}

/** The entities of a kind that share most with one, best first; a company's own group is among them. */
export async function lookAlikes(context: Context, rid: number, among: Kind, depth: number): Promise<LookAlikes> {
  const found = await traitsOf(context, rid);
  const weighted = found.traits.map(({table, key, value, weight}) =>
    table === 'label' ? {label_id: key, weight} : {word: value, weight},
  );
  const shared = await context.generation.lookups.sharing(weighted, among, context);
  return {...found, shared, hits: await lexicalLeg(context, rid, among, found, shared, depth)};
}

/** A company's own group, which is no look-alike of it, however alike its names; of another kind nothing. */
export async function relativesOf(context: Context, rid: number): Promise<ReadonlySet<number>> {
  return new Set(kindOfRid(rid) === 'company' ? (await groupAround(context, rid)).relatives : []);
}
