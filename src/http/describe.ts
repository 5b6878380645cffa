import type {z} from 'zod';
import {bodySchema, type Endpoint, pathParams} from '../endpoint.ts';
import {uuid} from '../schema/entity.ts';
import type {Json, JsonSchemas} from '../schema/named.ts';
import {errorsOf} from './responses.ts';

/** Additions to an endpoint's definition in its description. */
export interface Particulars {
  tag: string;
  description?: string | undefined;
  /** The security requirement, if it differs from the server's. */
  security?: readonly Json[];
  /** Working values of parameters in the path and query. */
  example: Readonly<Record<string, unknown>>;
  /** Successful answers, by status. */
  answers: Json;
}

/** An endpoint in the interface description. */
export function describeEndpoint(endpoint: Endpoint, schemas: JsonSchemas, particulars: Particulars): Json {
  const {tag, description, security, example, answers} = particulars;
  const body = bodySchema(endpoint);
  const parameters = parametersOf(endpoint, schemas, example);
  return {
    operationId: endpoint.name,
    tags: [tag],
    summary: endpoint.summary,
    ...(description !== undefined && {description}),
    ...(security !== undefined && {security}),
    ...(parameters.length > 0 && {parameters}),
    ...(body !== undefined && {requestBody: bodyOf(endpoint, body, schemas)}),
    responses: {
      ...answers,
      ...errorsOf({
        // A body is read and checked even where there is nothing to say in it.
        hasBody: endpoint.method !== 'GET',
        isNamed: pathParams(endpoint).length > 0 || endpoint.mayMiss === true,
      }),
    },
  };
}

/** `FundingAnalytics` for `fundingAnalytics`. */
export function typeName({name}: Pick<Endpoint, 'name'>): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The successful answer of an endpoint, as JSON. */
export function jsonAnswer(endpoint: Endpoint, schemas: JsonSchemas): Json {
  return {'application/json': {schema: schemas.of(endpoint.result, 'output', `${typeName(endpoint)}Result`)}};
}

function parametersOf(endpoint: Endpoint, schemas: JsonSchemas, example: Particulars['example']): Json[] {
  const inPath = pathParams(endpoint);
  return Object.entries(endpoint.params.shape).flatMap(([name, given]) => {
    const isPath = inPath.includes(name);
    if (!isPath && endpoint.method !== 'GET') return [];
    const schema = given as z.ZodType;
    // Paths accept only the id of an entity; the other interfaces accept names too.
    const {description, ...type} = schemas.of(
      isPath && name === 'entity_id' ? uuid.describe('Its id.') : schema,
      'input',
    );
    return {
      name,
      in: isPath ? 'path' : 'query',
      required: isPath || !schema.safeParse(undefined).success,
      description,
      schema: type,
      ...(example[name] !== undefined && {example: example[name]}),
    };
  });
}

function bodyOf(endpoint: Endpoint, body: z.ZodObject, schemas: JsonSchemas): Json {
  const fields = Object.entries(endpoint.example).filter(([name]) => name in body.shape);
  return {
    required: !body.safeParse({}).success,
    content: {
      'application/json': {
        schema: schemas.body(body, `${typeName(endpoint)}Body`),
        ...(fields.length > 0 && {example: Object.fromEntries(fields)}),
      },
    },
  };
}
