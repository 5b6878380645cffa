/** A least-recently-used cache bounded by the characters it keeps. */
export class Cache {
  readonly #entries = new Map<string, {value: unknown; size: number}>();
  readonly #budget: number;
  #size = 0;

  constructor(budget: number) {
    this.#budget = budget;
  }

  get<T>(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value as T;
  }

  /** Keeps a value of about `size` characters; one larger than a quarter of the budget is not kept. */
  set(key: string, value: unknown, size: number): void {
    const cost = size + key.length + 64;
    if (cost > this.#budget / 4) return;
    const old = this.#entries.get(key);
    if (old !== undefined) this.#drop(key, old.size);
    this.#entries.set(key, {value, size: cost});
    this.#size += cost;
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#budget) break;
      this.#drop(oldest, entry.size);
    }
  }

  /** What is kept under the key, else what `make` gives, which is then kept; `undefined` is an answer too. */
  async remember<T>(key: string, sizeOf: number | ((value: T) => number), make: () => Promise<T>): Promise<T> {
    const kept = this.get<{value: T}>(key);
    if (kept !== undefined) return kept.value;
    const value = await make();
    this.set(key, {value}, typeof sizeOf === 'number' ? sizeOf : sizeOf(value));
    return value;
  }

  #drop(key: string, size: number): void {
    this.#entries.delete(key);
    this.#size -= size;
  }
}
