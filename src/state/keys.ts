import {createHash, randomBytes, randomUUID, timingSafeEqual} from 'node:crypto';
import {join} from 'node:path';
import {Journal, type Journaled} from './journal.ts';

export const TIERS = ['free', 'pro'] as const;

export type Tier = (typeof TIERS)[number];

/** A stored key: its rights and its hash, never the key itself. */
export interface Key {
  id: string;
  name: string;
  tier: Tier;
  /** May create, list and revoke keys, and manage every webhook. */
  admin: boolean;
  /** SHA-256 of the key, hex. */
  hash: string;
  created_at: string;
  revoked_at: string | null;
}

/** A key as it is shown to users. */
export type KeyView = Omit<Key, 'hash'>;

type Event = {key: Key} | {revoke: string; at: string} | {use: string; month: string; n: number};

/** Keys, and their requests in the current month. */
export class Keys {
  readonly #table: Table;
  readonly #journal: Journal<Event>;

  private constructor(table: Table, journal: Journal<Event>) {
    this.#table = table;
    this.#journal = journal;
  }

  static async open(folder: string): Promise<Keys> {
    const table = new Table();
    return new Keys(table, await Journal.open(join(folder, 'keys.ndjson'), table));
  }

  /** Creates a key; it is returned only here and never stored. */
  async create(given: {name: string; tier: Tier; admin: boolean}): Promise<KeyView & {key: string}> {
    const secret = `bg_${base62(randomBytes(32))}`;
    const key: Key = {
      id: randomUUID(),
      ...given,
      hash: hashOf(secret),
      created_at: new Date().toISOString(),
      revoked_at: null,
    };
    await this.#journal.append({key});
    return {...view(key), key: secret};
  }

  /** The key with this secret, including revoked ones. */
  find(secret: string): Key | undefined {
    const hash = hashOf(secret);
    const found = this.#table.byHash.get(hash.slice(0, 16));
    return found !== undefined && timingSafeEqual(Buffer.from(found.hash), Buffer.from(hash)) ? found : undefined;
  }

  get(id: string): KeyView | undefined {
    const found = this.#table.keys.get(id);
    return found === undefined ? undefined : view(found);
  }

  /** Oldest first, including revoked ones. */
  list(): KeyView[] {
    return [...this.#table.keys.values()].map(view);
  }

  /** The key after revocation; undefined if there is none. Revocation is final. */
  async revoke(id: string): Promise<KeyView | undefined> {
    const found = this.#table.keys.get(id);
    if (found === undefined) return undefined;
    if (found.revoked_at === null) await this.#journal.append({revoke: id, at: new Date().toISOString()});
    return view(this.#table.keys.get(id) ?? found);
  }

  /** Number of requests by a key in a month such as `2026-11`. */
  used(id: string, month: string): number {
    const use = this.#table.uses.get(id);
    return use?.month === month ? use.n : 0;
  }

  /** Records `n` requests by a key in a month; a killed process loses none of them. */
  use(id: string, month: string, n: number): Promise<void> {
    return this.#journal.append({use: id, month, n}, {isFlushed: false});
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}

/** The contents of `keys.ndjson`. */
class Table implements Journaled<Event> {
  readonly keys = new Map<string, Key>();
  readonly byHash = new Map<string, Key>();
  readonly uses = new Map<string, {month: string; n: number}>();

  get size(): number {
    return this.keys.size + this.uses.size;
  }

  apply(event: Event): void {
    if ('key' in event) this.#put(event.key);
    else if ('revoke' in event) {
      const found = this.keys.get(event.revoke);
      if (found !== undefined) this.#put({...found, revoked_at: event.at});
    } else {
      const {use, month, n} = event;
      const known = this.uses.get(use);
      if (known === undefined || known.month < month || (known.month === month && known.n < n))
        this.uses.set(use, {month, n});
    }
  }

  #put(key: Key): void {
    this.keys.set(key.id, key);
    this.byHash.set(key.hash.slice(0, 16), key);
  }

  *events(): Iterable<Event> {
    for (const key of this.keys.values()) yield {key};
    for (const [use, {month, n}] of this.uses) yield {use, month, n};
  }
}

function view({hash: _, ...rest}: Key): KeyView {
  return rest;
}

/** A key has 256 random bits, so a plain hash cannot be reversed by guessing. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 32 bytes as 43 digits of base 62, leading zeros kept. */
function base62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (text.length < 43) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
