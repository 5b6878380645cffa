import type {z} from 'zod';
import type {Keys} from '../../state/keys.ts';
import type {Webhooks} from '../../state/webhooks.ts';
import type {Dispatcher} from '../../webhooks/dispatcher.ts';
import type {Caller} from '../limits.ts';

/** What a server remembers and manages for its callers. */
export interface Accounts {
  readonly keys: Keys;
  readonly webhooks: Webhooks;
  /** Sends to webhooks, while a graph is served. */
  dispatcher: Dispatcher | undefined;
}

/** On whose behalf a route of `/account` runs. */
export interface Asker {
  /** May do everything: an administrator key, the owner of the machine, or an open account. */
  isAdmin: boolean;
  /** The key's id; null for the owner of the machine and for open accounts. */
  owner: string | null;
}

/** A route of `/account`: HTTP, its description, and the commands are derived from it. */
export interface AccountRoute<Body extends z.ZodObject = z.ZodObject, Result extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** The command that asks it, such as `keys create`. */
  readonly command: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The route; `{id}` stands for a key's or webhook's id. */
  readonly path: string;
  readonly summary: string;
  readonly status: number;
  /** Needs an administrator, where any valid key is not enough. */
  readonly isForAdmin: boolean;
  readonly body: Body | null;
  readonly result: Result;
  /** The key of the result's list of rows; null when the result is one thing. */
  readonly rows: string | null;
  /** Options of the command that show what it is for. */
  readonly example?: string;
  /** What the command says on stderr afterwards. */
  readonly hint?: string;
  run(accounts: Accounts, asker: Asker, given: {id: string; body: z.output<Body>}): Promise<z.input<Result>>;
}

export function defineRoute<Body extends z.ZodObject, Result extends z.ZodType>(
  route: AccountRoute<Body, Result>,
): AccountRoute {
  return route as unknown as AccountRoute;
}

/** What a caller of the public door may do; undefined when it may do nothing here. */
export function askerOf(caller: Caller | null, isOpen: boolean): Asker | undefined {
  if (caller?.key !== undefined) return {isAdmin: isOpen || caller.key.admin, owner: caller.key.id};
  return isOpen ? {isAdmin: true, owner: null} : undefined;
}
