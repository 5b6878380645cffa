import {Client, StreamableHTTPClientTransport} from '@modelcontextprotocol/client';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {pathParams} from '../../src/endpoint.ts';
import type {Graph} from '../../src/index.ts';
import type {Operation} from '../../src/operation.ts';
import {operations} from '../../src/operations/index.ts';
import {edits, values} from '../../src/sql/fragments.ts';
import {is} from '../../src/sql/results.ts';
import {sql} from '../../src/sql/sql.ts';
import {biograph, start} from '../helpers/command.ts';
import {examples, type Question} from '../helpers/questions.ts';
import {listen} from '../helpers/server.ts';
import {publishTo} from './published.ts';

const byName = new Map((operations as unknown as Operation[]).map((operation) => [operation.name, operation]));

/** A body and what is said with it, but for the clock. */
async function overHttp(url: string, [name, params]: Question): Promise<unknown> {
  const operation = byName.get(name) as Operation;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, one: string) => encodeURIComponent(String(params[one])));
  const rest = Object.entries(params).filter(([one]) => !pathParams(operation).includes(one));
  const query = new URLSearchParams(
    rest.flatMap(([one, value]) => [value].flat().map((each): [string, string] => [one, String(each)])),
  );
  const response =
    operation.method === 'POST'
      ? await fetch(url + path, {
          method: 'POST',
          headers: {'content-type': 'application/json'},
          body: JSON.stringify(params),
        })
      : await fetch(`${url}${path}?${query}`);
  const said = ['etag', 'x-biograph-snapshot', 'x-biograph-gate', 'x-biograph-total', 'content-type'];
  return [response.status, said.map((header) => response.headers.get(header)), await response.text()];
}

describe('every door of a graph that is published', {tags: ['long']}, () => {
  const on = publishTo(1);

  it('answers over HTTP with the same bytes and headers', async () => {
    const [here, there] = [await listen(on.store), await listen(on.published)];
    try {
      for (const question of await examples(on.store)) {
        // Vectors are summed in another order by each engine; answers.test.ts compares them.
        if (question[0] === 'similar') continue;
        expect(await overHttp(there.url, question), JSON.stringify(question)).toEqual(
          await overHttp(here.url, question),
        );
      }
    } finally {
      await here.close();
      await there.close();
    }
  });

  it('answers agents with the same texts', async () => {
    const servers = [await listen(on.store), await listen(on.published)];
    const agents = await Promise.all(
      servers.map(async ({url}) => {
        const agent = new Client({name: 'test', version: '1.0.0'});
        await agent.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
        return agent;
      }),
    );
    try {
      for (const [name, params] of await examples(on.store)) {
        const {tool} = byName.get(name) as Operation;
        if (tool === undefined) continue;
        const [one, other] = await Promise.all(agents.map((agent) => agent.callTool({name: tool, arguments: params})));
        expect(other?.content, name).toEqual(one?.content);
      }
    } finally {
      for (const agent of agents) await agent.close();
      for (const server of servers) await server.close();
    }
  });

  it('answers the command line, and serve', async () => {
    const data = ['--data', on.cluster.address('graph')];
    for (const words of [
      ['search', 'PD-1 antibody'],
      ['aggregate', 'modality'],
      ['export', '--max', '5'],
    ])
      expect((await biograph([...words, '--format', 'json', ...data])).stdout).toBe(
        (await biograph([...words, '--format', 'json', '--data', on.store.source.store])).stdout,
      );
    expect((await biograph(['doctor', ...data])).stdout).toContain('generation 1 of');
    const server = start(['serve', '--port', '0', ...data]);
    try {
      const url = await new Promise<string>((resolve) =>
        server.stdout?.once('data', (line) => resolve(String(line).trim())),
      );
      expect(await (await fetch(`${url}/v1/stats`)).json()).toEqual(await on.store.stats());
    } finally {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
  });

  it('refuses on the command line what works on a store', async () => {
    const data = ['--data', on.cluster.address('graph')];
    for (const words of [
      ['sync', '--from', 'https://example.org'],
      ['store', 'embed'],
      ['store', 'apply', 'delta'],
      ['store', 'publish', '--to', on.cluster.address('again')],
    ]) {
      const {stderr, code} = await biograph([...words, ...data]).catch((error) => error);
      expect([code, stderr], words.join(' ')).toEqual([2, expect.stringContaining('give the original store')]);
    }
    const {stderr} = await biograph(['sql', 'select 1', ...data]).catch((error) => error);
    expect(stderr).toContain('sql needs a store');
  });

  it('counts mistakes between words as the store does, up to two', async () => {
    const word = fc.string({unit: fc.constantFrom('a', 'b', 'c', 'ñ'), minLength: 1, maxLength: 6});
    const pairs = fc.sample(fc.tuple(word, word), {numRuns: 400, seed: 5});
    const query = sql`select ${edits('col0', 'col1')} from (${values([['ca', 'abc'], ...pairs])})`;
    const counted = async (graph: Graph) => {
      const [found] = (await graph.at(undefined, ({generation}) => generation.columns(query, [is.integer]))) ?? [[]];
      return found.map((count) => Math.min(count, 3));
    };
    const right = await counted(on.store);
    expect(right[0]).toBe(2);
    expect(await counted(on.published)).toEqual(right);
  });
});
