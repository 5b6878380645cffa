import {GraphError} from './errors.ts';

/** What work of a sort that has not been seen yet is taken to need, in milliseconds. */
const UNKNOWN = 50;

/** How much of the mean the latest time is. */
const LATEST = 0.2;

/**
 * How many times the mean one time can count as, at most. The first of a sort reads from the disk and compiles its code, and one hub among
 * a hundred entities takes a second: neither says how long the next hundred will take, and for those who wait in vain there is a timer.
 */
const MOST = 3;

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
 * Work takes turns, first come, first served. What would wait longer than it may is refused at once, and not after it has waited in
 * vain: the wait is estimated as the work before it, each by the mean time of its sort, over the number of places.
 */
export class Turns {
  readonly #places: number;
  readonly #means = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  readonly #running = new Set<Running>();

  constructor(places: number) {
    this.#places = places;
  }

  /** How many have a turn, and how many wait for one. */
  get counts(): {running: number; waiting: number} {
    return {running: this.#running.size, waiting: this.#waiting.size};
  }

  /** Milliseconds until somebody who comes now would have a turn. */
  get wait(): number {
    if (this.#running.size < this.#places) return 0;
    const now = performance.now();
    let work = 0;
    for (const {sort, since} of this.#running) work += Math.max(0, this.#mean(sort) - (now - since));
    for (const {sort} of this.#waiting) work += this.#mean(sort);
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
    const wait = this.wait;
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
            reject(overloaded(this.wait));
          }, patience)
        : undefined;
      signal?.addEventListener('abort', abort, {once: true});
      this.#waiting.add(entry);
    });
  }

  #next(): void {
    const [first] = this.#waiting;
    if (first !== undefined && this.#running.size < this.#places) first.begin();
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
  return new GraphError('unavailable', 'The server has more to do than it can take on; try again in a moment.', {
    retryAfter: Math.max(1, Math.ceil(wait / 1000)),
  });
}
