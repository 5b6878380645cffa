import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {readAddress} from '../../src/clickhouse/address.ts';
import {Connection} from '../../src/clickhouse/connection.ts';

const servers: Server[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** What is answered as ClickHouse does, and what was asked. */
async function server(answer: (response: ServerResponse) => void): Promise<{host: string; asked: IncomingMessage[]}> {
  const asked: IncomingMessage[] = [];
  const one = createServer((request, response) => {
    asked.push(request);
    request.resume().on('end', () => answer(response));
  });
  servers.push(one);
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  return {host: `127.0.0.1:${(one.address() as AddressInfo).port}`, asked};
}

const fine = (response: ServerResponse) =>
  response.end(
    JSON.stringify({
      meta: [
        {name: 'c.rid', type: 'Int32'},
        {name: 'at', type: "Nullable(DateTime64(6, 'UTC'))"},
      ],
      data: [
        [7, '2025-06-01 12:30:00.123456'],
        [8, null],
      ],
      rows: 2,
      statistics: {rows_read: 5, bytes_read: 50},
    }),
  );

const failing = (code: number, name: string) => (response: ServerResponse) => {
  response.writeHead(500, {'x-clickhouse-exception-code': String(code)});
  response.end(`Code: ${code}. DB::Exception: secret things in a statement. (${name}) (version 26.7.2.1)`);
};

const SELECT = {text: 'select secret from things', values: []};

describe('a connection to ClickHouse', () => {
  it('gives columns, with moments as doors write them, and keeps the password out of addresses', async () => {
    vi.stubEnv('BIOGRAPH_CLICKHOUSE_PASSWORD', 'open sesame');
    const {host, asked} = await server(fine);
    const connection = await Connection.open(readAddress(`clickhouse://ali@${host}/g`));
    expect(await connection.ask(SELECT, {database: 'g_1'})).toEqual({
      names: ['rid', 'at'],
      columns: [
        [7, 8],
        ['2025-06-01T12:30:00.123Z', null],
      ],
      rows: 2,
      read: {rows: 5, bytes: 50},
    });
    expect(asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ali:open sesame').toString('base64')}`);
    expect(asked[0]?.url).not.toMatch(/sesame/);
    const settings = new URLSearchParams(asked[0]?.url?.split('?')[1]);
    expect(settings.get('distributed_product_mode')).toBe('deny');
    expect(settings.get('skip_unavailable_shards')).toBe('0');
    expect(Number(settings.get('max_result_rows'))).toBeGreaterThan(0);
    expect(Number(settings.get('max_result_bytes'))).toBeGreaterThan(0);
    // Whoever reads a stream has not done with it when the graph is closed.
    connection.acquire();
    await connection.close();
    expect((await connection.ask(SELECT)).rows).toBe(2);
    connection.free();
    await expect(connection.ask(SELECT)).rejects.toThrow('The graph is closed.');
  });

  it('asks nodes in turn, another where one cannot be reached, and that one after the others from then on', async () => {
    const [first, second] = [await server(fine), await server(fine)];
    const connection = await Connection.open(readAddress(`clickhouse://127.0.0.1:1,${first.host},${second.host}/g`));
    for (let asked = 0; asked < 6; asked++) await connection.ask(SELECT);
    expect([first.asked.length, second.asked.length].sort()).toEqual([2, 4]);
    await connection.close();
  });

  it('asks nobody else where the question is at fault or too much', async () => {
    const [first, second] = [await server(failing(241, 'MEMORY_LIMIT_EXCEEDED')), await server(fine)];
    const connection = await Connection.open(readAddress(`clickhouse://${first.host},${second.host}/g`));
    await expect(connection.ask(SELECT)).rejects.toMatchObject({code: 'unavailable', retryAfter: 1});
    expect(second.asked).toHaveLength(0);
    await connection.close();
  });

  it.each([
    [159, 'TIMEOUT_EXCEEDED', /took longer than 1000 ms/],
    [279, 'ALL_CONNECTION_TRIES_FAILED', /A part of the graph cannot be reached/],
    [396, 'TOO_MANY_ROWS_OR_BYTES', /too little memory for this request/],
    [516, 'AUTHENTICATION_FAILED', /refuse this user/],
    [81, 'UNKNOWN_DATABASE', /generation of the graph was removed/],
  ])('says of %i (%s) what a caller can do, and shows nothing of the statement', async (code, name, words) => {
    const {host} = await server(failing(code, name));
    const connection = await Connection.open(readAddress(`clickhouse://${host}/g`));
    const failure = await connection.ask(SELECT, {timeout: 1000}).catch((error: Error) => error);
    expect(failure).toMatchObject({code: 'unavailable', message: expect.stringMatching(words), retryAfter: 1});
    expect((failure as Error).message).not.toMatch(/secret/);
    await connection.close();
  });

  it('gives up on whoever does not answer in time, and at once on whoever no longer wants to know', async () => {
    const {host} = await server(() => {});
    const connection = await Connection.open(readAddress(`clickhouse://${host}/g`));
    await expect(connection.ask(SELECT, {timeout: -1900})).rejects.toMatchObject({code: 'unavailable'});
    const stop = new AbortController();
    const asking = connection.ask(SELECT, {signal: stop.signal});
    stop.abort(new Error('gone'));
    await expect(asking).rejects.toThrow('gone');
    await connection.close();
  });
});
