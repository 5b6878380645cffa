import {connect} from 'node:net';
import {tableFromIPC} from 'apache-arrow';
import {describe, expect, it} from 'vitest';
import {serveSample} from '../helpers/server.ts';

const sample = serveSample();

/** Sends what no client library would. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(sample.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (part) => {
      answer += part;
    });
    socket.once('close', () => resolve(answer)).once('error', reject);
    socket.write(text);
  });
}

describe('a method that a path does not take', () => {
  it.each(['TRACE', 'QUERY', 'PROPFIND', 'OPTIONS', 'PUT'])('%s is 405 and says what is allowed', async (method) => {
    for (const [path, allowed] of [
      ['/v1/stats', 'GET, HEAD'],
      ['/v1/search', 'POST'],
      ['/v1/entities/00000000-0000-4000-8000-000000000000/edges?x=1', 'GET, HEAD'],
      ['/health', 'GET, HEAD'],
      ['/mcp', 'POST'],
    ] as const)
      for (const body of ['\r\n', 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}']) {
        const answer = await raw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${body}`);
        expect(answer, `${method} ${path}`).toMatch(/^HTTP\/1\.1 405 /);
        expect(answer).toMatch(new RegExp(`\r\nallow: ${allowed}\r\n`, 'i'));
        expect(answer).toContain('"code":"method_not_allowed"');
      }
    const nowhere = await raw(`${method} /v1/nope HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(nowhere).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('bytes that are not UTF-8', () => {
  it.each(['%FF', '%C3', 'a%E2%82b', '%ED%A0%80', '%F5%80%80%80'])('%s is refused in a query string', async (text) => {
    for (const query of [`q=${text}`, `limit=1&q=x${text}`, `${text}=1`]) {
      const response = await fetch(`${sample.url}/v1/entities?${query}`);
      expect(response.status).toBe(422);
      expect(await response.text()).toContain('UTF-8');
    }
  });

  it('are refused in a body', async () => {
    const post = (body: Uint8Array) =>
      fetch(`${sample.url}/v1/search`, {
        method: 'POST',
        headers: {'content-type': 'application/json'},
        body: new Uint8Array(body),
      });
    const good = Buffer.from('{"predicates":[{"field":"name","operator":"eq","value":"é"}]}');
    expect((await post(good)).status).toBe(200);
    for (const bad of [[0xff], [0xc3], [0xed, 0xa0, 0x80]]) {
      const response = await post(Buffer.concat([good.subarray(0, -5), Buffer.from(bad), good.subarray(-4)]));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({error: {code: 'bad_request', message: 'The body is not UTF-8.'}});
    }
  });

  it('is no per cent sign, nor text that is', async () => {
    for (const [sent, query] of [
      ['q=100%', '100%'],
      ['q=%C3%A9t%C3%A9', 'été'],
      ['q=%F0%9F%98%80', '😀'],
    ])
      expect(await (await fetch(`${sample.url}/v1/entities?${sent}&limit=1`)).json()).toMatchObject({query});
  });
});

describe('an export', () => {
  it('has an ETag of its snapshot, generation and question, and is not sent again', async () => {
    const tag = async (query: string) => {
      const response = await fetch(`${sample.url}/v1/export?${query}`);
      await response.text();
      return String(response.headers.get('etag'));
    };
    const first = await tag('kind=company&max=3');
    expect(first).toMatch(/^W\/"/);
    expect(await tag('max=3&kind=company&format=ndjson')).toBe(first);
    const others = await Promise.all(
      ['kind=company&max=4', 'kind=paper&max=3', 'kind=company&max=3&format=csv'].map(tag),
    );
    expect(new Set([first, ...others]).size).toBe(4);
    const again = await fetch(`${sample.url}/v1/export?kind=company&max=3`, {headers: {'if-none-match': first}});
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(
      (await fetch(`${sample.url}/v1/export?kind=company&max=4`, {headers: {'if-none-match': first}})).status,
    ).toBe(200);
  });

  it('gives CSV from the library too', async () => {
    let text = '';
    for await (const piece of sample.graph.export({kind: 'company', max: 5, format: 'csv'})) text += piece;
    expect(text).toBe(await (await fetch(`${sample.url}/v1/export?kind=company&max=5&format=csv`)).text());
    expect(text.split('\r\n')[0]).toBe('id,kind,name,slug,target,modality,product_family,updated_at');
    expect(text.split('\r\n')).toHaveLength(7);
  });
});

describe('the feed as Arrow', () => {
  it('keeps who was merged into whom, and how to go on', async () => {
    const accept = {accept: 'application/vnd.apache.arrow.stream'};
    const page = await sample.graph.changes({since: '2000-01-01', limit: 200});
    const all: unknown[] = [];
    let after: string | undefined;
    for (let rows = 1; rows > 0; ) {
      const query = after === undefined ? 'since=2000-01-01' : `after=${after}`;
      const response = await fetch(`${sample.url}/v1/changes?${query}&limit=200`, {headers: accept});
      const table = tableFromIPC(new Uint8Array(await response.arrayBuffer()));
      after = String(response.headers.get('x-biograph-next-cursor'));
      expect(table.schema.metadata.get('next_cursor')).toBe(after);
      rows = table.numRows;
      for (const row of table) all.push([row?.id, row?.op, row?.merged_into, row?.name]);
    }
    const want: unknown[] = [];
    let mergers = 0;
    for await (const row of sample.graph.changes.all({since: '2000-01-01', limit: 200})) {
      const into = row.op === 'merged' ? row.merged_into : null;
      if (into !== null) mergers++;
      want.push([row.id, row.op, into, row.name]);
    }
    expect(all).toEqual(want);
    expect(mergers).toBeGreaterThan(0);
    const table = await sample.graph.changes.arrow({since: '2000-01-01', limit: 200});
    expect(table.schema.metadata.get('next_cursor')).toBe(page.next_cursor);
    expect(table.schema.metadata.get('count')).toBe('200');
  });

  it('is not sent again where nothing changed', async () => {
    const headers = {accept: 'application/vnd.apache.arrow.stream'};
    const first = await fetch(`${sample.url}/v1/entities?kind=company&limit=2`, {headers});
    await first.arrayBuffer();
    const etag = String(first.headers.get('etag'));
    const again = await fetch(`${sample.url}/v1/entities?kind=company&limit=2`, {
      headers: {...headers, 'if-none-match': etag},
    });
    expect(again.status).toBe(304);
  });
});
