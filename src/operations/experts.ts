import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {ref} from '../schema/entity.ts';
import {filterEcho} from '../schema/envelope.ts';
import {limit} from '../schema/params.ts';
import {sql} from '../sql/sql.ts';
import {ridRange} from '../store/generation.ts';
import {cellParams, gate, gateCaveat, gateOfCell, PARTIAL, resolveCell} from './parts/mechanism-cell.ts';
import {countPeople, rankedPeople, undatedCaveat} from './parts/people.ts';
import {withRefs} from './parts/ref.ts';

const WORKS = ['paper', 'patent'] as const;

/** Shares of the cell's ranking: the first tenth leads, the next four tenths are established. */
const LEADING = 0.1;
const ESTABLISHED = 0.5;

export const experts = defineOperation({
  name: 'experts',
  path: '/v1/people/experts',
  summary: 'Top researchers of a mechanism cell, with their institutions and a tier.',
  description:
    'Ranked as rank-people. Tier is a rank heuristic within the cell: leading is its first 10 %, established the next 40 %, emerging the rest. One of target, modality and therapeutic_area is needed.',
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
    const [people, all, undated, gated] = await Promise.all([
      rankedPeople(context, cell, WORKS, given.limit),
      countPeople(context, cell, WORKS),
      undatedCaveat(context, cell, WORKS),
      gateOfCell(context, cell, WORKS),
    ]);
    const homes = await institutionsOf(
      context,
      people.map(({rid}) => rid),
    );
    const shared = new Map<number, number>();
    for (const places of homes.values()) for (const rid of places) shared.set(rid, (shared.get(rid) ?? 0) + 1);
    const recurring = [...shared]
      .map(([rid, count]) => ({rid, experts: count}))
      .sort((a, b) => b.experts - a.experts || a.rid - b.rid);
    const references = await withRefs(context, recurring);
    const refs = new Map(recurring.map(({rid}, index) => [rid, references[index]]));
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
      institutions: await withRefs(context, recurring, (row) => ({experts: row.experts})),
      gate: gated,
      caveats: [
        `Tiers are ranks within this cell (${all.toLocaleString('en')} people), not a judgement of quality.`,
        ...gateCaveat(gated, 'papers and patents'),
        ...undated,
        PARTIAL,
      ],
    };
  },
});

function tier(place: number, all: number): 'leading' | 'established' | 'emerging' {
  if (place <= Math.ceil(LEADING * all)) return 'leading';
  return place <= Math.ceil(ESTABLISHED * all) ? 'established' : 'emerging';
}

async function institutionsOf(context: Context, people: readonly number[]): Promise<Map<number, number[]>> {
  const rel = context.generation.relationNumber('affiliated_with') ?? 0;
  const [first, last] = ridRange('institution');
  const rows = await context.generation.rows(
    sql`select src, dst from edge_out where src in ${people} and rel = ${rel} and dst between ${first} and ${last}
        order by src, observed desc nulls last, dst`,
    context,
  );
  const homes = new Map<number, number[]>();
  for (const {src, dst} of rows) homes.set(Number(src), [...(homes.get(Number(src)) ?? []), Number(dst)]);
  return homes;
}
