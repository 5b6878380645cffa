/** A set of row numbers, most of which are asked for in vain: a bit for the hash of each answers those. */
export class RowSet {
  readonly #shift: number;
  readonly #bits: Uint8Array;
  readonly #rows = new Set<number>();

  /** @param expected About how many rows it will have: sixteen bits for each, so that few others are looked for among them. */
  constructor(expected: number) {
    const log = Math.min(23, Math.max(8, Math.ceil(Math.log2(16 * Math.max(1, expected)))));
    this.#shift = 32 - log;
    this.#bits = new Uint8Array(2 ** (log - 3));
  }

  add(row: number): void {
    const slot = slotOf(row, this.#shift);
    this.#bits[slot >>> 3]! |= 1 << (slot & 7);
    this.#rows.add(row);
  }

  has(row: number): boolean {
    const slot = slotOf(row, this.#shift);
    return (((this.#bits[slot >>> 3] as number) >>> (slot & 7)) & 1) === 1 && this.#rows.has(row);
  }
}

/** Multiplied by the golden ratio (Knuth, The Art of Computer Programming, 6.4), since row numbers stand in steps. */
function slotOf(row: number, shift: number): number {
  return Math.imul(row, 0x9e3779b1) >>> shift;
}
