import {DuckDBInstance} from '@duckdb/node-api';
import fc from 'fast-check';
import {expect, it} from 'vitest';
import {sql} from '../../src/sql/sql.ts';
import {type Slice, sumsAtLeast} from '../../src/vectors/slices.ts';

const ROWS = 48;

/** Columns of bits, what they count, and a number that sums may reach. */
const question = fc
  .array(
    fc.record({
      inverted: fc.boolean(),
      power: fc.nat({max: 4}),
      bits: fc.array(fc.boolean(), {minLength: ROWS, maxLength: ROWS}),
    }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .chain((columns) => {
    const most = columns.reduce((sum, {power}) => sum + 2 ** power, 0);
    return fc.record({columns: fc.constant(columns), least: fc.integer({min: -1, max: most + 2})});
  });

it('sums bits as plain JavaScript does', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const words = (bits: readonly boolean[]) =>
    Array.from({length: ROWS / 16}, (_, word) =>
      bits.slice(16 * word, 16 * word + 16).reduce((sum, bit, lane) => sum + (bit ? 2 ** lane : 0), 0),
    );
  await fc.assert(
    fc.asyncProperty(question, async ({columns, least}) => {
      const slices = columns.map(({inverted, power}, at): Slice => ({column: `c${at}`, inverted, power}));
      const lists = columns.map(({bits}) => words(bits));
      await connection.run(`CREATE OR REPLACE TABLE bits AS SELECT unnest([0, 1, 2]) AS word,
        ${lists.map((list, at) => `unnest([${list.join(', ')}])::usmallint AS c${at}`).join(', ')}`);
      const query = sumsAtLeast(slices, least, ['word'], sql`from bits`).toString();
      const found = await connection.runAndReadAll(`SELECT mask FROM (${query}) ORDER BY word`);
      const reaching = Array.from({length: ROWS}, (_, row) => {
        const sum = columns.reduce(
          (all, {inverted, power, bits}) => all + (bits[row] === inverted ? 0 : 2 ** power),
          0,
        );
        return sum >= least;
      });
      expect(found.getRows().map(([mask]) => Number(mask))).toEqual(words(reaching));
    }),
    {numRuns: 60},
  );
  connection.disconnectSync();
  instance.closeSync();
});
