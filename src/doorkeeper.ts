/** A filter has two to the power of this many bits. */
const POWER = 20;
const WORDS = 2 ** (POWER - 5);

/** Keys after which a filter is the one before: of other keys, one in twenty is then taken for known. */
const KEYS = 2 ** 15;

/**
 * Remembers the last 32 to 64 thousand keys, so that a value is put into a cache only when its key comes a second time (the doorkeeper of
 * TinyLFU: Einziger, Friedman and Manes, 2017). Most of what a page of changes or an export reads is read once: stored, it would push out what
 * is read often, and the garbage collector would copy it from one generation to the next, only to find it dead there. With fewer keys than the
 * caches have room for, what is asked for in turns would never be kept.
 */
export class Doorkeeper {
  #now = new Uint32Array(WORDS);
  #before = new Uint32Array(WORDS);
  #keys = 0;

  /** Whether a key came by lately, as it has from now on. Says yes of a few that did not: bits stand for them (a Bloom filter with one hash function). */
  knows(key: number): boolean {
    // Row ids are multiples of sixteen: the upper bits of a product are spread evenly (Knuth's multiplicative hash).
    const bit = Math.imul((key >>> 0) ^ Math.floor(key / 2 ** 32), 0x9e3779b1) >>> (32 - POWER);
    const [word, mask] = [bit >>> 5, 1 << (bit & 31)];
    const isKnown = (((this.#now[word] as number) | (this.#before[word] as number)) & mask) !== 0;
    if (((this.#now[word] as number) & mask) !== 0) return isKnown;
    if (this.#keys++ === KEYS) this.#turn();
    this.#now[word] = (this.#now[word] as number) | mask;
    return isKnown;
  }

  #turn(): void {
    [this.#now, this.#before] = [this.#before.fill(0), this.#now];
    this.#keys = 1;
  }
}
