import type {z} from 'zod';
import {type Endpoint, pathParams} from '../../endpoint.ts';
import type {Keys} from '../../state/keys.ts';
import type {Webhooks} from '../../state/webhooks.ts';
import type {Dispatcher} from '../../webhooks/dispatcher.ts';
import type {Caller} from '../limits.ts';

/** The state that a server manages for its callers. */
export interface Accounts {
  readonly keys: Keys;
  readonly webhooks: Webhooks;
  /** Delivers to webhooks while a graph is served. */
  dispatcher: Dispatcher | undefined;
}

/** The caller for whom a route of `/account` runs. */
export interface Asker {
  /** May do everything: an administrator key, the owner of the machine, or an open account. */
  isAdmin: boolean;
  /** The key's id; null for the owner of the machine and for open accounts. */
  owner: string | null;
  /** The owner of the machine, by its command line. */
  isLocal?: boolean;
}

/** A route of `/account`. */
export interface AccountRoute<Params extends z.ZodObject = z.ZodObject, Result extends z.ZodType = z.ZodType>
  extends Endpoint<string, Params, Result> {
  /** For example `keys create`. */
  readonly command: string;
  /** Requires an administrator; a valid key is not enough. */
  readonly isForAdmin: boolean;
  /** What the command prints on stderr afterwards. */
  readonly hint?: string;
  run(accounts: Accounts, asker: Asker, params: z.output<Params>): Promise<z.input<Result>>;
}

type Optional = 'positional' | 'rows' | 'example';

type Definition<Params extends z.ZodObject, Result extends z.ZodType> = Omit<AccountRoute<Params, Result>, Optional> &
  Partial<Pick<AccountRoute<Params, Result>, Optional>>;

/** Defines a route of `/account`; HTTP, its description and the command are derived from it. */
export function defineRoute<Params extends z.ZodObject, Result extends z.ZodType>(
  definition: Definition<Params, Result>,
): AccountRoute {
  const route = {positional: pathParams(definition), rows: null, example: {}, ...definition};
  return route as unknown as AccountRoute;
}

/** The rights of a caller over the network; undefined if there are none here. */
export function askerOf(caller: Caller | null, isOpen: boolean): Asker | undefined {
  if (caller?.key !== undefined) return {isAdmin: isOpen || caller.key.admin, owner: caller.key.id};
  return isOpen ? {isAdmin: true, owner: null} : undefined;
}
