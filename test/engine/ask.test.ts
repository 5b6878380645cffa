import {existsSync, mkdtempSync, readdirSync, readlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {chunksOf} from '../../src/engine/ask.ts';
import {connect, openDatabase, withSession} from '../../src/engine/database.ts';
import {isOutOfMemory} from '../../src/engine/memory.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeAll(async () => {
  instance = await openDatabase({memoryLimit: '1GB', threads: 2});
  connection = await connect(instance);
});

afterAll(() => {
  connection.disconnectSync();
  instance.closeSync();
});

async function rowsIn(query: string): Promise<number> {
  let rows = 0;
  for await (const chunk of chunksOf(connection, query)) rows += chunk.rowCount;
  return rows;
}

describe('chunks of a result', () => {
  it('are all of them', async () => {
    expect(await rowsIn('SELECT i FROM range(10000) r(i) ORDER BY i DESC')).toBe(10_000);
    expect(await rowsIn('SELECT i FROM range(0) r(i)')).toBe(0);
  });

  it('are no answer if the statement fails on the way', async () => {
    const failing = `SELECT CASE WHEN i = 150000 THEN error('lost') ELSE i END AS i FROM range(200000) r(i)`;
    const error = await rowsIn(failing).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(isOutOfMemory(error) || String(error).includes('lost')).toBe(true);
  });
  it.skipIf(!existsSync('/proc/self/fd'))('that are not read to the end keep no file open', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'biograph-stream-')), 'numbers.duckdb');
    const reading = withSession({}, async (one) => {
      await one.run(`ATTACH '${file}' AS graph`);
      await one.run('CREATE TABLE graph.number AS SELECT i FROM range(20000000) r(i)');
      for await (const chunk of chunksOf(one, 'FROM graph.number')) throw new Error(`stopped after ${chunk.rowCount}`);
    });
    await expect(reading).rejects.toThrow(/stopped after/);
    expect(openFiles().filter((path) => path.includes(file))).toEqual([]);
  });
});

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(join('/proc/self/fd', fd))];
    } catch {
      // The one that reads the list.
      return [];
    }
  });
}
