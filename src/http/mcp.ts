import {hostHeaderValidation, originValidation, toNodeHandler} from '@modelcontextprotocol/node';
import {createMcpHandler} from '@modelcontextprotocol/server';
import type {FastifyInstance} from 'fastify';
import type {Graph} from '../graph.ts';
import {createMcpServer} from '../mcp/server.ts';
import {notAllowed} from './not-allowed.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The agent tools over streamable HTTP at `/mcp`. Host and Origin must name this machine, or a name that is allowed: a page
 * on the web must not reach a server on the reader's machine by a name of its own (DNS rebinding).
 */
export function addMcp(server: FastifyInstance, graph: Graph, allowedHosts: readonly string[]): void {
  const hosts = [...LOOPBACK, ...allowedHosts];
  const isHost = hostHeaderValidation(hosts);
  const isOrigin = originValidation(hosts);
  const onError = (error: unknown) => server.log.error({err: error}, 'agent tools');
  const handler = createMcpHandler(() => createMcpServer(graph, onError), {onerror: onError});
  const handle = toNodeHandler(handler);
  server.addHook('onClose', () => handler.close());
  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      reply.hijack();
      if (!isHost(request.raw, reply.raw) || !isOrigin(request.raw, reply.raw)) return;
      await handle(request.raw as Parameters<typeof handle>[0], reply.raw, request.body);
    },
  });
  notAllowed(server, '/mcp', ['GET', 'POST', 'DELETE']);
}
