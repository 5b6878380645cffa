import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {openFixture} from '../helpers/graph.ts';
import {type Live, lower, type Oracle, readOracle} from '../helpers/oracle.ts';

let graph: Graph;
let oracle: Oracle;
let everyone: Live[];
beforeAll(async () => {
  oracle = await readOracle(inject('snapshot'));
  everyone = [...oracle.live.values()];
  graph = await openFixture();
});
afterAll(() => graph.close());

type Scalar = string | number;
type Read = (entity: Live) => Scalar | null;
const raw =
  (column: string): Read =>
  (entity) =>
    (entity[column] as Scalar | null) ?? null;
const signal =
  (name: 'degree' | 'prominence' | 'momentum' | 'rank_in_kind' | 'activity_90d'): Read =>
  (entity) => {
    const value = oracle.signals.get(entity.id)?.[name];
    return value === undefined ? null : Number(value.toFixed(4));
  };

const TEXTS: Record<string, Read> = {
  name: raw('name'),
  slug: raw('slug'),
  domain: raw('domain'),
  cik: raw('cik'),
  ticker: raw('ticker'),
  orcid: raw('orcid'),
  doi: raw('doi'),
};
const NUMBERS: Record<string, Read> = {
  confidence: raw('moa_confidence'),
  degree: signal('degree'),
  rank_in_kind: signal('rank_in_kind'),
  activity_90d: signal('activity_90d'),
};
const LABELS = ['target', 'modality', 'mechanism', 'therapeutic_area', 'disease_id', 'platform_type'];

/** What a predicate means, in plain JavaScript. Unknown is neither equal nor different. */
function holds(value: Scalar | null, operator: string, given: Scalar | Scalar[]): boolean {
  if (operator === 'is_null') return value === null;
  if (operator === 'not_null') return value !== null;
  if (value === null) return false;
  const fold = (one: Scalar) => (typeof one === 'string' ? lower(one) : one);
  const own = fold(value);
  const [first = '', second = ''] = (Array.isArray(given) ? given : [given]).map(fold);
  switch (operator) {
    case 'eq':
      return own === first;
    case 'ne':
      return own !== first;
    case 'in':
      return (given as Scalar[]).map(fold).includes(own);
    case 'not_in':
      return !(given as Scalar[]).map(fold).includes(own);
    case 'lt':
      return own < first;
    case 'lte':
      return own <= first;
    case 'gt':
      return own > first;
    case 'gte':
      return own >= first;
    case 'between':
      return own >= first && own <= second;
    case 'prefix':
      return String(own).startsWith(String(first));
    default:
      return String(own).includes(String(first));
  }
}

interface Asked {
  field: string;
  operator: string;
  value?: Scalar | Scalar[];
}

function passes(entity: Live, {field, operator, value = ''}: Asked): boolean {
  const read = TEXTS[field] ?? NUMBERS[field];
  if (read !== undefined) return holds(read(entity), operator, value);
  const trusted = [...oracle.values(entity, field)]
    .filter(([, confidence]) => (confidence ?? -1) >= oracle.trusted)
    .map(([label]) => label);
  if (operator === 'is_null') return trusted.length === 0;
  if (operator === 'not_null') return trusted.length > 0;
  const given = (Array.isArray(value) ? value : [value]).map(String);
  const any = trusted.some((label) =>
    given.some((one) =>
      operator === 'prefix'
        ? label.startsWith(lower(one))
        : operator === 'contains'
          ? label.includes(lower(one))
          : oracle.carries(entity, field, one),
    ),
  );
  return operator === 'ne' || operator === 'not_in' ? trusted.length > 0 && !any : any;
}

function asked(): fc.Arbitrary<Asked> {
  const pick = (values: Scalar[]) => fc.constantFrom(...values);
  const of = (field: string, values: Scalar[], operators: string[]) =>
    fc
      .tuple(fc.constantFrom(...operators), pick(values), pick(values), pick(values))
      .map(([operator, a, b, c]): Asked => {
        if (operator === 'is_null' || operator === 'not_null') return {field, operator};
        if (operator === 'in' || operator === 'not_in') return {field, operator, value: [a, b, c]};
        if (operator === 'between') return {field, operator, value: [a, b].sort((x, y) => Number(x) - Number(y))};
        if (operator === 'prefix' || operator === 'contains') return {field, operator, value: String(a).slice(0, 3)};
        return {field, operator, value: a};
      });
  const values = (read: (entity: Live) => (Scalar | null)[]) => {
    const found = [...new Set(everyone.flatMap(read).filter((value) => value !== null))] as Scalar[];
    return found.filter((_, index) => index % Math.ceil(found.length / 12) === 0);
  };
  const equal = ['eq', 'ne', 'in', 'not_in'];
  const text = [...equal, 'prefix', 'contains'];
  return fc.oneof(
    ...Object.entries(TEXTS).map(([field, read]) =>
      of(
        field,
        values((entity) => [read(entity)]),
        ['name', 'slug'].includes(field) ? text : [...text, 'is_null', 'not_null'],
      ),
    ),
    ...Object.entries(NUMBERS).map(([field, read]) =>
      of(
        field,
        values((entity) => [read(entity)]),
        [...equal, 'lt', 'lte', 'gt', 'gte', 'between', 'is_null', 'not_null'],
      ),
    ),
    ...LABELS.map((field) =>
      of(
        field,
        values((entity) => [...oracle.values(entity, field).keys()]),
        [...text, 'is_null', 'not_null'],
      ),
    ),
  );
}

describe('predicates', () => {
  it('hold as they hold in plain JavaScript', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(asked(), {minLength: 1, maxLength: 3}), async (predicates) => {
        const expected = everyone.filter((entity) => predicates.every((one) => passes(entity, one)));
        const page = await graph.search({predicates: predicates as never, limit: 1000});
        expect(page.total).toBe(expected.length);
        const ids = new Set(expected.map(({id}) => id));
        for (const row of page.results) expect(ids.has(row.id)).toBe(true);
      }),
      {numRuns: 250},
    );
  });

  it('are as many as asked for, none matching everything', async () => {
    expect((await graph.search({predicates: [], limit: 1})).total).toBe(everyone.length);
    const one = {field: 'kind', operator: 'eq', value: 'paper'} as const;
    await graph.search({predicates: Array.from({length: 32}, () => one)});
    await expect(graph.search({predicates: Array.from({length: 33}, () => one)})).rejects.toMatchObject({status: 422});
    const names = Array.from({length: 1000}, (_, n) => `name ${n}`);
    expect((await graph.search({predicates: [{field: 'name', operator: 'in', value: names}]})).total).toBe(0);
    await expect(
      graph.search({predicates: [{field: 'name', operator: 'in', value: [...names, 'x']}]}),
    ).rejects.toMatchObject({status: 422});
  });

  it('a year may be a number', async () => {
    const of = async (value: string | number) =>
      (await graph.search({predicates: [{field: 'year', operator: 'eq', value}], limit: 1})).total;
    expect(await of(2021)).toBe(await of('2021'));
    expect(await of(2021)).toBeGreaterThan(0);
  });

  it.each([
    [{field: 'nope', operator: 'eq', value: 1}, 'predicates.0.field'],
    [{field: 'name', operator: 'lt', value: 'a'}, 'predicates.0.operator'],
    [{field: 'name', operator: 'eq'}, 'predicates.0.value'],
    [{field: 'name', operator: 'eq', value: ['a']}, 'predicates.0.value'],
    [{field: 'degree', operator: 'between', value: [1]}, 'predicates.0.value'],
    [{field: 'degree', operator: 'eq', value: 'many'}, 'predicates.0.value'],
    [{field: 'updated_at', operator: 'gt', value: 'yesterday'}, 'predicates.0.value'],
    [{field: 'kind', operator: 'eq', value: 'planet'}, 'predicates.0.value'],
    [{field: 'name', operator: 'is_null', value: 'x'}, 'predicates.0.operator'],
    [{field: 'product.family', operator: 'eq', value: 'gadget'}, 'predicates.0.value'],
    [{field: 'product.family', operator: 'not_in', value: ['therapeutic', 'gadget']}, 'predicates.0.value'],
    [{field: 'year', operator: 'eq', value: '20x'}, 'predicates.0.value'],
    [{field: 'year', operator: 'eq', value: 20.5}, 'predicates.0.value'],
    [{field: 'name', operator: 'contains', value: ' '}, 'predicates.0.value'],
    [{field: 'target', operator: 'prefix', value: ''}, 'predicates.0.value'],
  ])('%j is refused where it is wrong', async (predicate, path) => {
    await expect(graph.search({predicates: [predicate] as never})).rejects.toMatchObject({
      status: 422,
      details: [{path}],
    });
  });

  it('take a part of a value of a closed list, and its own in any case', async () => {
    const total = async (operator: 'eq' | 'prefix', value: string) =>
      (await graph.search({predicates: [{field: 'product.family', operator, value}], limit: 1})).total;
    const drugs = everyone.filter(({product_family}) => product_family === 'therapeutic').length;
    expect(drugs).toBeGreaterThan(0);
    expect([await total('eq', 'Therapeutic'), await total('prefix', 'thera')]).toEqual([drugs, drugs]);
  });

  it('tell secondary modalities from primary ones', async () => {
    const secondary = (entity: Live) =>
      Number(entity.moa_confidence ?? -1) < oracle.trusted
        ? []
        : ((entity.secondary_modalities as string[] | null) ?? [])
            .map(lower)
            .filter((one) => one !== lower(entity.modality ?? ''));
    const values = [...new Set(everyone.flatMap(secondary))];
    expect(values.length).toBeGreaterThan(1);
    const field = 'secondary_modalities';
    const total = async (predicate: object) =>
      (await graph.search({predicates: [{field, ...predicate}] as never, limit: 1})).total;
    const having = everyone.filter((entity) => secondary(entity).length > 0);
    expect(await total({operator: 'not_null'})).toBe(having.length);
    expect(await total({operator: 'is_null'})).toBe(everyone.length - having.length);
    for (const value of values) {
      const of = having.filter((entity) => secondary(entity).includes(value)).length;
      expect(await total({operator: 'eq', value})).toBe(of);
      expect(await total({operator: 'ne', value})).toBe(having.length - of);
    }
  });

  it('compare times', async () => {
    const middle =
      [...everyone].sort((a, b) => a.updated_at.getTime() - b.updated_at.getTime())[Math.floor(everyone.length / 2)]
        ?.updated_at ?? new Date();
    const {total} = await graph.search({
      predicates: [{field: 'updated_at', operator: 'gte', value: middle.toISOString()}],
      limit: 1,
    });
    expect(total).toBe(everyone.filter((entity) => entity.updated_at >= middle).length);
  });
});

describe('export', () => {
  it('streams a slice, whole and capped', async () => {
    for (const [params, expected] of [
      [{kind: 'person'}, everyone.filter(({kind}) => kind === 'person').length],
      [{family: 'therapeutic'}, everyone.filter((entity) => entity.product_family === 'therapeutic').length],
      [{max: 7}, 7],
      [{}, everyone.length],
    ] as const) {
      const ids = new Set<unknown>();
      for await (const row of graph.export(params)) {
        expect(Object.keys(row)).toEqual([
          'id',
          'kind',
          'name',
          'slug',
          'target',
          'modality',
          'product_family',
          'updated_at',
        ]);
        const entity = oracle.live.get(String(row.id));
        expect(row).toMatchObject({
          kind: entity?.kind,
          name: entity?.name,
          slug: entity?.slug,
          modality: entity?.modality ?? null,
          updated_at: entity?.updated_at.toISOString(),
        });
        ids.add(row.id);
      }
      expect(ids.size).toBe(expected);
    }
  });
});

describe('schema and stats', () => {
  it('count what is live', async () => {
    const {counts, total} = await graph.stats();
    expect(total).toBe(everyone.length);
    for (const [kind, count] of Object.entries(counts))
      expect(count, kind).toBe(everyone.filter((entity) => entity.kind === kind).length);
    const {relations, kinds, aggregate_fields, moa_facets} = await graph.schema();
    for (const {relation, count} of relations)
      expect(count, relation).toBe(oracle.edges.filter((edge) => edge.relation === relation).length);
    expect(kinds.reduce((sum, {count}) => sum + count, 0)).toBe(total);
    for (const field of aggregate_fields) await graph.aggregate({field: field as never});
    expect(moa_facets).toEqual(['target', 'modality', 'mechanism', 'therapeutic_area']);
  });
});
