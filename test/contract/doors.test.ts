import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {type Operation, pathParams} from '../../src/operation.ts';
import {operations} from '../../src/operations/index.ts';
import {listen} from '../helpers/server.ts';

const run = promisify(execFile);
const all = operations as unknown as Operation[];

let graph: Graph;
let url: string;
let close: () => Promise<void>;
const ids = new Map<string, string>();
beforeAll(async () => {
  graph = await openGraph();
  ({url, close} = await listen(graph));
  for (const [kind, name] of [
    ['company', 'company/amgen'],
    ['person', 'person/david-r-liu'],
  ] as const)
    ids.set(kind, (await graph.entity(name)).id);
});
afterAll(async () => {
  await close();
  await graph.close();
});

/** The example of an operation, with an entity as every door can name it. */
function example(operation: Operation): Record<string, unknown> {
  return 'entity_id' in operation.params.shape
    ? {...operation.example, entity_id: ids.get(operation.about ?? 'company')}
    : {...operation.example};
}

async function overHttp(operation: Operation, params: Record<string, unknown>): Promise<unknown> {
  const inPath = pathParams(operation);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  if (operation.method === 'POST') {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify(params),
    });
    return response.json();
  }
  const rest = Object.entries(params).filter(([name]) => !inPath.includes(name));
  const response = await fetch(
    `${url}${path}?${new URLSearchParams(Object.fromEntries(rest.map(([name, value]) => [name, String(value)])))}`,
  );
  return response.json();
}

async function overCommand(operation: Operation, params: Record<string, unknown>): Promise<unknown> {
  const words = [operation.command ?? ''];
  for (const [name, value] of Object.entries(params)) {
    if (name === 'predicates')
      for (const {field, operator, value: given} of value as {field: string; operator: string; value: unknown}[])
        words.push(`${field} ${operator} ${String(given)}`);
    else if (operation.positional.includes(name)) words.splice(1, 0, String(value));
    else words.push(`--${name}`, String(value));
  }
  const {stdout} = await run(process.execPath, ['bin/biograph.js', ...words, '--format', 'json'], {maxBuffer: 1e8});
  return JSON.parse(stdout);
}

describe('every operation', () => {
  it.each(
    all
      .filter(({name}) => !['export', 'contact'].includes(name))
      .map((operation) => [operation.name, operation] as const),
  )('%s answers alike through library, HTTP and command line, in its own shape', async (name, operation) => {
    const params = example(operation);
    const method = (graph as unknown as Record<string, (params: unknown) => Promise<unknown>>)[name];
    const fromLibrary = await method?.(params);
    expect(operation.result.parse(fromLibrary)).toEqual(fromLibrary);
    expect(await overHttp(operation, params)).toEqual(fromLibrary);
    if (operation.command !== null) expect(await overCommand(operation, params)).toEqual(fromLibrary);
  });

  it('is typed and documented: every parameter has a description', () => {
    for (const operation of all) {
      const {properties = {}} = operation.params.toJSONSchema({io: 'input'}) as {
        properties?: Record<string, {description?: string}>;
      };
      for (const [name, {description}] of Object.entries(properties))
        expect(description, `${operation.name}.${name}`).toBeTruthy();
      expect(operation.summary).toMatch(/\.$/);
    }
  });
});

interface Described {
  parameters?: {name: string; in: string; description?: string; schema: unknown; example?: unknown}[];
  requestBody?: {content: Record<string, {example?: unknown}>};
  responses: Record<string, unknown>;
}

describe('openapi.json', () => {
  it('describes each route and parameter, and its examples answer', async () => {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
      openapi: string;
      info: {version: string};
      paths: Record<string, Record<string, Described>>;
    };
    expect(document.openapi).toMatch(/^3\.1/);
    expect(document.info.version).toBe('1.0.0');
    for (const operation of all) {
      const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
      expect(described, operation.path).toBeDefined();
      const {parameters = [], requestBody} = described as Described;
      for (const parameter of parameters)
        expect(parameter.description, `${operation.path} ${parameter.name}`).toBeTruthy();
      const given = parameters.filter((parameter) => parameter.example !== undefined);
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(given.find((parameter) => parameter.name === name)?.example)),
      );
      const query = new URLSearchParams(
        Object.fromEntries(
          given.filter((parameter) => parameter.in === 'query').map(({name, example: value}) => [name, String(value)]),
        ),
      );
      const body = requestBody?.content['application/json']?.example;
      const response = await fetch(
        `${url}${path}?${query}`,
        body === undefined
          ? {}
          : {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)},
      );
      expect(response.status, `${operation.path}: ${await response.text()}`).toBe(operation.status ?? 200);
    }
  });
});
