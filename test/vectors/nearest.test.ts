import type {DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {columnsFrom} from '../../src/engine/ask.ts';
import {connect, openDatabase} from '../../src/engine/database.ts';
import {is} from '../../src/sql/results.ts';
import {sql} from '../../src/sql/sql.ts';
import {filterCandidates, readSample, SPARE} from '../../src/vectors/candidates.ts';
import {addEmbeddings} from '../../src/vectors/embedding.ts';
import {type Columns, type Embeddings, exactNearest, readEmbeddings} from '../../src/vectors/nearest.ts';

const N = 120_000;
let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeAll(async () => {
  instance = await openDatabase({memoryLimit: '2GB', threads: 2});
  connection = await connect(instance);
  await connection.run(`ATTACH ':memory:' AS graph; USE graph`);
  await connection.run(`CREATE TABLE entity AS SELECT i::integer AS rid, uuid() AS id FROM range(${N}) t(i)`);
});
afterAll(() => {
  connection.disconnectSync();
  instance.closeSync();
});

const columns: Columns = (query, types) => columnsFrom(connection, query, types);

/** Pseudo-random numbers out of a hash, so that every run has the same. */
const chance = (of: string) => `((hash(${of}) % 2000003) / 2000003.0 - 0.5)`;

async function recall(about: Embeddings): Promise<number> {
  const sample = await readSample(about, columns);
  let found = 0;
  const probes = [17, 4711, 31_337, 77_777, 99_999, 110_011, 12, 60_000];
  for (const rid of probes) {
    const [[vector]] = await columns(exactVector(rid), [is.numbers]);
    const candidates = await filterCandidates(vector ?? [], about, sample, 10 + SPARE, undefined, columns);
    const [exact] = await columns(exactNearest(rid, undefined, 10), [is.integer]);
    const [near] = await columns(
      exactNearest(
        rid,
        undefined,
        10,
        candidates.map((near) => near.rid),
      ),
      [is.integer],
    );
    found += exact.filter((one) => near.includes(one)).length;
  }
  return found / (10 * probes.length);
}

const exactVector = (rid: number) => sql`select vector from embedding where rid = ${rid}`;

async function finds(dims: number, value: (d: number) => string): Promise<void> {
  const vector = Array.from({length: dims}, (__, d) => `${value(d)}::float`);
  await addEmbeddings(
    connection,
    `SELECT i::integer AS rid, [${vector.join(', ')}] AS vector FROM range(${N}) t(i)`,
    'file',
    'x',
  );
  const about = await readEmbeddings(columns);
  expect(about).toMatchObject({dims, entities: N, madeBy: 'file'});
  expect(about?.recall).toBeGreaterThanOrEqual(0.99);
  expect(await recall(about as Embeddings)).toBeGreaterThanOrEqual(0.95);
  const [[asked]] = await columns(exactVector(4711), [is.numbers]);
  const sample = await readSample(about as Embeddings, columns);
  const near = (gone: Set<number>) =>
    filterCandidates(asked ?? [], {...(about as Embeddings), gone}, sample, 20, undefined, columns);
  const all = (await near(new Set())).map(({rid}) => rid);
  expect(all).toHaveLength(20);
  expect(all).toContain(4711);
  const without = (await near(new Set(all.slice(0, 5)))).map(({rid}) => rid);
  expect(without.slice(0, 15)).toEqual(all.slice(5));
  expect(without).toHaveLength(20);
}

describe('the filter of candidates by codes', () => {
  // Groups around 500 centres, far from the origin and with a few dimensions much larger than the rest.
  it('finds the nearest of grouped vectors of 96 dimensions', {tags: ['long']}, () =>
    finds(
      96,
      (d) =>
        `(${chance(`(i % 500) * 1000 + ${d}`)} * ${d < 4 ? 5 : 1} + 0.6 * ${chance(`i * 1000 + ${d}`)} + ${d % 7 === 0 ? 0.7 : 0})`,
    ),
  );

  // Nothing to hold on to: the hardest case.
  it('finds the nearest of vectors of chance of 150 dimensions', {tags: ['long']}, () =>
    finds(150, (d) => chance(`i * 1000 + ${d}`)),
  );

  it('compares few vectors one by one, and leaves those of no length out', async () => {
    const made = await addEmbeddings(
      connection,
      `SELECT i::integer AS rid, [i % 3, i % 5]::float[] AS vector FROM range(30) t(i)`,
      'file',
      'x',
    );
    expect(made).toBe(28);
    expect(await readEmbeddings(columns)).toMatchObject({entities: 28, share: null, recall: null});
  });

  it.each([
    ['[1, 2]::float[]', '[1]::float[]', 'has 1'],
    ['[1, 2]::float[]', "['nan'::float, 1]", 'with a value that is not a number'],
    ['[1, 2]::float[]', 'NULL', 'has null'],
  ])('refuses %s beside %s', async (one, other, message) => {
    const rows = `SELECT 1 AS rid, ${one} AS vector UNION ALL SELECT 2, ${one} UNION ALL SELECT 3, ${other}`;
    await expect(addEmbeddings(connection, rows, 'file', 'vectors.csv')).rejects.toThrow(message);
  });
});
