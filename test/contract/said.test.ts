import {afterAll, beforeAll, expect, it} from 'vitest';
import {SEARCH_FIELDS} from '../../src/operations/filters/predicates.ts';
import {biograph} from '../helpers/command.ts';
import {listen} from '../helpers/server.ts';
import {describeWorlds, SMALL_WORLDS, type World, worldOf} from '../helpers/worlds.ts';

describeWorlds(SMALL_WORLDS, 'of the %s graph', (name) => {
  let world: World;
  let url: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    world = await worldOf(name);
    ({url, close} = await listen(world.graph));
  });
  afterAll(() => close());

  /** The gate as the header says it. */
  async function gateOf(path: string): Promise<{minimum: number; counted: number; dropped: number; body: never}> {
    const response = await fetch(url + path);
    const [, minimum, counted, dropped] =
      /^min_confidence=([\d.]+); counted=(\d+); dropped=(\d+)$/.exec(response.headers.get('x-biograph-gate') ?? '') ??
      [];
    expect(dropped, `${path} ${response.headers.get('x-biograph-gate')}`).toBeDefined();
    const body = (await response.json()) as never;
    return {minimum: Number(minimum), counted: Number(counted), dropped: Number(dropped), body};
  }

  const nullable = Object.entries(SEARCH_FIELDS).filter(([, {operators}]) => operators.includes('is_null'));

  it.each(nullable.map(([field]) => field))('is_null of %s is the opposite of not_null', async (field) => {
    for (const min_confidence of [undefined, 0, 1]) {
      const ids = async (operator: 'is_null' | 'not_null') => {
        const found: string[] = [];
        const question = {predicates: [{field, operator}], limit: 1000, fields: 'id', min_confidence};
        for await (const {id} of world.graph.search.all(question)) found.push(id);
        return found;
      };
      const [without, having] = [await ids('is_null'), await ids('not_null')];
      expect(without.length + having.length).toBe(world.everyone.length);
      expect(new Set([...without, ...having]).size).toBe(world.everyone.length);
    }
  });

  it('aggregate and facets say how many values there are, however few they list', async () => {
    const {graph} = world;
    for (const field of ['kind', 'target', 'modality', 'therapeutic_area', 'source'] as const)
      for (const filter of [
        {},
        {kind: 'trial'},
        {modality: 'mRNA'},
        {modality: 'mRNA', min_confidence: 0.5},
      ] as const) {
        const all = await graph.aggregate({field, ...filter, limit: 1000});
        expect(all.total_values).toBe(all.buckets.length);
        const one = await graph.aggregate({field, ...filter, limit: 1});
        expect([one.total_values, one.buckets]).toEqual([all.total_values, all.buckets.slice(0, 1)]);
      }
    const {facets, total_values} = await graph.facets({kind: 'target'});
    for (const [field, values] of Object.entries(facets))
      expect(total_values[field as keyof typeof total_values]).toBe(values?.length);
  });

  it('what the gate let through and kept out is said', async () => {
    const {buckets} = await world.graph.aggregate({field: 'modality', min_confidence: 0, limit: 5});
    for (const {value} of buckets) {
      const modality = encodeURIComponent(value);
      const strict = await gateOf(`/v1/entities?modality=${modality}&limit=1`);
      const loose = await gateOf(`/v1/entities?modality=${modality}&limit=1&min_confidence=0`);
      expect(strict.counted).toBe((strict.body as {total: number}).total);
      // A label without a confidence reaches no gate, not even that of 0.
      expect(strict.counted + strict.dropped).toBe(loose.counted + loose.dropped);
      for (const path of [`/v1/entities?q=a&modality=${modality}`, `/v1/aggregate?field=kind&modality=${modality}`])
        expect(await gateOf(path)).toMatchObject({counted: strict.counted, dropped: strict.dropped});
      const predicates = [{field: 'modality', operator: 'eq', value}];
      const searched = await fetch(`${url}/v1/search`, {
        method: 'POST',
        headers: {'content-type': 'application/json'},
        body: JSON.stringify({predicates}),
      });
      const said = `min_confidence=${strict.minimum}; counted=${strict.counted}; dropped=${strict.dropped}`;
      expect(searched.headers.get('x-biograph-gate')).toBe(said);
    }
    for (const minimum of [0, 0.5, 0.7, 1]) {
      const {counted, body} = await gateOf(`/v1/aggregate?field=modality&limit=1000&min_confidence=${minimum}`);
      const {buckets: all} = body as {buckets: {count: number}[]};
      expect(counted).toBe(all.reduce((sum, {count}) => sum + count, 0));
    }
  });

  it('a page past the window says the total all the same', async () => {
    const {graph} = world;
    const {total} = await graph.entities({modality: 'mRNA', limit: 1});
    for (const sort of ['recent', 'prominence'] as const) {
      const past = await graph.entities({modality: 'mRNA', offset: 10_000, sort});
      expect(past.total).toBe((await graph.entities({modality: 'mRNA', limit: 1, sort})).total);
    }
    expect((await graph.entities({modality: 'mRNA', offset: 20_000})).total).toBe(total);
    expect((await graph.entities({modality: 'nobody', offset: 10_000})).total).toBe(0);
  });

  it('a sort that has no effect is named', async () => {
    const of = async (query: string) => (await fetch(`${url}/v1/entities?${query}`)).headers.get('x-biograph-ignored');
    expect(await of('q=a&sort=name')).toBe('sort');
    expect(await of('q=a&sort=name&kind=trial&utm_source=x')).toBe('sort, utm_source');
    expect(await of('q=a&sort=name&modality=mRNA')).toBeNull();
    expect(await of('sort=name')).toBeNull();
  });

  it('an unknown relation is refused; one that only this graph lacks is empty', async () => {
    const [{id} = {id: ''}] = world.everyone;
    await expect(world.graph.edges({entity_id: id, relation: 'nope'})).rejects.toMatchObject({
      code: 'validation_error',
      details: [{path: 'relation'}],
    });
    for (const relation of ['awarded_by', 'offers'])
      expect((await world.graph.edges({entity_id: id, relation})).edges).toBeDefined();
  });

  it('a cursor of edges is the same however the entity was named', async () => {
    const {graph} = world;
    const {results} = await graph.entities({sort: 'prominence', limit: 1});
    const [{id, kind, slug} = {id: ''}] = results;
    const {edges: all} = await graph.edges(id);
    if (all.length < 3) return;
    const named = await graph.edges({entity_id: `${kind}/${slug}`, limit: 1});
    const numbered = await graph.edges({entity_id: id.toUpperCase(), limit: 1});
    expect(named.next_cursor).toBe(numbered.next_cursor);
    const rest = await fetch(`${url}/v1/entities/${id}/edges?after=${named.next_cursor}`);
    expect([rest.status, ((await rest.json()) as {edges: unknown[]}).edges]).toEqual([
      200,
      all.filter(({relation}, index) => all.findIndex((one) => one.relation === relation) !== index),
    ]);
    const other = world.everyone.find((one) => one.id !== id)?.id;
    expect((await fetch(`${url}/v1/entities/${other}/edges?after=${named.next_cursor}`)).status).toBe(400);
  });
});

it('a cursor that the command line printed goes on over HTTP', async () => {
  const {graph} = await worldOf('sample');
  const {url, close} = await listen(graph);
  const {stdout} = await biograph(['edges', 'company/amgen', '--limit', '2', '--format', 'json']);
  const {entity_id, next_cursor} = JSON.parse(stdout) as {entity_id: string; next_cursor: string};
  const response = await fetch(`${url}/v1/entities/${entity_id}/edges?limit=2&after=${next_cursor}`);
  expect(response.status).toBe(200);
  const {edges} = await graph.edges(entity_id);
  const second = edges.filter(({relation}, index) => {
    const place = index - edges.findIndex((one) => one.relation === relation);
    return place >= 2 && place < 4;
  });
  expect(second.length).toBeGreaterThan(2);
  expect(((await response.json()) as {edges: unknown[]}).edges).toEqual(second);
  await close();
});
