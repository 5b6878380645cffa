import {McpServer} from '@modelcontextprotocol/server';
import type {Graph} from '../graph.ts';
import {addResources} from './resources.ts';
import type {OnError} from './shield.ts';
import {addTools} from './tools.ts';

const INSTRUCTIONS =
  'A graph of biotech entities. Name an entity by UUID or kind/slug (company/pfizer). Coverage is partial; analytics count only enrichment at or above a confidence and are triage aids: repeat their caveats.';

/**
 * The agent-tool server over a graph, for one connection or one request.
 * @param onError Told of what went wrong inside; the caller is told only that it did.
 */
export function createMcpServer(graph: Graph, onError: OnError = () => undefined): McpServer {
  const server = new McpServer(
    {name: 'biograph', title: 'biograph', version: '1.0.0'},
    {capabilities: {tools: {}, resources: {}, prompts: {}, completions: {}}, instructions: INSTRUCTIONS},
  );
  addTools(server, graph, onError);
  addResources(server, graph, onError);
  return server;
}
