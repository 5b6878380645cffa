import {mkdtempSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {request} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {brotliDecompressSync, gunzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {openAccounts} from '../../src/index.ts';
import {listen, serveSample} from '../helpers/server.ts';

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ASSETS = 'dist/explorer/assets';
const sample = serveSample();

const page = (path: string, accept = HTML, at = sample.url) =>
  fetch(at + path, {headers: {accept}, redirect: 'manual'});

/** An answer as it comes over the wire, not decoded. */
function raw(path: string, headers: Record<string, string>) {
  return new Promise<{status: number; headers: Record<string, unknown>; body: Buffer}>((resolve, reject) => {
    const call = request(sample.url + path, {headers}, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      resolve({status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts)});
    });
    call.on('error', reject);
    call.end();
  });
}

/** Scripts and styles a page names, as the browser would ask for them. */
function named(html: string, at: string): string[] {
  const base = new URL(/<base href="([^"]*)">/.exec(html)?.[1] ?? '', at);
  return [...html.matchAll(/(?:src|href)="(explore\/assets\/[^"]+)"/g)].map(
    ([, path = '']) => new URL(path, base).href,
  );
}

describe('the explorer’s address', () => {
  it.each(['/', '/explore', '/explore/list?kind=trial', '/explore/entity/company/pfizer', '/explore/no/such/page'])(
    'answers a browser with the page: %s',
    async (path) => {
      const response = await page(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('vary')).toMatch(/\bAccept\b/);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      for (const file of named(await response.text(), sample.url + path))
        expect((await fetch(file)).status, file).toBe(200);
    },
  );

  it.each(['*/*', 'application/json', 'text/html;q=0', 'text/plain', ''])(
    'sends everybody else to /docs: %j',
    async (accept) => {
      for (const path of ['/', '/explore/list']) {
        const response = await page(path, accept);
        expect(response.status).toBe(302);
        expect(response.headers.get('location')).toBe('/docs');
        expect(response.headers.get('vary')).toMatch(/\bAccept\b/);
      }
    },
  );

  it('takes GET and HEAD alone, and is asked again only when it has changed', async () => {
    expect((await fetch(`${sample.url}/`, {method: 'HEAD', headers: {accept: HTML}})).status).toBe(200);
    for (const path of ['/', '/explore/list', '/explore/a/b/c']) {
      const refused = await fetch(sample.url + path, {method: 'POST', headers: {accept: HTML}});
      expect(refused.status, path).toBe(405);
      expect(refused.headers.get('allow')).toBe('GET, HEAD');
    }
    const etag = (await page('/')).headers.get('etag') ?? '';
    expect((await fetch(`${sample.url}/`, {headers: {accept: HTML, 'if-none-match': etag}})).status).toBe(304);
  });

  it('lets nothing run, be loaded or be asked but what is this server’s own', async () => {
    const response = await page('/explore/list');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    const html = await response.text();
    expect(html).not.toMatch(/<script(?![^>]* src=)| style=| on\w+=|<style/);
    // Names of XML vocabularies are no addresses that anybody asks.
    const isAsked = /(?:https?:)?\/\/(?!www\.w3\.org\/)[a-z0-9-]+\.[a-z]{2,}/;
    for (const file of readdirSync(ASSETS).filter((name) => /\.(?:js|css)$/.test(name)))
      expect(readFileSync(join(ASSETS, file), 'utf8'), file).not.toMatch(isAsked);
  });

  it.each(['/', '/explore', '/explore/list?x=/a/b', '/explore/entity/company/a%2Fb', '/explore/'])(
    'names its files so that a proxy’s path prefix holds: %s',
    async (path) => {
      const html = await (await page(path)).text();
      const files = named(html, `https://proxy.example/deep/prefix${path}`);
      expect(files.length).toBe(2);
      for (const file of files)
        expect(file).toMatch(/^https:\/\/proxy\.example\/deep\/prefix\/explore\/assets\/[^/]+$/);
    },
  );
});

describe('its files', () => {
  const files = () => readdirSync(ASSETS).filter((name) => /\.(?:js|css)$/.test(name));

  it('are kept for ever under the name of what they hold, in the coding that the client takes', async () => {
    for (const file of files()) {
      const text = readFileSync(join(ASSETS, file));
      const kinds = [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const;
      for (const [coding, decode] of kinds) {
        const {status, headers, body} = await raw(`/explore/assets/${file}`, {'accept-encoding': coding});
        expect(status).toBe(200);
        expect(headers['content-encoding']).toBe(coding);
        expect(String(headers.vary)).toMatch(/accept-encoding/i);
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['content-type']).toMatch(file.endsWith('.js') ? /javascript/ : /text\/css/);
        expect(decode(body).equals(text), file).toBe(true);
      }
      expect((await raw(`/explore/assets/${file}`, {})).body.equals(text)).toBe(true);
    }
  });

  it('are all there are: no path leads elsewhere', async () => {
    for (const path of ['nope.js', '..%2f..%2fcli.js', '%2e%2e%2findex.html', '', 'x/y.js', '%00.js'])
      expect((await raw(`/explore/assets/${path}`, {accept: HTML})).status, path).not.toBe(200);
  });

  it('are small: 60 kB of script for the first page, 150 kB for all', () => {
    const size = (names: string[]) => names.reduce((sum, name) => sum + statSync(join(ASSETS, `${name}.gz`)).size, 0);
    const scripts = files().filter((name) => name.endsWith('.js'));
    const [first = ''] = scripts.filter((name) => name.startsWith('explorer-'));
    // What the first script asks for at once comes with it; what is asked for later does not.
    const direct = [...readFileSync(join(ASSETS, first), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)];
    const together = [first, ...direct.map(([, name = '']) => name)];
    expect(together.length).toBeGreaterThan(1);
    expect(size(together)).toBeLessThan(60_000);
    expect(size(scripts)).toBeLessThan(150_000);
  });
});

describe('a view of one generation', () => {
  it('is answered from what is kept when it pins the current one, and refused by name when it pins another', async () => {
    const headers = {'x-biograph-generation': '1'};
    const pinned = await fetch(`${sample.url}/v1/stats`, {headers});
    expect(pinned.headers.get('x-biograph-snapshot')).toMatch(/generation=1$/);
    const gone = await fetch(`${sample.url}/v1/stats`, {headers: {'x-biograph-generation': '99'}});
    expect(gone.status).toBe(400);
    expect(await gone.text()).toMatch(/expired/i);
  });
});

describe('on a closed server', () => {
  it('the page is a 401 that asks for the key, its files hold nothing, and all else stays closed', async () => {
    const accounts = await openAccounts(mkdtempSync(join(tmpdir(), 'biograph-explorer-')));
    const {key} = await accounts.keys.create({name: 'reader', tier: 'free', admin: false});
    const closed = await listen(sample.graph, {accounts, requireKey: true});
    const response = await page('/explore/list', HTML, closed.url);
    expect(response.status).toBe(401);
    const html = await response.text();
    for (const file of named(html, `${closed.url}/explore/list`)) expect((await fetch(file)).status).toBe(200);
    expect((await page('/', '*/*', closed.url)).status).toBe(401);
    const authorization = `Bearer ${key}`;
    expect((await fetch(`${closed.url}/`, {headers: {accept: HTML, authorization}})).status).toBe(200);
    expect((await page('/v1/stats', HTML, closed.url)).status).toBe(401);
    expect((await page('/explore/assets/nope.js', HTML, closed.url)).status).toBe(401);
    await closed.close();
    await accounts.close();
  });
});
