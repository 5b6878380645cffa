import {execFile} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {request} from 'node:http';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {createConfig, lintFromString} from '@redocly/openapi-core';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type OpenAccounts, openAccounts} from '../../src/http/account/open.ts';
import {type Graph, openGraph} from '../../src/index.ts';
import {listen} from '../helpers/server.ts';

const execute = promisify(execFile);

type Json = Record<string, unknown>;

interface Route {
  tags: string[];
  parameters?: {name: string; in: string; schema: Json; example?: unknown}[];
  requestBody?: {required: boolean; content: Record<string, {example?: unknown}>};
  responses: Record<string, Json & {headers?: Json; content?: Json}>;
}

interface Document extends Json {
  paths: Record<string, Record<string, Route>>;
  components: {schemas: Record<string, Json>; responses: Record<string, Json>; headers: Record<string, Json>};
}

mkdirSync('.cache', {recursive: true});
const folder = mkdtempSync(join('.cache', 'client-'));
let graph: Graph;
let accounts: OpenAccounts;
let url: string;
let close: () => Promise<void>;
let document: Document;
beforeAll(async () => {
  graph = await openGraph();
  accounts = await openAccounts(join(folder, 'state'));
  accounts.serve(graph);
  ({url, close} = await listen(graph, {accounts}));
  document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
});
afterAll(async () => {
  await close();
  await accounts.close();
  await graph.close();
  rmSync(folder, {recursive: true, force: true});
});

/** Every route, its path filled with its examples. */
function routes(): {path: string; method: string; url: string; route: Route}[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        String(route.parameters?.find((one) => one.name === name)?.example ?? '4b0d4b1e-1111-4111-8111-111111111111'),
      );
      return {path, method, url: filled, route};
    }),
  );
}

async function problemsOf(source: Document): Promise<string[]> {
  const config = await createConfig({extends: ['recommended']});
  const found = await lintFromString({source: JSON.stringify(source), absoluteRef: '/openapi.json', config});
  return found.map(({ruleId, message, location}) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

describe('the interface description', () => {
  it('passes Redocly’s recommended rules', async () => {
    expect(await problemsOf(document)).toEqual([]);
    // They would say so otherwise.
    const {tags: _, ...wrong} = structuredClone(document);
    for (const methods of Object.values(wrong.paths)) for (const route of Object.values(methods)) route.responses = {};
    expect((await problemsOf(wrong as Document)).length).toBeGreaterThan(0);
  });

  it('has each shape once, under its name', () => {
    const {schemas} = document.components;
    for (const name of [
      'Entity',
      'ListEntity',
      'Ref',
      'Edge',
      'Kind',
      'Moa',
      'Signals',
      'Provenance',
      'Gate',
      'Error',
      'Webhook',
    ])
      expect(schemas[name], name).toBeDefined();
    const places = new Map<string, string[]>();
    const visit = (value: unknown, place: string) => {
      if (value === null || typeof value !== 'object') return;
      if ((value as Json).properties !== undefined) {
        const text = JSON.stringify(value);
        places.set(text, [...(places.get(text) ?? []), place]);
      }
      for (const [key, member] of Object.entries(value)) visit(member, `${place}/${key}`);
    };
    visit({paths: document.paths, components: document.components}, '');
    const twice = [...places.values()].filter((found) => found.length > 1);
    // A row of the feed says its edges as far as any feed does.
    expect(twice.filter((found) => !found.some((place) => place.includes('ChangesRow')))).toEqual([]);
    expect(Object.keys(schemas).length + [...places.values()].flat().length).toBeLessThan(200);
  });

  it('says ids, tags and bodies', () => {
    for (const {path, method, route} of routes()) {
      expect(route.tags, path).toHaveLength(1);
      for (const {name, in: place, schema} of route.parameters ?? [])
        if (place === 'path' && /^(?:entity_)?id$/.test(name)) expect(schema, path).toMatchObject({format: 'uuid'});
      if (route.requestBody !== undefined && path !== '/account/keys')
        expect(route.requestBody.required, `${method} ${path}`).toBe(true);
    }
    expect(document.paths['/account/keys']?.post?.requestBody?.required).toBe(false);
  });

  it('declares each status that is sent', async () => {
    const post = (path: string, type: string, body: string) =>
      fetch(url + path, {method: 'POST', headers: {'content-type': type}, body, redirect: 'manual'});
    for (const {path, method, url: filled, route} of routes()) {
      const method_ = method.toUpperCase();
      const sent: [string, number][] = [
        ['as it is', (await fetch(url + filled, {method: method_, redirect: 'manual'})).status],
        ['another method', (await fetch(url + filled, {method: 'PATCH'})).status],
        ['another host', await statusOf(filled, method_, {host: 'elsewhere.example'})],
        ['long headers', await statusOf(filled, method_, {'x-long': 'x'.repeat(100_000)})],
        ['a value out of range', (await fetch(`${url}${filled}?limit=-1`, {method: method_})).status],
      ];
      if (route.requestBody !== undefined) {
        const body = JSON.stringify(route.requestBody.content['application/json']?.example ?? {});
        sent.push(
          ['another type', (await post(filled, 'text/plain', body)).status],
          ['a long body', (await post(filled, 'application/json', `"${'x'.repeat(100_000)}"`)).status],
          ['no JSON', (await post(filled, 'application/json', '{')).status],
          ['a wrong body', (await post(filled, 'application/json', '{"x": 1}')).status],
        );
      }
      for (const [what, status] of sent)
        expect(Object.keys(route.responses), `${method} ${path}, ${what}: ${status}`).toContain(String(status));
      expect(sent[1]?.[1], path).toBe(405);
      expect(sent[3]?.[1], path).toBe(431);
      expect(sent[2]?.[1], path).toBe(path === '/health' ? 200 : 421);
    }
    for (const path of ['/v1/export?max=2', '/v1/export/edges?max=2', '/v1/stats']) {
      const etag = (await fetch(url + path)).headers.get('etag') ?? '';
      expect((await fetch(url + path, {headers: {'if-none-match': etag}})).status).toBe(304);
      expect(document.paths[path.replace(/\?.*/, '')]?.get?.responses[304]).toBeDefined();
    }
    expect((await fetch(`${url}/v1/calendar?product=zzzz`)).status).toBe(404);
    expect(document.paths['/v1/calendar']?.get?.responses[404]).toBeDefined();
  });

  it('declares each type and header of an answer', async () => {
    for (const {path, url: filled, route} of routes().filter(({method}) => method === 'get')) {
      const {schema} = route.parameters?.find(({name}) => name === 'format') ?? {};
      const query = new URLSearchParams(
        (route.parameters ?? []).flatMap(({name, in: place, example}): [string, string][] =>
          place === 'query' && example !== undefined ? [[name, String(example)]] : [],
        ),
      );
      const asked = [undefined, ...((schema?.enum as string[] | undefined) ?? [])].map((format) => {
        const all = new URLSearchParams(query);
        if (format !== undefined) all.set('format', format);
        return fetch(`${url}${filled}?${all}`, {redirect: 'manual'});
      });
      const arrow = fetch(`${url}${filled}?${query}`, {headers: {accept: 'application/vnd.apache.arrow.stream'}});
      for (const answer of await Promise.all([...asked, arrow])) {
        if (answer.status !== 200) continue;
        const {content = {}, headers = {}} = route.responses[200] ?? {};
        const [type] = answer.headers.get('content-type')?.split(';') ?? [];
        // Lists in other formats than JSON are told of with the parameter only.
        if (path.startsWith('/v1/export') || type === 'application/json')
          expect(Object.keys(content), path).toContain(type);
        const declared = Object.keys(headers).map((name) => name.toLowerCase());
        const sent = [...answer.headers.keys()].filter((name) =>
          /^(?:x-(?:biograph|ratelimit|request)-|etag$)/.test(name),
        );
        expect(declared, path).toEqual(expect.arrayContaining(sent));
        for (const always of ['x-request-id', ...(path.startsWith('/v1/') ? ['etag', 'x-ratelimit-limit'] : [])])
          expect([declared.includes(always), sent.includes(always)], `${path} ${always}`).toEqual([true, true]);
      }
    }
  });
});

it('declares of an error and of an answer that is known what every answer says', async () => {
  const {headers} = await fetch(`${url}/v1/entities/nobody`);
  const sent = [...headers.keys()].filter((name) => /^(?:x-(?:ratelimit|request)-|cache-control)/.test(name));
  expect(sent).toHaveLength(5);
  const {components} = (await (await fetch(`${url}/openapi.json`)).json()) as {
    components: {responses: Record<string, {headers?: object}>};
  };
  const {BadRequest, NotFound, RateLimited, Unavailable} = components.responses;
  const known = document.paths['/v1/entities/{entity_id}']?.get?.responses;
  for (const declared of [BadRequest, NotFound, RateLimited, Unavailable, known?.[301], known?.[304]])
    expect(Object.keys(declared?.headers ?? {}).map((name) => name.toLowerCase())).toEqual(
      expect.arrayContaining(sent),
    );
  expect(Object.keys(RateLimited?.headers ?? {})).toContain('Retry-After');
  expect(Object.keys(known?.[304]?.headers ?? {})).toContain('ETag');
});

function statusOf(path: string, method: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url + path, {method, headers}, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.on('error', reject);
    call.end();
  });
}

const CLIENT = `
import createClient from 'openapi-fetch';
import type {components, paths} from './types.js';

const client = createClient<paths>({baseUrl: process.argv[2] ?? ''});
const {data, error} = await client.GET('/v1/entities', {params: {query: {kind: 'company', limit: 2}}});
if (error !== undefined) throw new Error(error.error.message);
const [first] = data.results;
if (first === undefined) throw new Error('no company');
const id: string = first.id;
const found = await client.GET('/v1/entities/{entity_id}', {params: {path: {entity_id: id}}});
const entity: components['schemas']['Entity'] | undefined = found.data;
const edges = await client.GET('/v1/entities/{entity_id}/edges', {params: {path: {entity_id: id}}});
const edge: components['schemas']['Edge'] | undefined = edges.data?.edges[0];
const searched = await client.POST('/v1/search', {
  body: {predicates: [{field: 'kind', operator: 'eq', value: 'target'}], limit: 1},
});
const exported = await client.GET('/v1/export', {params: {query: {kind: 'funder', format: 'csv'}}, parseAs: 'text'});
const missing = await client.GET('/v1/entities/{entity_id}', {
  params: {path: {entity_id: '00000000-0000-4000-8000-000000000000'}},
});
// @ts-expect-error a kind that does not exist
void (() => client.GET('/v1/entities', {params: {query: {kind: 'planet'}}}));
console.log(
  JSON.stringify({
    name: entity?.name,
    neighbor: edge?.neighbor.kind,
    kind: searched.data?.results[0]?.kind,
    csv: exported.data?.split('\\n')[0],
    code: missing.error?.error.code,
  }),
);
`;

describe('a client made by openapi-typescript', () => {
  it('is compiled, and asks a server', async () => {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    writeFileSync(join(folder, 'client.ts'), CLIENT);
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    const run = async (...words: string[]) => {
      const {stdout} = await execute(process.execPath, words).catch(({stdout: said}: {stdout: string}) => {
        throw new Error(said);
      });
      return stdout;
    };
    await run('test/helpers/client-types.mjs', join(folder, 'openapi.json'), join(folder, 'types.ts'));
    const options = ['--strict', '--noUncheckedIndexedAccess', '--target', 'es2023', '--types', 'node'];
    const modules = ['--module', 'nodenext', '--lib', 'es2023,dom', '--skipLibCheck', '--outDir', join(folder, 'out')];
    await run('node_modules/typescript/bin/tsc', ...options, ...modules, '--ignoreConfig', join(folder, 'client.ts'));
    expect(JSON.parse(await run(join(folder, 'out', 'client.js'), url))).toEqual({
      name: expect.any(String),
      neighbor: expect.any(String),
      kind: 'target',
      csv: expect.stringContaining('id,kind,name'),
      code: 'not_found',
    });
  });
});
