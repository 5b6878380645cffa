import {z} from 'zod';
import type {Context} from '../context.ts';
import {GraphError} from '../errors.ts';
import {defineOperation} from '../operation.ts';
import {bucket, didYouMean, filterEcho} from '../schema/envelope.ts';
import {type Kind, kind} from '../schema/kinds.ts';
import {minConfidence, narrowing} from '../schema/params.ts';
import {kindNumber} from '../schema/rid.ts';
import {countIf, kindOf} from '../sql/fragments.ts';
import {is} from '../sql/results.ts';
import {sql} from '../sql/sql.ts';
import {type Buckets, bucketsOf} from './aggregate.ts';
import {echo, resolveFilters, suggestionsOf, type Understood} from './parts/filters.ts';
import {type GateCounts, gateOf} from './parts/listing.ts';

export const MOA_FACETS = ['target', 'modality', 'mechanism', 'therapeutic_area'] as const;

/** Facets of the kinds whose entities have such an attribute, or a date. */
const ATTRIBUTE_FACETS = ['phase', 'status', 'agency', 'country', 'year'] as const;

type Facet = (typeof MOA_FACETS)[number] | (typeof ATTRIBUTE_FACETS)[number];

/** Values listed per facet; the tail is reached through aggregate. */
const MOST = 1000;

const values = z.array(bucket);

const FILTER_NAMES = [...Object.keys(narrowing), 'min_confidence'];

export const facets = defineOperation({
  name: 'facets',
  path: '/v1/facets',
  summary: 'The values the filters take within a kind, with counts.',
  description: `Of MoA fields trusted enrichment only; phase, status, agency, country and year where the kind has them. Each facet leaves out its own filter and applies all others. Largest first, then by value; at most ${MOST.toLocaleString('en')} values each; \`total_values\` says how many there are. \`kind\` is required: without it the answer is 400.`,
  maxAge: 300,
  positional: ['kind'],
  params: z.object({
    kind: kind.optional().describe('Kind whose values to list; required.'),
    ...narrowing,
    min_confidence: minConfidence,
  }),
  result: z.object({
    kind,
    filters: filterEcho,
    did_you_mean: didYouMean,
    facets: z.object({
      ...{target: values, modality: values, mechanism: values, therapeutic_area: values},
      ...{phase: values.optional(), status: values.optional(), agency: values.optional()},
      ...{country: values.optional(), year: values.optional()},
    }),
    total_values: z.record(z.string(), z.int()),
  }),
  example: {kind: 'trial'},
  async run(context, given) {
    if (given.kind === undefined) {
      throw new GraphError('bad_request', 'Facets are listed within a kind: give `kind`.');
    }
    const {kind: within} = given;
    const filters = await resolveFilters(context.generation, given, context);
    const fields = [...MOA_FACETS, ...(await attributesOf(context, within))];
    const question = filters.groups.map(({name, labelIds, key}) => key ?? `${name} ${labelIds.join()}`);
    const {lists, gate} = await context.generation.cache.remember(
      `facets ${JSON.stringify([within, filters.minConfidence, question])}`,
      (found) => 40 * found.lists.reduce((sum, {buckets}) => sum + buckets.length, 0),
      () => find(context, fields, filters, within),
    );
    context.meta.gate = gate;
    return {
      kind: within,
      filters: echo(given, FILTER_NAMES, filters.meant),
      ...suggestionsOf(filters),
      facets: Object.fromEntries(fields.map((field, index) => [field, lists[index]?.buckets ?? []])),
      total_values: Object.fromEntries(fields.map((field, index) => [field, lists[index]?.total_values ?? 0])),
    };
  },
});

/** The attributes that some entity of a kind has. */
function attributesOf(context: Context, of: Kind): Promise<(typeof ATTRIBUTE_FACETS)[number][]> {
  return context.generation.cache.remember(`facet fields ${of}`, 100, async () => {
    const [fields] = await context.generation.columns(
      sql`select distinct field from facet where kind_no = ${kindNumber(of)} and field in ${ATTRIBUTE_FACETS}`,
      [is.text],
      context,
    );
    return ATTRIBUTE_FACETS.filter((field) => fields.includes(field));
  });
}

interface Found {
  lists: Buckets[];
  gate: GateCounts;
}

async function find(context: Context, fields: readonly Facet[], filters: Understood, within: Kind): Promise<Found> {
  const lists = fields.map((field) => {
    const others = filters.groups.filter(({name}) => name !== field);
    return bucketsOf(context, field, {...filters, groups: others}, MOST);
  });
  return {
    lists: await Promise.all(lists),
    gate: filters.groups.length > 0 ? await gateOf(context, filters) : await gateOfAll(context, filters, within),
  };
}

/** Labels of the MoA fields that count, and those that the gate keeps out. */
async function gateOfAll(
  context: Context,
  {minConfidence, isDefaultGate}: Understood,
  within: Kind,
): Promise<GateCounts> {
  const kindNo = kindNumber(within);
  const [[counted], [tagged]] = await context.generation.columns(
    isDefaultGate
      ? sql`select sum(trusted)::bigint, sum(tagged)::bigint from facet where kind_no = ${kindNo} and field in ${MOA_FACETS}`
      : sql`select ${countIf(sql`confidence >= ${minConfidence}`)}, count(*) from label
            where ${kindOf('rid')} = ${kindNo} and label_id in (select label_id from value where field in ${MOA_FACETS})`,
    [is.integer.orNull, is.integer.orNull],
    context,
  );
  return {min_confidence: minConfidence, counted: counted ?? 0, dropped: (tagged ?? 0) - (counted ?? 0)};
}
