import {createHash} from 'node:crypto';
import {existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {readPointer} from '../../src/store/store.ts';
import {openFixture} from '../helpers/graph.ts';

let graph: Graph;
let outside: string;
let secret: string;
let file: string;
let calls = 0;
const web = createServer((_, response) => {
  calls += 1;
  response.end('a,b\n1,2\n');
});
let url: string;
beforeAll(async () => {
  graph = await openFixture();
  outside = mkdtempSync(join(tmpdir(), 'biograph-outside-'));
  secret = join(outside, 'secret.csv');
  writeFileSync(secret, 'a,b\n1,2\n');
  file = join(inject('store'), readPointer(inject('store')).file);
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/x.csv`;
});
afterAll(async () => {
  await graph.close();
  web.close();
});

const digest = () => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('graph.sql', () => {
  it('answers one SELECT, EXPLAIN and common table expressions', async () => {
    expect((await graph.sql('select 1 as n')).rows).toEqual([{n: 1}]);
    expect((await graph.sql('with x as (select 2 as n) select * from x;')).rows).toEqual([{n: 2}]);
    expect(
      (await graph.sql("select true as b, null as z, 1.5::double as d, [1,2] as l, timestamp '2020-01-02' as t"))
        .rows[0],
    ).toMatchObject({b: true, z: null, d: 1.5, l: [1, 2]});
    for (const text of [
      'summarize live_entities',
      'describe live_entities',
      'show tables',
      'from range(3)',
      'values (1)',
    ])
      expect((await graph.sql(text)).rows.length, text).toBeGreaterThan(0);
    expect((await graph.sql('explain select * from live_entities')).rows.length).toBeGreaterThan(0);
    expect((await graph.sql('explain analyze select count(*) from live_entities')).rows.length).toBeGreaterThan(0);
    expect((await graph.sql('select * from live_entities')).truncated).toBe(false);
    const few = await graph.sql('select * from live_entities', {maxRows: 3});
    expect(few.rows).toHaveLength(3);
    expect(few.truncated).toBe(true);
  });

  it.each([
    'create table x as select 1',
    'drop table entity',
    'delete from entity',
    'update entity set name = null',
    'insert into entity select * from entity',
    "attach '/tmp/x.db' as y",
    'detach graph',
    'use memory',
    "copy (select 1) to '/tmp/x.csv'",
    "copy entity from '/tmp/x.csv'",
    "export database '/tmp/x'",
    "import database '/tmp/x'",
    'install httpfs',
    'load httpfs',
    "set memory_limit = '100GB'",
    'set enable_external_access = true',
    'set lock_configuration = false',
    'pragma enable_profiling',
    'checkpoint',
    'vacuum',
    'begin',
    'call pragma_version()',
    'select 1; select 2',
    'select 1; drop table entity',
    'prepare p as select 1',
    'explain drop table entity',
    'explain analyze drop table entity',
    "explain analyze copy (select 1) to 'x.csv'",
    'explain (analyze) delete from entity',
    'explain explain select 1',
    '/* c */ explain analyze drop table entity',
    '',
    ';',
    'not sql',
  ])('refuses %j', async (text) => {
    const before = digest();
    await expect(graph.sql(text)).rejects.toMatchObject({code: 'bad_request'});
    expect(digest()).toBe(before);
  });

  it('reaches no file and no network', async () => {
    const before = digest();
    for (const text of [
      `select * from '${secret}'`,
      `select * from read_csv('${secret}')`,
      `select * from read_text('${secret}')`,
      `select * from read_blob('${secret}')`,
      `select * from glob('${outside}/*')`,
      `select * from read_parquet('${inject('snapshot')}/entities/*.parquet')`,
      `select * from read_csv('${url}')`,
      `select * from '${url}'`,
      "select getenv('HOME')",
      `select * from sniff_csv('${secret}')`,
      `select * from read_json('${file}')`,
      `select * from duckdb_secrets() where exists (select 1 from read_text('${secret}'))`,
    ])
      await expect(graph.sql(text), text).rejects.toMatchObject({code: 'bad_request'});
    expect(calls).toBe(0);
    expect(digest()).toBe(before);
    expect(existsSync(join(outside, 'x.csv'))).toBe(false);
    expect(statSync(file).size).toBeGreaterThan(0);
  });
});

describe('what a SELECT could carry along', () => {
  it('neither the store nor anything beside it is read, written, dropped or left behind', async () => {
    const before = digest();
    const listing = () => readdirSync(dirname(file)).join();
    const there = listing();
    for (const text of [
      `copy (select 1) to '${file}'`,
      `copy (select 1) to '${file}' (format parquet)`,
      `copy (select 1) to '${join(dirname(file), 'new.csv')}'`,
      `copy entity to '${file}'`,
      `export database '${dirname(file)}'`,
      `attach '${file}' as again`,
      `attach '${file}' as again (read_only)`,
      `attach or replace '${file}' as graph`,
      `attach ':memory:' as y`,
      'detach graph',
      'detach database if exists graph',
      'create schema graph.x',
      'create temp table x as select 1',
      'create macro x() as 1',
      "create secret (type s3, key_id 'x', secret 'y')",
      `set allowed_directories = ['/']`,
      `set allowed_paths = ['/etc/passwd']`,
      'reset lock_configuration',
      "pragma database_list; copy (select 1) to '/tmp/x'",
      `select * from query('copy (select 1) to ''${file}''')`,
      "select * from query('detach graph')",
      `select * from query_table('${secret}')`,
      `select * from read_duckdb('${file}', table_name => 'entity')`,
      `select * from parquet_metadata('${file}')`,
      `select * from read_ndjson_objects('${secret}')`,
      `select * from read_csv_auto(['${secret}'])`,
      `with x as (select * from '${secret}') select * from x`,
      `select (select count(*) from '${secret}')`,
      `from '${secret}'`,
      `select * from 'https://127.0.0.1:1/x.parquet'`,
      `select * from 's3://bucket/x.parquet'`,
      `select * from '\\\\host\\share\\x.csv'`,
      'call force_checkpoint()',
      'select * from force_checkpoint()',
      'select * from checkpoint()',
      `select * from enable_logging('QueryLog', storage := 'file', storage_path := '${join(outside, 'log')}')`,
      `select * from enable_profiling(format := 'json', save_location := '${join(outside, 'x.json')}')`,
      `select (select count(*) from enable_profiling())`,
      "select write_log('x')",
      'select * from truncate_duckdb_logs()',
      'select * from duckdb_secrets()',
      "select * from json_execute_serialized_sql(json_serialize_sql('select 1'))",
      'explain analyze select * from enable_profiling()',
      'with x as (select * from Enable_Logging()) select 1',
    ])
      await expect(graph.sql(text), text).rejects.toMatchObject({code: 'bad_request'});
    expect(digest()).toBe(before);
    expect(listing()).toBe(there);
    expect(readdirSync(outside)).toEqual(['secret.csv']);
    expect(calls).toBe(0);
    expect((await graph.sql('select count(*)::int as n from live_entities')).rows[0]?.n).toBeGreaterThan(0);
  });

  it('is stopped when it asks for too much', async () => {
    const hungry = [
      'select list(a.range) from range(100000000) a',
      "select repeat('x', 1000000) || range from range(100000)",
      'select count(*) from range(1000000000) a, range(1000000000) b',
      'with recursive r as (select 1 as n union all select n + 1 from r) select count(*) from r',
    ];
    for (const text of hungry) {
      await expect(graph.sql(text, {timeout: 1500}), text).rejects.toMatchObject({
        code: expect.stringMatching(/^(bad_request|unavailable)$/),
      });
      // The next one is not refused for what this one took.
      expect((await graph.sql('select count(*)::int as n from live_entities')).rows[0]?.n, text).toBeGreaterThan(0);
    }
  });
});

describe('every string of every operation', () => {
  const attacks = [
    "'; drop table entity; --",
    "' or '1'='1",
    '$1',
    '%',
    '_',
    '\\',
    '"',
    "x') union select * from entity --",
    '{{',
    '{x}',
    '\u202e',
    '../../etc/passwd',
    "')",
  ];
  it('is a value and nothing else', async () => {
    const before = digest();
    for (const attack of attacks) {
      expect((await graph.entities({target: attack})).total).toBe(0);
      expect((await graph.entities({technology: attack, mechanism: attack})).total).toBe(0);
      await graph.entities({q: attack});
      await graph.autocomplete(attack);
      expect((await graph.search({predicates: [{field: 'name', operator: 'eq', value: attack}]})).total).toBe(0);
      await expect(graph.entityBySlug({kind: 'company', slug: attack})).rejects.toMatchObject({code: 'not_found'});
      await expect(graph.entities({after: attack})).rejects.toMatchObject({code: 'bad_request'});
      await expect(graph.entities({sort: attack as never})).rejects.toMatchObject({code: 'validation_error'});
      await expect(graph.aggregate({field: attack as never})).rejects.toMatchObject({code: 'validation_error'});
      expect((await graph.aggregate({field: 'kind', target: attack})).buckets).toEqual([]);
    }
    expect(digest()).toBe(before);
  });
});
