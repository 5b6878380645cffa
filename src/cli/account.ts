import type {Endpoint} from '../endpoint.ts';
import {FileError} from '../errors.ts';
import {askOwner} from '../http/account/client.ts';
import {stateFolder} from '../state/folder.ts';
import {ownerOf} from '../state/owner.ts';
import type {Args} from './options.ts';

/** Requests a route of `/account` as the owner of the machine, and returns its answer. */
export type Ask = (
  route: Pick<Endpoint, 'method' | 'path' | 'params'>,
  params: Record<string, unknown>,
) => Promise<Record<string, unknown>>;

/**
 * Works with the accounts of a state folder: through the running server that owns them, or else by owning them
 * meanwhile.
 */
export async function withAccounts<T>(args: Args, work: (ask: Ask) => Promise<T>): Promise<T> {
  const folder = stateFolder(args.state as string | undefined);
  for (let tries = 0; ; tries++) {
    const owner = await ownerOf(folder);
    if (owner !== undefined) return work((route, params) => askOwner(owner, route, params));
    try {
      const {openAccounts} = await import('../http/account/open.ts');
      const accounts = await openAccounts(folder);
      try {
        return await work(async (route, params) => {
          const own = await ownerOf(folder);
          if (own === undefined) throw new Error('The local socket does not answer');
          return askOwner(own, route, params);
        });
      } finally {
        await accounts.close();
      }
    } catch (error) {
      // Another process took ownership in the meantime, and can be asked.
      if (error instanceof FileError && error.path === folder && tries < 3) continue;
      throw error;
    }
  }
}
