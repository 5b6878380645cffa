import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {ref} from '../schema/entity.ts';
import {filterEcho} from '../schema/envelope.ts';
import {limit} from '../schema/params.ts';
import {kindNumber} from '../schema/rid.ts';
import {isOfKind, numbers, ONCE} from '../sql/fragments.ts';
import {is} from '../sql/results.ts';
import {sql} from '../sql/sql.ts';
import {ranking, shownBy, undatedCaveat, unnamedCaveat} from './analytics/people.ts';
import {cellParams, gate, gateCaveat, gateOfCell, PARTIAL, resolveCell} from './filters/mechanism-cell.ts';
import {withRefs} from './records/ref.ts';

const WORKS = ['paper', 'patent'] as const;

/** Shares of the cell's ranking: the first tenth leads, the next four tenths are established. */
const LEADING = 0.1;
const ESTABLISHED = 0.5;

/** Number of institutions per person, the latest first, and in total, the most frequent first. */
const HOMES = 200;
const RECURRING = 1000;

export const experts = defineOperation({
  name: 'experts',
  path: '/v1/people/experts',
  summary: 'Top researchers of a mechanism cell, with their institutions and a tier.',
  description: `Ranked as rank-people. Tier is a rank heuristic within the cell: leading is the first 10 %, established the next 40 %, emerging the rest. At most ${HOMES} institutions are listed per person, latest first, and the ${RECURRING} most frequent overall. At least one of target, modality and therapeutic_area is required.`,
  params: z.object({...cellParams, limit: limit({default: 20, max: 200})}),
  result: z.object({
    filters: filterEcho,
    count: z.int(),
    results: z.array(
      ref.extend({
        score: z.number(),
        tier: z.enum(['leading', 'established', 'emerging']),
        papers: z.int(),
        patents: z.int(),
        institutions: z.array(ref),
      }),
    ),
    institutions: z.array(ref.extend({experts: z.int()})),
    gate,
    caveats: z.array(z.string()),
  }),
  rows: 'results',
  columns: ['name', 'tier', 'score', 'papers', 'patents', 'slug'],
  example: {target: 'PD-1'},
  async run(context, given) {
    const cell = await resolveCell(context, given, true);
    const ranks = ranking(context, cell, WORKS, given.limit);
    const [ranked, gated] = await Promise.all([ranks, gateOfCell(context, cell, WORKS, shownBy(ranks))]);
    const {people, all} = ranked;
    const {homes, recurring} = await institutionsOf(
      context,
      people.map(({rid}) => rid),
    );
    const places = [...new Set([...homes.values()].flat())].map((rid) => ({rid}));
    const [references, institutions] = await Promise.all([
      withRefs(context, places),
      withRefs(context, recurring, ({experts}) => ({experts})),
    ]);
    const refs = new Map(places.map(({rid}, index) => [rid, references[index]]));
    const place = new Map(people.map(({rid}, index) => [rid, index + 1]));
    const results = await withRefs(context, people, ({rid, score, papers, patents}) => ({
      score,
      tier: tier(place.get(rid) ?? 1, all),
      papers,
      patents,
      institutions: (homes.get(rid) ?? []).map((home) => refs.get(home)),
    }));
    return {
      filters: cell.echo,
      count: results.length,
      results,
      institutions,
      gate: gated,
      caveats: [
        `Tiers are ranks within this cell (${all.toLocaleString('en')} people), not a judgement of quality.`,
        ...cell.unknown,
        ...gateCaveat(gated, 'papers and patents'),
        ...unnamedCaveat(ranked),
        ...undatedCaveat(ranked),
        PARTIAL,
      ],
    };
  },
});

function tier(place: number, all: number): 'leading' | 'established' | 'emerging' {
  if (place <= Math.ceil(LEADING * all)) return 'leading';
  return place <= Math.ceil(ESTABLISHED * all) ? 'established' : 'emerging';
}

/** The institutions of some people: the latest of each, and the most frequent of all. */
async function institutionsOf(
  context: Context,
  people: readonly number[],
): Promise<{homes: Map<number, number[]>; recurring: {rid: number; experts: number}[]}> {
  const rel = context.generation.relationNumber('affiliated_with') ?? 0;
  const [owners, places, counts] = await context.generation.columns(
    sql`with home ${ONCE} (
          select src, dst, observed from edge_out where src in ${numbers(people)} and rel = ${rel} and ${isOfKind('dst', kindNumber('institution'))}
        )
        select * from (
          select src, dst, row_number() over (partition by src order by observed desc nulls last, dst) as n from home
          qualify n <= ${HOMES} order by src, n
        )
        union all
        select * from (select null, dst, count(*) as n from home group by dst order by n desc, dst limit ${RECURRING})`,
    [is.integer.orNull, is.integer, is.integer],
    context,
  );
  const homes = new Map<number, number[]>();
  const recurring: {rid: number; experts: number}[] = [];
  owners.forEach((owner, index) => {
    const rid = places[index] ?? 0;
    if (owner === null) recurring.push({rid, experts: counts[index] ?? 0});
    else homes.set(owner, [...(homes.get(owner) ?? []), rid]);
  });
  return {homes, recurring};
}
