import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {BestSums, sumsOfRows} from '../../src/lookups/best-sums.ts';
import {Postings, recallPostings, SMALL, writePostings} from '../../src/lookups/postings.ts';
import {RowRanks} from '../../src/lookups/row-ranks.ts';
import {RowSet} from '../../src/lookups/row-set.ts';
import {NARROW, type RowNumbers, WIDE} from '../../src/sql/row-numbers.ts';
import {rowMacros} from '../../src/tables/row-macros.ts';
import type {Scored} from '../../src/text-match.ts';
import {postingParts} from '../helpers/postings.ts';

interface World {
  connection: DuckDBConnection;
  close(): void;
  rows: Map<number, Map<number, number>>;
  folder: string;
  postings: Postings;
}

/** Terms of one entity up to one of nearly all, impacts with many ties, in two kinds in which words count in full. */
async function world(numbers: RowNumbers): Promise<World> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection: DuckDBConnection = await instance.connect();
  await connection.run(rowMacros(numbers));
  await connection.run(`CREATE TABLE posting AS
    SELECT tid::INTEGER AS tid, as_rid((1 + n % 2 * 10) * 2::BIGINT ** ${numbers.kindBits} + ${numbers.first} + n * 37) AS rid,
      (1 + hash(concat_ws(' ', n, tid)) % CASE tid % 3 WHEN 0 THEN 5 WHEN 1 THEN 900 ELSE 65535 END)::USMALLINT AS impact
    FROM range(9000) r(n), (VALUES (0), (1), (3), (31), (32), (40), (41), (63), (2000), (2001), (90000)) t(tid)
    WHERE hash(concat_ws('-', n, tid)) % 9000 < CASE tid WHEN 0 THEN 1 WHEN 1 THEN 30 WHEN 3 THEN ${SMALL} WHEN 31 THEN 8990 WHEN 32 THEN 100
      WHEN 40 THEN 4000 WHEN 41 THEN 2500 WHEN 63 THEN 700 WHEN 2000 THEN 7000 WHEN 2001 THEN 60 ELSE 1200 END
      OR n = tid % 9000
    ORDER BY tid, rid`);
  const folder = mkdtempSync(join(tmpdir(), 'biograph-postings-'));
  await connection.run(postingParts);
  await writePostings(connection, folder);
  const found = await connection.runAndReadAll('SELECT tid, rid::DOUBLE, impact FROM posting');
  const rows = new Map<number, Map<number, number>>();
  for (const [tid, rid, impact] of found.getRows() as [number, number, number][])
    rows.set(tid, (rows.get(tid) ?? new Map<number, number>()).set(rid, impact));
  const postings = new Postings(folder);
  const close = () => {
    postings.close();
    connection.disconnectSync();
    instance.closeSync();
  };
  return {rows, folder, postings, connection, close};
}

describe.each([NARROW, WIDE])('postings of $name row ids', (numbers) => {
  let at: World;
  beforeAll(async () => {
    at = await world(numbers);
  });
  afterAll(() => at.close());

  /** Every sum there is, the best first. */
  function plain(terms: readonly {tid: number; weight: number}[], [from, to]: readonly [number, number]): Scored[] {
    const sums = new Map<number, number>();
    for (const {tid, weight} of terms)
      for (const [rid, impact] of at.rows.get(tid) ?? [])
        if (rid >= from && rid <= to) sums.set(rid, (sums.get(rid) ?? 0) + impact * weight);
    return [...sums].map(([rid, sum]) => ({rid, sum})).sort((a, b) => b.sum - a.sum || a.rid - b.rid);
  }

  const listed = (terms: readonly {tid: number; weight: number}[]) =>
    terms.flatMap((term) => {
      const list = at.postings.of(term.tid);
      return list === undefined ? [] : [{...term, list}];
    });

  it('are found by term, and none of an unknown one', () => {
    for (const [tid, rows] of at.rows) expect(at.postings.of(tid)?.count, String(tid)).toBe(rows.size);
    for (const unknown of [2, 33, 64, 1999, 95_000]) expect(at.postings.of(unknown)).toBeUndefined();
  });

  it('are counted, each once whatever its parts', async () => {
    const counted = await at.connection.runAndReadAll('SELECT tid, df FROM posting_count ORDER BY tid');
    const sizes = [...at.rows].map(([tid, rows]) => [tid, rows.size] as const).sort(([a], [b]) => a - b);
    expect(counted.getRows()).toEqual(sizes);
  });

  it('become a table again, all of them or those of some rows', async () => {
    const {connection, folder} = at;
    await recallPostings(connection, {folder, table: 'recalled'});
    const missing = `SELECT count(*) FROM ((FROM posting EXCEPT ALL FROM recalled) UNION ALL (FROM recalled EXCEPT ALL FROM posting))`;
    const count = async (query: string) => Number((await connection.runAndReadAll(query)).getRows()[0]?.[0]);
    expect(await count(missing)).toBe(0);
    const some = [...(at.rows.get(31)?.keys() ?? [])].filter((_, index) => index % 40 === 0);
    const of = new RowSet(some.length);
    for (const rid of some) of.add(rid);
    await recallPostings(connection, {folder, table: 'recalled', of});
    expect(await count(`SELECT count(DISTINCT rid) FROM recalled`)).toBe(some.length);
    const own = `FROM posting WHERE rid IN (${some.join()})`;
    expect(await count(`SELECT count(*) FROM (${own} EXCEPT ALL FROM recalled)`)).toBe(0);
    expect(await count('SELECT count(*) FROM recalled')).toBe(await count(`SELECT count(*) ${own}`));
  });

  it('give the best sums that adding up all of them gives, in a kind and in all, and the sums of any', () => {
    const known = [...at.rows.keys()];
    const term = fc.record({
      tid: fc.constantFrom(...known, 77),
      weight: fc.oneof(fc.integer({min: 0, max: 3}), fc.integer({min: 1, max: 2 ** 23})),
    });
    const all = [0, Number.MAX_SAFE_INTEGER] as const;
    const kind = [11 * 2 ** numbers.kindBits, 12 * 2 ** numbers.kindBits - 1] as const;
    fc.assert(
      fc.property(
        fc.uniqueArray(term, {minLength: 1, maxLength: 11, selector: ({tid}) => tid}),
        fc.constantFrom(1, 10, 50, 51, 500),
        fc.boolean(),
        fc.constantFrom(undefined, 1, 2, 50),
        (terms, most, isKind, nth) => {
          const range = isKind ? kind : all;
          const passes = (rid: number) => nth === undefined || rid % nth === 0;
          const rids = [...new Set([...at.rows.values()].flatMap((rows) => [...rows.keys()]))].filter(passes);
          const within = nth && new RowRanks(Float64Array.from(rids).sort(), numbers);
          const search = new BestSums(listed(terms), most, {range: isKind ? kind : undefined, within});
          // In many turns, as beside other work.
          while (!search.run(0));
          const expected = plain(terms, range).filter(({rid}) => passes(rid));
          expect(search.results()).toEqual(expected.slice(0, most));
          const sums = plain(terms, all);
          const some = sums.filter((_, index) => index % 701 === 0);
          expect(
            sumsOfRows(
              listed(terms),
              some.map(({rid}) => rid),
            ),
          ).toEqual(new Map(some.map(({rid, sum}) => [rid, sum])));
        },
      ),
      {numRuns: 300},
    );
  });
});
