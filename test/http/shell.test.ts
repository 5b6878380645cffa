import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync} from 'node:fs';
import {request} from 'node:http';
import {request as requestTls} from 'node:https';
import {connect, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {toGraphError} from '../../src/http/errors.ts';
import {type Graph, generateSnapshot, loadSnapshot, openGraph} from '../../src/index.ts';
import {openFiles} from '../helpers/proc.ts';
import {listen} from '../helpers/server.ts';
import {until} from '../helpers/until.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
});
afterAll(() => graph.close());

/** A request with any headers, Host included. */
function raw(url: string, headers: Record<string, string>, method = 'GET') {
  return new Promise<{status: number; headers: Record<string, unknown>; text: string}>((resolve, reject) => {
    const call = request(url, {method, headers}, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => {
        text += part;
      });
      response.once('end', () => resolve({status: response.statusCode ?? 0, headers: response.headers, text}));
    });
    call.once('error', reject);
    call.end();
  });
}

describe('every answer', () => {
  it('carries the security headers, and /docs a policy that lets only its own script run', async () => {
    const {url, close} = await listen(graph);
    for (const path of [
      '/v1/stats',
      '/v1/nope',
      '/health',
      '/docs',
      '/openapi.json',
      '/v1/%zz',
      '/v1/entities?limit=x',
    ]) {
      const {headers} = await fetch(url + path);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('x-frame-options'), path).toBe('DENY');
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(headers.get('content-security-policy'), path).toMatch(/default-src 'none'/);
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    const page = await fetch(`${url}/docs`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).not.toMatch(/unsafe/);
    expect(await page.text()).not.toMatch(/ style=| on\w+=/);
    await close();
  });

  it('is for names of this server only', async () => {
    const {url, close} = await listen(graph, {allowedHosts: ['graph.example']});
    for (const host of ['evil.example', 'localhost.evil.example', 'graph.example.evil', 'a b'])
      expect((await raw(`${url}/v1/stats`, {host})).status, host).toBeGreaterThanOrEqual(400);
    const refused = await raw(`${url}/v1/stats`, {host: 'evil.example'});
    expect(refused.status).toBe(421);
    expect(JSON.parse(refused.text)).toMatchObject({error: {code: 'misdirected_request'}});
    expect(refused.headers['x-frame-options']).toBe('DENY');
    expect(refused.headers['x-ratelimit-limit']).toBe('60000');
    for (const host of ['localhost', 'LOCALHOST:99', 'graph.example', '127.0.0.1:8080', '[::1]:8080', '192.168.1.7'])
      expect((await raw(`${url}/v1/stats`, {host})).status, host).toBe(200);
    expect((await raw(`${url}/health`, {host: 'probe.example'})).status).toBe(200);
    await close();
  });

  it('may be read by pages of the named origins alone, refusals too', async () => {
    const {url, close} = await listen(graph, {allowedOrigins: ['https://app.example']});
    const origin = 'https://app.example';
    for (const path of ['/v1/stats', '/v1/nope', '/v1/entities?limit=x']) {
      const {headers} = await fetch(url + path, {headers: {origin}});
      expect(headers.get('access-control-allow-origin'), path).toBe(origin);
      expect(headers.get('access-control-expose-headers')).toMatch(/X-RateLimit-Remaining/);
      const other = await fetch(url + path, {headers: {origin: 'https://evil.example'}});
      expect(other.headers.get('access-control-allow-origin')).toBeNull();
    }
    const preflight = {'access-control-request-method': 'POST', origin};
    expect((await fetch(`${url}/v1/search`, {method: 'OPTIONS', headers: preflight})).status).toBe(204);
    await close();
  });

  it('says nothing of what went wrong inside', () => {
    for (const error of [
      new Error('IO Error: /var/lib/secret/000001.duckdb select * from entity'),
      Object.assign(new Error('at Object.<anonymous> (/src/x.ts:1:1)'), {statusCode: 500}),
      'text',
      null,
    ]) {
      const known = toGraphError(error);
      expect(known.status).toBe(500);
      expect(JSON.stringify(known)).not.toMatch(/secret|select|src|text/);
    }
  });
});

describe('overload', () => {
  it('is shed with 503 and Retry-After, while /health answers', async () => {
    const slow = Object.assign(Object.create(graph) as Graph, {
      answer: async (...args: Parameters<Graph['answer']>) => {
        await until(() => isOpen);
        return graph.answer(...args);
      },
    });
    let isOpen = false;
    const {url, close} = await listen(slow, {maxInFlight: 3});
    const waiting = Array.from({length: 3}, (_, n) => fetch(`${url}/v1/entities?limit=${n + 1}`));
    const shed = await until(async () => {
      const response = await fetch(`${url}/v1/aggregate?field=kind`, {signal: AbortSignal.timeout(200)}).catch(
        () => undefined,
      );
      return response?.status === 503 && response;
    });
    expect(shed.headers.get('retry-after')).toBe('1');
    expect(shed.headers.get('x-ratelimit-limit')).toBe('60000');
    expect(await shed.json()).toMatchObject({error: {code: 'unavailable'}});
    expect((await fetch(`${url}/health`)).status).toBe(200);
    isOpen = true;
    for (const response of await Promise.all(waiting)) expect(response.status).toBe(200);
    expect((await fetch(`${url}/v1/stats`)).status).toBe(200);
    await close();
  });

  it('a request past its deadline is stopped and says so', async () => {
    const {url, close} = await listen(graph, {deadline: 0});
    const response = await fetch(`${url}/v1/people/rank?limit=7`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: {code: 'unavailable', message: expect.stringMatching(/time limit/)},
    });
    await close();
  });

  it('what is no HTTP gets the error body and the door', async () => {
    const {url, close} = await listen(graph);
    const {port} = new URL(url);
    const say = (text: string) =>
      new Promise<string>((resolve) => {
        let answer = '';
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
        socket.on('data', (part: Buffer) => {
          answer += part;
        });
        socket.once('close', () => resolve(answer));
      });
    expect(await say('rubbish\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"bad_request"/);
    expect(await say(`GET /v1/stats HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 [\s\S]*"error"/,
    );
    await close();
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use after what nobody needs was collected. */
function used(): number {
  collect();
  const {heapUsed, external} = process.memoryUsage();
  return heapUsed + external;
}

describe('a slow reader of an export', () => {
  it('neither fills memory nor holds a connection of the pool, and takes its generation along when it leaves', {
    tags: ['long'],
  }, async () => {
    const at = mkdtempSync(join(tmpdir(), 'biograph-slow-'));
    await generateSnapshot({entities: 30_000, seed: 3, out: join(at, 'snapshot')});
    await loadSnapshot({snapshot: join(at, 'snapshot'), store: join(at, 'store')});
    const large = await openGraph(join(at, 'store'), {connections: 1, refresh: 0});
    const {url, close} = await listen(large, {maxExports: 6});
    const {port} = new URL(url);
    const status = async (path: string) => {
      const response = await fetch(url + path);
      await response.text();
      return response.status;
    };
    const before = used();
    const readers: Socket[] = [];
    const started: Promise<unknown>[] = [];
    for (let n = 0; n < 6; n++) {
      const socket = connect(Number(port), '127.0.0.1');
      readers.push(socket);
      socket.write('GET /v1/export HTTP/1.1\r\nHost: localhost\r\n\r\n');
      started.push(
        new Promise<void>((resolve) => {
          socket.once('readable', () => resolve());
        }),
      );
    }
    await Promise.all(started);
    // All are stuck with most of 7 MB each to come; the one connection of the pool answers, and a seventh is shed.
    for (let n = 1; n <= 20; n++) await until(async () => (await status(`/v1/entities?q=kinase&limit=${n}`)) === 200);
    expect(await status('/v1/export?max=1')).toBe(503);
    expect(readers.every((socket) => socket.bytesRead < 4_000_000)).toBe(true);
    // A reader has the rows of one chunk and one piece of their text; held whole, as rows, text and bytes, it were 130 MB. Blocks of
    // look-up files that were read meanwhile are kept, up to 4 MiB a table.
    expect(used() - before).toBeLessThan(80_000_000);
    for (const socket of readers) socket.destroy();
    await until(async () => (await status('/v1/export?max=1')) === 200);
    expect((await fetch(`${url}/v1/export?max=3`, {method: 'HEAD'})).status).toBe(200);
    // A generation that somebody still held would keep its file open.
    await generateSnapshot({entities: 500, seed: 4, out: join(at, 'next')});
    await loadSnapshot({snapshot: join(at, 'next'), store: join(at, 'store')});
    expect((await (await fetch(`${url}/health`)).json()) as object).toMatchObject({generation: 2});
    if (process.platform === 'linux') {
      const pruned = join(at, 'store', 'generations', '000001');
      await until(() => !openFiles(process.pid).some((path) => path.startsWith(pruned)));
    }
    await close();
    await large.close();
  });
});

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], {stdio: 'ignore'});
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasOpenssl())('TLS (skipped where there is no openssl to make a certificate)', () => {
  it('is spoken where a certificate and its key are given, in 1.2 or newer', async () => {
    const at = mkdtempSync(join(tmpdir(), 'biograph-tls-'));
    const [key, cert] = [join(at, 'key.pem'), join(at, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      {stdio: 'ignore'},
    );
    const {url, close} = await listen(graph, {tls: {cert: readFileSync(cert), key: readFileSync(key)}});
    const get = (options: object) =>
      new Promise<{status: number | undefined; hsts: unknown}>((resolve, reject) => {
        const {port} = new URL(url);
        const call = requestTls(
          {
            host: '127.0.0.1',
            servername: 'localhost',
            port,
            path: '/v1/stats',
            headers: {host: 'localhost'},
            ...options,
          },
          (response) => {
            response.resume();
            resolve({status: response.statusCode, hsts: response.headers['strict-transport-security']});
          },
        );
        call.once('error', reject);
        call.end();
      });
    const ca = readFileSync(cert);
    expect(await get({ca})).toEqual({status: 200, hsts: expect.stringMatching(/max-age=\d{7,}/)});
    await expect(get({ca, maxVersion: 'TLSv1.1', minVersion: 'TLSv1'})).rejects.toThrow();
    await expect(fetch(`http://127.0.0.1:${new URL(url).port}/v1/stats`)).rejects.toThrow();
    await close();
  });
});
