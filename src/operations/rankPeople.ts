import {z} from 'zod';
import {defineOperation} from '../operation.ts';
import {ref} from '../schema/entity.ts';
import {filterEcho} from '../schema/envelope.ts';
import {limit} from '../schema/params.ts';
import {latestCaveat, ranking, rising, shownBy, undatedCaveat, unnamedCaveat} from './analytics/people.ts';
import {cellParams, gate, gateCaveat, gateOfCell, PARTIAL, resolveCell} from './filters/mechanism-cell.ts';
import {withRefs} from './records/ref.ts';

const WORKS = ['paper', 'patent'] as const;

/**
 * Researchers by recency-decayed output: score = Σ over papers and patents of 2^(−age / 3 years), measured at `as_of`.
 * Rising: at least three works, more than half of them within 24 months.
 */
export const rankPeople = defineOperation({
  name: 'rankPeople',
  command: 'rank-people',
  tool: 'rank_people',
  path: '/v1/people/rank',
  summary: 'Researchers ranked by recency-decayed output, each with a rising-star signal.',
  description:
    'score = Σ over papers and patents 2^(−age / 3 years), measured at the snapshot’s as_of; undated works count but add nothing. Rising: at least 3 works, more than half within 24 months. Without a cell, every live work counts; with one, only trusted enrichment.',
  params: z.object({...cellParams, limit: limit({default: 20, max: 200})}),
  result: z.object({
    filters: filterEcho,
    count: z.int(),
    results: z.array(
      ref.extend({
        score: z.number(),
        papers: z.int(),
        patents: z.int(),
        latest: z.string().nullable(),
        rising: z.object({is_rising: z.boolean(), recent_share: z.number()}),
      }),
    ),
    gate: gate.optional(),
    caveats: z.array(z.string()),
  }),
  rows: 'results',
  columns: ['name', 'score', 'papers', 'patents', 'latest', 'rising.is_rising', 'slug'],
  example: {target: 'PD-1'},
  async run(context, given) {
    const cell = await resolveCell(context, given, false);
    const within = cell.isNamed ? cell : undefined;
    const ranks = ranking(context, within, WORKS, given.limit);
    const [ranked, gated] = await Promise.all([ranks, within && gateOfCell(context, within, WORKS, shownBy(ranks))]);
    const results = await withRefs(context, ranked.people, (person) => ({
      score: person.score,
      papers: person.papers,
      patents: person.patents,
      latest: person.latest,
      rising: rising(person),
    }));
    return {
      filters: cell.echo,
      count: results.length,
      results,
      gate: gated,
      caveats: [
        'A count of output, not a judgement of quality. Two people with the same name may appear as one here, or one person as two.',
        ...cell.unknown,
        ...(gated === undefined ? [] : gateCaveat(gated, 'papers and patents')),
        ...unnamedCaveat(ranked),
        ...undatedCaveat(ranked),
        ...latestCaveat(context, ranked),
        PARTIAL,
      ],
    };
  },
});
