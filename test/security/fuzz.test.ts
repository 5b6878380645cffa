import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, type OpenAccounts, openAccounts, openGraph} from '../../src/index.ts';
import {errorBody} from '../../src/schema/envelope.ts';
import {type Answer, hostileBody, hostilePath, type Route, routesOf, send} from '../helpers/fuzz.ts';
import {listen} from '../helpers/server.ts';

/** Requests for each route; `npm run soak` makes it many more, with a new seed each time. */
const RUNS = Number(process.env.BIOGRAPH_FUZZ_RUNS ?? 40);
const SEED = Number(process.env.BIOGRAPH_FUZZ_SEED ?? 20260101);

let graph: Graph;
let accounts: OpenAccounts;
let url: string;
let close: () => Promise<void>;
let routes: Route[];
beforeAll(async () => {
  const state = mkdtempSync(join(tmpdir(), 'biograph-fuzz-'));
  graph = await openGraph(undefined, {state});
  accounts = await openAccounts(state);
  accounts.serve(graph);
  ({url, close} = await listen(graph, {accounts, openAccount: true}));
  routes = routesOf((await (await fetch(`${url}/openapi.json`)).json()) as Record<string, unknown>);
});
afterAll(async () => {
  await close();
  await accounts.close();
  await graph.close();
});

/** Never a failure of ours, always the one error body, and nothing of the inside in it. */
function judge({status, type, headers, text}: Answer, what: string): void {
  expect(status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500);
  expect(headers['x-evil'], what).toBeUndefined();
  if (status < 400) return;
  expect(type, what).toMatch(/^application\/json/);
  const {error} = errorBody.strict().parse(JSON.parse(text));
  expect(error.message, what).not.toMatch(/\bselect\b.*\bfrom\b|Error:|\/src\/|node_modules|duckdb|\.ts:\d/i);
  if (status === 422) expect(error.details?.length, what).toBeGreaterThan(0);
  // Headers of 64 KiB are refused before there is a request.
  if (what.includes(' /v1/') && status !== 431) expect(headers['x-ratelimit-limit'], what).toBeDefined();
}

describe('hostile requests', () => {
  it(
    'to every route of the interface description get an answer or the error body, and never a 5xx',
    async () => {
      expect(routes.length).toBeGreaterThan(30);
      let count = 0;
      const statuses = new Map<number, number>();
      for (const route of routes) {
        const bodies = route.method === 'GET' ? fc.constant(undefined) : hostileBody(route);
        await fc.assert(
          fc.asyncProperty(hostilePath(route), bodies, async (path, body) => {
            const answer = await send(url, path, route.method, body);
            count++;
            statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
            judge(answer, `${route.method} ${path} ${body ?? ''}`);
          }),
          {numRuns: RUNS, seed: SEED},
        );
      }
      process.stderr.write(`${count} hostile requests: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}\n`);
      // Were everything refused at the first door, the doors behind it would not have been tried.
      expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 20);
      expect((await fetch(`${url}/v1/stats`)).status).toBe(200);
      expect(await (await fetch(`${url}/v1/stats`)).json()).toEqual(await await graph.stats());
    },
    Math.max(600_000, RUNS * 2000),
  );
});

describe('forged cursors', () => {
  const MAC = 16;
  const cut = (text: string) => {
    const bytes = Buffer.from(text, 'base64url');
    return {mac: bytes.subarray(0, MAC), fields: JSON.parse(bytes.subarray(MAC).toString('utf8')) as unknown[]};
  };
  const paste = (mac: Buffer, fields: unknown) =>
    Buffer.concat([mac, Buffer.from(JSON.stringify(fields))]).toString('base64url');

  it('of lists and of the feed are refused or give rows of the same question, never more', async () => {
    const list = '/v1/entities?kind=product&limit=5';
    const feed = '/v1/changes?limit=5';
    const json = async (path: string) => (await (await fetch(url + path)).json()) as {next_cursor: string};
    const cursors = [
      [list, (await json(list)).next_cursor],
      ['/v1/changes?limit=5', (await json(`${feed}&since=2000-01-01`)).next_cursor],
    ] as const;
    for (const [path, cursor] of cursors) {
      const {mac, fields} = cut(cursor);
      expect(paste(mac, fields)).toBe(cursor);
      const value = fc.oneof(
        fc.jsonValue({maxDepth: 1}),
        fc.integer(),
        fc.string({unit: 'binary'}),
        fc.constantFrom(...fields),
      );
      await fc.assert(
        fc.asyncProperty(fc.nat({max: fields.length - 1}), value, async (at, replaced) => {
          const forged = paste(
            mac,
            fields.map((field, index) => (index === at ? replaced : field)),
          );
          const answer = await send(url, `${path}&after=${forged}`, 'GET');
          judge(answer, `GET ${path} ${JSON.stringify([at, replaced])}`);
          if (forged !== cursor) expect(answer.status).toBe(400);
          if (answer.status === 200 && path === list)
            for (const {kind} of (JSON.parse(answer.text) as {results: {kind: string}[]}).results)
              expect(kind).toBe('product');
        }),
        {numRuns: RUNS * 5, seed: SEED},
      );
    }
  });
});
