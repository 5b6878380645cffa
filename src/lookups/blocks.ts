/**
 * Blocks of number tables that stay in memory once they were read, of all tables of the process together: one in eight of those that the open
 * tables have, but at least 64 MiB and at most 256.
 */
export const CACHED = {least: 16 * 1024, most: 64 * 1024, share: 1 / 8};

/** A block in memory. */
export interface Block {
  readonly words: Uint32Array;
  readonly number: number;
  /** By number, of its own table. */
  readonly among: Map<number, Block>;
  /** Asked for since it was last passed over. */
  isUsed: boolean;
}

/**
 * One cache for all tables, since some look-ups need much of few of them: a walk reads the index of edges, of neighbours and of names all
 * over. Those that nobody asked for go first (the clock algorithm). What goes is never written to: whoever reads it may go on.
 */
export class Blocks {
  readonly #limits: typeof CACHED;
  #kept: Block[] = [];
  #hand = 0;
  #all = 0;

  constructor(limits: typeof CACHED) {
    this.#limits = limits;
  }

  /** @param blocks The number of a table's blocks, when it is opened; less than nothing when it is closed. */
  count(blocks: number): void {
    this.#all += blocks;
    while (this.#kept.length > this.#most) {
      const {among, number} = this.#kept.pop() as Block;
      among.delete(number);
    }
    this.#hand %= Math.max(1, this.#kept.length);
  }

  get #most(): number {
    const {least, most, share} = this.#limits;
    return Math.min(most, Math.max(least, this.#all * share));
  }

  add(among: Map<number, Block>, number: number, words: Uint32Array): Block {
    const block = {words, number, among, isUsed: false};
    among.set(number, block);
    if (this.#kept.length < this.#most) this.#kept.push(block);
    else this.#kept[this.#passOver()] = block;
    return block;
  }

  /** The place of the next block that nobody asked for, which is forgotten. */
  #passOver(): number {
    for (;;) {
      const place = this.#hand;
      const block = this.#kept[place] as Block;
      this.#hand = (place + 1) % this.#kept.length;
      if (!block.isUsed) {
        block.among.delete(block.number);
        return place;
      }
      block.isUsed = false;
    }
  }

  /** Forgets the blocks of a table that was closed. */
  drop(among: Map<number, Block>): void {
    if (among.size === 0) return;
    among.clear();
    this.#kept = this.#kept.filter((block) => block.among !== among);
    this.#hand = 0;
  }
}

export const blocks = new Blocks(CACHED);
