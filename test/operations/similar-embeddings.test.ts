/** @module-tag long */
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {SAMPLE} from '../../src/source.ts';
import {embedStore} from '../../src/store/embed.ts';
import {readOracle} from '../helpers/oracle.ts';

describe('embeddings made from the graph', () => {
  let graph: Graph;
  let store: string;
  beforeAll(async () => {
    store = join(mkdtempSync(join(tmpdir(), 'biograph-embed-')), 'store');
    await loadSnapshot({snapshot: SAMPLE, store});
    await embedStore({store});
    graph = await openGraph(store);
  });
  afterAll(() => graph.close());

  it('bring together what nothing in the name says', async () => {
    const {method, results} = await graph.similar({
      entity_id: 'company/regeneron',
      kind: 'company',
      limit: 10,
    });
    expect(method).toBe('hybrid');
    expect(results.every((row) => row.legs.dense !== null || row.legs.lexical !== null)).toBe(true);
    const near = await graph.similar({entity_id: 'product/pembrolizumab', kind: 'product', limit: 10});
    const dense = near.results.filter((row) => (row.legs.dense?.rank ?? 99) <= 10).map((row) => row.name);
    expect(dense).toContain('nivolumab');
  });

  it('are the same each time', async () => {
    const once = await graph.similar({entity_id: 'product/pembrolizumab', limit: 50});
    const {pointer, entities} = await embedStore({store});
    expect(pointer.generation).toBe(3);
    expect(entities).toBeGreaterThan(1600);
    await using again = await openGraph(store);
    const twice = await again.similar({entity_id: 'product/pembrolizumab', limit: 50});
    expect(twice.results).toEqual(once.results);
  });
});

describe('ready vectors', () => {
  it('are taken from a file, and what does not fit is named', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'biograph-embed-'));
    const store = join(folder, 'store');
    await loadSnapshot({snapshot: SAMPLE, store});
    const {live} = await readOracle(SAMPLE);
    const some = [...live.values()].slice(0, 40);
    const file = join(folder, 'vectors.jsonl');
    const write = (rows: object[]) => {
      writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    };
    const rows = some.map((row, index) => ({
      entity_id: row.id,
      vector: [Math.cos(index / 10), Math.sin(index / 10), 0.1],
    }));
    write([...rows, {entity_id: '00000000-0000-4000-8000-000000000000', vector: [1, 2, 3]}]);
    expect(await embedStore({store, embeddings: file})).toMatchObject({
      entities: 40,
      unknown: 1,
      pointer: {generation: 2},
    });
    await using graph = await openGraph(store);
    const {results} = await graph.similar({entity_id: some[0]?.id ?? '', limit: 200});
    const dense = results
      .filter((row) => row.legs.dense !== null)
      .sort((a, b) => (a.legs.dense?.rank ?? 0) - (b.legs.dense?.rank ?? 0));
    expect(dense.map((row) => row.id).slice(0, 5)).toEqual(some.slice(1, 6).map((row) => row.id));

    write([...rows.slice(0, 5), {entity_id: some[9]?.id, vector: [1, 2]}]);
    await expect(embedStore({store, embeddings: file})).rejects.toThrow(`entity ${some[9]?.id} has 2`);
    write([...rows.slice(0, 5), rows[0] as object]);
    await expect(embedStore({store, embeddings: file})).rejects.toThrow('twice');
    writeFileSync(file, '{"id": 1}');
    await expect(embedStore({store, embeddings: file})).rejects.toThrow('entity_id');
    await expect(embedStore({store, embeddings: join(folder, 'none.parquet')})).rejects.toThrow('is missing');
    await expect(embedStore({store, embeddings: join(folder, 'vectors.txt')})).rejects.toThrow('.parquet');
    await using still = await openGraph(store);
    expect((await still.similar({entity_id: some[0]?.id ?? ''})).meta.generation).toBe(2);
  });
});
