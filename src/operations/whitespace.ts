import {z} from 'zod';
import {type CrowdingCell, MOST_ON_AXIS} from '../crowding.ts';
import {defineOperation} from '../operation.ts';
import {minConfidence, moaFilters} from '../schema/params.ts';
import {crowdingOf, surest} from './analytics/crowding.ts';
import {resolveFilters} from './filters/filters.ts';
import {filling, gate, gateCaveat, PARTIAL, unknownCaveats} from './filters/mechanism-cell.ts';
import {rounded} from './records/ref.ts';

const counts = z.object({paper: z.int(), patent: z.int(), trial: z.int(), company: z.int(), approval: z.int()});

/**
 * The crowding map of targets and modalities. coverage = trusted / tagged rows of a cell, null if nothing is tagged.
 */
export const whitespace = defineOperation({
  name: 'whitespace',
  tool: 'whitespace',
  path: '/v1/whitespace',
  summary: 'Target × modality crowding map: trusted counts by kind and coverage per cell, including empty cells.',
  description:
    'The targets and modalities with the most trusted papers, patents, trials and approvals in the area, ties by name; every pair of them is a cell. `company` counts companies with an entity of that pair in the area: something they develop, sponsor or hold, a patent assigned to them, or the company itself. total, tagged and coverage (trusted / tagged, null if nothing is tagged) cover the other four kinds.',
  params: z.object({
    therapeutic_area: moaFilters.therapeutic_area,
    limit_targets: z
      .int()
      .min(1)
      .max(MOST_ON_AXIS)
      .default(20)
      .describe('Maximum number of targets, 1 to 200; default 20.'),
    limit_modalities: z
      .int()
      .min(1)
      .max(MOST_ON_AXIS)
      .default(12)
      .describe('Maximum number of modalities, 1 to 200; default 12.'),
    min_confidence: minConfidence,
  }),
  result: z.object({
    therapeutic_area: z.string().nullable(),
    targets: z.array(z.string()),
    modalities: z.array(z.string()),
    cells: z.array(
      z.object({
        target: z.string(),
        modality: z.string(),
        counts,
        total: z.int(),
        tagged: z.int(),
        coverage: z.number().nullable(),
      }),
    ),
    gate,
    caveats: z.array(z.string()),
  }),
  rows: 'cells',
  example: {therapeutic_area: 'oncology', limit_targets: 8, limit_modalities: 6},
  async run(context, given) {
    const filters = await resolveFilters(context.generation, given, context);
    const map = await crowdingOf(context, filters, {targets: given.limit_targets, modalities: given.limit_modalities});
    const {targets, modalities, counted, tagged} = map;
    const passed = {min_confidence: filters.minConfidence, counted, dropped: tagged - counted};
    const gated = await filling(context, passed, surest(filters));
    return {
      therapeutic_area: [filters.meant.therapeutic_area ?? given.therapeutic_area ?? null].flat().join(', ') || null,
      targets,
      modalities,
      cells: targets.flatMap((target, row) =>
        modalities.map((modality, column) => ({target, modality, ...shown(map.cell(row, column))})),
      ),
      gate: gated,
      caveats: [
        'An empty cell means that this graph has no trusted data there, not that nobody works on it.',
        ...(await unknownCaveats(context, filters, given)),
        ...gateCaveat(gated, 'rows of the map'),
        PARTIAL,
      ],
    };
  },
});

const EMPTY: CrowdingCell = {trusted: {paper: 0, patent: 0, trial: 0, approval: 0}, tagged: 0, company: 0};

function shown({trusted: {paper, patent, trial, approval}, tagged, company}: CrowdingCell = EMPTY) {
  const total = paper + patent + trial + approval;
  return {
    counts: {paper, patent, trial, company, approval},
    total,
    tagged,
    coverage: tagged === 0 ? null : rounded(total / tagged),
  };
}
