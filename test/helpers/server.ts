import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll} from 'vitest';
import {createServer, type ServerOptions} from '../../src/http/server.ts';
import {type Graph, openGraph} from '../../src/index.ts';

/** A server on a real socket of the loopback. */
export async function listen(graph: Graph, options?: ServerOptions): Promise<{url: string; close(): Promise<void>}> {
  const server = createServer(graph, options);
  await server.listen({host: '127.0.0.1', port: 0});
  const {port} = server.server.address() as AddressInfo;
  return {url: `http://127.0.0.1:${port}`, close: () => server.close()};
}

/** The sample behind a server, from before the first test of a file until after its last. */
export function serveSample(): {readonly graph: Graph; readonly url: string} {
  const sample = {} as {graph: Graph; url: string};
  let close: () => Promise<void>;
  beforeAll(async () => {
    sample.graph = await openGraph();
    ({url: sample.url, close} = await listen(sample.graph));
  });
  afterAll(async () => {
    await close();
    await sample.graph.close();
  });
  return sample;
}
