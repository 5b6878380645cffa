import {McpServer} from '@modelcontextprotocol/server';
import type {Graph} from '../graph.ts';
import {addDiffTool} from './diff-tool.ts';
import {addResources} from './resources.ts';
import {FILTER_WORDS} from './schemas.ts';
import type {OnError} from './shield.ts';
import {addTools} from './tools.ts';

const INSTRUCTIONS = `A graph of biotech entities. Name an entity by UUID, kind/slug (company/pfizer) or an identifier (NCT01877811). Coverage is partial; analytics count only enrichment at or above a confidence and are triage aids: repeat their caveats.
An answer too long to read is cut to whole rows: left_out.rows says how many are behind them, left_out.next holds the arguments of the call that goes on. Entities are long; with fields=name,kind,slug search_entities has room for more of them.
Filters mean the same in every tool that takes them:
${FILTER_WORDS}`;

/** Milliseconds that lists and resources hold: as long as HTTP lets a client keep an entity; a new generation may follow. */
const HOLD = 60_000;

export interface McpOptions {
  /** Told of what went wrong inside; the caller is told only that it did. */
  onError?: OnError;
  /** Whether only those with a key may read: what was read is then not for caches that others share. */
  isClosed?: boolean;
}

/** The agent-tool server over a graph, for one connection or one request. */
export function createMcpServer(
  graph: Graph,
  {onError = () => undefined, isClosed = false}: McpOptions = {},
): McpServer {
  const hint = {ttlMs: HOLD, cacheScope: isClosed ? 'private' : 'public'} as const;
  const server = new McpServer(
    {name: 'biograph', title: 'biograph', version: '1.0.0'},
    {
      capabilities: {tools: {}, resources: {}, prompts: {}, completions: {}},
      instructions: INSTRUCTIONS,
      cacheHints: {
        'tools/list': hint,
        'prompts/list': hint,
        'resources/list': hint,
        'resources/templates/list': hint,
        'resources/read': hint,
        'server/discover': hint,
      },
    },
  );
  addTools(server, graph, onError);
  addDiffTool(server, graph, onError);
  addResources(server, graph, onError);
  return server;
}
