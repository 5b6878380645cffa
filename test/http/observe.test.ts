import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {SlowLog, type SlowQuery} from '../../src/http/slow-log.ts';
import {type Graph, openGraph} from '../../src/index.ts';
import {biograph, ended, firstLine, start} from '../helpers/command.ts';
import {openFixture} from '../helpers/graph.ts';
import {listen} from '../helpers/server.ts';
import {until} from '../helpers/until.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
});
afterAll(() => graph.close());

describe('/metrics', () => {
  it('counts by route and status, for this machine alone', async () => {
    const {url, close} = await listen(graph);
    for (const path of ['/v1/stats', '/v1/stats', '/v1/entities?limit=x', '/nope/1', '/nope/2'])
      await fetch(url + path);
    const response = await fetch(`${url}/metrics`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    const text = await response.text();
    for (const line of [
      'biograph_http_request_duration_seconds_count{method="GET",route="/v1/stats",status="200"} 2',
      'biograph_http_request_duration_seconds_count{method="GET",route="/v1/entities",status="422"} 1',
      'biograph_http_request_duration_seconds_count{method="GET",route="none",status="404"} 2',
      'biograph_generation 1',
      'biograph_requests_at_work 0',
      'process_resident_memory_bytes',
    ])
      expect(text).toContain(line);
    for (const headers of [{'x-forwarded-for': '8.8.8.8'}, {forwarded: 'for=8.8.8.8'}])
      expect((await fetch(`${url}/metrics`, {headers: headers as Record<string, string>})).status).toBe(404);
    expect((await fetch(`${url}/metrics`, {method: 'POST'})).status).toBe(405);
    await close();
    const open = await listen(graph, {metricsFrom: ['127.0.0.0/8']});
    expect((await fetch(`${open.url}/metrics`, {headers: {'x-forwarded-for': '8.8.8.8'}})).status).toBe(200);
    await open.close();
  });
});

describe('a request', () => {
  it('has an id: its own where that is a plain word, else a new one', async () => {
    const {url, close} = await listen(graph);
    const idOf = async (given?: string, path = '/v1/stats') =>
      (await fetch(url + path, {headers: given === undefined ? {} : {'x-request-id': given}})).headers.get(
        'x-request-id',
      );
    expect(await idOf('trace-1.a_B')).toBe('trace-1.a_B');
    for (const wrong of [undefined, 'x'.repeat(65), 'a b', 'a"b', '{}', 'ä'.normalize('NFD').slice(0, 1).concat(';')])
      expect(await idOf(wrong)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf('x', '/v1/%zz')).toBe('x');
    expect(await idOf('x', '/nope')).toBe('x');
    await close();
  });
});

describe('the slow-query log', () => {
  it('has the SQL, the plan and the request, and says nothing of quick queries', async () => {
    const lines: SlowQuery[] = [];
    const log = new SlowLog(0, (line) => lines.push(line));
    const watched = await openFixture({onQuery: log.onQuery});
    log.watch(watched);
    const {url, close} = await listen(watched);
    await fetch(`${url}/v1/people/rank`, {headers: {'x-request-id': 'mine'}});
    const line = await until(() => lines.find(({request, plan}) => request === 'mine' && plan !== null));
    expect(line).toMatchObject({msg: 'slow query', ms: expect.any(Number), time: expect.stringMatching(/Z$/)});
    expect(line.sql).toMatch(/select/i);
    expect(line.plan).toMatch(/SCAN|PROJECTION/);
    await close();
    await watched.close();
    const quiet: SlowQuery[] = [];
    const patient = new SlowLog(1e6, (entry) => quiet.push(entry));
    const other = await openFixture({onQuery: patient.onQuery});
    await other.rankPeople({});
    await other.close();
    expect(quiet).toEqual([]);
  });

  it('is written on stderr by serve --slow-ms', async () => {
    const child = start(['serve', '--sample', '--port', '0', '--slow-ms', '0']);
    const output = ended(child);
    const url = await firstLine(child);
    expect((await fetch(`${url}/v1/people/rank`)).status).toBe(200);
    child.kill('SIGTERM');
    const {stderr} = await output;
    const line = stderr.split('\n').find((text) => text.startsWith('{"time"'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({msg: 'slow query', sql: expect.any(String)});
    expect((await biograph(['serve', '--sample', '--slow-ms', 'x'])).code).toBe(2);
  });
});
