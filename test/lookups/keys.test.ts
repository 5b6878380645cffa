import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {hashOf} from '../../src/lookups/keys.ts';
import {openShell, type Shell} from '../helpers/duckdb.ts';

describe('the hash of a key', () => {
  let shell: Shell;

  beforeAll(async () => {
    shell = await openShell();
  });

  afterAll(() => shell.close());

  it('has the bits by which files are sorted and checked in SQL', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({unit: 'grapheme'}), async (key) => {
        const {high, low, other} = hashOf(key);
        expect([String((BigInt(high) << 32n) | BigInt(low)), String(other)]).toEqual([
          await shell.first('SELECT ((md5_number_lower($1) >> 1)::bigint)::varchar', [key]),
          await shell.first('SELECT (md5_number_upper($1) & 4294967295)::varchar', [key]),
        ]);
      }),
      {numRuns: 300},
    );
  });
});
