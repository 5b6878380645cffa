import {once} from 'node:events';
import {type IncomingMessage, request} from 'node:http';
import {text as readText} from 'node:stream/consumers';
import {type ErrorCode, FileError, GraphError} from '../errors.ts';
import {openAccounts} from '../http/account/open.ts';
import {stateFolder} from '../state/folder.ts';
import {type Owner, ownerOf} from '../state/owner.ts';
import type {Args} from './options.ts';

/** Asks a route of `/account` as the owner of the machine, and gives its answer. */
export type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Record<string, unknown>>;

/**
 * Reaches the accounts of a state folder: through the running server that has them in hand, else by taking them in hand
 * for as long as the work lasts.
 */
export async function withAccounts<T>(args: Args, work: (ask: Ask) => Promise<T>): Promise<T> {
  const folder = stateFolder(args.state as string | undefined);
  for (let tries = 0; ; tries++) {
    const owner = await ownerOf(folder);
    if (owner !== undefined) return work((method, path, body) => askOwner(owner, method, path, body));
    try {
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
      // Somebody else took the folder in hand meanwhile, and can be asked.
      if (error instanceof FileError && error.path === folder && tries < 3) continue;
      throw error;
    }
  }
}

async function askOwner(owner: Owner, method: string, path: string, body: object | undefined) {
  const call = request({
    socketPath: owner.socket,
    method,
    path,
    headers: {
      authorization: `Bearer ${owner.token}`,
      ...(body !== undefined && {'content-type': 'application/json'}),
    },
  });
  call.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return read(response.statusCode ?? 500, await readText(response));
}

/** @throws GraphError as the server answered. */
function read(status: number, text: string): Record<string, unknown> {
  const answer = JSON.parse(text) as Record<string, unknown>;
  if (status < 400) return answer;
  const {code, message} = answer.error as {code: ErrorCode; message: string};
  throw new GraphError(code, message);
}
