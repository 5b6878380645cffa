import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {BestSums, sumsOfRows} from '../../src/lookups/best-sums.ts';
import {Postings, SMALL, writePostings} from '../../src/lookups/postings.ts';
import {NARROW, type RowNumbers, WIDE} from '../../src/sql/row-numbers.ts';
import {rowMacros} from '../../src/tables/row-macros.ts';
import type {Scored} from '../../src/text-match.ts';

interface World {
  rows: Map<number, Map<number, number>>;
  postings: Postings;
}

/** Terms of one entity up to one of nearly all, impacts with many ties, in two kinds. */
async function world(numbers: RowNumbers): Promise<World> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection: DuckDBConnection = await instance.connect();
  await connection.run(rowMacros(numbers));
  await connection.run(`CREATE TABLE posting AS
    SELECT tid::INTEGER AS tid, as_rid((1 + n % 2) * 2::BIGINT ** ${numbers.kindBits} + ${numbers.first} + n * 37) AS rid,
      (1 + hash(concat_ws(' ', n, tid)) % CASE tid % 3 WHEN 0 THEN 5 WHEN 1 THEN 900 ELSE 65535 END)::USMALLINT AS impact
    FROM range(9000) r(n), (VALUES (0), (1), (3), (31), (32), (40), (41), (63), (2000), (2001), (90000)) t(tid)
    WHERE hash(concat_ws('-', n, tid)) % 9000 < CASE tid WHEN 0 THEN 1 WHEN 1 THEN 30 WHEN 3 THEN ${SMALL} WHEN 31 THEN 8990 WHEN 32 THEN 100
      WHEN 40 THEN 4000 WHEN 41 THEN 2500 WHEN 63 THEN 700 WHEN 2000 THEN 7000 WHEN 2001 THEN 60 ELSE 1200 END
      OR n = tid % 9000
    ORDER BY tid, rid`);
  const path = join(mkdtempSync(join(tmpdir(), 'biograph-postings-')), 'postings');
  await writePostings(connection, path);
  const found = await connection.runAndReadAll('SELECT tid, rid::DOUBLE, impact FROM posting');
  const rows = new Map<number, Map<number, number>>();
  for (const [tid, rid, impact] of found.getRows() as [number, number, number][])
    rows.set(tid, (rows.get(tid) ?? new Map<number, number>()).set(rid, impact));
  connection.disconnectSync();
  instance.closeSync();
  return {rows, postings: new Postings(path)};
}

describe.each([NARROW, WIDE])('postings of $name row ids', (numbers) => {
  let at: World;
  beforeAll(async () => {
    at = await world(numbers);
  });
  afterAll(() => at.postings.close());

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

  it('give the best sums that adding up all of them gives, in a kind and in all, and the sums of any', () => {
    const known = [...at.rows.keys()];
    const term = fc.record({
      tid: fc.constantFrom(...known, 77),
      weight: fc.oneof(fc.integer({min: 0, max: 3}), fc.integer({min: 1, max: 2 ** 23})),
    });
    const all = [0, Number.MAX_SAFE_INTEGER] as const;
    const kind = [2 * 2 ** numbers.kindBits, 3 * 2 ** numbers.kindBits - 1] as const;
    fc.assert(
      fc.property(
        fc.uniqueArray(term, {minLength: 1, maxLength: 7, selector: ({tid}) => tid}),
        fc.constantFrom(1, 10, 50, 51, 500),
        fc.boolean(),
        (terms, most, isKind) => {
          const search = new BestSums(listed(terms), most, isKind ? kind : undefined);
          // In many turns, as beside other work.
          while (!search.run(0));
          expect(search.results()).toEqual(plain(terms, isKind ? kind : all).slice(0, most));
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
