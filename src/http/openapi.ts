import {z} from 'zod';
import {pathParams} from '../endpoint.ts';
import {formatsOf, type Operation} from '../operation.ts';
import {errorBody} from '../schema/envelope.ts';
import {FORMATS, type Format} from '../schema/formats.ts';
import {type Json, JsonSchemas} from '../schema/named.ts';
import {accountPaths} from './account/describe.ts';
import {describeEndpoint, jsonAnswer, typeName} from './describe.ts';
import {ALL_HEADERS, COUNTED, headersOf, REQUEST_ID, UNCHANGED} from './described-headers.ts';
import {errorResponses, referencesTo} from './responses.ts';

/** Entities of this graph, so that examples about one entity work: the first of the kind is used. */
export interface Subject {
  id: string;
  kind: string;
  slug: string;
}

const ABOUT = [
  'A read-only interface to a graph of biotech entities. Coverage is partial; analytics are triage aids. MoA filters and groupings use trusted enrichment only.',
  'Answers are JSON. A `200` to a GET has a weak `ETag`, and `X-Biograph-Snapshot` names the snapshot and generation of the answer. To read another kept generation, send `X-Biograph-Generation: n`. `X-Biograph-Gate` says how many labels counted, `X-Biograph-Ignored` which parameters had no effect.',
  'Lists are paged with `after`: pass the `next_cursor` of one page to get the next. The end is `next_cursor: null` (in the change feed: an empty page). A filter may be given more than once: at least one of its values must match, and all filters must match.',
  'An error is `{"error": {"code", "message"}}`, with `details` on 422, and its message says what to do. On `429` and `503`, `Retry-After` says how many seconds to wait.',
  'If the server requires a key, send it as `Authorization: Bearer KEY` or `X-API-Key: KEY`.',
].join('\n\n');

/** Tags, with the paths below `/v1` that have them; all other paths are analytics. */
const TAGS: readonly {name: string; description: string; paths?: RegExp}[] = [
  {
    name: 'Find',
    description: 'Finding entities.',
    paths: /^(?:autocomplete|entities|search|resolve|export(?:\/edges)?)$/,
  },
  {name: 'Entity', description: 'One entity and its neighbourhood.', paths: /^entities\/\{|^entities\/by-slug/},
  {name: 'Count', description: 'Counts and vocabulary.', paths: /^(?:aggregate|facets|schema|stats)\b/},
  {name: 'Follow', description: 'The change feed.', paths: /^changes\b/},
  {name: 'Analytics', description: 'Triage aids based on trusted enrichment, with caveats.'},
  {name: 'Account', description: 'Keys and webhooks.'},
  {name: 'Service', description: 'The service itself.', paths: /^contact\b/},
];

/** Paths below an entity that are nevertheless analytics. */
const ANALYTIC = /\/(?:dossier|comparables|collaborators)$/;

/** The OpenAPI 3.1 document, derived from the operations: every parameter described, with examples that work. */
export function openapi(operations: readonly Operation[], subjects: readonly Subject[] = []): Json {
  const schemas = new JsonSchemas('#/components/schemas/');
  schemas.of(errorBody, 'output');
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const described = describe(operation, subjects, schemas);
    paths[operation.path] = {...paths[operation.path], [operation.method.toLowerCase()]: described};
  }
  Object.assign(paths, accountPaths(schemas));
  paths['/health'] = {get: health(schemas)};
  return {
    openapi: '3.1.0',
    info: {
      title: 'biograph',
      version: '1.0.0',
      description: ABOUT,
      license: {name: 'MIT', identifier: 'MIT'},
    },
    servers: [{url: '/', description: 'This server.'}],
    // A key raises limits if they are enforced, and is required by a closed server.
    security: [{}, {bearer: []}, {header: []}],
    tags: TAGS.map(({name, description}) => ({name, description})),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas.definitions).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: errorResponses(),
      headers: ALL_HEADERS,
      securitySchemes: {
        bearer: {type: 'http', scheme: 'bearer', description: 'A key, sent as Authorization: Bearer.'},
        header: {type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key, in the header X-API-Key.'},
      },
    },
  };
}

function health(schemas: JsonSchemas): Json {
  const result = z.object({status: z.literal('ok'), generation: z.int(), snapshot: z.string()});
  return {
    operationId: 'health',
    tags: ['Service'],
    summary: 'Whether the server answers, and from which generation.',
    security: [{}],
    responses: {
      200: {
        description: 'It answers.',
        headers: REQUEST_ID,
        content: {'application/json': {schema: schemas.of(result, 'output', 'Health')}},
      },
      ...referencesTo(['bad_request', 'method_not_allowed', 'internal_error']),
    },
  };
}

function tagOf(path: string): string {
  const below = path.replace(/^\/v1\//, '');
  const found = ANALYTIC.test(path) ? undefined : TAGS.find(({paths}) => paths?.test(below));
  return found?.name ?? 'Analytics';
}

function describe(operation: Operation, subjects: readonly Subject[], schemas: JsonSchemas): Json {
  const subject = subjects.find(({kind}) => operation.about === undefined || operation.about === kind);
  const example: Record<string, unknown> = {
    ...operation.example,
    ...(subject !== undefined && {
      entity_id: subject.id,
      ...(operation.path.includes('{slug}') && {kind: subject.kind, slug: subject.slug}),
    }),
  };
  return describeEndpoint(operation, schemas, {
    tag: tagOf(operation.path),
    description: operation.description,
    example,
    answers: answersOf(operation, schemas),
  });
}

function answersOf(operation: Operation, schemas: JsonSchemas): Json {
  const {rows} = operation;
  const list = rows === null ? undefined : (operation.result as z.ZodObject).shape[rows];
  // Rows have a name of their own, in addition to that of the answer.
  if (list instanceof z.ZodArray) schemas.of(list.element as z.ZodType, 'output', `${typeName(operation)}Row`);
  const also = rows === null ? '' : ' With `Accept: application/vnd.apache.arrow.stream`, its rows as an Arrow stream.';
  return {
    [operation.status ?? 200]: {
      description: `${operation.summary}${also}`,
      headers: headersOf(operation),
      content: contentOf(operation, schemas),
    },
    ...(operation.method === 'GET' && {
      304: {description: 'Not modified: If-None-Match names the current ETag.', headers: UNCHANGED},
    }),
    ...(pathParams(operation).length > 0 && {
      301: {
        description: 'Merged: Location names the survivor.',
        headers: {Location: {description: 'The same path of the survivor.', schema: {type: 'string'}}, ...COUNTED},
      },
    }),
  };
}

/**
 * A stream has a type for each of its formats. Other answers declare JSON alone, though `format` and `Accept` bring lists as files too: clients made
 * from the document join all types of a status into one, and then know nothing of the fields of any.
 */
function contentOf(operation: Operation, schemas: JsonSchemas): Json {
  if (operation.isStream !== true) return jsonAnswer(operation, schemas);
  // Some generators of clients take the first type that they can read: JSON only where it is what is sent by default.
  const formats = [...formatsOf(operation)].sort((a, b) => Number(a === 'json') - Number(b === 'json'));
  return Object.assign({}, ...formats.map((format) => written(operation, format, schemas))) as Json;
}

function written(operation: Operation, format: Format, schemas: JsonSchemas): Json {
  const [type = ''] = FORMATS[format].type.split(';');
  // What is not text has no schema.
  if (BINARY.includes(format)) return {[type]: {}};
  const row = () => schemas.of(operation.result, 'output', `${typeName(operation)}Row`);
  if (format === 'json') return {[type]: {schema: {type: 'array', items: row()}}};
  const text = {type: 'string', contentMediaType: type};
  return {[type]: {schema: format === 'ndjson' ? {...text, contentSchema: row()} : text}};
}

const BINARY: readonly Format[] = ['arrow', 'parquet', 'xlsx'];
