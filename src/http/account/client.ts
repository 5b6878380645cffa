import {once} from 'node:events';
import {type IncomingMessage, request} from 'node:http';
import {text as readText} from 'node:stream/consumers';
import {bodySchema, type Endpoint, filledPath} from '../../endpoint.ts';
import {type Detail, type ErrorCode, GraphError} from '../../errors.ts';
import type {Owner} from '../../state/owner.ts';
import type {Asker} from './route.ts';

/** The header in which a process of the same server names the caller it asks for. */
export const ASKER_HEADER = 'x-biograph-asker';

/**
 * Requests a route of `/account` at the private local socket of the process that owns the state.
 * @param asker The caller it is for; default: the owner of the machine.
 * @throws GraphError as answered by the route.
 */
export async function askOwner(
  {socket, token}: Owner,
  route: Pick<Endpoint, 'method' | 'path' | 'params'>,
  params: Record<string, unknown>,
  asker?: Asker,
): Promise<Record<string, unknown>> {
  const fields = bodySchema(route)?.shape;
  const body = fields && Object.fromEntries(Object.entries(params).filter(([name]) => name in fields));
  const call = request({
    socketPath: socket,
    method: route.method,
    path: filledPath(route, params),
    headers: {
      authorization: `Bearer ${token}`,
      ...(asker !== undefined && {[ASKER_HEADER]: JSON.stringify(asker)}),
      ...(body !== undefined && {'content-type': 'application/json'}),
    },
  });
  call.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const answer = JSON.parse(await readText(response)) as Record<string, unknown>;
  if ((response.statusCode ?? 500) < 400) return answer;
  const {code, message, details} = answer.error as {code: ErrorCode; message: string; details?: Detail[]};
  throw new GraphError(code, message, details === undefined ? {} : {details});
}
