import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {openFixture} from '../../helpers/graph.ts';
import {type Live, lower, type Oracle, readOracle} from '../../helpers/oracle.ts';

let graph: Graph;
let oracle: Oracle;
let everyone: Live[];
beforeAll(async () => {
  oracle = await readOracle(inject('snapshot'));
  everyone = [...oracle.live.values()];
  graph = await openFixture();
});
afterAll(() => graph.close());

const attribute = (entity: Live, name: string) => {
  const value = (JSON.parse(String(entity.attributes ?? '{}')) as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
};

/** The own date, as the kind has one. */
const dayOf = (entity: Live): string | undefined => {
  const names: Record<string, string[]> = {
    trial: ['start_date'],
    paper: ['published_at'],
    patent: ['filed_at', 'published_at'],
    approval: ['approved_at'],
    catalyst: ['date'],
    opportunity: ['closes_at'],
  };
  const text = (names[entity.kind] ?? []).map((name) => attribute(entity, name)).find((one) => one !== undefined);
  return text === undefined ? undefined : `${text}-01-01`.slice(0, 10);
};

const totalOf = async (given: object) => (await graph.entities({...given, limit: 1})).total;

describe('attributes', () => {
  it.each(['phase', 'status'] as const)(
    '%s: a bucket counts what the filter finds, whatever the spelling',
    async (field) => {
      const counts = new Map<string, number>();
      for (const entity of everyone) {
        const value = attribute(entity, field);
        if (value !== undefined) counts.set(lower(value), (counts.get(lower(value)) ?? 0) + 1);
      }
      const {buckets} = await graph.aggregate({field, limit: 1000});
      expect(buckets.length).toBeGreaterThan(1);
      expect(new Map(buckets.map(({value, count}) => [lower(value), count]))).toEqual(counts);
      const [first, second] = buckets;
      expect(await totalOf({[field]: first?.value})).toBe(first?.count);
      expect(await totalOf({[field]: first?.value.replace(' ', '-').toUpperCase()})).toBe(first?.count);
      expect(await totalOf({[field]: [first?.value, second?.value]})).toBe((first?.count ?? 0) + (second?.count ?? 0));
    },
  );

  it('echo what was meant, and say what else may have been', async () => {
    const {buckets} = await graph.aggregate({field: 'phase', limit: 1000});
    const value = buckets[0]?.value ?? '';
    const asked = await graph.entities({phase: value.replace(' ', '').toUpperCase(), limit: 1});
    expect(asked.filters).toEqual({phase: value});
    const unknown = await graph.entities({phase: `${value}x`, limit: 1});
    expect(unknown).toMatchObject({total: 0, filters: {phase: `${value}x`}});
    expect(unknown.did_you_mean?.phase).toContain(value);
    expect((await graph.aggregate({field: 'kind', phase: `${value}x`})).did_you_mean?.phase).toContain(value);
    expect((await graph.facets({kind: 'trial', phase: `${value}x`})).did_you_mean?.phase).toContain(value);
    const predicates = [{field: 'phase', operator: 'eq' as const, value: `${value}x`}];
    expect((await graph.search({predicates})).did_you_mean?.phase).toContain(value);
    await expect(graph.entities({year: '20'})).rejects.toMatchObject({code: 'validation_error'});
  });
});

describe('dates', () => {
  it('are both inclusive, and order newest first with the undated last', async () => {
    const trials = everyone.filter(({kind}) => kind === 'trial');
    const days = trials.flatMap((trial) => dayOf(trial) ?? []).sort();
    const [from = '', to = ''] = [days[Math.floor(days.length / 4)], days[Math.floor(days.length / 2)]];
    const within = trials.filter((trial) => (dayOf(trial) ?? '') >= from && (dayOf(trial) ?? '9999') <= to);
    expect(within.length).toBeGreaterThan(0);
    expect(await totalOf({kind: 'trial', date_from: from, date_to: to})).toBe(within.length);
    const ids: string[] = [];
    for await (const row of graph.entities.all({kind: 'trial', sort: 'date', limit: 40})) ids.push(row.id);
    const expected = [...trials].sort((a, b) => {
      const [x, y] = [dayOf(a) ?? '', dayOf(b) ?? ''];
      return x === y ? (a.id < b.id ? -1 : 1) : x < y ? 1 : -1;
    });
    expect(ids).toEqual(expected.map(({id}) => id));
    const {buckets} = await graph.aggregate({field: 'year', kind: 'trial', limit: 1000});
    const year = buckets[0]?.value ?? '';
    expect(buckets[0]?.count).toBe(trials.filter((trial) => dayOf(trial)?.startsWith(year)).length);
    expect(await totalOf({kind: 'trial', year})).toBe(buckets[0]?.count);
  });
});

describe('organization', () => {
  it('finds whoever has an edge with it, by any way to name it, with other filters', async () => {
    const organizations = everyone.filter(({kind}) => kind === 'company');
    const neighbours = (id: string) =>
      new Set(
        oracle.edges
          .filter(({relation}) => relation !== 'subsidiary_of')
          .flatMap(({source, target}) => (source === id ? [target] : target === id ? [source] : [])),
      );
    const one = organizations.find(({id}) =>
      [...neighbours(id)].some((other) => oracle.live.get(other)?.kind === 'trial'),
    );
    const found = neighbours(one?.id ?? '');
    for (const kind of ['trial', 'patent', undefined] as const) {
      const expected = [...found].filter((id) => kind === undefined || oracle.live.get(id)?.kind === kind).length;
      expect(await totalOf({organization: one?.id, rollup: false, ...(kind && {kind})})).toBe(expected);
      expect(await totalOf({organization: `COMPANY/${one?.slug}`, rollup: false, ...(kind && {kind})})).toBe(expected);
    }
    await expect(graph.entities({rollup: true})).rejects.toMatchObject({code: 'validation_error'});
    expect(await totalOf({organization: 'nobody bears this name'})).toBe(0);
  });
});

describe('ids', () => {
  it('keep their order, page, name what is missing, and pass the other filters', async () => {
    const [a, b, c] = everyone.filter(({kind}) => kind === 'trial');
    const ids = [b?.id ?? '', 'nobody', `trial/${a?.slug}`, b?.id ?? '', c?.id ?? ''];
    const first = await graph.entities({ids, limit: 2});
    expect(first).toMatchObject({total: 3, missing: ['nobody'], count: 2});
    expect(first.results.map(({id}) => id)).toEqual([b?.id, a?.id]);
    const second = await graph.entities({ids, limit: 2, after: first.next_cursor as string});
    expect(second.results.map(({id}) => id)).toEqual([c?.id]);
    expect(second.missing).toBeUndefined();
    expect((await graph.entities({ids: ids.join(','), limit: 9})).results.map(({id}) => id)).toEqual([
      b?.id,
      a?.id,
      c?.id,
    ]);
    expect(await graph.entities({ids, kind: 'company'})).toMatchObject({total: 0, missing: ['nobody']});
    const rows: {id: string}[] = [];
    for await (const row of graph.export({ids})) rows.push(row as {id: string});
    expect(rows.map(({id}) => id)).toEqual([b?.id, a?.id, c?.id]);
  });

  it('may be slugs without their kind, and those that several kinds have are of the kind that people look for', async () => {
    const kindsOf = new Map<string, string[]>();
    for (const {slug, kind} of everyone) kindsOf.set(slug, [...(kindsOf.get(slug) ?? []), kind]);
    const plain = everyone.filter(({slug}) => kindsOf.get(slug)?.length === 1).slice(0, 40);
    const found = await graph.entities({ids: plain.map(({slug}) => slug.toUpperCase()), limit: 100});
    expect(found.missing).toEqual([]);
    expect(found.results.map(({id}) => id)).toEqual(plain.map(({id}) => id));
    const [slug] = [...kindsOf].find(([, kinds]) => kinds.includes('product') && kinds.length > 1) ?? [];
    if (slug !== undefined)
      expect((await graph.entities({ids: [slug]})).results).toMatchObject([{slug, kind: 'product'}]);
  });
});

describe('facets', () => {
  it('leave out their own filter and apply the others', async () => {
    const {facets} = await graph.facets({kind: 'trial'});
    const phase = facets.phase?.[0]?.value ?? '';
    const narrowed = await graph.facets({kind: 'trial', phase});
    expect(narrowed.facets.phase).toEqual(facets.phase);
    for (const {value, count} of narrowed.facets.modality.slice(0, 4))
      expect(await totalOf({kind: 'trial', phase, modality: value})).toBe(count);
    expect((await graph.facets({kind: 'person'})).facets.phase).toBeUndefined();
  });
});

it('several kinds are one list, and agree with the export', async () => {
  const kind = ['trial', 'company'] as const;
  const expected = everyone.filter((entity) => entity.kind === 'trial' || entity.kind === 'company').length;
  const page = await graph.entities({kind: [...kind], limit: 1});
  expect(page).toMatchObject({total: expected, kind: ['trial', 'company']});
  let exported = 0;
  for await (const _ of graph.export({kind: [...kind]})) exported++;
  expect(exported).toBe(expected);
});

it('the same value twice is that value, and a cursor is of either', async () => {
  const once = await graph.entities({kind: 'trial', limit: 2, modality: 'peptide'});
  const twice = await graph.entities({kind: ['trial', 'trial'], limit: 2, modality: ['peptide', 'peptide']});
  expect(twice).toEqual(once);
  const after = (await graph.entities({kind: ['trial', 'trial'], limit: 1})).next_cursor ?? '';
  const next = await graph.entities({kind: 'trial', limit: 1, after});
  expect(next.results).toEqual((await graph.entities({kind: 'trial', limit: 1, offset: 1})).results);
  const counts = {field: 'phase' as const, kind: 'trial' as const};
  expect(await graph.aggregate({...counts, kind: ['trial', 'trial']})).toEqual(await graph.aggregate(counts));
});
