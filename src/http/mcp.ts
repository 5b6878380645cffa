import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Graph} from '../graph.ts';
import {refusalOf} from '../mcp/refused.ts';
import type {McpOptions} from '../mcp/server.ts';
import type {Operation} from '../operation.ts';
import {notAllowed} from './not-allowed.ts';
import {PATIENCE} from './request-call.ts';

const PATH = '/mcp';

/** Whether a request is for the agent tools. */
export function isAgents({routeOptions: {url}}: FastifyRequest): boolean {
  return url === PATH;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

interface Agents {
  handle(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  close(): Promise<void>;
}

interface McpRouteOptions {
  allowedHosts: readonly string[];
  isClosed: boolean;
  /** Headers of every answer, which the tools write themselves. */
  headers: Readonly<Record<string, string>>;
}

/**
 * The agent tools over streamable HTTP at `/mcp`. Answers need no session and no stream of their own, so that only POST
 * is taken. Host and Origin must name this machine, or an allowed name: a web
 * page must not reach a server on the reader's machine under a name of its own (DNS rebinding).
 */
export function addMcp(
  server: FastifyInstance,
  graph: Graph,
  {allowedHosts, isClosed, headers}: McpRouteOptions,
): void {
  const onError = (error: unknown) => server.log.error({err: error}, 'agent tools');
  const asked: Graph = Object.assign(Object.create(graph) as Graph, {
    answer: (...[operation, params, options]: Parameters<Graph['answer']>) =>
      graph.answer(operation, params, {patience: PATIENCE, ...options}),
  });
  const tools = (graph.operations as unknown as Operation[]).filter(({tool}) => tool !== undefined);
  let agents: Promise<Agents> | undefined;
  server.addHook('onClose', async () => (await agents)?.close());
  server.route({
    method: 'POST',
    url: PATH,
    exposeHeadRoute: false,
    // What a tool is given may be as long as what its operation is.
    bodyLimit: Math.max(server.initialConfig.bodyLimit ?? 0, ...tools.map(({maxBody = 0}) => maxBody)),
    handler: async (request, reply) => {
      agents ??= open(asked, [...LOOPBACK, ...allowedHosts], {onError, isClosed});
      const opened = await agents;
      for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
      await opened.handle(request, reply);
    },
  });
  notAllowed(server, PATH, ['POST']);
}

/** Loads the protocol at the first request, because most servers have no agents. */
async function open(graph: Graph, hosts: readonly string[], options: Required<McpOptions>): Promise<Agents> {
  const [{hostHeaderValidation, originValidation, toNodeHandler}, {createMcpHandler}, {createMcpServer}] =
    await Promise.all([
      import('@modelcontextprotocol/node'),
      import('@modelcontextprotocol/server'),
      import('../mcp/server.ts'),
    ]);
  const isHost = hostHeaderValidation([...hosts]);
  const isOrigin = originValidation([...hosts]);
  const handler = createMcpHandler(() => createMcpServer(graph, options), {onerror: options.onError});
  const handle = toNodeHandler(handler);
  return {
    async handle(request, reply) {
      reply.hijack();
      if (!isHost(request.raw, reply.raw) || !isOrigin(request.raw, reply.raw)) return;
      const refusal = refusalOf(request.body);
      if (refusal === undefined) await handle(request.raw as Parameters<typeof handle>[0], reply.raw, request.body);
      else reply.raw.writeHead(400, {'content-type': 'application/json'}).end(JSON.stringify(refusal));
    },
    close: () => handler.close(),
  };
}
