import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {openFixture} from '../helpers/graph.ts';
import {compare, type Live, type Oracle, readOracle} from '../helpers/oracle.ts';

let graph: Graph;
let oracle: Oracle;
beforeAll(async () => {
  oracle = await readOracle(inject('snapshot'));
  graph = await openFixture();
});
afterAll(() => graph.close());

const iso = (value: unknown) => (value === null || value === undefined ? null : (value as Date).toISOString());
const every = (n: number) => [...oracle.live.values()].filter((_, index) => index % n === 0);

/** The record as the contract says it, from the raw row. */
function documented(row: Live) {
  const raw = row as Record<string, unknown>;
  const text = (name: string) => (raw[name] ?? null) as string | null;
  const json = (name: string) =>
    raw[name] === null || raw[name] === undefined
      ? null
      : typeof raw[name] === 'string'
        ? JSON.parse(raw[name] as string)
        : raw[name];
  const signal = oracle.signals.get(row.id);
  const aliases = (raw.aliases as string[] | null) ?? null;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    slug: row.slug,
    identifiers: Object.fromEntries(
      ['domain', 'cik', 'ticker', 'uei', 'orcid', 'doi'].map((name) => [name, text(name)]),
    ),
    moa: {
      target: text('target'),
      target_id: text('target_id'),
      target_symbol: text('target_symbol'),
      modality: text('modality'),
      secondary_modalities: raw.secondary_modalities ?? [],
      mechanism: text('mechanism'),
      therapeutic_area: text('therapeutic_area'),
      disease_id: text('disease_id'),
      disease_label: text('disease_label'),
      confidence: raw.moa_confidence ?? null,
    },
    platform_type: text('platform_type'),
    product:
      raw.product_family || raw.product_categories || raw.product_uid
        ? {family: text('product_family'), categories: raw.product_categories ?? [], uid: text('product_uid')}
        : null,
    funding: json('funding'),
    signals: signal && {
      prominence: expect.closeTo(signal.prominence, 3),
      momentum: expect.closeTo(signal.momentum, 3),
      rank_in_kind: signal.rank_in_kind,
      degree: signal.degree,
      activity_90d: signal.activity_90d,
      computed_at: oracle.asOf.toISOString(),
    },
    attributes: {...(aliases && {aliases}), ...json('attributes')},
    provenance: {
      source: raw.source,
      observed_at: iso(raw.observed_at),
      identity_confidence: raw.identity_confidence ?? null,
      fields: oracle.provenance
        .filter(({entity_id}) => entity_id === row.id)
        .map(({field, source, confidence, observed_at, record}) => ({
          field,
          source,
          confidence: confidence ?? null,
          observed_at: iso(observed_at),
          record: record ?? null,
        })),
    },
    updated_at: row.updated_at.toISOString(),
    _links: {self: `/v1/entities/${row.id}`, edges: `/v1/entities/${row.id}/edges`},
  };
}

const PHASES: Record<string, number> = {
  'phase 1': 0.079,
  'early phase 1': 0.079,
  'phase 1/2': 0.079,
  'phase 2': 0.151,
  'phase 2/3': 0.151,
  'phase 3': 0.524,
  filed: 0.906,
};

describe('entity', () => {
  it('is the record of the snapshot, with signals and provenance', async () => {
    for (const row of every(23)) {
      const {pos, ...found} = await graph.entity(row.id);
      const expected = documented(row);
      const byField = (a: {field: string; source: string}, b: {field: string; source: string}) =>
        compare(a.field, b.field) || compare(a.source, b.source);
      expected.provenance.fields.sort(byField as never);
      found.provenance.fields.sort(byField);
      expect(found).toEqual({...expected, signals: expected.signals ?? null});
      if (row.kind !== 'trial') expect(pos).toBeNull();
    }
  });

  it('gives trials their likelihood of approval by phase', async () => {
    let seen = 0;
    for (const row of oracle.live.values()) {
      if (row.kind !== 'trial' || seen > 60) continue;
      seen += 1;
      const {pos, attributes} = await graph.entity(row.id);
      const phase = String(row.pos_phase ?? attributes.phase ?? '').toLowerCase();
      const prior = PHASES[phase];
      if (row.pos_probability !== null && row.pos_probability !== undefined)
        expect(pos?.probability).toBe(row.pos_probability);
      else if (prior === undefined) expect(pos).toBeNull();
      else {
        expect(pos?.probability).toBe(prior);
        expect(pos?.caveat).toMatch(/\w/);
      }
    }
  });

  it('is found by slug, the one changed last on a collision', async () => {
    for (const row of every(97)) {
      const same = [...oracle.live.values()]
        .filter(({kind, slug}) => kind === row.kind && slug === row.slug)
        .sort((a, b) => b.updated_at.getTime() - a.updated_at.getTime() || compare(a.id, b.id));
      expect((await graph.entityBySlug({kind: row.kind as never, slug: row.slug})).id).toBe(same[0]?.id);
      expect((await graph.entity(`${row.kind}/${row.slug}`)).id).toBe(same[0]?.id);
    }
  });

  it('of a merged id is the final survivor, and says so; of a removed one there is none', async () => {
    let chains = 0;
    for (const [id, row] of oracle.rows) {
      if (row.state === 'live') continue;
      const survivor = oracle.survivor(id);
      if (survivor === null) {
        await expect(graph.entity(id)).rejects.toMatchObject({code: 'not_found'});
        continue;
      }
      if (oracle.rows.get(String(row.merged_into))?.state === 'merged') chains += 1;
      const found = await graph.entity(id);
      expect(found.id).toBe(survivor);
      expect(found.meta.redirected_from).toBe(id);
      expect(Object.keys(found)).not.toContain('meta');
    }
    expect(chains).toBeGreaterThan(0);
  });

  it('refuses what is no id', async () => {
    for (const entity_id of ['', 'nope', 'nokind/x', '00000000-0000-0000-0000-00000000000g', "' or 1=1 --"])
      await expect(graph.entity({entity_id})).rejects.toMatchObject({status: expect.toBeOneOf([400, 404, 422])});
    await expect(graph.entity('company/no-such-company')).rejects.toMatchObject({code: 'not_found'});
  });
});

describe('edges of a hub', () => {
  it('are at most `limit` of each relation, the newest, and pages give all of them', async () => {
    const {results} = await graph.entities({sort: 'prominence', limit: 1});
    const id = String(results[0]?.id);
    const whole = await graph.edges(id);
    const limited = await graph.edges({entity_id: id, limit: 2});
    expect(limited.relation_counts).toEqual(whole.relation_counts);
    for (const [relation, {edges: all}] of Object.entries(whole.by_relation))
      expect(limited.by_relation[relation]?.edges).toEqual(all.slice(0, 2));
    const paged: unknown[] = [];
    for await (const edge of graph.edges.all({entity_id: id, limit: 2})) paged.push(edge);
    const texts = (edges: readonly unknown[]) => edges.map((edge) => JSON.stringify(edge)).sort();
    expect(texts(paged)).toEqual(texts(whole.edges));
    await expect(graph.edges({entity_id: id, limit: 1001})).rejects.toMatchObject({details: [{path: 'limit'}]});
  });

  it('carry the own date of each neighbour', async () => {
    const {results} = await graph.entities({kind: 'trial', sort: 'date', limit: 5});
    for (const trial of results) {
      const [{neighbor} = {neighbor: null}] = (await graph.edges(trial.id)).edges;
      const back = (await graph.edges(String(neighbor?.id))).edges.find((edge) => edge.neighbor.id === trial.id);
      expect(back?.neighbor.date).toBe(String(trial.attributes?.start_date).padEnd(10, '-01').slice(0, 10));
    }
  });
});

describe('edges', () => {
  it('are all live ones, both directions, newest first within a relation', async () => {
    for (const row of every(41)) {
      const {edges, by_relation, relation_counts, entity_id} = await graph.edges(row.id);
      expect(entity_id).toBe(row.id);
      const expected = oracle.edges.flatMap((edge) => [
        ...(edge.source === row.id ? [{...edge, direction: 'out', other: edge.target}] : []),
        ...(edge.target === row.id ? [{...edge, direction: 'in', other: edge.source}] : []),
      ]);
      const key = (edge: {relation: string; direction: string}, other: string) =>
        `${edge.relation} ${edge.direction} ${other}`;
      const shape = (edge: (typeof edges)[number]) => ({
        key: key(edge, edge.neighbor.id),
        observed_at: edge.observed_at,
      });
      const byKey = (a: {key: string}, b: {key: string}) => compare(a.key, b.key);
      expect(edges.map(shape).sort(byKey)).toEqual(
        expected.map((edge) => ({key: key(edge, edge.other), observed_at: iso(edge.observed_at)})).sort(byKey),
      );
      expect(Object.values(relation_counts).reduce((sum, count) => sum + count, 0)).toBe(edges.length);
      for (const [relation, {count, edges: own}] of Object.entries(by_relation)) {
        expect(count).toBe(relation_counts[relation]);
        expect(own).toEqual(edges.filter((edge) => edge.relation === relation));
        for (const direction of ['out', 'in']) {
          const times = own.filter((edge) => edge.direction === direction).map((edge) => edge.observed_at ?? '');
          expect(times).toEqual([...times].sort().reverse());
        }
      }
      for (const {neighbor} of edges.slice(0, 5)) {
        const other = oracle.live.get(neighbor.id);
        expect(neighbor).toEqual({
          id: other?.id,
          kind: other?.kind,
          name: other?.name,
          slug: other?.slug,
          _links: {self: `/v1/entities/${neighbor.id}`},
          date: neighbor.date,
        });
      }
    }
  });

  it('of a hub are paged within a relation', async () => {
    const [hub] = [...oracle.signals].sort((a, b) => b[1].degree - a[1].degree);
    const id = hub?.[0] ?? '';
    const whole = await graph.edges(id);
    const relation = whole.edges[0]?.relation ?? '';
    expect((await graph.edges({entity_id: id, relation})).edges).toEqual(
      whole.edges.filter((edge) => edge.relation === relation),
    );
    const paged: unknown[] = [];
    for await (const edge of graph.edges.all({entity_id: id, relation, limit: 7})) paged.push(edge);
    expect(paged).toEqual(whole.edges.filter((edge) => edge.relation === relation));
  });
});
