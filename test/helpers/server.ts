import type {AddressInfo} from 'node:net';
import {createServer, type ServerOptions} from '../../src/http/server.ts';
import type {Graph} from '../../src/index.ts';

/** A server on a real socket of the loopback. */
export async function listen(graph: Graph, options?: ServerOptions): Promise<{url: string; close(): Promise<void>}> {
  const server = createServer(graph, options);
  await server.listen({host: '127.0.0.1', port: 0});
  const {port} = server.server.address() as AddressInfo;
  return {url: `http://127.0.0.1:${port}`, close: () => server.close()};
}
