import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {ref, uuid} from '../schema/entity.ts';
import {type Kind, kind} from '../schema/kinds.ts';
import {entityId, limit} from '../schema/params.ts';
import {kindNumber, kindOfRid} from '../schema/rid.ts';
import {is} from '../sql/results.ts';
import {rangeOf} from '../sql/row-numbers.ts';
import {sql} from '../sql/sql.ts';
import {filterCandidates, readSample, type Sample, SPARE} from '../vectors/candidates.ts';
import {
  type Columns,
  type Embeddings,
  EXACT_UP_TO,
  exactNearest,
  type Range,
  readEmbeddings,
  vectorsIn,
} from '../vectors/nearest.ts';
import {sharedWork} from './analytics/cell-likeness.ts';
import {sharedNeighbours} from './analytics/shared-neighbours.ts';
import {sharedTraits} from './analytics/shared-traits.ts';
import {subject} from './filters/subject.ts';
import type {LexicalHit} from './ranking/lexical-leg.ts';
import {lookAlikes, relativesOf} from './ranking/look-alikes.ts';
import {headsOfUnlisted} from './ranking/unlisted.ts';
import {rounded, withRefs} from './records/ref.ts';

/** Reciprocal-rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009, with their constant. */
const K = 60;

/** Number of results of each leg. */
const DEPTH = 100;

/** The same of companies, of which those that belong to others are left out. */
const COMPANIES = 4 * DEPTH;

const leg = {rank: z.int()};

/** Similar entities: by the direction of embeddings, and by names and labels. */
export const similar = defineOperation({
  name: 'similar',
  path: '/v1/entities/{entity_id}/similar',
  summary: 'Similar entities, by embeddings, names and labels; a discovery signal, not an assertion of equivalence.',
  description: `Reciprocal-rank fusion (k = ${K}) of the ${DEPTH} nearest by cosine and the ${DEPTH} that share most words, letters and labels (trusted enrichment only). Companies are also compared by their cells, targets, modalities, areas and diseases, without those of their own group and those that belong to another company and have no ticker, targets by the groups of their genes; rarer ones weigh more. An entity without an embedding is compared by \`lexical\` alone. \`shared\` says why two entities are similar: labels, name words, cells and neighbours in common. Legal forms and words that are frequent in names of the kind are ignored.`,
  positional: ['entity_id'],
  params: z.object({
    entity_id: entityId,
    kind: kind.optional().describe('Only entities of this kind; default: the kind of the entity itself.'),
    limit: limit({default: 10, max: 200}),
  }),
  result: z.object({
    entity_id: uuid,
    kind,
    method: z.enum(['hybrid', 'lexical']),
    count: z.int(),
    results: z.array(
      ref.extend({
        score: z.number(),
        legs: z.object({
          dense: z.object({...leg, cosine: z.number()}).nullable(),
          lexical: z.object({...leg, score: z.number()}).nullable(),
        }),
        shared: z.array(z.object({field: z.string(), value: z.string()})),
      }),
    ),
  }),
  rows: 'results',
  columns: ['kind', 'name', 'score', 'legs.dense.cosine', 'legs.lexical.score', 'shared', 'slug'],
  remark: ({method}) => (method === 'lexical' ? 'by names and labels only: this entity has no embedding' : undefined),
  example: {entity_id: 'product/pembrolizumab', kind: 'product'},
  async run(context, given) {
    const {rid, id} = await subject(context, given.entity_id);
    const among = given.kind ?? kindOfRid(rid);
    const [dense, lexical, own] = await Promise.all([
      denseLeg(context, rid, among, given.limit),
      lookAlikes(context, rid, among, among === 'company' ? COMPANIES : DEPTH),
      relativesOf(context, rid),
    ]);
    const below =
      among === 'company' ? await subsidiariesAmong(context, rid, [...(dense ?? []), ...lexical.hits]) : NONE;
    const others = <T extends {rid: number}>(hits: readonly T[]) =>
      hits.filter((hit) => !own.has(hit.rid) && !below.has(hit.rid));
    const top = await fuse(context, others(dense ?? []), others(lexical.hits).slice(0, DEPTH), given.limit);
    const rids = top.map((hit) => hit.rid);
    const [traits, cells, neighbours, cosines] = await Promise.all([
      sharedTraits(context, lexical.traits, lexical.shared, rids),
      sharedWork(context, rid, lexical.colleagues.size === 0 ? [] : rids),
      sharedNeighbours(context, rid, rids),
      exactCosines(context, rid, top),
    ]);
    const results = await withRefs(context, top, (hit) => ({
      score: rounded(hit.score),
      legs: {
        dense:
          hit.dense === undefined ? null : {rank: hit.dense.rank, cosine: cosines.get(hit.rid) ?? hit.dense.cosine},
        lexical: hit.lexical ?? null,
      },
      shared: [...(traits.get(hit.rid) ?? []), ...(cells.get(hit.rid) ?? []), ...(neighbours.get(hit.rid) ?? [])],
    }));
    return {
      entity_id: id,
      kind: among,
      method: dense === undefined ? 'lexical' : 'hybrid',
      count: results.length,
      results,
    };
  },
});

const NONE: ReadonlySet<number> = new Set();

/** Companies that their group's head stands for; none for who asks about such a one. */
async function subsidiariesAmong(
  context: Context,
  rid: number,
  hits: readonly {rid: number}[],
): Promise<ReadonlySet<number>> {
  const heads = await headsOfUnlisted(context, [rid, ...hits.map((hit) => hit.rid)]);
  return heads.has(rid) ? NONE : new Set(heads.keys());
}

/** The nearest by cosine; undefined if the entity or the graph has no embedding. */
async function denseLeg(
  context: Context,
  rid: number,
  among: Kind | undefined,
  limit: number,
): Promise<Near[] | undefined> {
  const columns = columnsIn(context);
  const about = await embeddingsOf(context);
  if (about === undefined) return undefined;
  const [[vector]] = await columns(sql`select vector from embedding where rid = ${rid}`, [is.numbers]);
  if (vector === undefined) return undefined;
  const range = among === undefined ? undefined : rangeOf(kindNumber(among), context.generation.rowNumbers);
  if (about.share === null || (await candidates(context, among)) <= EXACT_UP_TO)
    return exactly(context, rid, DEPTH, range);
  const near = await filterCandidates(vector, about, await sampleOf(context, about), DEPTH + 1, range, columns);
  const others = near.filter((one) => one.rid !== rid);
  const compared = Math.min(limit + SPARE, DEPTH);
  const first = others.slice(0, compared).map((one) => one.rid);
  const rest = others.slice(compared, DEPTH).map((one) => ({...one, estimated: true}));
  return [...(await exactly(context, rid, compared, undefined, first)), ...rest];
}

/** The nearest by vector, in a range or among some rows. */
async function exactly(
  context: Context,
  rid: number,
  most: number,
  range: Range,
  among?: readonly number[],
): Promise<Near[]> {
  const [rids, cosines] = await context.generation.columns(
    exactNearest(rid, range, most, among),
    [is.integer, is.number],
    context,
  );
  return rids.map((other, index) => ({rid: other, cosine: rounded(cosines[index] ?? 0), estimated: false}));
}

/** The exact cosines of results that were compared by codes only. */
async function exactCosines(context: Context, rid: number, top: readonly Fused[]): Promise<Map<number, number>> {
  const rids = top.filter((hit) => hit.dense?.estimated).map((hit) => hit.rid);
  const found = rids.length === 0 ? [] : await exactly(context, rid, rids.length, undefined, rids);
  return new Map(found.map((near) => [near.rid, near.cosine]));
}

/** Entities of a kind that have an embedding. */
function candidates({generation, ...options}: Context, among: Kind | undefined): Promise<number> {
  const range = among === undefined ? undefined : rangeOf(kindNumber(among), generation.rowNumbers);
  return generation.cache.remember(`embedded ${among}`, 8, async () => {
    const [[count = 0]] = await generation.columns(vectorsIn(range), [is.integer], options);
    return count;
  });
}

function columnsIn({generation, ...options}: Context): Columns {
  return (query, types) => generation.columns(query, types, options);
}

function embeddingsOf(context: Context): Promise<Embeddings | undefined> {
  return context.generation.cache.remember(
    'embeddings',
    (about) => 16 * ((about?.dims ?? 0) + (about?.gone.size ?? 0)),
    () => readEmbeddings(columnsIn(context)),
  );
}

function sampleOf(context: Context, about: Embeddings): Promise<Sample> {
  return context.generation.cache.remember(
    'embedding sample',
    ({levels}) => levels.length,
    () => readSample(about, columnsIn(context)),
  );
}

interface Near {
  rid: number;
  cosine: number;
  /** Estimated from its code rather than its vector. */
  estimated: boolean;
}

interface Fused {
  rid: number;
  score: number;
  dense?: Omit<Near, 'rid'> & {rank: number};
  lexical?: {rank: number; score: number};
}

async function fuse(
  context: Context,
  dense: readonly Near[],
  lexical: readonly LexicalHit[],
  most: number,
): Promise<Fused[]> {
  const fused = new Map<number, Fused>();
  const add = (rid: number, rank: number, hit: Partial<Fused>) => {
    const before = fused.get(rid);
    fused.set(rid, {...before, ...hit, rid, score: (before?.score ?? 0) + 1 / (K + rank)});
  };
  dense.forEach(({rid, ...near}, index) => {
    add(rid, index + 1, {dense: {rank: index + 1, ...near}});
  });
  lexical.forEach(({rid, score}, index) => {
    add(rid, index + 1, {lexical: {rank: index + 1, score}});
  });
  const ranked = [...fused.values()].sort((a, b) => b.score - a.score);
  // Only rows that can be among the first need the order of ties.
  const least = ranked[most - 1]?.score ?? 0;
  const first = ranked.filter((hit) => hit.score >= least);
  const found = await context.generation.lookups.headers(
    first.map((hit) => hit.rid),
    context,
  );
  const idOf = (hit: Fused) => found.get(hit.rid)?.id ?? '';
  return first.sort((a, b) => b.score - a.score || (idOf(a) < idOf(b) ? -1 : 1)).slice(0, most);
}
