import {fromJsonSchema, type JsonSchemaType, type McpServer} from '@modelcontextprotocol/server';
import {z} from 'zod';
import {GraphError} from '../errors.ts';
import type {Graph} from '../graph.ts';
import {type DiffParams, diffParams} from '../snapshot/between.ts';
import {fitted, leftOut, lengthOf, MOST_CHARACTERS} from './fitted.ts';
import {inputSchema} from './schemas.ts';
import {type OnError, shielded} from './shield.ts';
import {naming} from './tools.ts';

type Json = Record<string, unknown>;

/** Milliseconds a comparison may take: it reads two generations completely. */
const DEADLINE = 120_000;

/**
 * The filters people use for changes; the others are left to the other doors, since every agent would have to read
 * them.
 */
const params = diffParams.pick({
  ...{watch: true, kind: true, organization: true, disease: true, target: true, modality: true},
  ...{from: true, to: true, limit: true},
});

/** Of an answer for a watch list; it can be continued after some of their rows. */
const lists = z.object({changed: z.array(z.unknown()), quiet: z.array(z.unknown()), unknown: z.array(z.unknown())});

/** Changes since the previous release: the one tool that reads two generations, and therefore not an operation. */
export function addDiffTool(server: McpServer, graph: Graph, onError: OnError): void {
  const properties = {left_out: leftOut.toJSONSchema() as Json};
  server.registerTool(
    'diff',
    {
      title: 'diff',
      description: 'What changed between the last two releases, for a filter or for the names on a watch list.',
      inputSchema: naming(inputSchema({params, rows: null, result: lists}), params),
      outputSchema: fromJsonSchema({type: 'object', properties} as unknown as JsonSchemaType),
      annotations: {readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false},
    },
    (asked, context) =>
      shielded(async () => {
        try {
          const signal = AbortSignal.any([context.mcpReq.signal, AbortSignal.timeout(DEADLINE)]);
          const {skip: _, ...given} = asked;
          const answer = brief(await graph.diff(given as DiffParams & {watch: string[]}, {signal}), asked);
          return {content: [{type: 'text' as const, text: JSON.stringify(answer)}], structuredContent: answer};
        } catch (error) {
          if (error instanceof GraphError && error.status < 500)
            return {isError: true, content: [{type: 'text' as const, text: error.message}]};
          throw error;
        }
      }, onError),
  );
}

/** Shortens lists if the answer is too long, keeping their totals; then leaves out names of the watch list. */
function brief(found: object, {skip = 0, ...asked}: Json & {skip?: number}): Json {
  for (let limit = 1000; skip === 0 && limit >= 1; limit = Math.floor(limit / 2)) {
    const answer = shortened(found, limit) as Json;
    if (lengthOf(answer) <= MOST_CHARACTERS) return answer;
  }
  const next = (shown: number) => ({...asked, skip: shown});
  return fitted({rows: null}, shortened(found, 1) as Json, {from: skip, next});
}

/** Every list with a total, shortened. */
function shortened(value: unknown, limit: number): unknown {
  if (Array.isArray(value)) return value.map((one) => shortened(one, limit));
  if (value === null || typeof value !== 'object') return value;
  const {total, rows} = value as {total?: unknown; rows?: unknown[]};
  if (typeof total === 'number' && Array.isArray(rows)) return {total, rows: rows.slice(0, limit)};
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member, limit)]));
}
