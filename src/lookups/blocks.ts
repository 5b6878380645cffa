/** Blocks of number tables that stay in memory once they were read, of all tables of the process together: 64 MiB. */
export const CACHED = 16 * 1024;

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
class Blocks {
  #kept: Block[] = [];
  #hand = 0;

  add(among: Map<number, Block>, number: number, words: Uint32Array): Block {
    const block = {words, number, among, isUsed: false};
    among.set(number, block);
    if (this.#kept.length < CACHED) this.#kept.push(block);
    else this.#kept[this.#passOver()] = block;
    return block;
  }

  /** The place of the next block that nobody asked for, which is forgotten. */
  #passOver(): number {
    for (;;) {
      const place = this.#hand;
      const block = this.#kept[place] as Block;
      this.#hand = (place + 1) % CACHED;
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

export const blocks = new Blocks();
