// The parts of the OpenAPI document that this page uses.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  contentSchema?: Schema;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, {schema?: Schema}>;
}

interface Described {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: {content: {'application/json': {schema: Schema; example?: unknown}}};
  responses: Record<string, Response>;
}

export interface Operation extends Described {
  method: string;
  path: string;
}

export interface Document {
  info: {title: string; version: string; description: string};
  tags: {name: string; description: string}[];
  paths: Record<string, Record<string, Described>>;
  components: {schemas: Record<string, Schema>; responses: Record<string, Response>};
}

export function operationsOf({paths}: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({...described, method: method.toUpperCase(), path})),
  );
}

/** The operations that contain every word: in their names, paths and descriptions, or in those of their parameters. */
export function found(operations: readonly Operation[], words: string): Operation[] {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({operationId, method, path, summary, description = '', parameters = [], tags}) => {
    const said = [operationId, method, path, summary, description, ...tags];
    for (const parameter of parameters) said.push(parameter.name, parameter.description ?? '');
    const text = said.join('\n').toLowerCase();
    return asked.every((word) => text.includes(word));
  });
}

/** The last part of `#/components/schemas/Name`. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

export function resolved(schema: Schema, document: Document): Schema {
  return schema.$ref === undefined ? schema : (document.components.schemas[nameIn(schema.$ref)] ?? {});
}

/** A type in words: `Kind, may repeat`, `integer 1–100`, `text or null`. */
export function typeWords(schema: Schema): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  if (schema.anyOf !== undefined) {
    const [one = '', ...others] = [...new Set(schema.anyOf.map(typeWords))];
    return others.length === 1 && others[0] === `list of ${one}` ? `${one}, may repeat` : [one, ...others].join(' or ');
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeWords({...schema, type})).join(' or ');
  if (schema.type === 'array') return `list of ${typeWords(schema.items ?? {})}`;
  if (schema.type === 'object') {
    const {additionalProperties: values} = schema;
    return typeof values === 'object' && Object.keys(values).length > 0 ? `object of ${typeWords(values)}` : 'object';
  }
  if (schema.format !== undefined) return schema.format;
  const {minimum, maximum, type = 'anything'} = schema;
  if (minimum !== undefined && maximum !== undefined) return `${type} ${minimum}–${maximum}`;
  return type === 'string' ? 'text' : type;
}

/** The choices of a closed list, of one value or of several. */
export function choicesOf(schema: Schema, document: Document): string[] {
  const {enum: choices, anyOf = [], items} = resolved(schema, document);
  if (choices !== undefined) return choices.map(String);
  for (const one of [...anyOf, ...(items === undefined ? [] : [items])]) {
    const further = choicesOf(one, document);
    if (further.length > 0) return further;
  }
  return [];
}

/** Whether it may be given more than once. */
export function isList(schema: Schema, document: Document): boolean {
  const {type, anyOf = []} = resolved(schema, document);
  return type === 'array' || anyOf.some((one) => isList(one, document));
}

/** The schema with members or choices inside this one; undefined if there is nothing to expand. */
export function innerOf(schema: Schema, document: Document): Schema | undefined {
  const found = resolved(schema, document);
  if (found.properties !== undefined || found.enum !== undefined) return found;
  if (typeof found.additionalProperties === 'object') return innerOf(found.additionalProperties, document);
  if (found.items !== undefined) return innerOf(found.items, document);
  for (const one of found.anyOf ?? []) {
    const inner = innerOf(one, document);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
