import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {errorBody} from '../../src/schema/envelope.ts';
import {serveSample} from '../helpers/server.ts';

const sample = serveSample();

/** One helper asserts the shape of every error. */
async function refused(
  path: string,
  status: number,
  code: string,
  init: RequestInit = {},
): Promise<{message: string; details: {path: string}[] | undefined; headers: Headers}> {
  const response = await fetch(sample.url + path, {redirect: 'manual', ...init});
  const text = await response.text();
  expect(response.status, `${path}: ${text}`).toBe(status);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const {error} = errorBody.strict().parse(JSON.parse(text));
  expect(error.code).toBe(code);
  expect(error.message).not.toMatch(/select |\/src\/|\.ts|at \w+ \(/i);
  if (status === 422) expect(error.details?.length).toBeGreaterThan(0);
  if (path.startsWith('/v1'))
    for (const name of ['limit', 'remaining', 'reset'])
      expect(response.headers.get(`x-ratelimit-${name}`), name).toMatch(/^\d+$/);
  return {message: error.message, details: error.details, headers: response.headers};
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: {'content-type': 'application/json'},
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('400', () => {
  it.each(['nope', '123', '7948185e-afed-5455-9c81-4e7e0e411c0', 'company%2Fpfizer'])('malformed id %s', async (id) => {
    for (const rest of ['', '/edges']) await refused(`/v1/entities/${id}${rest}`, 400, 'bad_request');
  });
  it('malformed or foreign cursor', async () => {
    for (const after of ['rubbish', '', 'a'.repeat(5000)])
      for (const path of ['entities', 'changes']) await refused(`/v1/${path}?after=${after}`, 400, 'bad_request');
    const {next_cursor} = (await (await fetch(`${sample.url}/v1/entities?kind=person&limit=1`)).json()) as {
      next_cursor: string;
    };
    await refused(`/v1/entities?kind=paper&after=${next_cursor}`, 400, 'bad_request');
    await refused('/v1/search', 400, 'bad_request', json({predicates: [], after: next_cursor}));
  });
  it('malformed JSON', async () => {
    await refused('/v1/search', 400, 'bad_request', json('{"predicates": ['));
    await refused('/v1/search', 400, 'bad_request', json(''));
  });
  it('facets without kind', async () => {
    await refused('/v1/facets', 400, 'bad_request');
  });
});

describe('404 and 405', () => {
  it('no such entity, slug or route', async () => {
    for (const path of [
      '/v1/entities/00000000-0000-4000-8000-000000000000',
      '/v1/entities/by-slug/company/no-such',
      '/v1/nope',
      '/nope',
      '/v1',
      '/v2/stats',
    ])
      await refused(path, 404, 'not_found');
  });
  it('a part of the path of any length is one that is not there', async () => {
    for (const length of [400, 501, 5000]) {
      const {status} = await fetch(`${sample.url}/v1/entities/by-slug/company/${'x'.repeat(length)}`);
      expect([404, 422]).toContain(status);
    }
    await refused(`/v1/entities/by-slug/company/${'x'.repeat(501)}`, 422, 'validation_error');
    await refused(`/v1/${'x'.repeat(5000)}`, 404, 'not_found');
  });
  it('other methods, with Allow', async () => {
    for (const [path, method, allow] of [
      ['/v1/stats', 'POST', 'GET, HEAD'],
      ['/v1/stats', 'DELETE', 'GET, HEAD'],
      ['/v1/search', 'GET', 'POST'],
      ['/v1/search', 'PUT', 'POST'],
      ['/health', 'POST', 'GET, HEAD'],
    ] as const)
      expect((await refused(path, 405, 'method_not_allowed', {method})).headers.get('allow')).toBe(allow);
  });
});

describe('413 and 415', () => {
  it('a body over 64 KiB, and one that is not JSON', async () => {
    for (const [path, length, most] of [
      ['/v1/search', 70_000, '64 KiB'],
      ['/v1/resolve', 1_100_000, '1 MiB'],
    ] as const) {
      const {message} = await refused(path, 413, 'payload_too_large', json({pad: 'x'.repeat(length)}));
      expect(message).toBe(`The body may have at most ${most}.`);
    }
    await refused('/v1/search', 415, 'unsupported_media_type', {
      method: 'POST',
      headers: {'content-type': 'text/plain'},
      body: 'x',
    });
    await refused('/v1/search', 415, 'unsupported_media_type', {
      method: 'POST',
      headers: {'content-type': 'application/xml'},
      body: '<x/>',
    });
  });

  it('a body in a coding', async () => {
    const headers = {'content-type': 'application/json', 'content-encoding': 'gzip'};
    const body = gzipSync('{"predicates": []}');
    const {message} = await refused('/v1/search', 415, 'unsupported_media_type', {method: 'POST', headers, body});
    expect(message).toContain('gzip');
    const plain = {'content-type': 'application/json', 'content-encoding': 'identity'};
    const sent = {method: 'POST', headers: plain, body: '{"predicates": [], "limit": 1}'};
    expect((await fetch(`${sample.url}/v1/search`, sent)).status).toBe(200);
  });
});

describe('422', () => {
  it.each([
    ['/v1/entities?kind=planet', 'kind'],
    ['/v1/entities?sort=loudest', 'sort'],
    ['/v1/entities?limit=0', 'limit'],
    ['/v1/entities?limit=1001', 'limit'],
    ['/v1/entities?limit=many', 'limit'],
    ['/v1/entities?limit=1.5', 'limit'],
    ['/v1/entities?limit=', 'limit'],
    ['/v1/entities?offset=-1', 'offset'],
    ['/v1/entities?family=toys', 'family'],
    ['/v1/entities?fields=name,nope', 'fields'],
    ['/v1/entities?min_confidence=2', 'min_confidence'],
    ['/v1/facets?kind=paper&kind=trial', 'kind'],
    ['/v1/entities?q=%00', 'q'],
    ['/v1/autocomplete?limit=26', 'limit'],
    ['/v1/autocomplete?kind=x', 'kind'],
    ['/v1/export?format=docx', 'format'],
    ['/v1/export?max=50001', 'max'],
    ['/v1/export?max=0', 'max'],
    ['/v1/aggregate', 'field'],
    ['/v1/aggregate?field=colour', 'field'],
    ['/v1/aggregate?field=kind&limit=1001', 'limit'],
    ['/v1/facets?kind=x', 'kind'],
    ['/v1/entities/by-slug/planet/pfizer', 'kind'],
  ])('%s names %s', async (path, name) => {
    expect((await refused(path, 422, 'validation_error')).details?.[0]?.path).toBe(name);
  });
  it('of a body', async () => {
    for (const body of [
      [],
      'text',
      7,
      null,
      {},
      {predicates: 'x'},
      {predicates: [{}]},
      {predicates: [], limit: 0},
      {predicates: [], sort: 'x'},
    ])
      await refused('/v1/search', 422, 'validation_error', json(JSON.stringify(body)));
  });
  it('says how many of a list there may be', async () => {
    const many = (name: string, count: number) => Array.from({length: count}, () => `${name}=a`).join('&');
    for (const [path, most, init] of [
      [`/v1/resolve?${many('input', 51)}`, 50, {}],
      [`/v1/entities?${many('target', 101)}`, 100, {}],
      ['/v1/search', 1000, json({predicates: [{field: 'target', operator: 'in', value: Array(1001).fill('a')}]})],
    ] as const)
      expect((await refused(path, 422, 'validation_error', init)).message).toContain(`at most ${most} entries`);
    const wrong = json({predicates: [{field: 'degree', operator: 'eq', value: true}]});
    expect((await refused('/v1/search', 422, 'validation_error', wrong)).message).toContain('a number');
  });
  it('of a body however deep', async () => {
    for (const depth of [3000, 9000, 30_000]) {
      const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
      const deeper = `${'{"a":'.repeat(depth / 3)}1${'}'.repeat(depth / 3)}`;
      for (const path of ['/v1/search', '/v1/resolve', '/v1/contact'])
        for (const value of [deep, deeper])
          for (const body of [`{"name":${value}}`, `{"predicates":${value}}`, `{"inputs":${value}}`, value])
            await refused(path, 422, 'validation_error', json(body));
    }
  });
  it('of a body with a name that reaches a prototype', async () => {
    for (const [body, path] of [
      ['{"__proto__":{"kind":"company"}}', '__proto__'],
      ['{"\\u005f_proto__":{"q":"x"}}', '__proto__'],
      ['{"predicates":[{"__proto__":1}]}', 'predicates.0.__proto__'],
      ['{"predicates":[],"constructor":{"prototype":{}}}', 'constructor'],
    ] as const)
      expect((await refused('/v1/search', 422, 'validation_error', json(body))).details?.[0]?.path).toBe(path);
  });
  it('a misspelt parameter is named; another one is ignored and said', async () => {
    for (const [path, meant] of [
      ['/v1/entities?limt=5', 'limit'],
      ['/v1/entities?therapeutic_aera=oncology', 'therapeutic_area'],
      ['/v1/entities?Kind=paper', 'kind'],
      ['/v1/aggregate?field=kind&modalty=x', 'modality'],
    ] as const)
      expect((await refused(path, 422, 'validation_error')).message).toContain(`did you mean ${meant}`);
    const response = await fetch(`${sample.url}/v1/entities?limit=1&utm_source=x&zz=1`);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-biograph-ignored')).toBe('utm_source, zz');
    const file = async (query: string) =>
      (await fetch(`${sample.url}/v1/export?max=1&${query}`)).headers.get('x-biograph-ignored');
    expect([await file('format=ndjson&bom=true'), await file('format=csv&bom=true')]).toEqual(['bom', null]);
    expect([await file('bom=true'), await file('bom=false')]).toEqual(['bom', null]);
    // However long and many they are, the header stays one that every client takes.
    const many = Array.from({length: 30}, (_, n) => `z${n}${'%F0%9F%98%80'.repeat(30)}=1`).join('&');
    const long = await fetch(
      `${sample.url}/v1/entities?limit=1&${'%F0%9F%98%80'.repeat(900)}=1&${many.split('&').slice(0, 11).join('&')}`,
    );
    expect(long.status).toBe(200);
    expect(long.headers.get('x-biograph-ignored')?.length).toBeLessThan(6000);
    expect(long.headers.get('x-biograph-ignored')).toMatch(/^(?:%F0%9F%98%80){40}, z0/);
  });
});
