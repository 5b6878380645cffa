import {Client, StreamableHTTPClientTransport} from '@modelcontextprotocol/client';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {pathParams} from '../../src/endpoint.ts';
import {type Graph, openGraph} from '../../src/index.ts';
import type {Operation} from '../../src/operation.ts';
import {operations} from '../../src/operations/index.ts';
import {biograph} from '../helpers/command.ts';
import {listen} from '../helpers/server.ts';

const all = operations as unknown as Operation[];
const asked = all.filter(({method}) => method === 'GET');

let graph: Graph;
let url: string;
let close: () => Promise<void>;
const agent = new Client({name: 'test', version: '1.0.0'});
beforeAll(async () => {
  graph = await openGraph();
  ({url, close} = await listen(graph));
  await agent.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
});
afterAll(async () => {
  await agent.close();
  await close();
  await graph.close();
});

interface Refusal {
  error: {code: string; message: string; details: {path: string; message: string}[]};
}

async function get(operation: Operation, query: string): Promise<Response> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'kind' ? 'company' : name === 'slug' ? 'amgen' : '00000000-0000-4000-8000-000000000000',
  );
  const own = Object.entries(operation.example).filter(([name]) => !pathParams(operation).includes(name));
  const given = new URLSearchParams(Object.fromEntries(own.map(([name, value]) => [name, String(value)])));
  return fetch(`${url}${path}?${given}&${query}`);
}

async function refused(response: Response): Promise<Refusal['error']> {
  const body = (await response.json()) as Refusal;
  expect(response.status, JSON.stringify(body)).toBe(422);
  expect(body.error.code).toBe('validation_error');
  return body.error;
}

describe('a name that no parameter has', () => {
  it.each(all.map((operation) => [operation.name, operation] as const))(
    'is refused by %s in the library',
    async (name, operation) => {
      const method = (graph as unknown as Record<string, (params: unknown) => unknown>)[name];
      const answer = async () => {
        const found = await method?.({...operation.example, nonsense: 1});
        for await (const _ of found as AsyncIterable<unknown>);
      };
      await expect(answer()).rejects.toMatchObject({
        code: 'validation_error',
        details: [{path: 'nonsense', message: expect.stringContaining('Unknown parameter "nonsense"')}],
      });
    },
  );

  it('is refused in bodies, at any depth', async () => {
    const post = async (body: unknown, path = '/v1/search') =>
      refused(
        await fetch(url + path, {
          method: 'POST',
          headers: {'content-type': 'application/json'},
          body: JSON.stringify(body),
        }),
      );
    expect((await post({predicates: [], sorrt: 'name'})).message).toContain('did you mean sort?');
    expect((await post({predicates: [], target: 'KRAS'})).details[0]?.path).toBe('target');
    const deep = await post({predicates: [{field: 'kind', operator: 'eq', vaule: 'trial', value: 'trial'}]});
    expect(deep.details).toEqual([
      {path: 'predicates.0.vaule', message: expect.stringContaining('did you mean value?')},
    ]);
    expect((await post({name: 'a', email: 'a@b.c', message: 'hello', mesage: 'x'}, '/v1/contact')).message).toContain(
      'message',
    );
    await refused(
      await fetch(`${url}/v1/search?limit=3`, {
        method: 'POST',
        headers: {'content-type': 'application/json'},
        body: '{"predicates":[]}',
      }),
    );
  });

  it('is refused on the command line, which says what was meant', async () => {
    for (const [words, said] of [
      [['search', '--targett', 'KRAS'], /target/],
      [['aggregate', 'modality', '--knd', 'trial'], /kind/],
      [['search', '--query', 'EGFR'], /\bq\b/],
      [['stats', '--nonsense', '1'], /nonsense/],
    ] as const) {
      const {code, stderr, stdout} = await biograph(words);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(said);
    }
  });

  it('is refused by every agent tool, and by its schema', async () => {
    const {tools} = await agent.listTools();
    for (const tool of tools) {
      expect(tool.inputSchema.additionalProperties, tool.name).toBe(false);
      // \`diff\` is a tool that compares two generations, and no operation on one.
      const example = all.find((one) => one.tool === tool.name)?.example;
      const call = agent.callTool({name: tool.name, arguments: {...example, targett: 'KRAS'}});
      const said = await call.then(
        (result) => (result.isError === true ? JSON.stringify(result.content) : 'answered'),
        (error: Error) => error.message,
      );
      expect(said, tool.name).toMatch(/targett/);
    }
  });
});

describe('a name in a query string', () => {
  it.each(asked.map((operation) => [operation.name, operation] as const))(
    'of %s is refused where it may be meant for a filter',
    async (_, operation) => {
      const own = Object.keys(operation.params.shape).filter((name) => !pathParams(operation).includes(name));
      for (const name of own.filter((one) => one.length >= 4)) {
        const swapped = `${name.slice(0, 1)}${name[2]}${name[1]}${name.slice(3)}`;
        for (const wrong of [name.toUpperCase(), `${name}s`, name.slice(0, -1), `x${name}x`, swapped]) {
          if (own.includes(wrong)) continue;
          const error = await refused(await get(operation, `${wrong}=1`));
          expect(error.details[0]?.path).toBe(wrong);
          expect(error.message).toMatch(/did you mean \w+\?/);
        }
      }
      const others = asked.flatMap(({params}) => Object.keys(params.shape)).filter((name) => !own.includes(name));
      for (const name of new Set([...others, 'query', 'search', 'text', 'term', 'sponsor'])) {
        const error = await refused(await get(operation, `${name}=x`));
        expect(error.message).toContain(
          own.includes('q') && ['query', 'text'].includes(name) ? 'did you mean q?' : name,
        );
      }
      // Filters that lists of other graphs have.
      for (const name of [
        'phase',
        'status',
        'agency',
        'country',
        'year',
        'date_from',
        'date_to',
        'organization',
        'disease',
        'ids',
        'rollup',
      ])
        if (!own.includes(name)) await refused(await get(operation, `${name}=x`));
    },
  );

  it('is ignored and said where it is nothing like one', async () => {
    for (const operation of asked.filter(({path}) => !path.includes('{entity_id}'))) {
      const response = await get(operation, 'utm_source=mail&_=1732');
      expect(response.status, operation.name).toBe(200);
      expect(response.headers.get('x-biograph-ignored')).toBe('utm_source, _');
      await response.body?.cancel();
    }
  });
});
