import {z} from 'zod';
import type {Context} from '../context.ts';
import {GraphError} from '../errors.ts';
import {defineOperation, RawJson} from '../operation.ts';
import {bucket, didYouMean, filterEcho} from '../schema/envelope.ts';
import {type Kind, kind} from '../schema/kinds.ts';
import {minConfidence, narrowing} from '../schema/params.ts';
import {kindNumber} from '../schema/rid.ts';
import {countIf, kindOf} from '../sql/fragments.ts';
import {is} from '../sql/results.ts';
import {sql} from '../sql/sql.ts';
import {type Buckets, bucketsOf} from './aggregate.ts';
import {echo, resolveFilters, suggestionsOf, type Understood} from './filters/filters.ts';
import {type GateCounts, gateOf} from './filters/listing.ts';

export const MOA_FACETS = ['target', 'modality', 'mechanism', 'therapeutic_area'] as const;

/** Facets of the kinds whose entities have such an attribute, or a date. */
const ATTRIBUTE_FACETS = ['phase', 'status', 'agency', 'country', 'year'] as const;

type Facet = (typeof MOA_FACETS)[number] | (typeof ATTRIBUTE_FACETS)[number];

/** Maximum number of values per facet; aggregate returns the rest. */
const MOST = 1000;

const values = z.array(bucket);

const FILTER_NAMES = [...Object.keys(narrowing), 'min_confidence'];

export const facets = defineOperation({
  name: 'facets',
  path: '/v1/facets',
  summary: 'The filter values of a kind, with counts.',
  description: `MoA facets count trusted enrichment only; phase, status, agency, country and year are listed if the kind has them. Each facet ignores its own filter and applies all others. Largest first, then by value; at most ${MOST.toLocaleString('en')} values each; \`total_values\` is the number of values. \`kind\` is required; without it the answer is 400.`,
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
      throw new GraphError('bad_request', 'Facets need a `kind`.');
    }
    const {kind: within} = given;
    const filters = await resolveFilters(context.generation, given, context);
    const fields = [...MOA_FACETS, ...(await attributesOf(context, within))];
    const question = filters.groups.map(({name, labelIds, key}) => key ?? `${name} ${labelIds.join()}`);
    const {facets, total_values, gate} = await context.generation.cache.remember(
      `facets ${JSON.stringify([within, filters.minConfidence, question])}`,
      (found) => 200 + found.facets.text.length,
      () => find(context, fields, filters, within),
    );
    context.meta.gate = gate;
    return {
      kind: within,
      filters: echo(given, FILTER_NAMES, filters.meant),
      ...suggestionsOf(filters),
      facets,
      total_values,
    };
  },
});

/** The attributes that occur in entities of a kind. */
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
  /** The lists of all fields, serialised once: there may be thousands of values. */
  facets: RawJson;
  total_values: Record<string, number>;
  gate: GateCounts;
}

async function find(context: Context, fields: readonly Facet[], filters: Understood, within: Kind): Promise<Found> {
  const own = fields.filter((field) => filters.groups.some(({name}) => name === field));
  const rest = fields.filter((field) => !own.includes(field));
  const lists = new Map<Facet, Buckets>();
  const take = async (some: readonly Facet[], groups: Understood['groups']) => {
    const found = await bucketsOf(context, some, {...filters, groups}, MOST);
    some.forEach((field, index) => {
      lists.set(field, found[index] as Buckets);
    });
  };
  const [gate] = await Promise.all([
    filters.groups.length > 0 ? gateOf(context, filters) : gateOfAll(context, filters, within),
    take(rest, filters.groups),
    ...own.map((field) =>
      take(
        [field],
        filters.groups.filter(({name}) => name !== field),
      ),
    ),
  ]);
  const listed = fields.map((field) => [field, lists.get(field) as Buckets] as const);
  return {
    facets: new RawJson(JSON.stringify(Object.fromEntries(listed.map(([field, {buckets}]) => [field, buckets])))),
    total_values: Object.fromEntries(listed.map(([field, {total_values}]) => [field, total_values])),
    gate,
  };
}

/** The number of labels of MoA fields that count, and of those the gate leaves out. */
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
