import type {Context} from '../../context.ts';
import {columns, GATHERED, numbers, ONCE} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {join, type Sql, sql} from '../../sql/sql.ts';
import {IMPACT_UNIT, type Scored} from '../../text-match.ts';
import {type Filters, matching, ofKind, selectionOf} from '../filters/filters.ts';
import type {Term} from './dictionary.ts';

/** Maximum number of relevance-ranked results. */
export const WINDOW = 50;

/** Terms of more entities than this have a champion list of 64 (src/clickhouse/tables.ts). */
const CHAMPIONS_FROM = 4096;

/** The rarest words that together occur in at most this share of the entities are searched first. */
const FEW = 0.02;

/** Searching only entities with some of the words is worth it if these have at most this share of all postings. */
const WORTH = 0.4;

/** Up to this number, words are weighed in the statement; more of them by a join, so that the statement stays short. */
const WRITTEN_OUT = 8;

/** The entities with the highest sums, ties by row id. */
export async function bestScored(
  context: Context,
  terms: readonly Term[],
  filters: Filters,
  most: number = WINDOW,
): Promise<Scored[]> {
  const scope = filters.groups.length === 0 ? {kind: filters.kind} : {rows: () => rowsThatPass(context, filters)};
  const best = await context.generation.lookups.bestSums(terms, most, scope, context);
  if (best !== undefined) return best;
  return most > WINDOW ? added(context, terms, inScope(filters), most) : bestByStatements(context, terms, filters);
}

async function rowsThatPass(context: Context, filters: Filters): Promise<readonly number[]> {
  const {generation} = context;
  const selection = selectionOf(filters);
  const selected = selection && (await generation.lookups.select(selection, context));
  if (selected !== undefined) return selected.rows();
  const [rids] = await generation.columns(matching(filters), [is.integer], context);
  return rids;
}

/**
 * The same by statements, where postings are a table (src/clickhouse/tables.ts). Exact without reading every posting
 * (MaxScore: Turtle and Flood, Query evaluation: strategies and optimizations, 1995): an entity without any of the rare
 * words can reach at most the total of the frequent ones, so if the 50th result has that much already, the others need
 * not be read.
 */
async function bestByStatements(context: Context, terms: readonly Term[], filters: Filters): Promise<Scored[]> {
  const [only] = terms;
  if (only === undefined) return [];
  const isEverybody = filters.groups.length === 0 && filters.kind === undefined;
  if (terms.length === 1) {
    return isEverybody && only.df > CHAMPIONS_FROM
      ? championsOf(context, only)
      : added(context, terms, inScope(filters));
  }
  const byDf = [...terms].sort((a, b) => a.df - b.df || a.tid - b.tid);
  const few = FEW * context.generation.entities;
  let carried = 0;
  const rare = byDf.filter((term) => {
    carried += term.df;
    return carried <= few;
  });
  const scope = inScope(filters);
  const all = () => added(context, terms, scope);
  const frequent = byDf.slice(rare.length);
  if (frequent.length === 0) return all();
  const isByRare = rare.length > 0;
  if (!isByRare && expectedWithAll(context, byDf) < WINDOW) return all();
  const [seen, limits] = await Promise.all([
    added(
      context,
      terms,
      sql`${scope} and rid in (${isByRare ? either(carriers(rare, filters), champions(frequent)) : withAll(byDf)})`,
    ),
    limitsOf(context, frequent),
  ]);
  const last = seen.length < WINDOW ? undefined : seen.at(-1)?.sum;
  if (last === undefined) return all();
  const limit = (term: Term | undefined, kind: keyof Limits) => limits.get(term?.tid ?? 0)?.[kind] ?? 0;
  if (!isByRare) {
    // An entity that is not among them lacks at least one word, the one with the smallest contribution in the best
    // case.
    const missing = Math.min(...byDf.map((term) => limit(term, 'most')));
    if (byDf.reduce((sum, term) => sum + limit(term, 'most'), -missing) <= last) return seen;
  }
  // Entities with only words that together do not reach the last result are excluded; these are as many of the most
  // frequent words as possible.
  let reach = 0;
  let needed = byDf.length;
  while (needed > rare.length && reach + limit(byDf[needed - 1], 'rest') <= last) {
    needed--;
    reach += limit(byDf[needed], 'rest');
  }
  if (isByRare && needed === rare.length) return seen;
  const essential = byDf.slice(0, needed);
  if (sumOf(essential) > WORTH * sumOf(byDf)) return all();
  return added(
    context,
    terms,
    sql`${scope} and rid in (${either(carriers(essential, filters), champions(byDf.slice(needed)))})`,
  );
}

/** The sums of given entities, whatever their rank. */
export async function sumsOf(
  context: Context,
  terms: readonly Term[],
  rids: readonly number[],
): Promise<Map<number, number>> {
  if (terms.length === 0 || rids.length === 0) return new Map();
  const read = await context.generation.lookups.sumsOf(terms, rids, context);
  if (read !== undefined) return read;
  const found = await added(context, terms, sql`rid in ${numbers(rids)}`, rids.length);
  return new Map(found.map(({rid, sum}) => [rid, sum]));
}

const sumOf = (terms: readonly Term[]) => terms.reduce((sum, {df}) => sum + df, 0);

function inScope(filters: Filters): Sql {
  return filters.groups.length === 0 ? ofKind(filters.kind) : sql`rid in (${matching(filters)})`;
}

function carriers(terms: readonly Term[], filters: Filters): Sql {
  return sql`select rid from posting where tid in ${terms.map(({tid}) => tid)} and ${ofKind(filters.kind)}`;
}

function champions(terms: readonly Term[]): Sql {
  return sql`select rid from champion where tid in ${terms.map(({tid}) => tid)}`;
}

function either(one: Sql, other: Sql): Sql {
  return sql`select rid from (${one} union all ${other})`;
}

/** The champion list of a frequent term. */
async function championsOf(context: Context, term: Term): Promise<Scored[]> {
  const [rids, impacts] = await context.generation.columns(
    sql`select rid, impact from champion where tid = ${term.tid} order by impact desc, rid limit ${WINDOW}`,
    [is.integer, is.integer],
    context,
  );
  return rids.map((rid, index) => ({rid, sum: (impacts[index] ?? 0) * term.weight}));
}

/** Upper bounds of a term's contribution to a sum. */
interface Limits {
  most: number;
  /** The bound for an entity outside the champion list. */
  rest: number;
}

async function limitsOf({generation, ...options}: Context, terms: readonly Term[]): Promise<Map<number, Limits>> {
  const kept = terms.filter(({df}) => df > CHAMPIONS_FROM).map(({tid}) => tid);
  const impacts = await generation.cache.remember(`h${kept.join()}`, 64 + 32 * kept.length, async () => {
    if (kept.length === 0) return new Map<number, Limits>();
    const [tids, most, rest] = await generation.columns(
      sql`select tid, max(impact), min(impact) from champion where tid in ${kept} group by tid`,
      [is.integer, is.integer, is.integer],
      options,
    );
    return new Map(
      tids.map((tid, index) => [tid, {most: most[index] ?? IMPACT_UNIT, rest: rest[index] ?? IMPACT_UNIT}]),
    );
  });
  return new Map(
    terms.map(({tid, weight}) => {
      const {most, rest} = impacts.get(tid) ?? {most: IMPACT_UNIT, rest: IMPACT_UNIT};
      return [tid, {most: most * weight, rest: rest * weight}];
    }),
  );
}

/** Expected number of entities with all of some words, if those were independent. */
function expectedWithAll({generation: {entities}}: Context, terms: readonly Term[]): number {
  return terms.reduce((share, {df}) => share * (df / entities), entities);
}

/** Entities with all of some words, searched among those with the rarest one. */
function withAll([rarest, ...others]: readonly Term[]): Sql {
  const also = others.map(({tid}) => sql` and rid in (select rid from posting where tid = ${tid})`);
  return sql`select rid from posting where tid = ${rarest?.tid ?? 0}${join(also, '')}`;
}

/** Sums the postings of the entities in scope. */
async function added(context: Context, terms: readonly Term[], scope: Sql, most: number = WINDOW): Promise<Scored[]> {
  const tids = terms.map(({tid}) => tid);
  const [rids, sums] = await context.generation.columns(
    terms.length === 1
      ? sql`select rid, impact * ${terms[0]?.weight ?? 0}::double as total from posting
            where tid = ${tids[0] ?? 0} and ${scope} order by total desc, rid limit ${most}${GATHERED}`
      : sql`${weighed(terms)}
            where tid in ${tids} and ${scope} group by rid order by total desc, rid limit ${most}${GATHERED}`,
    [is.integer, is.number],
    context,
  );
  return rids.map((rid, index) => ({rid, sum: sums[index] ?? 0}));
}

/** The start of a statement that sums impacts times weights. */
function weighed(terms: readonly Term[]): Sql {
  if (terms.length <= WRITTEN_OUT) {
    const cases = terms.map(({tid, weight}) => sql`when ${tid} then ${weight}::double`);
    return sql`select rid, sum(impact * case tid ${join(cases, ' ')} end) as total from posting`;
  }
  const weight = columns({
    tid: {type: 'integer', list: terms.map(({tid}) => tid)},
    weight: {type: 'double', list: terms.map((term) => term.weight)},
  });
  return sql`with weight ${ONCE} (${weight}) select rid, sum(impact * weight) as total from posting join weight using (tid)`;
}
