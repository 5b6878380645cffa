import {uuid} from '../../schema/entity.ts';
import type {Json, JsonSchemas} from '../../schema/named.ts';
import {errorsOf} from '../responses.ts';
import {accountRoutes} from './index.ts';
import type {AccountRoute} from './route.ts';

/** The routes of `/account` for the interface description, by path and method. */
export function accountPaths(schemas: JsonSchemas): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const route of accountRoutes)
    paths[route.path] = {...paths[route.path], [route.method.toLowerCase()]: describe(route, schemas)};
  return paths;
}

function describe({name, summary, isForAdmin, path, body, result, status}: AccountRoute, schemas: JsonSchemas): Json {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const isNamed = path.includes('{id}');
  const json = (schema: Json) => ({'application/json': {schema}});
  return {
    operationId: name,
    tags: ['Account'],
    summary,
    description: isForAdmin ? 'For administrator keys.' : 'For the holder of a key, and its own webhooks.',
    security: [{bearer: []}, {header: []}],
    ...(isNamed && {
      parameters: [{name: 'id', in: 'path', required: true, description: 'Its id.', schema: schemas.of(uuid, 'input')}],
    }),
    ...(body !== null && {
      requestBody: {required: !body.safeParse({}).success, content: json(schemas.body(body, `${type}Body`))},
    }),
    responses: {
      [status]: {description: summary, content: json(schemas.of(result, 'output', `${type}Result`))},
      ...errorsOf({hasBody: body !== null, isNamed}),
    },
  };
}
