import {GraphError} from './errors.ts';

/** Estimated time of a kind of work that has not been seen yet, in milliseconds. */
const UNKNOWN = 50;

/** Weight of the latest time in the running mean. */
const LATEST = 0.2;

/**
 * The most that one time counts for, as a multiple of the mean. The first of a sort reads from the disk and compiles
 * its code, and one hub among a hundred entities takes a second: neither says how long the next hundred will take, and
 * for those who wait in vain there is a timer.
 */
const MOST = 3;

/**
 * Work below this many milliseconds is light and goes before heavier work, so that a search does not wait for ten
 * dossiers.
 */
const LIGHT = 50;

/** So many light requests may overtake a waiting heavy one. */
const BEFORE_HEAVY = 8;

export interface TurnOptions {
  /** Milliseconds a turn may be waited for; default: for ever. */
  patience?: number | undefined;
  signal?: AbortSignal | undefined;
}

interface Waiting {
  sort: string;
  begin: () => void;
}

interface Running {
  sort: string;
  since: number;
}

/**
 * A queue for work: light before heavy, by the mean time of its kind, otherwise first come, first served. Work that
 * would wait too long is refused at once. The wait is estimated as the mean times of the work before it, divided by the
 * number of slots.
 */
export class Turns {
  readonly #places: number;
  readonly #means = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  readonly #running = new Set<Running>();
  /** Light ones that went before a waiting heavy one, since one had its turn. */
  #passed = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** How many have a turn, and how many wait for one. */
  get counts(): {running: number; waiting: number} {
    return {running: this.#running.size, waiting: this.#waiting.size};
  }

  /** Milliseconds until work of a sort that comes now would have a turn. */
  wait(sort: string): number {
    if (this.#running.size < this.#places) return 0;
    const now = performance.now();
    const isLight = this.#isLight(sort);
    let work = 0;
    let passing = 0;
    for (const {sort: other, since} of this.#running) work += Math.max(0, this.#mean(other) - (now - since));
    for (const {sort: other} of this.#waiting) {
      if (isLight && !this.#isLight(other)) continue;
      work += this.#mean(other);
      passing++;
    }
    // Heavy ones that come in between.
    if (isLight) work += this.#heaviest() * Math.floor((this.#passed + passing) / BEFORE_HEAVY);
    return work / this.#places;
  }

  /**
   * Waits for a turn.
   * @param sort By which its time is foreseen, such as the operation's name.
   * @returns what gives it back.
   * @throws GraphError `unavailable`, with the seconds after which to try again, where the wait is longer than the patience.
   */
  async enter(sort: string, {patience, signal}: TurnOptions): Promise<() => void> {
    signal?.throwIfAborted();
    const turn = await this.#turn(sort, patience ?? Number.POSITIVE_INFINITY, signal);
    return () => {
      if (!this.#running.delete(turn)) return;
      this.#learn(sort, performance.now() - turn.since);
      this.#next();
    };
  }

  /** Runs work when it is its turn, as `enter` gives it. */
  async take<T>(sort: string, options: TurnOptions, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(sort, options);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Has the place from the moment on that it is given, so that nobody else can take it in between. */
  #begin(sort: string): Running {
    const turn = {sort, since: performance.now()};
    this.#running.add(turn);
    return turn;
  }

  #turn(sort: string, patience: number, signal: AbortSignal | undefined): Promise<Running> {
    if (this.#running.size < this.#places) return Promise.resolve(this.#begin(sort));
    const wait = this.wait(sort);
    if (wait > patience) return Promise.reject(overloaded(wait));
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(entry);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const entry: Waiting = {
        sort,
        begin: () => {
          leave();
          resolve(this.#begin(sort));
        },
      };
      const abort = () => {
        leave();
        reject(signal?.reason as Error);
      };
      const timer = Number.isFinite(patience)
        ? setTimeout(() => {
            leave();
            reject(overloaded(this.wait(sort)));
          }, patience)
        : undefined;
      signal?.addEventListener('abort', abort, {once: true});
      this.#waiting.add(entry);
    });
  }

  #next(): void {
    if (this.#running.size >= this.#places) return;
    const [first] = this.#waiting;
    if (first === undefined) return;
    const heavy = this.#first(false);
    const light = this.#first(true);
    const isHeavy = light === undefined || (heavy !== undefined && this.#passed >= BEFORE_HEAVY);
    this.#passed = isHeavy || heavy === undefined ? 0 : this.#passed + 1;
    (isHeavy ? heavy : light)?.begin();
  }

  #first(isLight: boolean): Waiting | undefined {
    for (const one of this.#waiting) if (this.#isLight(one.sort) === isLight) return one;
    return undefined;
  }

  #isLight(sort: string): boolean {
    return this.#mean(sort) <= LIGHT;
  }

  /** Milliseconds of the heaviest work that waits. */
  #heaviest(): number {
    let most = 0;
    for (const {sort} of this.#waiting) most = Math.max(most, this.#mean(sort));
    return most > LIGHT ? most : 0;
  }

  #mean(sort: string): number {
    return this.#means.get(sort) ?? UNKNOWN;
  }

  #learn(sort: string, ms: number): void {
    const mean = this.#mean(sort);
    this.#means.set(sort, mean + LATEST * (Math.min(ms, MOST * mean) - mean));
  }
}

function overloaded(wait: number): GraphError {
  return new GraphError('unavailable', 'The server is overloaded; try again in a moment.', {
    retryAfter: Math.max(1, Math.ceil(wait / 1000)),
  });
}
