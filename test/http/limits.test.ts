import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest';
import {Limits} from '../../src/http/limits.ts';
import {type Graph, type OpenAccounts, openAccounts, openGraph} from '../../src/index.ts';
import {Keys} from '../../src/state/keys.ts';
import {listen} from '../helpers/server.ts';

const START = Date.UTC(2026, 10, 21, 12, 0, 30);
let graph: Graph;
let accounts: OpenAccounts;
beforeAll(async () => {
  graph = await openGraph();
  accounts = await openAccounts(mkdtempSync(join(tmpdir(), 'biograph-limits-')));
});
afterAll(async () => {
  await accounts.close();
  await graph.close();
});

async function hosted<T>(work: (url: string) => Promise<T>, options: {trustProxy?: string[]} = {}): Promise<T> {
  // The clock stands still, so that no window ends in the midst.
  vi.useFakeTimers({toFake: ['Date'], now: START});
  const {url, close} = await listen(graph, {accounts, limits: 'hosted', ...options});
  try {
    return await work(url);
  } finally {
    await close();
    vi.useRealTimers();
  }
}

const bearer = (key: string) => ({headers: {authorization: `Bearer ${key}`}});
const left = (response: Response) => Number(response.headers.get('x-ratelimit-remaining'));

describe('the hosted limits', () => {
  it('anonymous callers have 10 a minute, with the three headers on every answer', async () => {
    await hosted(async (url) => {
      const paths = ['/v1/stats', '/v1/nope', '/v1/facets', '/%761/stats', '/v1/%zz', '/v1/entities?limit=x'];
      for (const [index, path] of paths.entries()) {
        const response = await fetch(url + path);
        expect(response.headers.get('x-ratelimit-limit'), path).toBe('10');
        expect(left(response), path).toBe(9 - index);
        expect(Number(response.headers.get('x-ratelimit-reset'))).toBe(Math.ceil(START / 60_000) * 60);
      }
      const {headers} = await fetch(`${url}/v1/stats`);
      const unchanged = await fetch(`${url}/v1/stats`, {headers: {'if-none-match': headers.get('etag') ?? ''}});
      expect(unchanged.status).toBe(304);
      expect(left(unchanged)).toBe(2);
      expect((await fetch(`${url}/v1/stats`, {method: 'HEAD'})).status).toBe(200);
      expect(left(await fetch(`${url}/v1/stats`))).toBe(0);
      const over = await fetch(`${url}/v1/stats`);
      expect(over.status).toBe(429);
      expect(over.headers.get('retry-after')).toBe('30');
      expect(left(over)).toBe(0);
      expect(await over.json()).toMatchObject({error: {code: 'rate_limited'}});
      expect((await fetch(`${url}/health`)).status).toBe(200);
      vi.setSystemTime(START + 30_000);
      expect(left(await fetch(`${url}/v1/stats`))).toBe(9);
    });
  });

  it('a free key has 20 a minute and a pro key 60, each its own', async () => {
    const free = await accounts.keys.create({name: 'f', tier: 'free', admin: false});
    const pro = await accounts.keys.create({name: 'p', tier: 'pro', admin: false});
    await hosted(async (url) => {
      for (const [{key}, limit] of [
        [free, 20],
        [pro, 60],
      ] as const) {
        for (let n = limit - 1; n >= 0; n--) {
          const response = await fetch(`${url}/v1/stats`, n % 2 ? bearer(key) : {headers: {'x-api-key': key}});
          expect(left(response)).toBe(n);
          expect(response.headers.get('x-ratelimit-limit')).toBe(String(limit));
        }
        expect((await fetch(`${url}/v1/stats`, bearer(key))).status).toBe(429);
      }
      expect(left(await fetch(`${url}/v1/stats`))).toBe(9);
    });
  });

  it('unknown and revoked keys are 401, and count against the address', async () => {
    const {key, id} = await accounts.keys.create({name: 'r', tier: 'pro', admin: false});
    await accounts.keys.revoke(id);
    await hosted(async (url) => {
      for (const wrong of [key, 'bg_nobody', 'x'])
        for (const route of ['/v1/stats', '/account/keys']) {
          const response = await fetch(url + route, bearer(wrong));
          expect(response.status).toBe(401);
          expect(response.headers.get('x-ratelimit-limit')).toBe('10');
          expect(response.headers.get('www-authenticate')).toBe('Bearer');
          expect(JSON.stringify(await response.json())).not.toContain(wrong);
        }
      for (let n = 0; n < 4; n++) await fetch(`${url}/v1/stats`, bearer('guess'));
      expect((await fetch(`${url}/v1/stats`, bearer('guess'))).status).toBe(429);
    });
  });

  it('believe X-Forwarded-For of a named proxy only', async () => {
    const from = (address: string) => ({headers: {'x-forwarded-for': address}});
    await hosted(async (url) => {
      for (let n = 0; n < 10; n++) await fetch(`${url}/v1/stats`, from(`1.1.1.${n}`));
      expect((await fetch(`${url}/v1/stats`, from('1.1.1.99'))).status).toBe(429);
    });
    await hosted(
      async (url) => {
        for (let n = 0; n < 10; n++) await fetch(`${url}/v1/stats`, from('8.8.8.8'));
        expect((await fetch(`${url}/v1/stats`, from('8.8.8.8'))).status).toBe(429);
        expect((await fetch(`${url}/v1/stats`, from('9.9.9.9, 8.8.8.8'))).status).toBe(429);
        expect((await fetch(`${url}/v1/stats`, from('8.8.4.4'))).status).toBe(200);
        for (let n = 0; n < 10; n++) await fetch(`${url}/v1/stats`, from(`2001:db8:1:2::${n}`));
        expect((await fetch(`${url}/v1/stats`, from('2001:db8:1:2:ffff::1'))).status).toBe(429);
        expect((await fetch(`${url}/v1/stats`, from('2001:db8:1:3::1'))).status).toBe(200);
      },
      {trustProxy: ['127.0.0.1']},
    );
  });

  it('count the calls of agent tools, and not their handshake', async () => {
    const message = (method: string, params: object = {}) => ({
      method: 'POST',
      headers: {'content-type': 'application/json', accept: 'application/json, text/event-stream'},
      body: JSON.stringify({jsonrpc: '2.0', id: 1, method, params}),
    });
    await hosted(async (url) => {
      for (let n = 0; n < 15; n++) expect((await fetch(`${url}/mcp`, message('tools/list'))).status).not.toBe(429);
      const call = () => fetch(`${url}/mcp`, message('tools/call', {name: 'aggregate', arguments: {field: 'kind'}}));
      for (let n = 0; n < 10; n++) expect((await call()).status).not.toBe(429);
      const over = await call();
      expect(over.status).toBe(429);
      expect(over.headers.get('retry-after')).toBe('30');
      expect((await fetch(`${url}/v1/stats`)).status).toBe(429);
    });
  });
});

describe('the monthly budget', () => {
  const at = mkdtempSync(join(tmpdir(), 'biograph-budget-'));
  it('is 500, survives a restart, and begins anew with the month', async () => {
    let keys = await Keys.open(at);
    const {id} = await keys.create({name: 'k', tier: 'free', admin: false});
    const caller = () => ({subject: `key ${id}`, tier: 'free' as const, key: keys.get(id) as never});
    let now = START;
    let answered = 0;
    for (let minute = 0; minute < 30; minute++, now += 60_000) {
      // A new process each few minutes.
      if (minute % 4 === 3) {
        await keys.close();
        keys = await Keys.open(at);
      }
      const limits = new Limits('hosted', keys);
      const taken = await Promise.all(Array.from({length: 25}, () => limits.take(caller(), 1, now)));
      answered += taken.filter(({isOver}) => !isOver).length;
    }
    expect(answered).toBe(500);
    const over = await new Limits('hosted', keys).take(caller(), 1, now);
    expect(over).toEqual({limit: 500, remaining: 0, reset: Date.UTC(2026, 11, 1) / 1000, isOver: true});
    expect(await new Limits('hosted', keys).take(caller(), 1, Date.UTC(2026, 11, 1))).toMatchObject({
      limit: 20,
      remaining: 19,
      isOver: false,
    });
    await keys.close();
  });
});

describe('the local limits', () => {
  it('state a nominal limit, enforce none, and take an unknown key for none', async () => {
    const {url, close} = await listen(graph, {accounts});
    for (let n = 0; n < 70; n++) {
      const response = await fetch(`${url}/v1/stats`, bearer('bg_unknown'));
      expect(response.status).toBe(200);
      expect(response.headers.get('x-ratelimit-limit')).toBe('60000');
    }
    const {key, id} = await accounts.keys.create({name: 'l', tier: 'free', admin: false});
    expect((await fetch(`${url}/v1/stats`, bearer(key))).status).toBe(200);
    await accounts.keys.revoke(id);
    expect((await fetch(`${url}/v1/stats`, bearer(key))).status).toBe(401);
    await close();
  });
});
