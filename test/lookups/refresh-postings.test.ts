import {mkdtempSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {postingsPath, SMALL, writePostings} from '../../src/lookups/postings.ts';
import {refreshPostings} from '../../src/lookups/refresh-postings.ts';
import {NARROW, WIDE} from '../../src/sql/row-numbers.ts';
import {rowMacros} from '../../src/tables/row-macros.ts';
import {postingParts} from '../helpers/postings.ts';

const bytesOf = (folder: string) =>
  ['data', 'index'].map((ending) => readFileSync(`${postingsPath(folder)}.${ending}`).toString('base64'));

describe.each([NARROW, WIDE])('postings of $name row ids that are refreshed', (numbers) => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    await connection.run(rowMacros(numbers));
  });
  afterAll(() => {
    connection.disconnectSync();
    instance.closeSync();
  });

  /** Terms with so many postings each, at rows and with impacts that a seed decides. */
  const postings = (sizes: Record<number, number>, seed: number) => `
    SELECT tid::INTEGER AS tid, as_rid(${2 ** numbers.kindBits + numbers.first} + n * 16) AS rid,
      (1 + hash(concat_ws(' ', n, tid, CASE WHEN hash(concat_ws('-', n, ${seed})) % 9 = 0 THEN ${seed} ELSE 0 END)) % 900)::USMALLINT AS impact
    FROM range(6000) r(n), (VALUES ${Object.entries(sizes)
      .map((pair) => `(${pair.join(', ')})`)
      .join(', ')}) t(tid, size)
    WHERE (n * 7 + tid + CASE WHEN hash(n) % 40 = 0 THEN ${seed} ELSE 0 END) % 6000 < size`;

  it('are the bytes that writing all of them makes, whatever came, went or has another impact', async () => {
    // Of no entity, few and many, up to the border of a record of its own and over it, in groups that come and go.
    const size = fc.constantFrom(0, 0, 1, 30, SMALL - 1, SMALL, SMALL + 1, 700, 5990);
    const terms = fc.record(Object.fromEntries([0, 1, 30, 31, 32, 63, 64, 65, 200, 4000].map((tid) => [tid, size])));
    await fc.assert(
      fc.asyncProperty(terms, terms, fc.nat(3), fc.array(fc.nat(9)), async (sizes, others, seed, kept) => {
        const keys = Object.keys(sizes).map(Number);
        const next = Object.fromEntries(
          keys.map((tid, index) => [tid, (kept.includes(index) ? sizes : others)[tid] ?? 0]),
        );
        await connection.run(`
          CREATE OR REPLACE TABLE posting AS ${postings(sizes, 0)} ORDER BY tid, rid;
          CREATE OR REPLACE TABLE before AS FROM posting;
          ${postingParts}`);
        const [old, refreshed, written] = ['old', 'refreshed', 'written'].map((name) =>
          mkdtempSync(join(tmpdir(), `biograph-postings-${name}-`)),
        ) as [string, string, string];
        await writePostings(connection, old);
        // Added rows stand at the end of the table.
        await connection.run(`
          CREATE OR REPLACE TABLE after AS ${postings(next, seed)};
          DELETE FROM posting WHERE (tid, rid, impact) NOT IN (SELECT (tid, rid, impact) FROM after);
          INSERT INTO posting FROM (FROM after EXCEPT FROM before)`);
        await writePostings(connection, written);
        await refreshPostings(
          connection,
          {before: old, folder: refreshed},
          `SELECT tid, rid, -1::INTEGER AS impact FROM (FROM before EXCEPT FROM after)
            UNION ALL SELECT tid, rid, impact::INTEGER FROM (FROM after EXCEPT FROM before)`,
        );
        expect(bytesOf(refreshed)).toEqual(bytesOf(written));
      }),
      {numRuns: 25},
    );
  }, 120_000);
});
