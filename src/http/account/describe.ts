import {ERROR_STATUS} from '../../errors.ts';
import {accountRoutes} from './index.ts';
import type {AccountRoute} from './route.ts';

type Json = Record<string, unknown>;

/** The routes of `/account` for the interface description, by path and method. */
export function accountPaths(): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const route of accountRoutes)
    paths[route.path] = {...paths[route.path], [route.method.toLowerCase()]: describe(route)};
  return paths;
}

function describe({name, summary, isForAdmin, path, body, result, status}: AccountRoute): Json {
  const error = (description: string) => ({
    description,
    content: {'application/json': {schema: {$ref: '#/components/schemas/Error'}}},
  });
  const hasId = path.includes('{id}');
  return {
    operationId: name,
    summary,
    description: isForAdmin ? 'For administrator keys.' : 'For the holder of a key, and its own webhooks.',
    security: [{bearer: []}, {header: []}],
    ...(hasId && {
      parameters: [{name: 'id', in: 'path', required: true, description: 'Its id.', schema: {type: 'string'}}],
    }),
    ...(body !== null && {requestBody: {content: {'application/json': {schema: schemaOf(body, 'input')}}}}),
    responses: {
      [status]: {description: summary, content: {'application/json': {schema: schemaOf(result, 'output')}}},
      [ERROR_STATUS.unauthorized]: error('No valid credential, or one that may not do this.'),
      ...(hasId && {[ERROR_STATUS.not_found]: error('There is none of this id.')}),
      ...(hasId && {[ERROR_STATUS.bad_request]: error('The id is not a UUID.')}),
      ...(body !== null && {[ERROR_STATUS.validation_error]: error('A field is wrong; details name it.')}),
      [ERROR_STATUS.rate_limited]: error('Limit exceeded; see Retry-After.'),
    },
  };
}

function schemaOf(schema: AccountRoute['result'], io: 'input' | 'output'): Json {
  const {$schema: _, ...rest} = schema.toJSONSchema({io, unrepresentable: 'any'}) as Json;
  return rest;
}
