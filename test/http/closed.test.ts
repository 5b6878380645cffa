import {mkdtempSync} from 'node:fs';
import {request} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest';
import type {ServerOptions} from '../../src/http/server.ts';
import {type Graph, type OpenAccounts, openAccounts, openGraph} from '../../src/index.ts';
import {SAMPLE} from '../../src/source.ts';
import {biograph, ended, firstLine, start} from '../helpers/command.ts';
import {readTable} from '../helpers/oracle.ts';
import {listen} from '../helpers/server.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-closed-'));
let graph: Graph;
let accounts: OpenAccounts;
let url: string;
let close: () => Promise<void>;
let key: string;
let id: string;
beforeAll(async () => {
  graph = await openGraph();
  accounts = await openAccounts(folder());
  accounts.serve(graph);
  ({key, id} = await accounts.keys.create({name: 'Ada’s notebook', tier: 'free', admin: false}));
  ({url, close} = await listen(graph, {accounts, requireKey: true}));
});
afterAll(async () => {
  await close();
  await accounts.close();
  await graph.close();
});

/** One request, its headers as they are given: names that stand twice, too. */
function ask(path: string, headers: string[] = [], {method = 'GET', at = url, body = ''} = {}) {
  return new Promise<{status: number; headers: Record<string, unknown>; text: string}>((resolve, reject) => {
    const all = ['host', new URL(at).host, 'content-length', String(Buffer.byteLength(body)), ...headers];
    const {hostname, port} = new URL(at);
    const call = request({hostname, port, path, method, headers: all as never}, async (answer) => {
      let text = '';
      for await (const part of answer) text += part;
      resolve({status: answer.statusCode ?? 0, headers: answer.headers, text});
    });
    call.on('error', reject);
    call.end(body);
  });
}

const bearer = (given: string) => ['authorization', `Bearer ${given}`];

async function served<T>(options: ServerOptions, work: (at: string) => Promise<T>): Promise<T> {
  const server = await listen(graph, options);
  try {
    return await work(server.url);
  } finally {
    await server.close();
  }
}

describe('a server closed to strangers', () => {
  it('answers 401 without a valid key, whatever is asked, but for /health', async () => {
    const {paths} = JSON.parse((await ask('/openapi.json', bearer(key))).text) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const asked = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/\{\w+\}/g, 'x')] as const),
    );
    const all = [
      ...asked,
      ...[
        '/',
        '/explore',
        '/explore/list',
        '/explore/assets/nope.js',
        '/docs',
        '/openapi.json',
        '/metrics',
        '/mcp',
        '/nope',
        '/v1',
        '/v1/nope',
        '/v1/%zz',
        '//',
        '/health/x',
      ].map((path) => ['GET', path] as const),
      ...['HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS'].map((method) => [method, '/v1/stats'] as const),
      ['POST', '/mcp'] as const,
      ['PUT', '/docs'] as const,
    ];
    const revoked = await accounts.keys.create({name: 'gone', tier: 'pro', admin: true});
    await accounts.keys.revoke(revoked.id);
    for (const [method, path] of all)
      for (const headers of [
        [],
        bearer('bg_nobody'),
        bearer(revoked.key),
        ['x-api-key', ''],
        ['x-forwarded-user', 'ada'],
      ]) {
        const {status, headers: said, text} = await ask(path, headers, {method});
        if (path === '/health') expect(status).toBe(200);
        else {
          expect(status, `${method} ${path} ${headers}`).toBe(401);
          expect(said['www-authenticate']).toBe('Bearer');
          if (method !== 'HEAD') expect(JSON.parse(text)).toMatchObject({error: {code: 'unauthorized'}});
        }
      }
  });

  it('is open to a key, and lets no shared cache keep what it says', async () => {
    for (const path of ['/v1/stats', '/docs', '/openapi.json', '/metrics', '/v1/entities?limit=1']) {
      const {status, headers} = await ask(path, bearer(key));
      expect(status, path).toBe(200);
      expect(String(headers['cache-control'] ?? ''), path).not.toContain('public');
    }
    const {headers: kept} = await ask('/v1/stats', ['x-api-key', key]);
    expect(kept['cache-control']).toBe('private, max-age=300');
    // Without the key it is another question.
    expect(String(kept.vary).split(', ')).toEqual(expect.arrayContaining(['Authorization', 'X-API-Key']));
    expect((await ask('/', bearer(key))).status).toBe(302);
    expect((await ask('/nope', bearer(key))).status).toBe(404);
    const tools = await ask(
      '/mcp',
      [...bearer(key), 'content-type', 'application/json', 'accept', 'application/json, text/event-stream'],
      {method: 'POST', body: JSON.stringify({jsonrpc: '2.0', id: 1, method: 'tools/list', params: {}})},
    );
    expect(tools.status).toBe(200);
    expect(tools.text).toContain('search_entities');
  });

  it('lets no shared cache keep an answer, a stream or a redirect', async () => {
    const merged = (await readTable(SAMPLE, 'entities')).find(({state}) => state === 'merged');
    for (const path of ['/v1/stats', '/v1/export?kind=company&limit=2', `/v1/entities/${merged?.id}`]) {
      const {headers} = await ask(path, bearer(key));
      expect(headers['cache-control'], path).toMatch(/^(?:private, max-age=\d+|no-cache|no-store)$/);
      expect(headers.vary, path).toMatch(/Authorization/);
    }
  });

  it('takes a trusted proxy’s word for who somebody is, and nobody else’s', async () => {
    const header = 'X-Forwarded-User';
    const trusted = {accounts, requireKey: true, trustProxy: ['127.0.0.0/8'], trustUserHeader: header};
    await served(trusted, async (at) => {
      expect((await ask('/v1/stats', ['x-forwarded-user', 'ada'], {at})).status).toBe(200);
      expect((await ask('/v1/stats', [], {at})).status).toBe(401);
      expect((await ask('/v1/stats', ['x-forwarded-user', ' '], {at})).status).toBe(401);
      // One of two may be what the caller wrote.
      expect((await ask('/v1/stats', ['x-forwarded-user', 'ada', 'X-Forwarded-User', 'root'], {at})).status).toBe(401);
      expect((await ask('/v1/stats', ['x-forwarded-user', 'ada', ...bearer('bg_nobody')], {at})).status).toBe(401);
      // A user is no key: what belongs to keys stays closed.
      expect((await ask('/account/webhooks', ['x-forwarded-user', 'ada'], {at})).status).toBe(401);
    });
    for (const trustProxy of [['10.0.0.5'], []])
      await served({...trusted, trustProxy}, async (at) => {
        expect((await ask('/v1/stats', ['x-forwarded-user', 'ada'], {at})).status).toBe(401);
        expect((await ask('/v1/stats', ['x-forwarded-user', 'ada', 'x-forwarded-for', '10.0.0.5'], {at})).status).toBe(
          401,
        );
      });
  });
});

describe('the log', () => {
  /** Lines written while somebody asks. */
  async function logged(options: ServerOptions, work: (at: string) => Promise<unknown>) {
    const write = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    await served({accounts, log: true, ...options}, work);
    const text = write.mock.calls.map(([line]) => String(line)).join('');
    write.mockRestore();
    const lines = text.split('\n').filter((line) => line.startsWith('{'));
    return {text, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>)};
  }

  it('names the key or the user and the operation in each line, and never the key itself', async () => {
    const mcp = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {name: 'aggregate', arguments: {field: 'kind'}},
    });
    const {text, lines} = await logged(
      {requireKey: true, trustProxy: ['127.0.0.1'], trustUserHeader: 'X-User'},
      async (at) => {
        await ask('/v1/entities?kind=company&limit=1', bearer(key), {at});
        await ask('/v1/stats', ['x-user', 'ada@example.org'], {at});
        await ask('/v1/stats', [], {at});
        await ask('/v1/%zz', bearer(key), {at});
        await ask(
          '/mcp',
          [...bearer(key), 'content-type', 'application/json', 'accept', 'application/json, text/event-stream'],
          {at, method: 'POST', body: mcp},
        );
        await ask('/account/webhooks', bearer(key), {at});
      },
    );
    const own = {key: {id, name: 'Ada’s notebook'}};
    const completed = lines.filter(({msg}) => msg === 'request completed');
    expect(completed).toHaveLength(6);
    expect(completed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({...own, operation: 'entities', res: {statusCode: 200}}),
        expect.objectContaining({user: 'ada@example.org', operation: 'stats', res: {statusCode: 200}}),
        expect.objectContaining({operation: 'stats', res: {statusCode: 401}}),
        expect.objectContaining({...own, operation: null, res: {statusCode: 400}}),
        expect.objectContaining({...own, operation: 'tools/call aggregate', res: {statusCode: 200}}),
        expect.objectContaining({...own, operation: 'listWebhooks', res: {statusCode: 200}}),
      ]),
    );
    for (const {reqId, req} of completed) {
      expect(reqId).toEqual(expect.any(String));
      expect(req).toMatchObject({url: expect.stringMatching(/^\//), method: expect.any(String)});
    }
    expect(text).not.toContain(key);
  });
});

describe('serve --require-key', () => {
  it('holds for all its processes', async () => {
    const env = {BIOGRAPH_STATE: folder()};
    const child = start(['serve', '--sample', '--port', '0', '--workers', '2', '--require-key'], env);
    const output = ended(child);
    const at = await firstLine(child);
    const made = JSON.parse((await biograph(['keys', 'create'], {env})).stdout) as {key: string};
    for (let n = 0; n < 4; n++) {
      expect((await ask('/v1/stats', ['connection', 'close'], {at})).status).toBe(401);
      expect((await ask('/v1/stats', ['connection', 'close', ...bearer(made.key)], {at})).status).toBe(200);
    }
    child.kill('SIGTERM');
    const {code, stderr} = await output;
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('biograph keys create');
  });

  it('says what does not go together', async () => {
    for (const [words, said] of [
      [['--require-key', '--open-account'], /one of them/],
      [['--trust-user-header', 'X-User'], /--trust-proxy/],
      [['--trust-user-header', 'Authorization', '--trust-proxy', '127.0.0.1'], /not a header for a user/],
      [['--trust-user-header', 'a b', '--trust-proxy', '127.0.0.1'], /not a header for a user/],
    ] as const) {
      const {code, stderr} = await biograph(['serve', '--sample', '--port', '0', ...words]);
      expect(code, stderr).toBe(2);
      expect(stderr).toMatch(said);
    }
  });
});
