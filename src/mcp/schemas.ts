import type {JsonSchemaType} from '@modelcontextprotocol/server';
import type {Operation} from '../operation.ts';

interface Json {
  [key: string]: unknown;
  type?: string | undefined;
  description?: string;
  properties?: Record<string, Json>;
  required?: string[];
}

/** Parameters whose words say enough by themselves; a tool list is read with every question, so each word in it costs. */
const PLAIN = new Set([
  'limit',
  'min_confidence',
  'target',
  'modality',
  'mechanism',
  'therapeutic_area',
  'offset',
  'after',
]);

const SHORT: Record<string, string> = {
  entity_id: 'UUID or kind/slug',
  min_confidence: 'trust from this confidence up; default 0.7',
  after: 'next_cursor of the page before',
  fields: 'comma-separated top-level keys',
};

/** The input schema of an operation's tool: types, ranges and choices, and the first sentence of each description. */
export function inputSchema(operation: Operation): JsonSchemaType {
  const {properties = {}, required = []} = operation.params.toJSONSchema({io: 'input', unrepresentable: 'any'}) as Json;
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, lean(name, property)])),
    ...(required.length > 0 && {required}),
  } as JsonSchemaType;
}

function lean(name: string, property: Json): Json {
  const {description = '', pattern: _, minLength: __, maxLength: ___, format: ____, ...rest} = property;
  const said = SHORT[name] ?? (PLAIN.has(name) ? undefined : description.split(/[.:;] /)[0]?.replace(/\.$/, ''));
  return {...rest, ...(said !== undefined && said !== '' && {description: said})};
}

/** What an answer looks like at its top level; its parts are described in the interface description of the server. */
export function outputSchema(operation: Operation): JsonSchemaType {
  const {properties = {}} = operation.result.toJSONSchema({io: 'output', unrepresentable: 'any'}) as Json;
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, {type}]) => [name, typeof type === 'string' ? {type} : {}]),
    ),
  } as JsonSchemaType;
}
