import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {tableFromIPC} from 'apache-arrow';
import {parquetReadObjects} from 'hyparquet';
import {compressors} from 'hyparquet-compressors';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {biograph, ended, start} from '../helpers/command.ts';
import {openFixture} from '../helpers/graph.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openFixture();
});
afterAll(() => graph.close());

describe('columns of the same name', () => {
  it.each([
    [['a', 'a']],
    [['a', 'A']],
    [['a', 'a_1', 'a']],
    [['a', 'a', 'a_1', 'a']],
    [['a_1', 'a', 'a']],
    [['a', 'a', 'a', 'b', 'B', 'b_1']],
  ])('are all answered, named as the engine names them in a table: %j', async (names) => {
    const text = `select ${names.map((name, at) => `${at} as "${name}"`).join(', ')}`;
    const instance = await DuckDBInstance.create(join(mkdtempSync(join(tmpdir(), 'biograph-names-')), 'x.duckdb'));
    const connection = await instance.connect();
    await connection.run(`create table t as ${text}`);
    const expected = (await connection.runAndReadAll('select * from t')).getRowObjects();
    instance.closeSync();
    const {columns, rows} = await graph.sql(text);
    expect(rows).toEqual(expected);
    expect(columns.map(({name}) => name)).toEqual(Object.keys(expected[0] ?? {}));
  });

  it('are there in every format of the command', async () => {
    const ask = async (format: string) => {
      const child = start(['sql', 'select 1 as a, 2 as a', '--format', format]);
      const parts: Buffer[] = [];
      child.stdout?.on('data', (part: Buffer) => parts.push(part));
      await ended(child);
      return Buffer.concat(parts);
    };
    expect(JSON.parse(String(await ask('json')))).toEqual([{a: 1, a_1: 2}]);
    expect(String(await ask('csv'))).toBe('a,a_1\r\n1,2\r\n');
    expect(String(await ask('table'))).toMatch(/a\s+a_1\n[\s\S]*1\s+2/);
    expect(
      tableFromIPC(await ask('arrow'))
        .get(0)
        ?.toJSON(),
    ).toEqual({a: 1, a_1: 2});
    const {buffer: file, byteOffset, byteLength} = await ask('parquet');
    const bytes = file.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    expect(await parquetReadObjects({file: bytes, compressors})).toEqual([{a: 1, a_1: 2}]);
  });
});

it('a column whose name has a dot is shown in a table', async () => {
  const {stdout} = await biograph(['sql', 'select 1.5, 2 as "a.b"', '--format', 'table']);
  expect(stdout).toMatch(/^1\.5\s+a\.b\n[\s\S]*1\.5\s+2\s*$/);
});

describe('what is no SELECT', () => {
  it.each([
    [';', 'There is no statement: give a SELECT.'],
    [';;', 'There is no statement: give a SELECT.'],
    ['/* nothing */', 'There is no statement: give a SELECT.'],
    ['-- nothing', 'There is no statement: give a SELECT.'],
    ['explain', /syntax error/],
    ['pragma database_list', /instead of PRAGMA query the functions, such as duckdb_tables/],
    ['select 1; select 2', 'Give one statement at a time, not 2.'],
    ['pivot live_entities on kind using count(*)', /^PIVOT needs its values here: /],
    ['from (pivot live_entities on kind using count(*))', /^PIVOT needs its values here: /],
    ['pivot live_entities on kind using count(*); select 1', 'Give one statement at a time, not 3.'],
  ])('is refused in words: %s', async (text, message) => {
    await expect(graph.sql(text)).rejects.toMatchObject({code: 'bad_request', message: expect.stringMatching(message)});
  });

  it('may be a PIVOT that lists its values', async () => {
    const {rows} = await graph.sql(
      "pivot (select kind from live_entities) on kind in ('trial', 'paper') using count(*)",
    );
    expect(Object.keys(rows[0] ?? {})).toEqual(['trial', 'paper']);
  });
});
