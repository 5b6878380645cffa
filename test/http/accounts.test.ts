import {spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {request} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, type OpenAccounts, openAccounts, openGraph} from '../../src/index.ts';
import {Keys} from '../../src/state/keys.ts';
import {biograph, ended, firstLine, start} from '../helpers/command.ts';
import {listen} from '../helpers/server.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-accounts-'));
let graph: Graph;
let accounts: OpenAccounts;
let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  graph = await openGraph();
  accounts = await openAccounts(folder());
  ({url, close} = await listen(graph, {accounts}));
});
afterAll(async () => {
  await close();
  await accounts.close();
  await graph.close();
});

async function ask(method: string, path: string, key?: string, body?: unknown, at = url) {
  const response = await fetch(at + path, {
    method,
    headers: {
      ...(key !== undefined && {authorization: `Bearer ${key}`}),
      ...(body !== undefined && {'content-type': 'application/json'}),
    },
    ...(body !== undefined && {body: typeof body === 'string' ? body : JSON.stringify(body)}),
  });
  return {status: response.status, headers: response.headers, json: (await response.json()) as Record<string, never>};
}

describe('/account, asked by a page elsewhere', () => {
  const post = (at: string, headers: Record<string, string>, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const asking = request(`${at}/account/keys`, {method: 'POST', headers}, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      asking.on('error', reject).end(body);
    });

  it('refuses, open to everybody or not, and makes no key', async () => {
    const open = await listen(graph, {accounts, openAccount: true, allowedOrigins: ['https://app.example.org']});
    const {host} = new URL(open.url);
    const {key = ''} = await accounts.keys.create({name: 'root', tier: 'pro', admin: true});
    const before = accounts.keys.list().length;
    for (const headers of [
      {origin: 'https://evil.example'},
      {origin: 'null'},
      {origin: ''},
      {origin: 'http://127.0.0.1:1'},
      {origin: `http://${host}.evil.example`},
      {origin: `http://evil.example/${host}`},
      {'sec-fetch-site': 'cross-site'},
      {'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', origin: `http://${host}`},
      {origin: 'https://evil.example', 'x-api-key': key},
    ] as Record<string, string>[])
      expect(await post(open.url, headers), JSON.stringify(headers)).toBe(401);
    expect(
      await post(
        open.url,
        {origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded'},
        'name=x',
      ),
    ).toBeGreaterThanOrEqual(400);
    expect(await post(open.url, {host: 'evil.example', origin: 'http://evil.example'})).toBe(421);
    expect(accounts.keys.list()).toHaveLength(before);
    const there = (await fetch(`${open.url}/account/keys`, {headers: {origin: 'https://evil.example'}})).status;
    expect(there).toBe(401);
    for (const headers of [
      {},
      {origin: `http://${host}`, 'sec-fetch-site': 'same-origin'},
      {origin: 'https://app.example.org', 'sec-fetch-site': 'cross-site'},
      {'sec-fetch-site': 'none'},
    ] as Record<string, string>[])
      expect(await post(open.url, headers), JSON.stringify(headers)).toBe(201);
    await open.close();
  });
});

describe('/account/keys', () => {
  it('is for administrators, and shows a key once', async () => {
    const before = accounts.keys.list().length;
    const admin = await accounts.keys.create({name: 'root', tier: 'pro', admin: true});
    const {key: plain} = await accounts.keys.create({name: 'plain', tier: 'free', admin: false});
    for (const key of [undefined, plain, 'bg_nobody'])
      for (const [method, path] of [
        ['POST', '/account/keys'],
        ['GET', '/account/keys'],
        ['DELETE', `/account/keys/${admin.id}`],
      ] as const) {
        const {status, json} = await ask(method, path, key);
        expect(status).toBe(401);
        expect(json).toMatchObject({error: {code: 'unauthorized'}});
      }
    const made = await ask('POST', '/account/keys', admin.key, {name: 'new'});
    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(made.json).toEqual({
      id: expect.any(String),
      name: 'new',
      tier: 'free',
      admin: false,
      created_at: expect.stringMatching(/Z$/),
      revoked_at: null,
      key: expect.stringMatching(/^bg_[0-9A-Za-z]{43}$/),
    });
    const list = await ask('GET', '/account/keys', admin.key);
    expect(list.json).toMatchObject({count: before + 3});
    expect(JSON.stringify(list.json)).not.toMatch(/bg_|hash/);
    const gone = await ask('DELETE', `/account/keys/${made.json.id}`, admin.key);
    expect(gone.json).toMatchObject({name: 'new', revoked_at: expect.stringMatching(/Z$/)});
    expect((await ask('GET', '/account/keys', made.json.key)).status).toBe(401);
    expect((await ask('POST', '/account/keys', admin.key)).json).toMatchObject({name: 'API key'});
  });

  it('names what is wrong', async () => {
    const {key} = await accounts.keys.create({name: 'root', tier: 'pro', admin: true});
    for (const [method, path, body, status] of [
      ['POST', '/account/keys', {name: ''}, 422],
      ['POST', '/account/keys', {name: 'x'.repeat(121)}, 422],
      ['POST', '/account/keys', {name: 7}, 422],
      ['POST', '/account/keys', {nmae: 'x'}, 422],
      ['POST', '/account/keys', {tier: 'gold'}, 422],
      ['POST', '/account/keys', {name: 'a\u0000'}, 422],
      ['POST', '/account/keys', '[]', 422],
      ['POST', '/account/keys', '{', 400],
      ['POST', '/account/keys', {admin: true}, 422],
      ['DELETE', '/account/keys/1', undefined, 400],
      ['DELETE', '/account/keys/00000000-0000-4000-8000-000000000000', undefined, 404],
      ['PUT', '/account/keys', undefined, 405],
    ] as const)
      expect((await ask(method, path, key, body)).status, `${method} ${path} ${JSON.stringify(body)}`).toBe(status);
  });

  it('is the same key or webhook where its id is written in capitals', async () => {
    const open = await listen(graph, {accounts, openAccount: true});
    const {json} = await ask('POST', '/account/keys', undefined, {name: 'shouted'}, open.url);
    const path = `/account/keys/${String(json.id).toUpperCase()}`;
    expect(await ask('DELETE', path, undefined, undefined, open.url)).toMatchObject({status: 200, json: {id: json.id}});
    await open.close();
  });

  it('takes no unknown field where a webhook is only named', async () => {
    const {key} = await accounts.keys.create({name: 'root', tier: 'pro', admin: true});
    for (const what of ['test', 'rotate']) {
      const path = `/account/webhooks/00000000-0000-4000-8000-000000000000/${what}`;
      const {status, json} = await ask('POST', path, key, {unknown: 1});
      expect([status, json.error]).toEqual([
        422,
        expect.objectContaining({message: expect.stringContaining('unknown')}),
      ]);
      for (const body of [undefined, {}]) expect((await ask('POST', path, key, body)).status).not.toBe(422);
    }
  });

  it('is there for everybody with an open account, and not at all without accounts', async () => {
    const open = await listen(graph, {accounts, openAccount: true});
    expect((await ask('POST', '/account/keys', undefined, {name: 'o'}, open.url)).status).toBe(201);
    const {key} = await accounts.keys.create({name: 'root', tier: 'pro', admin: true});
    for (const asker of [undefined, key]) {
      const {status, json} = await ask('POST', '/account/keys', asker, {name: 'o', admin: true}, open.url);
      expect(status).toBe(422);
      expect(json).toMatchObject({error: {message: expect.stringContaining('biograph keys create --admin')}});
    }
    await open.close();
    const bare = await listen(graph);
    expect((await ask('POST', '/account/keys', undefined, {}, bare.url)).status).toBe(404);
    await bare.close();
  });
});

describe('the state on disk', () => {
  it('holds hashes alone, for the user alone', async () => {
    const at = folder();
    const keys = await Keys.open(at);
    const {key} = await keys.create({name: 'k', tier: 'pro', admin: false});
    await keys.close();
    const text = readFileSync(join(at, 'keys.ndjson'), 'utf8');
    expect(text).not.toContain(key.slice(3, 20));
    if (process.platform !== 'win32') expect(statSync(join(at, 'keys.ndjson')).mode & 0o077).toBe(0);
    const again = await Keys.open(at);
    expect(again.find(key)?.name).toBe('k');
    expect(again.find(`${key}x`)).toBeUndefined();
    expect(again.find(key.toLowerCase())).toBeUndefined();
    await again.close();
  });

  it('has one owner at a time, and none after it was killed', async () => {
    const at = folder();
    const first = await openAccounts(at);
    await expect(openAccounts(at)).rejects.toThrow(/in use by process/);
    await first.close();
    const program = `import {openAccounts} from './src/index.ts'; await openAccounts(process.argv[1]); process.stdout.write('ready\\n'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, at]);
    expect(await firstLine(child)).toBe('ready');
    await expect(openAccounts(at)).rejects.toThrow(/in use by process/);
    child.kill('SIGKILL');
    await ended(child);
    const contenders = await Promise.allSettled([openAccounts(at), openAccounts(at), openAccounts(at)]);
    const won = contenders.filter((one) => one.status === 'fulfilled');
    expect(won).toHaveLength(1);
    for (const one of won) await one.value.close();
    expect(readdirSync(at).sort()).toEqual(['deliveries', 'keys.ndjson', 'webhooks.ndjson']);
  });

  it('has its socket elsewhere where its own path is too long', async () => {
    const at = join(folder(), 'x'.repeat(120));
    mkdirSync(at);
    const long = await openAccounts(at);
    await expect(openAccounts(at)).rejects.toThrow(/in use by process/);
    await long.close();
  });
});

describe('biograph keys', () => {
  const key = (stdout: string) => JSON.parse(stdout) as {id: string; key: string};

  it('works on the state itself, and through the running server', async () => {
    const at = folder();
    const env = {BIOGRAPH_STATE: at};
    const before = key((await biograph(['keys', 'create', '--name', 'before', '--admin'], {env})).stdout);
    const child = start(['serve', '--sample', '--port', '0', '--limits', 'hosted'], env);
    const address = await firstLine(child);
    const during = key((await biograph(['keys', 'create', '--name', 'during', '--tier', 'pro'], {env})).stdout);
    const used = await ask('GET', '/v1/stats', during.key, undefined, address);
    expect(used.headers.get('x-ratelimit-limit')).toBe('60');
    expect((await ask('GET', '/account/keys', before.key, undefined, address)).json).toMatchObject({count: 2});
    const listed = await biograph(['keys', 'list', '--format', 'csv'], {env});
    expect(listed.stdout).toMatch(/before,free,true[\s\S]*during,pro,false/);
    expect((await biograph(['keys', 'revoke', during.id], {env})).code).toBe(0);
    expect((await ask('GET', '/v1/stats', during.key, undefined, address)).status).toBe(401);
    const second = await biograph(['serve', '--sample', '--port', '0', '--limits', 'hosted'], {env});
    expect(second).toMatchObject({code: 1, stderr: expect.stringMatching(/in use by process/)});
    child.kill('SIGKILL');
    const {stderr} = await ended(child);
    expect(stderr).not.toMatch(/bg_/);
    const after = JSON.parse((await biograph(['keys', 'list'], {env})).stdout) as {keys: {revoked_at: unknown}[]};
    expect(after.keys.map(({revoked_at}) => revoked_at === null)).toEqual([true, false]);
  });

  it('says what is wrong', async () => {
    const env = {BIOGRAPH_STATE: folder()};
    expect((await biograph(['keys'], {env})).code).toBe(2);
    expect((await biograph(['keys', 'create', '--tier', 'gold'], {env})).code).toBe(2);
    expect((await biograph(['keys', 'revoke', 'x'], {env})).code).toBe(2);
    const nobody = await biograph(['keys', 'revoke', '00000000-0000-4000-8000-000000000000'], {env});
    expect(nobody).toMatchObject({code: 1, stderr: expect.stringMatching(/no key/)});
    for (const words of [
      ['--host', '0.0.0.0', '--open-account'],
      ['--trust-proxy', 'nonsense'],
      ['--limits', 'none'],
    ])
      expect((await biograph(['serve', '--sample', '--port', '0', ...words], {env})).code).toBe(2);
  });
});
