import {type IncomingHttpHeaders, type OutgoingHttpHeaders, request} from 'node:http';
import zlib from 'node:zlib';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {listen} from '../helpers/server.ts';

let graph: Graph;
let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  graph = await openGraph();
  ({url, close} = await listen(graph, {allowedOrigins: ['https://app.example.org']}));
});
afterAll(async () => {
  await close();
  await graph.close();
});

interface Said {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** As it comes: fetch would take the coding off. */
function ask(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET', sent?: string): Promise<Said> {
  return new Promise((resolve, reject) => {
    const call = request(url + path, {method, headers, agent: false}, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts)}),
      );
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(sent);
  });
}

type Decode = (body: Buffer) => Buffer;
const {zstdDecompressSync} = zlib as unknown as {zstdDecompressSync?: Decode};
const CODINGS: [string, Decode][] = [
  ['br', (body) => zlib.brotliDecompressSync(body)],
  ['gzip', (body) => zlib.gunzipSync(body)],
  ...(zstdDecompressSync === undefined ? [] : ([['zstd', zstdDecompressSync]] as [string, Decode][])),
];

const LONG = ['/v1/entities?kind=company&limit=50', '/v1/stats', '/openapi.json', '/docs'];
const STREAMS = ['/v1/export?kind=trial', '/v1/export?kind=trial&format=csv'];

describe.each(CODINGS)('%s', (coding, decode) => {
  const accepted = {'accept-encoding': coding};

  it.each([...LONG, ...STREAMS])('%s is shorter, and the same once it is decoded', async (path) => {
    const plain = await ask(path);
    const first = await ask(path, accepted);
    const again = await ask(path, accepted);
    for (const {headers, body} of [first, again]) {
      if (plain.body.length <= 1024) {
        expect(headers['content-encoding']).toBeUndefined();
        continue;
      }
      expect(headers['content-encoding']).toBe(coding);
      expect(body.length).toBeLessThan(plain.body.length / 2);
      expect(decode(body).equals(plain.body)).toBe(true);
    }
    expect(first.headers.etag).toBe(plain.headers.etag);
    expect(first.headers['content-type']).toBe(plain.headers['content-type']);
    for (const {headers} of [plain, first]) expect(headers.vary).toContain('Accept-Encoding');
  });

  it('a 304 and a HEAD say what the whole answer says', async () => {
    for (const path of ['/v1/entities?kind=company&limit=50', '/openapi.json', '/docs', ...STREAMS]) {
      const whole = await ask(path, accepted);
      const head = await ask(path, accepted, 'HEAD');
      const known = await ask(path, {...accepted, 'if-none-match': whole.headers.etag});
      expect([head.status, head.body.length, known.status, known.body.length]).toEqual([200, 0, 304, 0]);
      for (const name of ['etag', 'vary', 'cache-control', 'x-biograph-snapshot'])
        expect([head.headers[name], known.headers[name]], name).toEqual([whole.headers[name], whole.headers[name]]);
      for (const name of ['content-encoding', 'content-type', 'content-length'])
        expect(head.headers[name], name).toBe(whole.headers[name]);
    }
  });

  it('an answer to POST is compressed', async () => {
    const body = JSON.stringify({predicates: [], limit: 100});
    const headers = {'content-type': 'application/json'};
    const plain = await ask('/v1/search', headers, 'POST', body);
    const short = await ask('/v1/search', {...headers, ...accepted}, 'POST', body);
    expect(decode(short.body).equals(plain.body)).toBe(true);
  });
});

describe('the coding', () => {
  it('is the one the client likes best, and none where it takes none or the body is short', async () => {
    const of = async (accepted: string, path = LONG[0] as string) =>
      (await ask(path, {'accept-encoding': accepted})).headers['content-encoding'];
    expect(await of('gzip;q=0.9, br;q=0.2')).toBe('gzip');
    expect(await of('GZIP')).toBe('gzip');
    expect(await of('gzip, br')).toBe('br');
    expect(await of('deflate, identity')).toBeUndefined();
    expect(await of('gzip;q=0, br;q=0')).toBeUndefined();
    expect(await of('br', '/v1/autocomplete?q=zzzz')).toBeUndefined();
    expect(await of('br', '/v1/entities?limit=nine')).toBeUndefined();
  });

  it('leaves what CORS says an answer varies with', async () => {
    const {headers} = await ask('/v1/stats', {origin: 'https://app.example.org', 'accept-encoding': 'br'});
    expect(headers.vary?.split(', ').sort()).toEqual(['Accept', 'Accept-Encoding', 'Origin', 'X-Biograph-Generation']);
  });

  it('of agent tools and of what is secret is none', async () => {
    const {headers} = await ask('/account/keys', {'accept-encoding': 'br'});
    expect(headers['content-encoding']).toBeUndefined();
  });
});

describe('a long address', () => {
  it('of a thousand ids is read', async () => {
    const {results} = await graph.entities({limit: 1000, fields: 'id'});
    const ids = results.map(({id}) => id);
    while (ids.length < 1000) ids.push(`00000000-0000-4000-8000-${String(ids.length).padStart(12, '0')}`);
    const {status, body} = await ask(`/v1/entities?ids=${encodeURIComponent(ids.join(','))}&limit=1000&fields=id`);
    expect(status).toBe(200);
    expect((JSON.parse(String(body)) as {results: {id: string}[]}).results.map(({id}) => id)).toEqual(
      results.map(({id}) => id),
    );
  });
});
