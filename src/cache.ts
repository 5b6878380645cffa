interface Entry {
  value: unknown;
  size: number;
}

/**
 * A cache bounded by its number of characters, which evicts entries that were not used lately. It has two generations:
 * used entries move to the young one, and when that is full it replaces the old one, whose entries are evicted. An
 * exact LRU list would cost more per access: deleting and reinserting an entry of a Map copies the whole map now and
 * then.
 */
export class Cache {
  readonly #half: number;
  #young = new Map<string | number, Entry>();
  #old = new Map<string | number, Entry>();
  #size = 0;

  constructor(budget: number) {
    this.#half = budget / 2;
  }

  get<T>(key: string | number): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value as T;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#add(key, old);
    return old.value as T;
  }

  /** Stores a value of about `size` characters; a value larger than a quarter of the budget is not stored. */
  set(key: string | number, value: unknown, size: number): void {
    const cost = size + (typeof key === 'string' ? key.length : 0) + 64;
    if (cost > this.#half / 2) return;
    this.#add(key, {value, size: cost});
  }

  /** The cached value of the key, or else the result of `make`, which is then cached; `undefined` is a valid value. */
  async remember<T>(key: string, sizeOf: number | ((value: T) => number), make: () => Promise<T>): Promise<T> {
    const kept = this.get<{value: T}>(key);
    if (kept !== undefined) return kept.value;
    const value = await make();
    this.set(key, {value}, typeof sizeOf === 'number' ? sizeOf : sizeOf(value));
    return value;
  }

  #add(key: string | number, entry: Entry): void {
    this.#size += entry.size - (this.#young.get(key)?.size ?? 0);
    if (this.#size > this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = entry.size;
    }
    this.#young.set(key, entry);
  }
}
