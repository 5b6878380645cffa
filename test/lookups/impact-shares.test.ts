import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {expect, it} from 'vitest';
import {ImpactShares} from '../../src/lookups/impact-shares.ts';
import {KINDS} from '../../src/schema/kinds.ts';
import {kindNumber} from '../../src/schema/rid.ts';
import {NARROW, WIDE} from '../../src/sql/row-numbers.ts';
import {rowMacros} from '../../src/tables/row-macros.ts';

it.each([NARROW, WIDE])(
  'what nobody knows counts less, in kinds that have well-known ones, of $name row ids',
  async (numbers) => {
    const instance = await DuckDBInstance.create(join(mkdtempSync(join(tmpdir(), 'biograph-shares-')), 'x.duckdb'));
    const connection = await instance.connect();
    await connection.run(rowMacros(numbers));
    const rid = (kind: (typeof KINDS)[number], n: number) =>
      kindNumber(kind) * 2 ** numbers.kindBits + numbers.first + 16 * n;
    await connection.run(`CREATE TABLE boosted AS SELECT as_rid(col0) AS rid, col1 AS boost FROM (VALUES
    (${rid('company', 3)}, 1.5), (${rid('product', 1)}, 5.0), (${rid('product', 90)}, 3.0), (${rid('program', 2)}, 5.0))`);
    const shares = await ImpactShares.of(connection);
    connection.disconnectSync();
    instance.closeSync();
    expect(shares.of(rid('product', 1))).toBe(1);
    expect(shares.of(rid('product', 90))).toBe(0.875);
    expect(shares.of(rid('product', 2))).toBe(0.75);
    expect(shares.of(rid('company', 3))).toBe(0.78125);
    expect(shares.of(rid('company', 1))).toBe(0.75);
    expect(shares.of(rid('program', 2))).toBeCloseTo(0.7, 10);
    expect(shares.of(rid('program', 3))).toBeCloseTo(0.525, 10);
    // Whoever knows a paper, it is the same.
    expect(shares.of(rid('paper', 3))).toBe(0.75);
    for (const kind of KINDS) expect(shares.of(rid(kind, 7))).toBeGreaterThan(0.5);
  },
);
