import {z} from 'zod';
import type {Context} from '../context.ts';
import {GraphError} from '../errors.ts';
import {defineOperation} from '../operation.ts';
import {bucket} from '../schema/envelope.ts';
import {kind} from '../schema/kinds.ts';
import {sql} from '../sql/sql.ts';
import {kindNumber} from '../store/generation.ts';
import type {Row} from '../store/pool.ts';

export const MOA_FACETS = ['target', 'modality', 'mechanism', 'therapeutic_area'] as const;

/** Values listed per facet; the tail is reached through aggregate. */
const MOST = 1000;

const values = z.array(bucket);

export const facets = defineOperation({
  name: 'facets',
  path: '/v1/facets',
  summary: 'The values the MoA filters take within a kind, with counts.',
  description: `Trusted enrichment only. Largest first, then by value; at most ${MOST.toLocaleString('en')} values each. \`kind\` is required: without it the answer is 400.`,
  maxAge: 300,
  positional: ['kind'],
  params: z.object({kind: kind.optional().describe('Kind whose values to list; required.')}),
  result: z.object({
    kind,
    facets: z.object({target: values, modality: values, mechanism: values, therapeutic_area: values}),
  }),
  example: {kind: 'trial'},
  async run(context, given) {
    if (given.kind === undefined) {
      throw new GraphError('bad_request', 'Facets are listed within a kind: give `kind`.');
    }
    const {generation} = context;
    const kindNo = kindNumber(given.kind);
    const found = await generation.cache.remember(
      `facets ${kindNo}`,
      ({lists}) => 40 * lists.reduce((sum, list) => sum + list.length, 0),
      () => find(context, kindNo),
    );
    context.meta.gate = {min_confidence: generation.release.trusted_confidence, ...found.gate};
    return {
      kind: given.kind,
      facets: Object.fromEntries(MOA_FACETS.map((field, index) => [field, found.lists[index] ?? []])),
    };
  },
});

interface Found {
  lists: Row[][];
  gate: {counted: number; dropped: number};
}

async function find(context: Context, kindNo: number): Promise<Found> {
  const {generation} = context;
  const lists = MOA_FACETS.map((field) =>
    generation.rows(
      sql`select value, trusted as count from facet where kind_no = ${kindNo} and field = ${field} and trusted > 0
          order by trusted desc, value limit ${MOST}`,
      context,
    ),
  );
  const sums = generation.rows(
    sql`select coalesce(sum(trusted), 0) as counted, coalesce(sum(tagged - trusted), 0) as dropped
        from facet where kind_no = ${kindNo} and field in ${MOA_FACETS}`,
    context,
  );
  const [gate] = await sums;
  return {lists: await Promise.all(lists), gate: {counted: Number(gate?.counted), dropped: Number(gate?.dropped)}};
}
