import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest';
import {z} from 'zod';
import {type Graph, GraphError} from '../../src/index.ts';
import {defineOperation, type Operation} from '../../src/operation.ts';
import {is} from '../../src/sql/results.ts';
import {sql} from '../../src/sql/sql.ts';
import {openFixture} from '../helpers/graph.ts';
import {listen} from '../helpers/server.ts';
import {until} from '../helpers/until.ts';

let graph: Graph;
let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  graph = await openFixture({connections: 1});
  ({url, close} = await listen(graph, {maxInFlight: 2}));
});
afterAll(async () => {
  await close();
  await graph.close();
});

/** What needs a statement, and so its turn. */
const WORK = '/v1/people/rank?limit=';

/** Work that takes its turn as any operation does, and ends when it is told to. */
function slowWork() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const slow = defineOperation({
    name: 'slow',
    path: '/slow',
    summary: '',
    params: z.object({}),
    result: z.object({}),
    example: {},
    async run(context) {
      await context.generation.columns(sql`select 1`, [is.integer], context);
      await ended;
      return {};
    },
  });
  return {end, ask: () => graph.answer(slow as unknown as Operation, {})};
}

/** What is written on stderr while something is done. */
async function heard(work: () => Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return lines;
}

describe('a server that has more to do than it can', () => {
  it('refuses work at once, says when to come back, and answers look-ups', async () => {
    const {results} = await graph.entities({limit: 1, kind: 'company', fields: 'kind,slug'});
    const {id, slug} = results[0] ?? {};
    expect((await fetch(`${url}/v1/facets?kind=trial`)).status).toBe(200);
    const {ask, end} = slowWork();
    const waiting = Array.from({length: 200}, ask);
    const lines = await heard(async () => {
      const refused = await fetch(`${url}${WORK}5`);
      expect(refused.status).toBe(503);
      // Two hundred times 50 ms, one at a time.
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(8);
      expect(await refused.json()).toMatchObject({error: {code: 'unavailable'}});
      for (const path of [
        `/v1/entities/${id}`,
        `/v1/entities/${id}/edges`,
        '/v1/entities?kind=trial&therapeutic_area=oncology&limit=3',
        `/v1/entities/by-slug/company/${slug}`,
        '/v1/autocomplete?q=ab',
        '/v1/entities?q=kinase',
        '/v1/facets?kind=trial',
        '/health',
      ])
        expect((await fetch(url + path)).status, path).toBe(200);
    });
    expect(lines).toHaveLength(1);
    end();
    await Promise.all(waiting);
    expect((await fetch(`${url}${WORK}5`)).status).toBe(200);
  });

  it('refuses who has waited for two seconds, though it seemed to be less', async () => {
    const {ask, end} = slowWork();
    const first = ask();
    const response = await fetch(`${url}${WORK}6`);
    expect(response.status).toBe(503);
    end();
    await first;
  });

  it('counts look-ups apart from work', async () => {
    const {ask, end} = slowWork();
    const first = ask();
    const waiting = [1, 2].map((limit) => fetch(`${url}${WORK}${limit}`));
    await until(async () => (await fetch(`${url}/metrics`)).text().then((text) => /at_work 2$/m.test(text)));
    const {suggestions} = await graph.autocomplete({q: 'a', limit: 1});
    expect((await fetch(`${url}/v1/entities/${suggestions[0]?.id}`)).status).toBe(200);
    expect((await fetch(`${url}${WORK}3`)).status).toBe(503);
    end();
    await first;
    for (const response of await Promise.all(waiting)) expect(response.status).toBe(200);
  });
});

describe('a failure of the server', () => {
  it('leaves one line on stderr with the id that the caller sees, without any log', async () => {
    const broken = Object.assign(Object.create(graph) as Graph, {
      answer: async () => {
        throw new Error('select secret\nfrom somewhere');
      },
    });
    const full = Object.assign(Object.create(graph) as Graph, {
      answer: async () => {
        throw new GraphError('unavailable', 'No memory.', {cause: new Error('Out of Memory Error: 1 GiB\nmore')});
      },
    });
    for (const [faulty, status, said] of [
      [broken, 500, /select secret\\nfrom/],
      [full, 503, /Out of Memory Error: 1 GiB"/],
    ] as const) {
      const server = await listen(faulty);
      let id: string | null = null;
      const lines = await heard(async () => {
        const response = await fetch(`${server.url}/v1/entities?q=private`);
        expect(response.status).toBe(status);
        id = response.headers.get('x-request-id');
        expect((await fetch(`${server.url}/v1/nope`)).status).toBeLessThan(500);
        if (status === 503) expect(response.headers.get('retry-after')).toBe('1');
      });
      await server.close();
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(said);
      expect(lines[0]).not.toMatch(/private/);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({request: id, status, method: 'GET', route: '/v1/entities'});
    }
  });
});
