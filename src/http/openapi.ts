import {z} from 'zod';
import {ERROR_STATUS} from '../errors.ts';
import {type Operation, pathParams} from '../operation.ts';
import {errorBody} from '../schema/envelope.ts';
import {accountPaths} from './account/describe.ts';

type Json = Record<string, unknown>;

/** Entities of the graph at hand, so that examples about one entity answer: the first that is of the kind asked about. */
export interface Subject {
  id: string;
  kind: string;
  slug: string;
}

/** The OpenAPI 3.1 document, made of the operations: every parameter described, every example one that answers. */
export function openapi(operations: readonly Operation[], subjects: readonly Subject[] = []): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    paths[operation.path] = {...paths[operation.path], [operation.method.toLowerCase()]: describe(operation, subjects)};
  }
  Object.assign(paths, accountPaths());
  paths['/health'] = {
    get: {
      operationId: 'health',
      summary: 'Whether the server answers, and from which generation.',
      responses: {200: {description: 'It answers.', content: {'application/json': {schema: {type: 'object'}}}}},
    },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'biograph',
      version: '1.0.0',
      description:
        'A read-only window onto a graph of biotech entities. Coverage is partial; analytics are triage aids. MoA filters and groupings use trusted enrichment only.',
      license: {name: 'MIT', identifier: 'MIT'},
    },
    servers: [{url: '/'}],
    paths,
    components: {
      schemas: {Error: jsonSchema(errorBody, 'output')},
      securitySchemes: {
        bearer: {type: 'http', scheme: 'bearer', description: 'A key, as Authorization: Bearer.'},
        header: {type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key, in a header of its own.'},
      },
    },
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const {$schema: _, ...rest} = z.toJSONSchema(schema, {io, unrepresentable: 'any'}) as Json;
  return rest;
}

function describe(operation: Operation, subjects: readonly Subject[]): Json {
  const subject = subjects.find(({kind}) => operation.about === undefined || operation.about === kind);
  const example: Record<string, unknown> = {
    ...operation.example,
    ...(subject !== undefined && {
      entity_id: subject.id,
      ...(operation.path.includes('{slug}') && {kind: subject.kind, slug: subject.slug}),
    }),
  };
  const {properties = {}, required = []} = jsonSchema(operation.params, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const inPath = pathParams(operation);
  const description = [operation.summary, operation.description].filter(Boolean).join('\n\n');
  const base = {
    operationId: operation.name,
    summary: operation.summary,
    description,
    responses: responses(operation, inPath.length > 0),
  };
  if (operation.method === 'POST') {
    return {
      ...base,
      requestBody: {
        required: true,
        content: {'application/json': {schema: jsonSchema(operation.params, 'input'), example: operation.example}},
      },
    };
  }
  const parameters = Object.entries(properties).map(([name, {description: words, ...schema}]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name) || required.includes(name),
    description: words,
    schema,
    ...(example[name] !== undefined && {example: example[name]}),
  }));
  return {...base, parameters};
}

/** What each error status means to a caller. */
const WORDS: Partial<Record<keyof typeof ERROR_STATUS, string>> = {
  bad_request: 'Malformed id, cursor or body, or a question that cannot be asked so.',
  validation_error: 'A parameter has the wrong type, is out of range, or is not one of its values.',
  rate_limited: 'Limit exceeded; see Retry-After.',
  internal_error: 'A fault of the server.',
  unavailable: 'Overloaded, or past the query time limit.',
};

function responses(operation: Operation, hasSubject: boolean): Json {
  const isStream = operation.name === 'export';
  const schema = jsonSchema(operation.result, 'output');
  const content = isStream
    ? {'application/x-ndjson': {schema}, 'text/csv': {schema: {type: 'string'}}}
    : {
        'application/json': {schema},
        ...(operation.rows !== null && {
          'application/vnd.apache.arrow.stream': {schema: {type: 'string', format: 'binary'}},
        }),
      };
  const error = (description: string) => ({
    description,
    content: {'application/json': {schema: {$ref: '#/components/schemas/Error'}}},
  });
  const errors = Object.entries(WORDS).map(([code, words]) => [
    ERROR_STATUS[code as keyof typeof ERROR_STATUS],
    error(words),
  ]);
  return {
    [operation.status ?? 200]: {description: operation.summary, content},
    ...(operation.method === 'GET' &&
      !isStream && {304: {description: 'Not modified: If-None-Match names the current ETag.'}}),
    ...(hasSubject && {301: {description: 'Merged: Location names the survivor.'}, 404: error('No such entity.')}),
    ...Object.fromEntries(errors),
  };
}
