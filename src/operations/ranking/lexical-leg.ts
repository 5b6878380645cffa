import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import type {Sharing} from '../../sharing.ts';
import {columns, GATHERED, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {id as column, type Sql, sql} from '../../sql/sql.ts';
import {nameOfRow, type Trait, type Traits} from '../analytics/traits.ts';
import {ofKind} from '../filters/filters.ts';
import {dice, trigrams} from '../names/trigrams.ts';

/** Number of candidates whose names are compared by letters. */
const COMPARED = 200;

/** A list longer than this share of the entities is read only for candidates found in shorter ones. */
const FREQUENT = 0.02;

/** Longer lists of keys are bound as one value. */
const MOST_WRITTEN = 64;

export interface LexicalHit {
  rid: number;
  score: number;
}

/**
 * The most similar entities: words and labels by weight, then the letters of the best 200 names. Best first.
 * @param shared Undefined if this needs statements.
 */
export async function lexicalLeg(
  context: Context,
  rid: number,
  kind: Kind,
  {traits, letters, cells, colleagues}: Traits,
  shared: Sharing | undefined,
  depth: number,
): Promise<LexicalHit[]> {
  const own = trigrams(await nameOfRow(context, rid));
  const found =
    shared
      ?.best(COMPARED + 1)
      .filter((hit) => hit.rid !== rid)
      .slice(0, COMPARED) ?? (await sharing(context, rid, kind, traits));
  const hits = [...found, ...(kind === 'company' ? await others(context, traits, shared, colleagues, found) : [])];
  const names = await context.generation.lookups.headers(
    hits.map((hit) => hit.rid),
    context,
  );
  const scored = hits.map((hit) => {
    const header = names.get(hit.rid);
    const likeness = dice(own, trigrams(JSON.parse(header?.name ?? '""') as string));
    return {
      rid: hit.rid,
      id: header?.id ?? '',
      score: Math.round((hit.score + letters * likeness + cells * (colleagues.get(hit.rid) ?? 0)) * 1e6) / 1e6,
    };
  });
  scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  return scored.slice(0, depth).map(({rid: other, score}) => ({rid: other, score}));
}

/** Companies with the most similar work that were not found yet, with what else they share. */
async function others(
  context: Context,
  traits: readonly Trait[],
  shared: Sharing | undefined,
  colleagues: ReadonlyMap<number, number>,
  found: readonly LexicalHit[],
): Promise<LexicalHit[]> {
  const known = new Set(found.map(({rid}) => rid));
  const rids = [...colleagues.keys()].slice(0, COMPARED).filter((rid) => !known.has(rid));
  if (shared !== undefined) {
    const sums = shared.sums(rids);
    return rids.map((rid, index) => ({rid, score: sums[index] ?? 0}));
  }
  const hits =
    rids.length === 0 || traits.length === 0 ? [] : await best(context, traits, sql`rid in ${numbers(rids)}`);
  const scores = new Map(hits.map(({rid, score}) => [rid, score]));
  return rids.map((rid) => ({rid, score: scores.get(rid) ?? 0}));
}

async function sharing(context: Context, rid: number, kind: Kind, traits: readonly Trait[]): Promise<LexicalHit[]> {
  if (traits.length === 0) return [];
  const few = FREQUENT * context.generation.entities;
  const rare = traits.filter((trait) => trait.df <= few);
  const frequent = traits.filter((trait) => trait.df > few);
  const scope = sql`rid <> ${rid} and ${ofKind(kind)}`;
  if (rare.length > 0) {
    const found = frequent.length === 0 ? scope : sql`${scope} and rid in (select rid from (${rowsWith(rare, scope)}))`;
    const hits = await best(context, traits, found);
    // An entity outside the rare lists can score at most the total of all frequent ones.
    const most = frequent.reduce((sum, trait) => sum + trait.weight, 0);
    if (frequent.length === 0 || (hits.length >= COMPARED && (hits.at(-1)?.score ?? 0) >= most)) return hits;
  }
  return best(context, traits, scope);
}

async function best(context: Context, traits: readonly Trait[], scope: Sql): Promise<LexicalHit[]> {
  const [rids, scores] = await context.generation.columns(
    sql`select rid, sum(weight) as score from (${rowsWith(traits, scope)}) group by rid order by score desc, rid limit ${COMPARED}${GATHERED}`,
    [is.integer, is.number],
    context,
  );
  return rids.map((rid, index) => ({rid, score: scores[index] ?? 0}));
}

/** `rid, key, weight` of all entities in the scope that have one of the traits. */
function rowsWith(traits: readonly Trait[], scope: Sql): Sql {
  const from = (table: Trait['table'], key: string, more: Sql) => {
    const some = traits.filter((trait) => trait.table === table);
    const keys = some.map((trait) => trait.key);
    const weights = columns({
      key: {type: 'integer', list: keys},
      weight: {type: 'double', list: some.map((trait) => trait.weight)},
    });
    // A hub has thousands of labels: written out, planning would take most of the time.
    const among = keys.length > MOST_WRITTEN ? numbers(keys) : sql`${keys}`;
    return sql`select rid, key, weight from (select rid, ${column(key)} as key from ${column(table)} where ${column(key)} in ${among}${more} and ${scope})
      join (${weights}) using (key)`;
  };
  const words = from('name_word', 'wid', sql``);
  const labels = from('label', 'label_id', sql` and trusted`);
  if (traits.every((trait) => trait.table === 'name_word')) return words;
  if (traits.every((trait) => trait.table === 'label')) return labels;
  return sql`${words} union all ${labels}`;
}
