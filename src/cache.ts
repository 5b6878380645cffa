interface Entry {
  value: unknown;
  size: number;
}

/**
 * A cache bounded by the characters it keeps, which forgets what was not asked for lately. It has two halves: what is asked for comes into
 * the younger one, and when that is full it becomes the older one, whose content is forgotten. A list in the exact order of use would cost
 * more at each look: in a Map, taking an entry out and putting it in again is a copy of the whole, now and then.
 */
export class Cache {
  readonly #half: number;
  #young = new Map<string, Entry>();
  #old = new Map<string, Entry>();
  #size = 0;

  constructor(budget: number) {
    this.#half = budget / 2;
  }

  get<T>(key: string): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value as T;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#add(key, old);
    return old.value as T;
  }

  /** Keeps a value of about `size` characters; one larger than a quarter of the budget is not kept. */
  set(key: string, value: unknown, size: number): void {
    const cost = size + key.length + 64;
    if (cost > this.#half / 2) return;
    this.#add(key, {value, size: cost});
  }

  /** What is kept under the key, else what `make` gives, which is then kept; `undefined` is an answer too. */
  async remember<T>(key: string, sizeOf: number | ((value: T) => number), make: () => Promise<T>): Promise<T> {
    const kept = this.get<{value: T}>(key);
    if (kept !== undefined) return kept.value;
    const value = await make();
    this.set(key, {value}, typeof sizeOf === 'number' ? sizeOf : sizeOf(value));
    return value;
  }

  #add(key: string, entry: Entry): void {
    this.#size += entry.size - (this.#young.get(key)?.size ?? 0);
    if (this.#size > this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = entry.size;
    }
    this.#young.set(key, entry);
  }
}
