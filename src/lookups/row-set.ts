/** A set of row numbers, most of which are asked for in vain: a bit for the hash of each answers those. */
export class RowSet {
  readonly #shift: number;
  readonly #bits: Uint8Array;
  /** Open addressing with steps of one: each row plus one where its hash leads, or after; 0 is free. */
  #slots: Float64Array;
  #size = 0;

  /** @param expected About how many rows it will have: sixteen bits for each, so that few others are looked for among them. */
  constructor(expected: number) {
    const log = Math.min(23, Math.max(8, Math.ceil(Math.log2(16 * Math.max(1, expected)))));
    this.#shift = 32 - log;
    this.#bits = new Uint8Array(2 ** (log - 3));
    this.#slots = new Float64Array(2 ** Math.max(4, log - 3));
  }

  get size(): number {
    return this.#size;
  }

  add(row: number): void {
    const slot = hashOf(row) >>> this.#shift;
    this.#bits[slot >>> 3]! |= 1 << (slot & 7);
    const place = this.#placeOf(row);
    if (this.#slots[place] !== 0) return;
    this.#slots[place] = row + 1;
    this.#size++;
    if (2 * this.#size > this.#slots.length) this.#grow();
  }

  has(row: number): boolean {
    const slot = hashOf(row) >>> this.#shift;
    if ((((this.#bits[slot >>> 3] as number) >>> (slot & 7)) & 1) === 0) return false;
    return this.#slots[this.#placeOf(row)] !== 0;
  }

  /** Where a row stands, or would. */
  #placeOf(row: number): number {
    const last = this.#slots.length - 1;
    let place = (hashOf(row) >>> 8) & last;
    for (;;) {
      const held = this.#slots[place] as number;
      if (held === 0 || held === row + 1) return place;
      place = (place + 1) & last;
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Float64Array(2 * before.length);
    for (const held of before) if (held !== 0) this.#slots[this.#placeOf(held - 1)] = held;
  }
}

/** Multiplied by the golden ratio (Knuth, The Art of Computer Programming, 6.4), since row numbers stand in steps. */
function hashOf(row: number): number {
  return Math.imul(row, 0x9e3779b1);
}
