import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Client, StreamableHTTPClientTransport} from '@modelcontextprotocol/client';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {pathParams} from '../../src/endpoint.ts';
import {type Graph, loadSnapshot, openGraph} from '../../src/index.ts';
import {formatsOf, type Operation} from '../../src/operation.ts';
import {operations} from '../../src/operations/index.ts';
import {FORMATS} from '../../src/schema/formats.ts';
import {KINDS} from '../../src/schema/kinds.ts';
import {biograph} from '../helpers/command.ts';
import {numbersGraph} from '../helpers/numbers-graph.ts';
import {type RandomGraph, writeRandomGraph} from '../helpers/random-graph.ts';
import {hasRealData, publicGraph} from '../helpers/real-graph.ts';
import {listen} from '../helpers/server.ts';
import {describeWorlds} from '../helpers/worlds.ts';

const all = operations as unknown as Operation[];

/** A graph behind every door. */
interface House {
  graph: Graph;
  url: string;
  agent: Client;
  /** What the command line is told of the data. */
  data: string[];
  ids: Map<string, string>;
  close(): Promise<void>;
}

async function houseOf(source: string | undefined): Promise<House> {
  const graph = await openGraph(source);
  const {url, close} = await listen(graph);
  const agent = new Client({name: 'test', version: '1.0.0'});
  await agent.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  const ids = new Map<string, string>();
  for (const kind of ['company', 'person'] as const) {
    const {results} = await graph.entities({kind, sort: 'prominence', limit: 1});
    ids.set(kind, String((results[0] ?? (await graph.entities({kind, limit: 1})).results[0])?.id));
  }
  return {
    graph,
    url,
    agent,
    data: source === undefined ? [] : ['--data', source],
    ids,
    async close() {
      await agent.close();
      await close();
      await graph.close();
    },
  };
}

async function numbers(): Promise<string> {
  const [graph] = fc.sample(numbersGraph, {numRuns: 1, seed: 4});
  const snapshot = await writeRandomGraph(graph as RandomGraph);
  const store = join(mkdtempSync(join(tmpdir(), 'biograph-numbers-')), 'store');
  await loadSnapshot({snapshot, store});
  return store;
}

const HOUSES: Record<string, () => Promise<House>> = {
  sample: () => houseOf(undefined),
  'every sort of number': async () => houseOf(await numbers()),
  ...(hasRealData && {'public data': async () => houseOf((await publicGraph()).store)}),
};

/** What is asked of an operation: its example, with an entity as every door can name it. */
async function example({ids, graph}: House, operation: Operation): Promise<Record<string, unknown>> {
  const asked = {...operation.example};
  const id = String(ids.get(operation.about ?? 'company'));
  if ('entity_id' in operation.params.shape) asked.entity_id = id;
  if ('slug' in operation.params.shape) Object.assign(asked, {kind: 'company', slug: (await graph.entity(id)).slug});
  return asked;
}

/** Beside the example, what shows documents of every kind. */
function questions(operation: Operation): Record<string, unknown>[] {
  if (operation.name === 'entities') return KINDS.map((kind) => ({kind, limit: 200}));
  if (operation.name === 'search') return [{predicates: [], sort: 'name', limit: 200}];
  if (operation.name === 'changes') return [{since: '2000-01-01', limit: 50, include: 'edges'}];
  return [];
}

async function overHttp({url}: House, operation: Operation, params: Record<string, unknown>): Promise<string> {
  const inPath = pathParams(operation);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  if (operation.method === 'POST') {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify(params),
    });
    return response.text();
  }
  const rest = Object.entries(params).filter(([name]) => !inPath.includes(name));
  const response = await fetch(
    `${url}${path}?${new URLSearchParams(rest.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)])))}`,
  );
  return response.text();
}

async function overCommand(
  {data}: House,
  operation: Operation,
  params: Record<string, unknown>,
  format = 'json',
): Promise<string> {
  const words = [operation.command ?? ''];
  for (const [name, value] of Object.entries(params)) {
    if (name === 'predicates')
      for (const {field, operator, value: given} of value as {field: string; operator: string; value: unknown}[])
        words.push(`${field} ${operator} ${String(given)}`);
    else if (operation.positional.includes(name)) words.splice(1, 0, ...[value].flat().map(String));
    else words.push(...[value].flat().flatMap((one) => [`--${name}`, String(one)]));
  }
  const {stdout} = await biograph([...words, ...data, '--format', format]);
  if (format !== 'json') return stdout;
  expect(stdout.at(-1)).toBe('\n');
  return stdout.slice(0, -1);
}

/** A tool's text and its structured content; both may be cut, and say so. */
async function overTool({agent}: House, operation: Operation, params: Record<string, unknown>): Promise<string[]> {
  const {content, structuredContent, isError} = await agent.callTool({name: operation.tool ?? '', arguments: params});
  expect(isError ?? false, JSON.stringify(content)).toBe(false);
  const [{text = ''} = {}] = content as {text?: string}[];
  return [text, JSON.stringify(structuredContent)];
}

/** A process for each question takes long: on other graphs than the sample, those that show documents will do. */
function isAskedByCommand({kind, include, sort}: Record<string, unknown>): boolean {
  return kind === 'funding_event' || include === 'edges' || sort === 'name';
}

describeWorlds(Object.keys(HOUSES), 'every operation on the graph of %s', (name) => {
  let house: House;
  beforeAll(async () => {
    house = await (HOUSES[name] as () => Promise<House>)();
  });
  afterAll(() => house.close());

  it.each(
    all
      .filter(({name: operation, isStream}) => isStream !== true && operation !== 'contact')
      .map((operation) => [operation.name, operation] as const),
  )('%s answers with the same bytes through each door, in its own shape', async (method, operation) => {
    const ask = (house.graph as unknown as Record<string, (params: unknown) => Promise<unknown>>)[method];
    const given = await example(house, operation);
    for (const params of [given, ...questions(operation)]) {
      const answer = await ask?.(params);
      expect(operation.result.parse(answer)).toEqual(answer);
      const fromLibrary = JSON.stringify(answer);
      expect(await overHttp(house, operation, params)).toBe(fromLibrary);
      if (operation.tool !== undefined)
        for (const text of await overTool(house, operation, params))
          if (!text.includes('"left_out":{')) expect(text).toBe(fromLibrary);
      if (operation.command !== null && (house.data.length === 0 ? params === given : isAskedByCommand(params)))
        expect(await overCommand(house, operation, params)).toBe(fromLibrary);
    }
  });

  it.each(all.filter(({isStream}) => isStream === true).map((operation) => [operation.name, operation] as const))(
    '%s gives the same bytes through each door, in each of its formats',
    async (name, operation) => {
      const {graph, url, data} = house;
      type Stream = (params: Record<string, unknown>) => AsyncGenerator<unknown>;
      for (const format of formatsOf(operation)) {
        // Its container has the time it was packed; what is in it is looked at where formats are tested.
        if (format === 'xlsx') continue;
        const params = {...operation.example, max: 500, format};
        const parts: Buffer[] = [];
        const isText = (part: unknown): part is string | Uint8Array =>
          typeof part === 'string' || part instanceof Uint8Array;
        for await (const part of (graph as unknown as Record<string, Stream>)[name]?.(params) ?? [])
          parts.push(Buffer.from(isText(part) ? part : `${JSON.stringify(part)}\n`));
        const bytes = Buffer.concat(parts);
        const query = new URLSearchParams(
          Object.entries(params).map(([key, value]): [string, string] => [key, String(value)]),
        );
        const response = await fetch(`${url}${operation.path}?${query}`);
        expect(response.headers.get('content-type')).toBe(FORMATS[format].type);
        // What was asked is said in the file, by each door in its own words.
        const isSaid = ['arrow', 'parquet', 'graphml'].includes(format);
        expect(Buffer.from(await response.arrayBuffer()).equals(bytes) || isSaid, format).toBe(true);
        const words = Object.entries(params).flatMap(([option, value]) => [`--${option}`, String(value)]);
        const {stdout} = await biograph([operation.command ?? '', ...words, ...data]);
        if (!isSaid) expect(stdout).toBe(bytes.toString());
      }
    },
  );

  it.each([
    ['entities', {kind: 'paper', limit: 20}],
    ['traverse', {entity_id: '', depth: 1}],
  ] as const)('%s gives the same files through each door', async (name, given) => {
    const {graph, url, ids} = house;
    const operation = all.find((one) => one.name === name) as Operation;
    const params = 'entity_id' in given ? {...given, entity_id: String(ids.get('company'))} : given;
    type Ask = (params: Record<string, unknown>) => Promise<string | Uint8Array>;
    for (const format of formatsOf(operation).slice(1)) {
      const fromLibrary = await (graph[name] as unknown as Ask)({...params, format});
      const path = operation.path.replace('{entity_id}', String(ids.get('company')));
      const query = new URLSearchParams({...params, format} as unknown as Record<string, string>);
      query.delete('entity_id');
      const fromHttp = Buffer.from(await (await fetch(`${url}${path}?${query}`)).arrayBuffer());
      expect(fromHttp.equals(Buffer.from(fromLibrary)), format).toBe(true);
      if (typeof fromLibrary === 'string')
        expect(await overCommand(house, operation, params, format)).toBe(fromLibrary);
    }
  });
});

describe('every operation', () => {
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
  let house: House;
  beforeAll(async () => {
    house = await houseOf(undefined);
  });
  afterAll(() => house.close());

  it('describes each route and parameter, and its examples answer', async () => {
    const {url} = house;
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
