/** A doorkeeper remembers two to the power of this many keys. */
const SEEN_BITS = 14;

/**
 * Remembers keys that came by lately, so that a value is put into a cache only when its key comes a second time (the doorkeeper of TinyLFU: Einziger,
 * Friedman and Manes, 2017). Most of what a page of changes or an export reads is read once: stored, it would push out what is read often, and
 * the garbage collector would copy it from one generation to the next, only to find it dead there.
 */
export class Doorkeeper {
  readonly #seen = new Float64Array(2 ** SEEN_BITS).fill(-1);

  /** Whether a key came by before, as it has from now on. */
  knows(key: number): boolean {
    // Row ids are multiples of sixteen: the upper bits of a product are spread evenly (Knuth's multiplicative hash).
    const place = Math.imul((key >>> 0) ^ Math.floor(key / 2 ** 32), 0x9e3779b1) >>> (32 - SEEN_BITS);
    if (this.#seen[place] === key) return true;
    this.#seen[place] = key;
    return false;
  }
}
