import {GraphError} from '../errors.ts';
import type {Keys} from '../state/keys.ts';
import {type Allowance, type Caller, Limits, type Profile} from './limits.ts';

/** The origin of a request: its address, and its key if it has one. */
export interface Asking {
  /** A name for an address, or for the network of one subscriber. */
  network: string;
  credential?: string;
  /** The user named by a trusted proxy. */
  user?: string;
}

/** The decision about a request: the caller, the remaining allowance, and the reason for a refusal. */
export interface Decision {
  caller: Caller | null;
  allowance: Allowance;
  refusal: string | null;
}

/** Counts requests and checks keys: in the process that owns the state, or by asking that process. */
export interface Gate {
  /** Synchronous if no other process has to be asked. */
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

/** The gate for keys in this process. */
export class LocalGate implements Gate {
  readonly #keys: Keys | undefined;
  readonly #profile: Profile;
  readonly #limits: Limits;
  readonly #isClosed: boolean;

  /** @param isClosed Admits only callers with a valid key, and users named by a trusted proxy. */
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
      // Counted for its address, which limits guessing.
      return decision(null, this.#limits.take(anonymous, Math.max(1, n)), error.message);
    }
  }

  #callerOf(credential: string | undefined, user: string | undefined): Caller | undefined {
    const named = user === undefined ? {} : {user};
    // A user authenticated by the proxy needs no key.
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
