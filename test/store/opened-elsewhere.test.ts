import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {beforeAll, describe, expect, it} from 'vitest';
import {loadSnapshot} from '../../src/index.ts';
import {SAMPLE} from '../../src/source.ts';

let file: string;
beforeAll(async () => {
  const store = join(mkdtempSync(join(tmpdir(), 'biograph-elsewhere-')), 'store');
  await loadSnapshot({snapshot: SAMPLE, store});
  file = join(store, 'generations', '000001.duckdb');
});

const VIEWS = [
  'live_entities',
  'trusted_entities',
  'live_edges',
  'labels',
  'attributes',
  'raw_entities',
  'raw_edges',
  'raw_provenance',
];

describe('a generation opened by another program', () => {
  it('answers by its views when it is opened by itself', async () => {
    const instance = await DuckDBInstance.create(file, {access_mode: 'READ_ONLY'});
    const connection = await instance.connect();
    for (const view of VIEWS) {
      const [row] = (await connection.runAndReadAll(`select count(*)::int from ${view}`)).getRows();
      expect(Number(row?.[0]), view).toBeGreaterThan(0);
    }
    connection.closeSync();
    instance.closeSync();
  });

  it('answers by its views when it is attached under any name, beside tables that are called the same', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    for (const table of ['entity', 'kind', 'edge_out', 'label', 'value', 'release'])
      await connection.run(`create table ${table} as select 1 as id`);
    await connection.run(`attach '${file}' as bio (read_only)`);
    for (const view of VIEWS) {
      const [row] = (await connection.runAndReadAll(`select count(*)::int from bio.${view}`)).getRows();
      expect(Number(row?.[0]), view).toBeGreaterThan(1);
    }
    connection.closeSync();
    instance.closeSync();
  });
});
