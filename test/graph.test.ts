import {mkdtempSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {tableToIPC} from 'apache-arrow';
import {parquetReadObjects} from 'hyparquet';
import {compressors} from 'hyparquet-compressors';
import {afterAll, beforeAll, describe, expect, expectTypeOf, it} from 'vitest';
import {z} from 'zod';
import {toArrow} from '../src/engine/arrow.ts';
import {type Graph, GraphError} from '../src/index.ts';
import {openFixture} from './helpers/graph.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openFixture();
});
afterAll(() => graph.close());

async function parquet(path: string): Promise<Record<string, unknown>[]> {
  const bytes = readFileSync(path);
  return parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
    compressors,
  });
}

describe('lists as tables', () => {
  it('have the same columns whatever the rows, empty ones included', async () => {
    const full = await graph.entities.arrow({kind: 'trial', limit: 20});
    const none = await graph.entities.arrow({target: 'nobody', limit: 20});
    expect(full.numRows).toBe(20);
    expect(none.numRows).toBe(0);
    const types = (table: typeof full) => table.schema.fields.map(({name, type}) => `${name} ${type}`);
    expect(types(none)).toEqual(types(full));
  });

  it('hold what the JSON holds', async () => {
    const question = {kind: 'product', limit: 30} as const;
    const {results} = await graph.entities(question);
    const table = await graph.entities.arrow(question);
    const path = join(mkdtempSync(join(tmpdir(), 'biograph-table-')), "it's.parquet");
    await graph.entities.parquet(path, question);
    const rows = await parquet(path);
    results.forEach((row, index) => {
      const arrow = table.get(index)?.toJSON() as Record<string, unknown>;
      for (const found of [arrow, rows[index] as Record<string, unknown>]) {
        expect(found.id).toBe(row.id);
        expect(found['moa.target'] ?? null).toBe(row.moa?.target ?? null);
        expect(found['moa.confidence'] ?? null).toBe(row.moa?.confidence ?? null);
        expect(Number(found['signals.degree'] ?? -1)).toBe(row.signals?.degree ?? -1);
        expect([...((found['moa.secondary_modalities'] as Iterable<string>) ?? [])]).toEqual(
          row.moa?.secondary_modalities,
        );
        expect(new Date(found.updated_at as number | Date).toISOString()).toBe(row.updated_at);
      }
    });
  });

  it('have types that a notebook can work with, in Arrow and in Parquet', async () => {
    const question = {kind: 'trial', limit: 20} as const;
    const table = await graph.entities.arrow(question);
    const typeOf = (name: string) => String(table.schema.fields.find((field) => field.name === name)?.type);
    expect(typeOf('signals.degree')).toBe('Int32');
    expect(typeOf('signals.prominence')).toBe('Float64');
    expect(typeOf('updated_at')).toBe('Timestamp<MILLISECOND, UTC>');
    expect(typeOf('moa.modality')).toBe('Dictionary<Int32, Utf8>');
    expect(typeOf('name')).toBe('Utf8');
    expect(table.schema.fields.filter(({type}) => /64/.test(String(type)) && !/Float/.test(String(type)))).toEqual([]);
    for (const degree of table.getChild('signals.degree') ?? []) expect(typeof degree).not.toBe('bigint');
    const path = join(mkdtempSync(join(tmpdir(), 'biograph-types-')), 'rows.parquet');
    await graph.entities.parquet(path, question);
    const [row] = await parquet(path);
    expect(typeof row?.['signals.degree']).toBe('number');
    expect(row?.updated_at).toBeInstanceOf(Date);
    const again = await graph.entities.arrow(question);
    expect(Buffer.from(tableToIPC(again)).equals(Buffer.from(tableToIPC(table)))).toBe(true);
  });

  it('keep whole numbers that are too large for 32 bits as floating point', () => {
    const table = toArrow(z.object({n: z.int()}), [{n: 1}, {n: 2 ** 40}]);
    expect(String(table.schema.fields[0]?.type)).toBe('Float64');
    expect(table.get(1)?.toJSON()).toEqual({n: 2 ** 40});
  });

  it('are there for other lists too', async () => {
    expect((await graph.aggregate.arrow({field: 'kind'})).numRows).toBeGreaterThan(10);
    expect((await graph.autocomplete.arrow('a')).schema.fields.map(({name}) => name)).toEqual([
      'id',
      'name',
      'kind',
      'slug',
    ]);
    expect(
      (await graph.edges.arrow((await graph.entities({limit: 1, sort: 'prominence'})).results[0]?.id ?? '')).numRows,
    ).toBeGreaterThan(0);
  });
});

describe('calls', () => {
  it('carry meta that JSON does not show', async () => {
    const answer = await graph.stats();
    expect(answer.meta).toMatchObject({generation: 1, snapshot: expect.stringMatching(/^[0-9a-f-]{36}$/)});
    expect(JSON.stringify(answer)).not.toContain('meta');
  });

  it('refuse wrong parameters by name', async () => {
    await expect(graph.entities({limit: 0})).rejects.toSatisfy(
      (error) => error instanceof GraphError && error.status === 422 && error.details?.[0]?.path === 'limit',
    );
    await expect(graph.aggregate({} as never)).rejects.toThrow(/field is required\. One of: kind, /);
    await expect(graph.stats('x' as never)).rejects.toThrow(/object of parameters/);
  });

  it('take a lone string or list for the first of them', async () => {
    const ofList = graph.resolve as unknown as (inputs: string[]) => ReturnType<typeof graph.resolve>;
    expect(await ofList(['Pfizer'])).toEqual(await graph.resolve({inputs: ['Pfizer']}));
    const {id} = (await graph.entities({limit: 1})).results[0] ?? {id: ''};
    expect(await graph.entity(id)).toEqual(await graph.entity({entity_id: id}));
  });

  it('give every row of a list, and of a text search all of its window', async () => {
    const window = await graph.entities({q: 'study', limit: 50});
    expect(window.results.length).toBe(50);
    for (const limit of [7, 25, 50]) {
      const found: string[] = [];
      for await (const {id} of graph.entities.all({q: 'study', limit})) found.push(id);
      expect(found, String(limit)).toEqual(window.results.map(({id}) => id));
    }
    const later: string[] = [];
    for await (const {id} of graph.entities.all({q: 'study', limit: 7, offset: 40})) later.push(id);
    expect(later).toEqual(window.results.slice(40).map(({id}) => id));
  });

  it('refuse parameters in the place of options, which would be ignored', async () => {
    const {id} = (await graph.entities({limit: 1, sort: 'prominence'})).results[0] ?? {id: ''};
    const path = join(mkdtempSync(join(tmpdir(), 'biograph-calls-')), 'rows.parquet');
    const first = async (rows: AsyncGenerator<unknown>) => rows.next();
    const calls: Record<string, (last: never) => Promise<unknown>> = {
      edges: (last) => graph.edges(id, last),
      traverse: (last) => graph.traverse({entity_id: id}, last),
      autocomplete: (last) => graph.autocomplete('a', last),
      all: (last) => first(graph.entities.all('a', last)),
      arrow: (last) => graph.edges.arrow(id, last),
      parquet: (last) => graph.edges.parquet(path, id, last),
      export: (last) => first(graph.export({}, last)),
      explain: (last) => graph.explain('edges', id, last),
      diff: (last) => graph.diff({kind: 'trial'}, last),
      sql: (last) => graph.sql('select 1', last),
    };
    for (const [name, call] of Object.entries(calls)) {
      const refused = expect(call({relation: 'sponsors'} as never), name).rejects;
      await refused.toMatchObject({code: 'validation_error', details: [{path: 'relation'}]});
      await expect(call('pfizer' as never), name).rejects.toMatchObject({code: 'validation_error'});
      await expect(call(new AbortController().signal as never), name).rejects.toThrow(/takes it as \{signal\}/);
    }
    await expect(graph.edges(id, {relation: 'sponsors'} as never)).rejects.toThrow(
      'relation: the last argument of edges takes signal and timeout only. Give all parameters together in one object: {entity_id, relation}.',
    );
    const {signal} = new AbortController();
    expect(await graph.edges(id, {signal, timeout: 10_000})).toMatchObject({entity_id: id});
  });

  it('refuse what follows the options, and options that are none', async () => {
    const call = graph as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const {signal} = new AbortController();
    for (const [name, ...given] of [
      ['resolve', ['Pfizer'], {}, {signal}],
      ['stats', {signal}, {signal}],
      ['diff', {}, {}, {signal}],
      ['explain', 'stats', {}, {}, {signal}],
      ['sql', 'select 1', {}, {signal}],
    ] as [string, ...unknown[]][])
      await expect(call[name]?.(...given), name).rejects.toThrow(/takes nothing after its options/);
    await expect(call.entities?.(signal)).rejects.toThrow(/takes it as \{signal\}/);
    for (const timeout of [0, -1, '5', Number.NaN, Number.POSITIVE_INFINITY, null])
      await expect(call.entities?.({limit: 1}, {timeout}), String(timeout)).rejects.toMatchObject({
        code: 'validation_error',
        details: [
          {path: 'timeout', message: expect.stringMatching(/^Must be a number of milliseconds from 1 to .*, not /)},
        ],
      });
    await expect(call.entities?.({limit: 1}, {signal: 'x'})).rejects.toThrow('signal must be an AbortSignal, not "x".');
  });

  it('take their options alone where an operation has no parameters', async () => {
    const {signal} = new AbortController();
    expect(await graph.stats({signal})).toEqual(await graph.stats());
    expect(await graph.schema({timeout: 1000})).toEqual(await graph.schema({}, {timeout: 1000}));
    await expect(graph.stats({signal: AbortSignal.abort()})).rejects.toMatchObject({name: 'AbortError'});
    await expect(graph.stats({kind: 'trial'} as never)).rejects.toThrow(/Unknown parameter "kind"/);
    await expect(graph.stats(signal as never)).rejects.toThrow(/takes it as \{signal\}/);
  });

  it('hear that they are aborted before they begin, and between rows, whatever answers them', async () => {
    const {id} = (await graph.entities({limit: 1, sort: 'prominence'})).results[0] ?? {id: ''};
    const aborted = {signal: AbortSignal.abort()};
    const calls = [
      graph.traverse({entity_id: id, depth: 4}, aborted),
      graph.entity(id, aborted),
      graph.aggregate({field: 'kind'}, aborted),
      graph.edges.arrow(id, aborted),
      graph.explain('edges', id, aborted),
      graph.diff({}, aborted),
      graph.sql('select 1', aborted),
      graph.entities.all({limit: 10}, aborted).next(),
      graph.export({}, aborted).next(),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({name: 'AbortError'});
    for (const rows of [
      (signal: AbortSignal) => graph.entities.all({kind: 'person', limit: 10}, {signal}),
      (signal: AbortSignal) => graph.export({kind: 'person'}, {signal}),
    ]) {
      const stop = new AbortController();
      let read = 0;
      const reading = (async () => {
        for await (const _ of rows(stop.signal)) if (++read === 3) stop.abort();
      })();
      await expect(reading).rejects.toMatchObject({name: 'AbortError'});
      expect(read).toBe(3);
    }
  });

  it('go on from where the first page begins', async () => {
    const ids = async (rows: AsyncGenerator<{id: string}>) => {
      const found: string[] = [];
      for await (const {id} of rows) found.push(id);
      return found;
    };
    const all = await ids(graph.entities.all({kind: 'company', limit: 7}));
    expect(await ids(graph.entities.all({kind: 'company', limit: 7, offset: 5}))).toEqual(all.slice(5));
  });

  it('are typed by their definitions', () => {
    expectTypeOf(graph.entities).parameter(0).exclude<string[]>().extract<object>().toHaveProperty('therapeutic_area');
    expectTypeOf<Awaited<ReturnType<Graph['stats']>>['total']>().toEqualTypeOf<number>();
    expectTypeOf<Awaited<ReturnType<Graph['edges']>>['edges'][number]['neighbor']['name']>().toEqualTypeOf<string>();
  });

  it('raise no warning when answers of many statements can be interrupted', async () => {
    const warnings: string[] = [];
    const heard = ({name}: Error) => warnings.push(name);
    process.on('warning', heard);
    const company = (await graph.entities({kind: 'company', limit: 1})).results[0]?.id ?? '';
    const {signal} = new AbortController();
    await Promise.all([1, 2, 3, 4].map(() => graph.dossier(company, {signal})));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', heard);
    expect(warnings).toEqual([]);
  });

  it('end with their graph', async () => {
    const other = await openFixture();
    await other.close();
    await other.close();
    await expect(other.stats()).rejects.toMatchObject({code: 'unavailable'});
  });

  it('that are under way when their graph is closed are answered, whatever they read', async () => {
    const {id} = (await graph.entities({kind: 'company', limit: 1, sort: 'prominence'})).results[0] ?? {id: ''};
    const asked = (one: Graph) => [
      one.entities({kind: 'trial', limit: 50}),
      one.entity(id),
      one.edges(id),
      one.similar(id),
      one.dossier(id),
      one.traverse({entity_id: id, depth: 3}),
      one.autocomplete('a'),
      one.stats(),
    ];
    const expected = await Promise.all(asked(graph));
    for (const turns of [0, 2, 5]) {
      const other = await openFixture();
      const running = Promise.all(asked(other));
      // As they are found at one point or another on their way to the files.
      for (let turn = 0; turn < turns; turn++) await null;
      await other.close();
      expect(await running).toEqual(expected);
      for (const late of asked(other)) await expect(late).rejects.toMatchObject({code: 'unavailable'});
    }
  });

  it('name a file that cannot be written', async () => {
    await expect(graph.entities.parquet('/nonexistent/x/y.parquet', {limit: 1})).rejects.toMatchObject({
      name: 'FileError',
      message:
        '/nonexistent/x/y.parquet: cannot be written: the folder /nonexistent/x does not exist. Name another file.',
    });
    await expect(graph.entities.parquet(tmpdir(), {limit: 1})).rejects.toMatchObject({name: 'FileError'});
  });
});
