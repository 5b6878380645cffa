import {readFileSync} from 'node:fs';
import {request} from 'node:http';
import {tableFromIPC} from 'apache-arrow';
import {describe, expect, it} from 'vitest';
import {SAMPLE} from '../../src/source.ts';
import {readTable} from '../helpers/oracle.ts';
import {serveSample} from '../helpers/server.ts';

const sample = serveSample();

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(sample.url + path, {headers, method, redirect: 'manual'});

const CACHED: [string, string][] = [
  ['/v1/stats', 'public, max-age=300'],
  ['/v1/facets?kind=trial', 'public, max-age=300'],
  ['/v1/entities?limit=3', 'public, max-age=60'],
  ['/v1/entities/by-slug/company/pfizer', 'public, max-age=60'],
  ['/v1/autocomplete?q=pf', 'public, max-age=60'],
];

describe('caching', () => {
  it.each(CACHED)('%s has a weak ETag, %s, and answers 304', async (path, control) => {
    const first = await get(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toBe(control);
    expect((await get(path)).headers.get('etag')).toBe(etag);
    for (const sent of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await get(path, {'if-none-match': sent});
      expect(again.status, sent).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toBe(control);
      for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-biograph-snapshot'])
        expect(again.headers.get(name), name).toBeTruthy();
    }
    expect((await get(path, {'if-none-match': '"other"'})).status).toBe(200);
  });

  it('the body of an unchanged GET is the same, byte for byte', async () => {
    const bodies = await Promise.all(
      [1, 2, 3].map(async () => (await get('/v1/entities?kind=company&limit=20')).text()),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  it('HEAD says what GET says, without a body', async () => {
    for (const [path] of CACHED) {
      const [head, whole] = [await get(path, {}, 'HEAD'), await get(path)];
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
      for (const name of ['etag', 'content-type', 'cache-control'])
        expect(head.headers.get(name)).toBe(whole.headers.get(name));
    }
  });
});

describe('merged entities', () => {
  it('answer 301 to the same path of the final survivor, query kept', async () => {
    const rows = await readTable(SAMPLE, 'entities');
    const moderna = await sample.graph.entity('company/moderna');
    for (const name of ['Moderna Therapeutics', 'ModernaTX']) {
      const id = String(rows.find((row) => row.name === name)?.id);
      for (const rest of ['', '/edges', '/edges?relation=develops&limit=2']) {
        const response = await get(`/v1/entities/${id}${rest}`);
        expect(response.status).toBe(301);
        expect(response.headers.get('location')).toBe(`/v1/entities/${moderna.id}${rest}`);
        expect(response.headers.get('cache-control')).toBe('public, max-age=60');
        // A request that pins a generation in which it was live is answered otherwise.
        expect(response.headers.get('vary')).toMatch(/X-Biograph-Generation/);
        expect((await fetch(`${sample.url}/v1/entities/${id}${rest}`)).status).toBe(200);
      }
    }
    const removed = rows.find((row) => row.state === 'removed');
    expect((await get(`/v1/entities/${removed?.id}`)).status).toBe(404);
  });
});

describe('content', () => {
  it('is an Arrow stream where that is asked for', async () => {
    const response = await get('/v1/entities?kind=trial&limit=7', {accept: 'application/vnd.apache.arrow.stream'});
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.arrow.stream');
    const table = tableFromIPC(new Uint8Array(await response.arrayBuffer()));
    expect(table.numRows).toBe(7);
    expect(table.schema.fields.map(({name}) => name)).toEqual(
      expect.arrayContaining(['id', 'moa.target', 'signals.degree', 'updated_at']),
    );
    for (const [accept, type] of [
      ['application/vnd.apache.arrow.stream;q=0, application/json', 'application/json; charset=utf-8'],
      ['application/vnd.apache.arrow.stream;q=0.1, application/json', 'application/json; charset=utf-8'],
      ['application/vnd.apache.arrow.stream;q=0.5, */*', 'application/json; charset=utf-8'],
      ['*/*;q=0.1, Application/vnd.apache.arrow.stream', 'application/vnd.apache.arrow.stream'],
      ['application/json, application/vnd.apache.arrow.stream', 'application/vnd.apache.arrow.stream'],
    ] as const)
      expect((await get('/v1/entities?limit=1', {accept})).headers.get('content-type'), accept).toBe(type);
    const empty = await get('/v1/entities?target=nobody&limit=7', {accept: 'application/vnd.apache.arrow.stream'});
    expect(tableFromIPC(new Uint8Array(await empty.arrayBuffer())).schema.fields.length).toBe(
      table.schema.fields.length,
    );
  });

  it('is exported as NDJSON and CSV, with cells a spreadsheet would run defused', async () => {
    const lines = (await (await get('/v1/export?kind=funder')).text()).trim().split('\n');
    expect(lines.length).toBe((await sample.graph.stats()).counts.funder);
    for (const line of lines) expect(JSON.parse(line).kind).toBe('funder');
    const csv = await get('/v1/export?kind=funder&format=csv');
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    const text = await csv.text();
    expect(text.split(/\r?\n/)[0]).toBe('id,kind,name,slug,target,modality,product_family,updated_at');
    expect(text.trim().split('\n').length).toBe(lines.length + 1);
  });

  it('names snapshot and generation', async () => {
    const {snapshot_id} = JSON.parse(readFileSync(`${SAMPLE}/manifest.json`, 'utf8')) as {snapshot_id: string};
    expect((await get('/v1/stats')).headers.get('x-biograph-snapshot')).toBe(`${snapshot_id}; generation=1`);
    expect((await get('/v1/entities?modality=mRNA')).headers.get('x-biograph-gate')).toMatch(
      /^min_confidence=0\.7; counted=\d+; dropped=\d+$/,
    );
  });

  it('is healthy', async () => {
    const response = await get('/health');
    expect(await response.json()).toMatchObject({status: 'ok', generation: 1});
  });
});

describe('docs', () => {
  it('are there whatever is asked for, and use no resource from outside', async () => {
    for (const accept of ['*/*', 'text/html', 'application/json']) {
      const response = await fetch(`${sample.url}/docs`, {headers: {accept}, redirect: 'manual'});
      expect(response.status, accept).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const page = await response.text();
      expect(page).not.toMatch(/(?:src|href)=["']?(?:https?:)?\/\//);
      expect(page).not.toMatch(/@import|url\(/);
    }
  });
});

describe('a client', () => {
  it('that goes away in the middle of an export disturbs nobody', async () => {
    await new Promise<void>((resolve) => {
      const call = request(`${sample.url}/v1/export`, (response) => {
        response.once('data', () => {
          call.destroy();
          resolve();
        });
      });
      call.on('error', () => undefined);
      call.end();
    });
    expect((await get('/v1/stats')).status).toBe(200);
  });
});
