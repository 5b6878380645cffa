import type {Json, JsonSchemas} from '../../schema/named.ts';
import {describeEndpoint, jsonAnswer} from '../describe.ts';
import {COUNTED} from '../described-headers.ts';
import {accountRoutes} from './index.ts';

/** The routes of `/account` for the interface description, by path and method. */
export function accountPaths(schemas: JsonSchemas): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const route of accountRoutes) {
    const described = describeEndpoint(route, schemas, {
      tag: 'Account',
      description: route.isForAdmin
        ? 'For administrator keys.'
        : 'For the holder of a key; manages the holder’s own webhooks.',
      security: [{bearer: []}, {header: []}],
      // No id exists on every server.
      example: {},
      answers: {
        [route.status ?? 200]: {description: route.summary, headers: COUNTED, content: jsonAnswer(route, schemas)},
      },
    });
    paths[route.path] = {...paths[route.path], [route.method.toLowerCase()]: described};
  }
  return paths;
}
