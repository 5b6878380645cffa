import {z} from 'zod';
import {GraphError} from '../errors.ts';
import {defineOperation} from '../operation.ts';
import {bucket} from '../schema/envelope.ts';
import {kind} from '../schema/kinds.ts';
import {sql} from '../sql/sql.ts';
import {kindNumber} from '../store/generation.ts';

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
    const rows = await generation.rows(
      sql`select v.field, v.value, f.trusted as count
          from facet f join value v using (vid)
          where f.kind_no = ${kindNumber(given.kind)} and f.trusted > 0 and v.field in ${MOA_FACETS}
          qualify row_number() over (partition by v.field order by f.trusted desc, v.value) <= ${MOST}
          order by v.field, f.trusted desc, v.value`,
      context,
    );
    const [gate] = await generation.rows(
      sql`select coalesce(sum(f.trusted), 0) as counted, coalesce(sum(f.tagged - f.trusted), 0) as dropped
          from facet f join value v using (vid) where f.kind_no = ${kindNumber(given.kind)} and v.field in ${MOA_FACETS}`,
      context,
    );
    context.meta.gate = {
      min_confidence: generation.release.trusted_confidence,
      counted: Number(gate?.counted),
      dropped: Number(gate?.dropped),
    };
    const listed = (field: string) => rows.filter((row) => row.field === field).map(({value, count}) => ({value, count}));
    return {kind: given.kind, facets: Object.fromEntries(MOA_FACETS.map((field) => [field, listed(field)]))};
  },
});
