import fc from 'fast-check';
import {describe, expect, inject, it} from 'vitest';
import {
  buildMemory,
  engineSize,
  parseSize,
  readingMemory,
  servingMemory,
  wantedMemory,
} from '../../src/engine/memory.ts';
import {openGraph} from '../../src/index.ts';
import {is} from '../../src/sql/results.ts';
import {sql} from '../../src/sql/sql.ts';

describe('a size', () => {
  it('is a number and a unit', () => {
    expect(parseSize('512MB')).toBe(512e6);
    expect(parseSize('1.5 gb')).toBe(1.5e9);
    expect(parseSize('2GiB')).toBe(2 * 1024 ** 3);
    expect(parseSize('1TiB')).toBe(1024 ** 4);
    expect(engineSize(parseSize('64MiB'))).toBe('65536KiB');
  });

  it('is nothing else', () => {
    for (const text of [
      '',
      '2',
      '2 G',
      '512',
      'MB',
      '-1GB',
      '1e9',
      '0MB',
      '63MB',
      '1.2.3GB',
      '2GBs',
      '50%',
      '１GB',
      '1GB;x',
    ])
      expect(() => parseSize(text), text).toThrow(/^memory: /);
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\s*\d+(\.\d+)? ?[mgt]i?b\s*$/i.test(text));
        expect(() => parseSize(text)).toThrow(/is not a size such as 512MB/);
      }),
    );
    for (const bytes of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e6])
      expect(() => wantedMemory(bytes), String(bytes)).toThrow(/not a number of bytes/);
  });

  it('is a share of the machine where none is given', () => {
    const [mb, gb] = [1e6, 1e9];
    expect(servingMemory(1, 64 * gb)).toBe(16 * gb);
    expect(servingMemory(4, 64 * gb)).toBe(4 * gb);
    expect(servingMemory(1, 1.6 * gb)).toBe(512 * mb);
    expect(servingMemory(8, 8 * gb)).toBe(500 * mb);
    expect(servingMemory(1, 0.8 * gb)).toBe(400 * mb);
    expect(readingMemory(64 * gb)).toBe(gb);
    expect(readingMemory(0.8 * gb)).toBe(400 * mb);
    fc.assert(
      fc.property(fc.integer({min: 1, max: 64}), fc.double({min: 1e10, max: 1e13, noNaN: true}), (workers, machine) => {
        const all = workers * servingMemory(workers, machine);
        expect(all).toBeLessThanOrEqual(machine / 2);
        expect(all).toBeGreaterThanOrEqual(Math.min(machine / 4, machine / 2) - workers);
      }),
    );
  });

  it('of a build is 3 GB, and for very many entities what they need, at most half of the machine', () => {
    const gb = 1e9;
    expect(buildMemory(1_000_000, 24 * gb)).toBe(3 * gb);
    expect(buildMemory(10_000_000, 24 * gb)).toBe(6 * gb);
    expect(buildMemory(10_000_000, 8 * gb)).toBe(4 * gb);
    expect(buildMemory(10_000_000, 2 * gb)).toBe(3 * gb);
  });

  it('is what a graph is opened with', async () => {
    for (const memory of ['banana', '1GBs', 5])
      await expect(openGraph(inject('store'), {memory})).rejects.toThrow(/memory: /);
    const graph = await openGraph(inject('store'), {memory: '96MB'});
    const limit = await graph.at(undefined, ({generation}) =>
      generation.columns(sql`select current_setting('memory_limit')`, [is.text]),
    );
    expect(limit).toEqual([['91.5 MiB']]);
    await graph.close();
  });

  it('is what BIOGRAPH_MEMORY says', async () => {
    process.env.BIOGRAPH_MEMORY = 'much';
    await expect(openGraph(inject('store'))).rejects.toThrow(/BIOGRAPH_MEMORY: "much" is not a size/);
    process.env.BIOGRAPH_MEMORY = '80MB';
    expect(wantedMemory(undefined)).toBe(80e6);
    expect(wantedMemory('1GB')).toBe(1e9);
    delete process.env.BIOGRAPH_MEMORY;
  });
});
