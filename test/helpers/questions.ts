import type {Graph} from '../../src/index.ts';
import type {Operation} from '../../src/operation.ts';
import {AGGREGATE_FIELDS} from '../../src/operations/aggregate.ts';
import {operations} from '../../src/operations/index.ts';
import {KINDS} from '../../src/schema/kinds.ts';
import {SORTS} from '../../src/schema/params.ts';

/** An operation and what it is asked. */
export type Question = [method: string, params: Record<string, unknown>];

const all = operations as unknown as Operation[];

/** Texts that find much, little and nothing, mistyped ones and starts. */
const TEXTS = [
  'pembrolizumab',
  'PD-1 antibody lung cancer',
  'Pfizer',
  'NCT01877811',
  'phase 3 insulin',
  'pembrolizmab',
  'Pfizer phase 3 oncology trials',
  'NSCLC antibodies',
  'phase 2 AstraZeneca drugs',
  'EMA approvals 2020',
];
const STARTS = [
  'p',
  'pfi',
  'pfizr',
  'amg',
  'lung canc',
  'a b',
  'antibdy',
  'Keytruda pem',
  '10.1',
  'NCT018',
  'US1',
  'ünd',
];
const CELLS = [
  {target: 'PD-1'},
  {modality: 'antibody'},
  {therapeutic_area: 'oncology'},
  {target: 'EGFR', modality: 'small molecule', min_confidence: 0.1},
  {target: 'nosuchthing'},
];
const PREDICATES: [string, string, unknown?][] = [
  ['name', 'prefix', 'a'],
  ['name', 'contains', 'ab'],
  ['name', 'eq', 'Pfizer'],
  ['slug', 'in', ['pfizer', 'amgen']],
  ['target', 'eq', 'PD-1'],
  ['target', 'ne', 'PD-1'],
  ['target', 'is_null'],
  ['modality', 'contains', 'mol'],
  ['updated_at', 'gt', '2020-01-01'],
  ['degree', 'gte', 5],
  ['prominence', 'is_null'],
  ['momentum', 'lte', 0],
  ['date', 'between', ['2010-01-01', '2020-01-01']],
  ['date', 'is_null'],
  ['phase', 'in', ['phase 2', 'phase 3']],
  ['kind', 'ne', 'trial'],
  ['disease', 'eq', 'cancer'],
  ['ticker', 'not_null'],
];

/** The most prominent of each kind that there is. */
export async function known(graph: Graph): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const kind of KINDS) {
    const found =
      (await graph.entities({kind, sort: 'prominence', limit: 1})).results[0] ??
      (await graph.entities({kind, limit: 1})).results[0];
    if (found !== undefined) ids.set(kind, found.id);
  }
  return ids;
}

/** The example of every operation that reads, about the most prominent. */
export async function examples(graph: Graph): Promise<Question[]> {
  const ids = await known(graph);
  const company = ids.get('company') ?? '';
  const {slug} = await graph.entity(company);
  return all
    .filter(({name}) => name !== 'contact')
    .map(({name, example, about, params}) => [
      name,
      {
        ...example,
        ...('entity_id' in params.shape && {entity_id: ids.get(about ?? 'company')}),
        ...('slug' in params.shape && {kind: 'company', slug}),
      },
    ]);
}

/** Questions that take every way through the operations. */
export async function questions(graph: Graph): Promise<Question[]> {
  const ids = await known(graph);
  const company = ids.get('company') ?? '';
  const companies = (await graph.entities({kind: 'company', sort: 'prominence', limit: 4})).results;
  return [
    ...(await examples(graph)),
    ...[...ids].flatMap(([kind, entity_id]): Question[] => [
      ['entities', {kind, limit: 30}],
      ['facets', {kind}],
      ['similar', {entity_id}],
      ['edges', {entity_id}],
      ['traverse', {entity_id, depth: 2}],
    ]),
    ...SORTS.flatMap((sort): Question[] => [
      ['entities', {sort, limit: 30}],
      ['entities', {sort, kind: 'trial', modality: 'small molecule', limit: 30}],
      ['entities', {sort, kind: ['trial', 'paper'], target: ['PD-1', 'EGFR'], min_confidence: 0.3}],
    ]),
    ...TEXTS.flatMap((q): Question[] => [
      ['entities', {q}],
      ['entities', {q, kind: 'trial', limit: 50}],
      ['entities', {q, therapeutic_area: 'oncology'}],
      ['resolve', {inputs: [q, q.slice(0, -1), q.toUpperCase()]}],
    ]),
    ...[...TEXTS, ...STARTS].map((q): Question => ['autocomplete', {q, limit: 25}]),
    ...AGGREGATE_FIELDS.flatMap((field): Question[] => [
      ['aggregate', {field}],
      ['aggregate', {field, kind: 'trial', therapeutic_area: 'oncology'}],
      ['aggregate', {field, min_confidence: 0.2, modality: 'antibody', organization: company}],
    ]),
    ...CELLS.flatMap((cell) =>
      ['concentration', 'patentLandscape', 'rankPeople', 'experts'].map((name): Question => [name, cell]),
    ),
    ...companies.flatMap(({id}): Question[] => [
      ['dossier', {entity_id: id}],
      ['comparables', {entity_id: id}],
      ['comparables', {entity_id: id, min_confidence: 0.2, rollup: false}],
      ['similar', {entity_id: id, limit: 50}],
      ['entities', {organization: id}],
    ]),
    ...PREDICATES.map(
      ([field, operator, value]): Question => [
        'search',
        {predicates: [{field, operator, ...(value !== undefined && {value})}], limit: 40},
      ],
    ),
    ['search', {predicates: [{field: 'organization', operator: 'eq', value: company}]}],
    ['rankPeople', {limit: 200}],
    ['whitespace', {}],
    ['whitespace', {therapeutic_area: 'oncology', min_confidence: 0.3}],
    ['facets', {kind: 'trial', modality: 'antibody', min_confidence: 0.3}],
    ['changes', {since: '2000-01-01', limit: 50, include: 'edges'}],
    ['changes', {since: '2000-01-01', limit: 200}],
    ['calendar', {from: '2000-01-01'}],
    ['calendar', {from: '1990-01-01', product: ids.get('product')}],
    ['fundingAnalytics', {months: 240}],
    ['exportEdges', {max: 200}],
    ['exportEdges', {kind: 'company', relation: 'develops', max: 100}],
    ['export', {max: 300}],
    ['export', {kind: 'trial', therapeutic_area: 'oncology', max: 100}],
    ['export', {ids: [...ids.values()]}],
    ['entities', {ids: [...ids.values(), 'nobody']}],
    ['entities', {disease: 'cancer', kind: 'trial'}],
    ['entities', {date_from: '2015-01-01', date_to: '2016-01-01'}],
    ['entities', {phase: 'phase 3', country: 'US'}],
    ['entities', {target: 'PDD1'}],
  ];
}

/** An answer as text, errors too, with what is said beside it; streams as their rows. */
export async function answer(graph: Graph, [method, params]: Question): Promise<string> {
  const ask = (graph as unknown as Record<string, (params: unknown) => unknown>)[method] as (
    params: unknown,
  ) => unknown;
  try {
    const given = ask(params);
    if (typeof (given as {next?: unknown}).next === 'function') {
      const rows: unknown[] = [];
      for await (const row of given as AsyncIterable<unknown>) rows.push(row);
      return JSON.stringify(rows);
    }
    const found = (await given) as {meta: unknown};
    return JSON.stringify([found, found.meta], rounded);
  } catch (error) {
    const {code = 'unknown', message} = error as {code?: string; message: string};
    if (code === 'unknown') throw error;
    return `${code}: ${message}`;
  }
}

/** Vectors are summed in another order by each engine: five decimals of a cosine are the same. */
function rounded(key: string, value: unknown): unknown {
  return key === 'cosine' && typeof value === 'number' ? Math.round(value * 1e5) / 1e5 : value;
}
