import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaType,
  type McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type {z} from 'zod';
import type {Meta} from '../context.ts';
import {GraphError} from '../errors.ts';
import type {Graph} from '../graph.ts';
import {type Operation, toJsonValue} from '../operation.ts';
import {parseParams} from '../schema/check.ts';
import {unknownName} from '../schema/names.ts';
import {fitted, MOST_REPEATED} from './fitted.ts';
import {partly} from './parts.ts';
import {inputSchema, isParted, NOT_FOR_AGENTS, outputSchema} from './schemas.ts';
import {type OnError, shielded} from './shield.ts';
import {sizeOf} from './trim.ts';

type Json = Record<string, unknown>;

/** Maximum number of characters in the message about a mistake. */
const LONGEST_CORRECTION = 4000;

/** One read-only tool for each operation that defines one. */
export function addTools(server: McpServer, graph: Graph, onError: OnError): void {
  for (const operation of graph.operations as unknown as Operation[]) {
    if (operation.tool === undefined) continue;
    server.registerTool(
      operation.tool,
      {
        title: operation.tool.replaceAll('_', ' '),
        description: operation.summary,
        inputSchema: naming(inputSchema(operation), operation.params),
        outputSchema: fromJsonSchema(outputSchema(operation)),
        annotations: {readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false},
      },
      (params, context) => shielded(() => call(operation, graph, params, context.mcpReq.signal), onError),
    );
  }
}

/**
 * The protocol's check says that a parameter is unknown, but not which, and that a value is none of the allowed ones, but not
 * which those are: both must be named.
 */
export function naming(schema: JsonSchemaType, params: z.ZodObject): StandardSchemaWithJSON<Json, Json> {
  const checked = fromJsonSchema<Json>(schema);
  const known = Object.keys((schema as {properties?: Json}).properties ?? {});
  const {validate} = checked['~standard'];
  return {
    '~standard': {
      ...checked['~standard'],
      async validate(given) {
        const unknown = Object.keys((given ?? {}) as Json).filter((name) => !known.includes(name));
        if (unknown.length > 0) return {issues: unknown.map((name) => ({message: unknownName(name, known)}))};
        const found = await validate(given);
        return found.issues === undefined ? found : {issues: faultsOf(given, params) ?? found.issues};
      },
    },
  };
}

/** What the operation says of the same parameters; undefined where only those are wrong that the tool adds. */
function faultsOf(given: unknown, params: z.ZodObject): {message: string}[] | undefined {
  const own = Object.entries((given ?? {}) as Json).filter(([name]) => name in params.shape);
  try {
    parseParams(params, Object.fromEntries(own));
    return undefined;
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const {details = [], message} = error;
    // The protocol's library joins issues by commas, in the middle of sentences.
    const all = details.map((one) => `${one.path}: ${one.message}`).join(' ');
    return [{message: details.length < 2 ? message : all}];
  }
}

async function call(operation: Operation, graph: Graph, params: Json, signal: AbortSignal): Promise<CallToolResult> {
  try {
    const {answer, meta} = await fitting(operation, graph, params, signal);
    return {
      content: [{type: 'text', text: JSON.stringify(answer)}],
      structuredContent: answer,
      _meta: {...meta},
    };
  } catch (error) {
    if (error instanceof GraphError && error.status < 500)
      return {isError: true, content: [{type: 'text', text: correction(operation, error)}]};
    throw error;
  }
}

/** The answer of an operation, shortened to what fits for an agent. */
export async function fitting(
  operation: Operation,
  graph: Graph,
  params: Json,
  signal?: AbortSignal,
): Promise<{answer: Json; meta: Meta}> {
  const ask = async (given: Json) => {
    const {value, meta} = await graph.answer(operation, given, {...(signal !== undefined && {signal})});
    return {answer: toJsonValue(value) as Json, meta};
  };
  if ('offset' in operation.params.shape) return paged(operation, ask, params);
  const {skip = 0, part, ...asked} = params as {skip?: number; part?: string};
  const {answer, meta} = await ask(asked);
  if (isParted(operation)) return {answer: partly(answer, {skip, ...(part !== undefined && {part})}), meta};
  return {answer: fitted(operation, answer, {from: skip, next: (shown) => following(operation, asked, shown)}), meta};
}

/** The call for the rows after the first `shown`: of an answer with a row for each input, for the other inputs. */
function following({fromColumn = ''}: Operation, asked: Json, shown: number): Json {
  const inputs = asked[fromColumn];
  const rest = {...asked, [fromColumn]: Array.isArray(inputs) ? inputs.slice(shown) : inputs};
  return Array.isArray(inputs) && sizeOf(rest) <= MOST_REPEATED ? rest : {...asked, skip: shown};
}

/** For an operation with pages, the rows left out are its next page. */
async function paged(
  operation: Operation,
  ask: (given: Json) => Promise<{answer: Json; meta: Meta}>,
  params: Json,
): Promise<{answer: Json; meta: Meta}> {
  const first = await ask(params);
  const rowsOf = (answer: Json) => (answer[operation.rows ?? ''] as unknown[]).length;
  const all = rowsOf(first.answer);
  const likely = {...params, after: first.answer.next_cursor ?? LIKELY_CURSOR};
  let answer = fitted(operation, first.answer, {next: () => likely});
  for (let shown = rowsOf(answer), isSettled = shown === all; !isSettled; ) {
    // Only the operation knows the cursor after a row; a longer cursor may leave space for one row less.
    const {next_offset, next_cursor} = (await ask({...params, limit: shown})).answer;
    const next = nextOf(params, {next_offset, next_cursor}, all - shown);
    answer = fitted(operation, {...first.answer, next_offset, next_cursor}, {most: shown, next: () => next});
    isSettled = rowsOf(answer) === shown;
    shown = rowsOf(answer);
  }
  return {answer, meta: first.meta};
}

const LIKELY_CURSOR = 'x'.repeat(300);

function nextOf({offset: _, after: __, ...params}: Json, {next_offset, next_cursor}: Json, limit: number): Json | null {
  if (typeof next_cursor === 'string') return {...params, after: next_cursor, limit};
  return typeof next_offset === 'number' ? {...params, offset: next_offset, limit} : null;
}

/** What was wrong, and what would be right. */
function correction(operation: Operation, error: GraphError): string {
  const names = Object.keys(operation.params.shape)
    .filter((name) => !NOT_FOR_AGENTS.has(name))
    .join(', ');
  const words = `${error.message} Parameters of ${operation.tool}: ${names}.${error.code === 'not_found' ? ' Find an entity with search_entities.' : ''}`;
  return words.length > LONGEST_CORRECTION ? `${words.slice(0, LONGEST_CORRECTION)}…` : words;
}
