import {FileError} from '../errors.ts';
import {askOwner} from '../http/account/client.ts';
import {stateFolder} from '../state/folder.ts';
import {ownerOf} from '../state/owner.ts';
import type {Args} from './options.ts';

/** Asks a route of `/account` as the owner of the machine, and gives its answer. */
export type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Record<string, unknown>>;

/**
 * Reaches the accounts of a state folder: through the running server that owns them, else by owning them
 * for as long as the work lasts.
 */
export async function withAccounts<T>(args: Args, work: (ask: Ask) => Promise<T>): Promise<T> {
  const folder = stateFolder(args.state as string | undefined);
  for (let tries = 0; ; tries++) {
    const owner = await ownerOf(folder);
    if (owner !== undefined) return work((method, path, body) => askOwner(owner, method, path, body));
    try {
      const {openAccounts} = await import('../http/account/open.ts');
      const accounts = await openAccounts(folder);
      try {
        return await work(async (method, path, body) => {
          const own = await ownerOf(folder);
          if (own === undefined) throw new Error('The local socket does not answer');
          return askOwner(own, method, path, body);
        });
      } finally {
        await accounts.close();
      }
    } catch (error) {
      // Another process took the folder meanwhile, and can be asked.
      if (error instanceof FileError && error.path === folder && tries < 3) continue;
      throw error;
    }
  }
}
