import {z} from 'zod';
import {defineOperation} from '../operation.ts';
import {filterEcho} from '../schema/envelope.ts';
import {limit} from '../schema/params.ts';
import {holderLists, holderShape, holders, NO_OPINION, unassignedCaveat} from './analytics/holders.ts';
import {cellParams, gate, gateCaveat, gateOfCell, PARTIAL, resolveCell} from './filters/mechanism-cell.ts';
import {rollup} from './records/group.ts';

/**
 * Holders of the patents of a mechanism cell. HHI is Σ (100 · share)² over fractional shares of all assignees
 * (Herfindahl 1950, Hirschman 1945): 0 to 10,000, null without patents.
 */
export const concentration = defineOperation({
  name: 'concentration',
  tool: 'concentration',
  path: '/v1/concentration',
  summary: 'Top assignees and inventors by distinct patents in a mechanism cell.',
  description:
    'Distinct patents with trusted enrichment. `share` is the share of the cell’s patents. `hhi` (0–10,000) and `top4_share` use fractional shares: a patent with k assignees gives each 1/k. A company counts as the head of its group, unless `rollup=false`. At least one of target, modality and therapeutic_area is required.',
  params: z.object({...cellParams, limit: limit({default: 15, max: 200}), rollup}),
  result: z.object({
    filters: filterEcho,
    ...holderShape,
    gate,
    caveats: z.array(z.string()),
  }),
  rows: 'assignees',
  columns: ['name', 'patents', 'share', 'slug'],
  example: {target: 'PD-1'},
  async run(context, given) {
    const cell = await resolveCell(context, given, true);
    const [found, gated] = await Promise.all([
      holders(context, cell, given.limit, given.rollup),
      gateOfCell(context, cell, ['patent']),
    ]);
    return {
      filters: cell.echo,
      patents: gated.counted,
      ...(await holderLists(context, found, gated.counted)),
      gate: gated,
      caveats: [
        NO_OPINION,
        ...cell.unknown,
        ...gateCaveat(gated, 'patents'),
        ...unassignedCaveat(found, gated.counted),
        PARTIAL,
      ],
    };
  },
});
