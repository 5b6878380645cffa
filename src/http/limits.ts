import type {Key, Keys, Tier} from '../state/keys.ts';

export const PROFILES = ['local', 'hosted'] as const;

/** `local` states a nominal limit and enforces none; `hosted` enforces the limits of each tier. */
export type Profile = (typeof PROFILES)[number];

/** Nominal requests per minute of a local server. */
const NOMINAL = 60_000;

const PER_MINUTE = {anonymous: 10, free: 20, pro: 60} as const;

/** Requests per calendar month (UTC) of a free key. */
const PER_MONTH = 500;

const WINDOW = 60_000;

/** The contents of the three headers, and whether the request is allowed. */
export interface Allowance {
  /** Requests allowed per window. */
  limit: number;
  remaining: number;
  /** Unix time in seconds at which the window ends. */
  reset: number;
  isOver: boolean;
}

/** The caller: whom a request is counted for, and its rights. */
export interface Caller {
  /** One for each key; one for each address without a key. */
  subject: string;
  tier: 'anonymous' | Tier;
  key?: Omit<Key, 'hash'>;
  /** The user named by a trusted proxy. */
  user?: string;
}

/**
 * Counts requests by caller in windows of one minute of the clock, and those of a free key by calendar month as well.
 * The tighter of the two is reported. A request over a limit is not counted.
 */
export class Limits {
  readonly #profile: Profile;
  readonly #keys: Keys | undefined;
  #window = 0;
  #counts = new Map<string, number>();

  constructor(profile: Profile, keys: Keys | undefined) {
    this.#profile = profile;
    this.#keys = keys;
  }

  /**
   * Counts `n` requests of a caller, all or none. Returns a promise if the count is stored, which resolves when it is.
   */
  take(caller: Caller, n = 1, now = Date.now()): Allowance | Promise<Allowance> {
    const window = Math.floor(now / WINDOW);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    const isEnforced = this.#profile === 'hosted';
    const limit = isEnforced ? PER_MINUTE[caller.tier] : NOMINAL;
    const used = this.#counts.get(caller.subject) ?? 0;
    const minute = allowance(limit, used + n, (window + 1) * WINDOW);
    const month = isEnforced && caller.tier === 'free' ? this.#month(caller, n, now) : undefined;
    const tighter = month !== undefined && month.remaining <= minute.remaining ? month : minute;
    if (isEnforced && (minute.isOver || month?.isOver === true)) {
      const over = month?.isOver === true ? month : minute;
      return {...over, remaining: Math.max(0, over.remaining - n)};
    }
    this.#counts.set(caller.subject, used + n);
    const taken = {...tighter, remaining: Math.max(0, tighter.remaining), isOver: false};
    return month !== undefined && caller.key !== undefined
      ? this.#remember(caller.key.id, now, n).then(() => taken)
      : taken;
  }

  /** Counted in memory immediately, so that concurrent requests do not both take the last one. */
  readonly #ahead = new Map<string, number>();

  #month(caller: Caller, n: number, now: number): Allowance {
    const date = new Date(now);
    const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
    return allowance(PER_MONTH, this.#used(caller.key?.id ?? '', monthOf(now)) + n, end);
  }

  #used(id: string, month: string): number {
    return Math.max(this.#keys?.used(id, month) ?? 0, this.#ahead.get(`${month} ${id}`) ?? 0);
  }

  async #remember(id: string, now: number, n: number): Promise<void> {
    const month = monthOf(now);
    const used = this.#used(id, month) + n;
    const place = `${month} ${id}`;
    this.#ahead.set(place, used);
    await this.#keys?.use(id, month, used);
    if (this.#ahead.get(place) === used) this.#ahead.delete(place);
  }
}

function allowance(limit: number, used: number, endMs: number): Allowance {
  return {limit, remaining: limit - used, reset: Math.ceil(endMs / 1000), isOver: used > limit};
}

function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}
