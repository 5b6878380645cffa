import type {JsonSchemaType} from '@modelcontextprotocol/server';
import {z} from 'zod';
import type {Operation} from '../operation.ts';
import {entityFilters, minConfidence} from '../schema/params.ts';
import {leftOut} from './fitted.ts';

interface Json {
  [key: string]: unknown;
  type?: string | undefined;
  description?: string;
  properties?: Record<string, Json>;
  required?: string[];
}

/** Filters mean the same in all tools: they are described once, in the server's instructions. */
const FILTERS: Record<string, z.ZodType> = {...entityFilters, min_confidence: minConfidence};

/** The server's instructions about filters. */
export const FILTER_WORDS = Object.entries(FILTERS)
  .map(([name, {description = ''}]) => `${name}: ${description}`)
  .join('\n');

/** The parts of an operation that a tool's schema is made from. */
type Shape = Pick<Operation, 'params' | 'rows' | 'result'>;

/** An agent reads JSON; files are for other doors. */
export const NOT_FOR_AGENTS = new Set(['format', 'bom']);

const SHORT: Record<string, string | undefined> = {
  entity_id: 'UUID, kind/slug, or an identifier',
  limit: undefined,
  offset: undefined,
  after: 'next_cursor of the previous page',
  fields: 'comma-separated top-level keys',
};

/**
 * Whether a tool adds an offset: for operations without one of their own, so that rows that do not fit can be
 * requested.
 */
export function isSkipping({params, rows, result}: Shape): boolean {
  if ('offset' in params.shape) return false;
  return rows !== null || Object.values((result as z.ZodObject).shape).some((member) => member instanceof z.ZodArray);
}

/** Whether an answer is one thing without rows, of which a tool gives parts if it is too long. */
export function isParted({params, rows, result}: Shape): boolean {
  return !('offset' in params.shape) && !isSkipping({params, rows, result});
}

/** The input schema of an operation's tool: types, ranges and choices, and the first sentence of each description. */
export function inputSchema(operation: Shape): JsonSchemaType {
  const {properties = {}, required = []} = jsonSchema(operation.params, 'input');
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        Object.entries(properties).flatMap(([name, property]) =>
          NOT_FOR_AGENTS.has(name) ? [] : [[name, lean(name, property)]],
        ),
      ),
      ...(isSkipping(operation) && {
        skip: {type: 'integer', minimum: 0, description: 'rows to skip, as given in left_out.next'},
      }),
      ...(isParted(operation) && {
        part: {type: 'string', description: 'path of the list or text to go on with, as given in left_out.next'},
        skip: {type: 'integer', minimum: 0, description: 'entries of it to skip'},
      }),
    },
    ...(required.length > 0 && {required}),
    additionalProperties: false,
  } as JsonSchemaType;
}

function lean(name: string, property: Json): Json {
  const {description = '', pattern: _, minLength: __, maxLength: ___, format: ____, ...about} = property;
  // Only texts of query strings have separators.
  const {'x-separator': _____, ...rest} = about;
  if (name in FILTERS) return rest;
  const said = name in SHORT ? SHORT[name] : description.split(/[.:;] /)[0]?.replace(/\.$/, '');
  return {...rest, ...(said !== undefined && said !== '' && {description: said})};
}

/** The top level of an answer; its parts are described in the server's interface description. */
export function outputSchema(operation: Operation): JsonSchemaType {
  const {properties = {}} = jsonSchema(operation.result, 'output');
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        Object.entries(properties).map(([name, {type}]) => [name, typeof type === 'string' ? {type} : {}]),
      ),
      left_out: {
        ...jsonSchema(leftOut, 'output'),
        description: 'Present if the answer was shortened to fit an agent.',
      },
    },
  } as JsonSchemaType;
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const {$schema: _, ...rest} = schema.toJSONSchema({io, unrepresentable: 'any'}) as Json;
  return rest;
}
