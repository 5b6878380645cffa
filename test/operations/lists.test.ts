import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {FAMILIES, KINDS, type Kind} from '../../src/schema/kinds.ts';
import {openFixture} from '../helpers/graph.ts';
import {compare, type Live, lower, type Oracle, readOracle} from '../helpers/oracle.ts';

let graph: Graph;
let oracle: Oracle;
let everyone: Live[];
beforeAll(async () => {
  oracle = await readOracle(inject('snapshot'));
  everyone = [...oracle.live.values()];
  graph = await openFixture();
});
afterAll(() => graph.close());

/** Values of a field, frequent and rare ones, and some nobody carries. */
function valuesOf(field: string): string[] {
  const counts = new Map<string, number>();
  for (const entity of everyone)
    for (const value of oracle.values(entity, field).keys()) counts.set(value, (counts.get(value) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
  return [...sorted.slice(0, 6), ...sorted.slice(-3), 'nobody carries this'];
}

const FIELDS = [
  'target',
  'modality',
  'mechanism',
  'therapeutic_area',
  'target_id',
  'disease_id',
  'family',
  'technology',
] as const;

describe('filters', () => {
  it('find what plain JavaScript finds, alone and together, at any confidence', async () => {
    const choices = Object.fromEntries(
      FIELDS.map((field) => [
        field,
        fc.option(
          fc.constantFrom(
            ...valuesOf(field).filter((value) => field !== 'family' || FAMILIES.includes(value as never)),
          ),
          {nil: undefined, freq: 3},
        ),
      ]),
    );
    const question = fc.record({
      ...choices,
      kind: fc.option(fc.constantFrom(...KINDS), {nil: undefined}),
      min_confidence: fc.option(fc.constantFrom(0, 0.5, 0.6, 0.7, 0.8, 0.9, 1), {nil: undefined, freq: 3}),
    });
    await fc.assert(
      fc.asyncProperty(question, async (given) => {
        const {kind, min_confidence: minimum, ...filters} = given as Record<string, unknown>;
        const asked = Object.entries(filters).filter(([, value]) => value !== undefined) as [string, string][];
        const expected = everyone.filter(
          (entity) =>
            (kind === undefined || entity.kind === kind) &&
            asked.every(([field, value]) => oracle.carries(entity, field, value, minimum as number | undefined)),
        );
        const page = await graph.entities({...(given as object), limit: 1000});
        expect(page.total).toBe(expected.length);
        expect(page.results.length).toBe(Math.min(expected.length, 1000));
        const ids = new Set(expected.map(({id}) => id));
        for (const row of page.results) expect(ids.has(row.id)).toBe(true);
      }),
      {numRuns: 150},
    );
  });

  it('count as aggregate and facets count', async () => {
    for (const field of ['target', 'modality', 'mechanism', 'therapeutic_area'] as const) {
      const {buckets} = await graph.aggregate({field, limit: 1000});
      const counts = new Map<string, number>();
      for (const entity of everyone)
        for (const [value, confidence] of oracle.values(entity, field))
          if ((confidence ?? -1) >= oracle.trusted) counts.set(value, (counts.get(value) ?? 0) + 1);
      expect(new Map(buckets.map(({value, count}) => [lower(value), count]))).toEqual(counts);
      for (const {value, count} of buckets.slice(0, 4))
        expect((await graph.entities({[field]: value, limit: 1})).total).toBe(count);
      expect(buckets).toEqual([...buckets].sort((a, b) => b.count - a.count || compare(a.value, b.value)));
    }
  });

  it('narrow an aggregate', async () => {
    for (const therapeutic_area of valuesOf('therapeutic_area').slice(0, 2)) {
      for (const kind of ['paper', 'patent', undefined] as const) {
        const {buckets} = await graph.aggregate({
          field: 'modality',
          therapeutic_area,
          ...(kind && {kind}),
          limit: 1000,
        });
        const counts = new Map<string, number>();
        for (const entity of everyone) {
          if (
            (kind !== undefined && entity.kind !== kind) ||
            !oracle.carries(entity, 'therapeutic_area', therapeutic_area)
          )
            continue;
          for (const [value, confidence] of oracle.values(entity, 'modality'))
            if ((confidence ?? -1) >= oracle.trusted) counts.set(value, (counts.get(value) ?? 0) + 1);
        }
        expect(new Map(buckets.map(({value, count}) => [lower(value), count]))).toEqual(counts);
      }
    }
  });

  it('say what the gate dropped', async () => {
    const value = valuesOf('modality')[0] ?? '';
    const page = await graph.entities({modality: value, kind: 'paper', limit: 1});
    const tagged = everyone.filter((entity) => entity.kind === 'paper' && oracle.values(entity, 'modality').has(value));
    const counted = tagged.filter((entity) => oracle.carries(entity, 'modality', value));
    expect(page.meta.gate).toEqual({
      min_confidence: 0.7,
      counted: counted.length,
      dropped: tagged.length - counted.length,
    });
  });

  it('take target symbols, names, aliases and technologies by any of their names', async () => {
    const targets = everyone.filter((entity) => entity.kind === 'target').slice(0, 8);
    for (const target of targets) {
      const total = everyone.filter((entity) =>
        oracle.carries(entity, 'target', String(target.target_symbol ?? target.name)),
      ).length;
      for (const name of [target.name, target.target_symbol, ...((target.aliases as string[]) ?? [])])
        if (name && oracle.carries(target, 'target', String(name), 0))
          expect((await graph.entities({target: String(name).toUpperCase(), limit: 1})).total).toBe(total);
    }
    for (const technology of everyone.filter((entity) => entity.kind === 'technology').slice(0, 3)) {
      const users = oracle.edges.filter((edge) => edge.relation === 'employs' && edge.target === technology.id);
      for (const name of [technology.id, technology.slug])
        expect((await graph.entities({technology: name, limit: 1})).total).toBe(
          new Set(users.map(({source}) => source)).size,
        );
    }
  });
});

const ORDERS: Record<string, (a: Live, b: Live) => number> = {
  recent: (a, b) => b.updated_at.getTime() - a.updated_at.getTime() || compare(a.id, b.id),
  name: (a, b) => compare(lower(a.name), lower(b.name)) || compare(a.id, b.id),
  prominence: (a, b) =>
    signal(b).prominence - signal(a).prominence || signal(b).degree - signal(a).degree || compare(a.id, b.id),
  momentum: (a, b) => Number((signal(b).momentum - signal(a).momentum).toFixed(6)) || compare(a.id, b.id),
};

function signal(entity: Live) {
  return oracle.signals.get(entity.id) ?? {prominence: -1, momentum: -99, degree: -1};
}

describe('keyset pages', () => {
  it.each(['recent', 'name', 'prominence', 'momentum'] as const)(
    'by %s have every row once, in order',
    async (sort) => {
      for (const kind of [undefined, 'company', 'trial'] as (Kind | undefined)[]) {
        const expected = everyone
          .filter(
            (entity) =>
              (kind === undefined || entity.kind === kind) &&
              (['recent', 'name'].includes(sort) || oracle.signals.has(entity.id)),
          )
          .sort(ORDERS[sort])
          .map(({id}) => id);
        const ids: string[] = [];
        for await (const row of graph.entities.all({sort, limit: 211, ...(kind && {kind})})) ids.push(row.id);
        expect(ids).toEqual(expected);
      }
    },
  );

  it('go on within filters and predicates', async () => {
    const modality = valuesOf('modality')[0] ?? '';
    const expected = everyone
      .filter((entity) => oracle.carries(entity, 'modality', modality))
      .sort(ORDERS.recent)
      .map(({id}) => id);
    const ids: string[] = [];
    for await (const row of graph.entities.all({modality, limit: 17, fields: 'id'})) ids.push(row.id);
    expect(ids).toEqual(expected);
    const found: string[] = [];
    for await (const row of graph.search.all({
      predicates: [{field: 'modality', operator: 'eq', value: modality}],
      limit: 19,
    }))
      found.push(row.id);
    expect(found).toEqual(expected);
  });

  it('page by offset too, within the window, with total on the first page only', async () => {
    const first = await graph.entities({kind: 'person', limit: 10, sort: 'name'});
    const second = await graph.entities({kind: 'person', limit: 10, sort: 'name', offset: first.next_offset ?? 0});
    const after = await graph.entities({kind: 'person', limit: 10, sort: 'name', after: first.next_cursor ?? ''});
    expect(second.results).toEqual(after.results);
    expect(first.total).toBe(everyone.filter((entity) => entity.kind === 'person').length);
    expect(after.total).toBeUndefined();
    const last = await graph.entities({kind: 'person', limit: 1000, offset: (first.total ?? 0) - 3});
    expect(last.results.length).toBe(3);
    expect(last.next_offset).toBeNull();
    expect(last.next_cursor).toBeNull();
  });

  it('refuse cursors of other questions', async () => {
    const {next_cursor: after} = await graph.entities({kind: 'person', limit: 2});
    await expect(graph.entities({kind: 'paper', after: after ?? ''})).rejects.toMatchObject({code: 'bad_request'});
    await expect(graph.entities({kind: 'person', sort: 'name', after: after ?? ''})).rejects.toMatchObject({
      code: 'bad_request',
    });
    await expect(graph.entities({q: 'kinase', after: after ?? ''})).rejects.toMatchObject({code: 'bad_request'});
  });
});

describe('fields', () => {
  it('come back as selected, and id always', async () => {
    const {results} = await graph.entities({limit: 3, fields: 'name,moa'});
    for (const row of results) expect(Object.keys(row).sort()).toEqual(['id', 'moa', 'name']);
    await expect(graph.entities({fields: 'name,nope'})).rejects.toThrow(/nope/);
  });

  it('may be a list, as may relations to follow', async () => {
    const [first] = (await graph.entities({limit: 1, sort: 'prominence', fields: ['name', 'moa']})).results;
    expect(Object.keys(first ?? {}).sort()).toEqual(['id', 'moa', 'name']);
    const found = await graph.search({predicates: [], limit: 1, fields: ['slug']});
    expect(Object.keys(found.results[0] ?? {}).sort()).toEqual(['id', 'slug']);
    const entity_id = first?.id ?? '';
    const walk = (relations: string | string[]) => graph.traverse({entity_id, depth: 1, relations});
    expect(await walk(['develops', 'sponsors'])).toEqual(await walk('develops,sponsors'));
    for (const fields of [[], ['nope'], ['name', 5]])
      await expect(graph.entities({fields: fields as string[]})).rejects.toMatchObject({status: 422});
  });
});
