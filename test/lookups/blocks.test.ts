import {describe, expect, it} from 'vitest';
import {type Block, Blocks} from '../../src/lookups/blocks.ts';

describe('the cache of blocks', () => {
  it('grows with the tables that are open, within limits, and shrinks when they are closed', () => {
    const blocks = new Blocks({least: 4, most: 10, share: 1 / 8});
    const [one, other] = [new Map<number, Block>(), new Map<number, Block>()];
    const fill = (among: Map<number, Block>, from: number) => {
      for (let number = from; number < from + 40; number++) blocks.add(among, number, new Uint32Array());
    };
    blocks.count(8);
    fill(one, 0);
    expect(one.size).toBe(4);
    blocks.count(48);
    fill(other, 0);
    expect(one.size + other.size).toBe(7);
    blocks.count(1000);
    fill(other, 100);
    expect(one.size + other.size).toBe(10);
    blocks.drop(one);
    blocks.count(-1048);
    expect(one.size).toBe(0);
    expect(other.size).toBe(4);
    fill(other, 200);
    expect([...other.keys()].every((number) => number >= 200)).toBe(true);
  });

  it('keeps what was asked for since it was last passed over', () => {
    const blocks = new Blocks({least: 3, most: 3, share: 1});
    const among = new Map<number, Block>();
    for (const number of [1, 2, 3]) blocks.add(among, number, new Uint32Array());
    (among.get(1) as Block).isUsed = true;
    blocks.add(among, 4, new Uint32Array());
    expect([...among.keys()].sort()).toEqual([1, 3, 4]);
  });
});
