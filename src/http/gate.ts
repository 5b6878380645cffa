import {GraphError} from '../errors.ts';
import type {Keys} from '../state/keys.ts';
import {type Allowance, type Caller, Limits, type Profile} from './limits.ts';

/** What a request brings: where it comes from, and its key if it has one. */
export interface Asking {
  /** One name for an address, or the network of one subscriber. */
  network: string;
  credential?: string;
  /** Whom a trusted proxy says it is. */
  user?: string;
}

/** What is said of a request: who asks, what is left, and why it may not go on where it may not. */
export interface Decision {
  caller: Caller | null;
  allowance: Allowance;
  refusal: string | null;
}

/** Counts requests and knows keys: in the process that owns the state, or by asking that process. */
export interface Gate {
  /** At once where nobody else has to be asked. */
  check(asking: Asking, n: number): Decision | Promise<Decision>;
}

function decision(
  caller: Caller | null,
  taken: Allowance | Promise<Allowance>,
  refusal: string | null,
): Decision | Promise<Decision> {
  return taken instanceof Promise
    ? taken.then((allowance) => ({caller, allowance, refusal}))
    : {caller, allowance: taken, refusal};
}

/** The gate over keys in this process. */
export class LocalGate implements Gate {
  readonly #keys: Keys | undefined;
  readonly #profile: Profile;
  readonly #limits: Limits;
  readonly #isClosed: boolean;

  /** @param isClosed Nobody is let in without a valid key, or a user that a trusted proxy names. */
  constructor(profile: Profile, keys: Keys | undefined, isClosed = false) {
    this.#keys = keys;
    this.#isClosed = isClosed;
    this.#profile = profile;
    this.#limits = new Limits(profile, keys);
  }

  check({network, credential, user}: Asking, n: number): Decision | Promise<Decision> {
    const anonymous: Caller = {subject: `ip ${network}`, tier: 'anonymous'};
    try {
      const caller = this.#callerOf(credential, user) ?? anonymous;
      if (this.#isClosed && caller === anonymous)
        throw new GraphError(
          'unauthorized',
          'This server needs a key, as Authorization: Bearer KEY or X-API-Key: KEY.',
        );
      return decision(caller, this.#limits.take(caller, n), null);
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      // Counts against its address, so that guessing is limited.
      return decision(null, this.#limits.take(anonymous, Math.max(1, n)), error.message);
    }
  }

  #callerOf(credential: string | undefined, user: string | undefined): Caller | undefined {
    const named = user === undefined ? {} : {user};
    // A user whom the proxy authenticated needs no key.
    if (credential === undefined) return user === undefined ? undefined : {subject: `user ${user}`, tier: 'pro', user};
    const found = this.#keys?.find(credential);
    if (found === undefined) {
      if (this.#profile === 'hosted' || this.#isClosed)
        throw new GraphError('unauthorized', 'This key is unknown to this server.');
      return user === undefined ? undefined : {subject: `user ${user}`, tier: 'pro', user};
    }
    if (found.revoked_at !== null) throw new GraphError('unauthorized', 'This key was revoked.');
    const {hash: _, ...key} = found;
    return {subject: `key ${key.id}`, tier: key.tier, key, ...named};
  }
}
