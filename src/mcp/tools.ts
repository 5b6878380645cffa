import {type CallToolResult, fromJsonSchema, type McpServer} from '@modelcontextprotocol/server';
import type {Meta} from '../context.ts';
import {GraphError} from '../errors.ts';
import type {Graph} from '../graph.ts';
import {type Operation, toJsonText} from '../operation.ts';
import {inputSchema, outputSchema} from './schemas.ts';
import {type OnError, shielded} from './shield.ts';

/** An answer longer than this is asked again with fewer rows: agents read all of it. */
const MOST_CHARACTERS = 60_000;

/** Rows that the readable text names. */
const NAMED = 10;

/** One read-only tool for each operation that names one. */
export function addTools(server: McpServer, graph: Graph, onError: OnError): void {
  for (const operation of graph.operations as unknown as Operation[]) {
    if (operation.tool === undefined) continue;
    server.registerTool(
      operation.tool,
      {
        title: operation.tool.replaceAll('_', ' '),
        description: operation.summary,
        inputSchema: fromJsonSchema<Record<string, unknown>>(inputSchema(operation)),
        outputSchema: fromJsonSchema(outputSchema(operation)),
        annotations: {readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false},
      },
      (params, context) => shielded(() => call(operation, graph, params, context.mcpReq.signal), onError),
    );
  }
}

async function call(
  operation: Operation,
  graph: Graph,
  params: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const {text, meta, asked} = await withinRoom(operation, graph, params, signal);
    const structuredContent = JSON.parse(text) as Record<string, unknown>;
    return {
      content: [{type: 'text', text: readable(operation, structuredContent, asked)}],
      structuredContent,
      _meta: {...meta},
    };
  } catch (error) {
    if (error instanceof GraphError && error.status < 500)
      return {isError: true, content: [{type: 'text', text: correction(operation, error)}]};
    throw error;
  }
}

/** The answer, with a smaller `limit` where it would be too long, so that whole rows and a right cursor come back. */
async function withinRoom(
  operation: Operation,
  graph: Graph,
  params: Record<string, unknown>,
  signal: AbortSignal,
): Promise<{text: string; meta: Meta; asked: number | undefined}> {
  const {value, meta} = await graph.answer(operation, params, {signal});
  const text = toJsonText(value);
  const limit = rowCount(operation, text);
  if (text.length <= MOST_CHARACTERS || limit === undefined || limit <= 1 || operation.params.shape.limit === undefined)
    return {text, meta, asked: undefined};
  const fewer = Math.max(1, Math.floor((limit * MOST_CHARACTERS * 0.9) / text.length));
  const again = await graph.answer(operation, {...params, limit: fewer}, {signal});
  return {text: toJsonText(again.value), meta: again.meta, asked: limit};
}

function rowCount(operation: Operation, text: string): number | undefined {
  if (operation.rows === null) return undefined;
  const rows = (JSON.parse(text) as Record<string, unknown>)[operation.rows];
  return Array.isArray(rows) ? rows.length : undefined;
}

/** A few lines a reader can use without the JSON: how many, the first names, how to go on, what is left out. */
function readable(operation: Operation, result: Record<string, unknown>, asked: number | undefined): string {
  const rows = operation.rows === null ? undefined : (result[operation.rows] as unknown[]);
  const lines: string[] = [];
  if (rows === undefined) lines.push(nameOf(result.company ?? result));
  else {
    const total = typeof result.total === 'number' ? ` of ${result.total}` : '';
    lines.push(`${rows.length}${total} ${operation.rows}`);
    for (const row of rows.slice(0, NAMED)) lines.push(`- ${nameOf(row)}`);
    if (rows.length > NAMED) lines.push(`- and ${rows.length - NAMED} more in structuredContent`);
  }
  if (asked !== undefined)
    lines.push(
      `Cut to ${rows?.length} whole rows of ${asked}: ask with a smaller limit, narrower filters, or go on with after.`,
    );
  if (typeof result.next_cursor === 'string') lines.push(`Next page: after=${result.next_cursor}`);
  if (Array.isArray(result.caveats)) lines.push(...result.caveats.map((caveat) => `Caveat: ${String(caveat)}`));
  return lines.join('\n');
}

function nameOf(row: unknown): string {
  const {name, kind, slug, value, count, target, modality, total, score, date} = row as Record<string, unknown>;
  if (name !== undefined)
    return [
      name,
      kind && slug ? `(${String(kind)}/${String(slug)})` : '',
      date ?? '',
      score === undefined ? '' : `score ${String(score)}`,
    ]
      .filter((part) => part !== '')
      .join(' ');
  if (value !== undefined) return `${String(value)}: ${String(count)}`;
  if (target !== undefined) return `${String(target)} × ${String(modality)}: ${String(total)}`;
  return JSON.stringify(row).slice(0, 200);
}

/** What was wrong and what would be right. */
function correction(operation: Operation, error: GraphError): string {
  const names = Object.keys(operation.params.shape).join(', ');
  return `${error.message} Parameters of ${operation.tool}: ${names}.${error.code === 'not_found' ? ' Find an entity with search_entities.' : ''}`;
}
