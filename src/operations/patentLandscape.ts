import {z} from 'zod';
import {defineOperation} from '../operation.ts';
import {ref} from '../schema/entity.ts';
import {filterEcho} from '../schema/envelope.ts';
import {limit} from '../schema/params.ts';
import {GATHERED} from '../sql/fragments.ts';
import {is} from '../sql/results.ts';
import {sql} from '../sql/sql.ts';
import {holderLists, holderShape, holders, NO_OPINION, unassignedCaveat} from './analytics/holders.ts';
import {ranking, undatedCaveat, unnamedCaveat} from './analytics/people.ts';
import {cellParams, gate, gateCaveat, gateOfCell, inCell, PARTIAL, resolveCell} from './filters/mechanism-cell.ts';
import {rollup} from './records/group.ts';
import {withRefs} from './records/ref.ts';

/** Concentration of a cell's patents, its inventors by recency-decayed output (half-life 3 years), and its years. */
export const patentLandscape = defineOperation({
  name: 'patentLandscape',
  command: 'landscape',
  path: '/v1/patents/landscape',
  summary: 'Assignee and inventor concentration of a mechanism cell, with recency-decayed key inventors.',
  description:
    'As concentration, plus `kols`: inventors ranked by Σ 2^(−age / 3 years) over their patents in the cell. `by_year` counts patents by filing year, or publication year if that is unknown. At least one of target, modality and therapeutic_area is required.',
  params: z.object({...cellParams, limit: limit({default: 15, max: 200}), rollup}),
  result: z.object({
    filters: filterEcho,
    ...holderShape,
    kols: z.array(ref.extend({score: z.number(), patents: z.int(), latest: z.string().nullable()})),
    by_year: z.array(z.object({year: z.int(), patents: z.int()})),
    gate,
    caveats: z.array(z.string()),
  }),
  rows: 'kols',
  columns: ['name', 'score', 'patents', 'latest', 'slug'],
  example: {target: 'PD-1'},
  async run(context, given) {
    const cell = await resolveCell(context, given, true);
    const [found, ranked, gated, years] = await Promise.all([
      holders(context, cell, given.limit, given.rollup),
      ranking(context, cell, ['patent'], given.limit),
      gateOfCell(context, cell, ['patent']),
      context.generation.rows(
        sql`select year(day)::integer as year, count(*) as patents from dated
            where rid in (select rid from ${inCell(cell, ['patent'])}) and day is not null group by 1 order by 1${GATHERED}`,
        {year: is.integer, patents: is.integer},
        context,
      ),
    ]);
    return {
      filters: cell.echo,
      patents: gated.counted,
      ...(await holderLists(context, found, gated.counted)),
      kols: await withRefs(context, ranked.people, ({score, patents, latest}) => ({score, patents, latest})),
      by_year: years,
      gate: gated,
      caveats: [
        NO_OPINION,
        ...cell.unknown,
        ...gateCaveat(gated, 'patents'),
        ...unassignedCaveat(found, gated.counted),
        ...unnamedCaveat(ranked),
        ...undatedCaveat(ranked),
        PARTIAL,
      ],
    };
  },
});
