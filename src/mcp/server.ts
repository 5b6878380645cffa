import {McpServer} from '@modelcontextprotocol/server';
import type {Graph} from '../graph.ts';
import {VERSION} from '../version.ts';
import {addDiffTool} from './diff-tool.ts';
import {addResources} from './resources.ts';
import {FILTER_WORDS} from './schemas.ts';
import type {OnError} from './shield.ts';
import {addTools} from './tools.ts';

const INSTRUCTIONS = `A graph of biotech entities. Name an entity by UUID, kind/slug (company/pfizer) or an identifier (NCT01877811). Coverage is partial; analytics count only enrichment at or above a confidence and are triage aids: repeat their caveats.
An answer that is too long is cut to whole rows: left_out.rows says how many rows are missing, left_out.next has the arguments for the next call, left_out.repeat names those of yours to give again with them. Entities are long; with fields=name,kind,slug search_entities has room for more of them.
Filters mean the same in every tool that takes them:
${FILTER_WORDS}`;

/** Milliseconds for which clients may cache lists and resources, as for entities over HTTP; a new generation may follow. */
const CACHE_MS = 60_000;

export interface McpOptions {
  /** Called with internal errors; the caller learns only that there was one. */
  onError?: OnError;
  /** Whether reading requires a key: results must then not be stored in shared caches. */
  isClosed?: boolean;
}

/** The agent-tool server over a graph, for one connection or one request. */
export function createMcpServer(
  graph: Graph,
  {onError = () => undefined, isClosed = false}: McpOptions = {},
): McpServer {
  const hint = {ttlMs: CACHE_MS, cacheScope: isClosed ? 'private' : 'public'} as const;
  const server = new McpServer(
    {name: 'biograph', title: 'biograph', version: VERSION},
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
