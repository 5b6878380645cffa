import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {biograph, ended, firstLine, start} from '../helpers/command.ts';
import {childrenOf} from '../helpers/proc.ts';
import {until} from '../helpers/until.ts';

describe.skipIf(process.platform === 'win32')('serve --workers', () => {
  it('answers from several processes with one count of limits, one state and the metrics of all', async () => {
    const env = {BIOGRAPH_STATE: mkdtempSync(join(tmpdir(), 'biograph-workers-'))};
    const child = start(['serve', '--sample', '--port', '0', '--workers', '2', '--limits', 'hosted'], env);
    const output = ended(child);
    const url = await firstLine(child);
    const {key} = JSON.parse((await biograph(['keys', 'create', '--admin', '--tier', 'pro'], {env})).stdout) as {
      key: string;
    };
    // Each request on a connection of its own, so that they go round.
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(url + path, {headers: {connection: 'close', ...headers}});
    const bearer = {authorization: `Bearer ${key}`};
    const minute = () => Math.floor(Date.now() / 60_000);
    const began = minute();
    const left: number[] = [];
    for (let n = 0; n < 12; n++)
      left.push(Number((await get('/v1/stats', bearer)).headers.get('x-ratelimit-remaining')));
    if (minute() === began) expect(left).toEqual(Array.from({length: 12}, (_, n) => 59 - n));
    expect((await get('/v1/stats', {authorization: 'Bearer bg_nobody'})).status).toBe(401);
    expect(await (await get('/account/keys', bearer)).json()).toMatchObject({count: 1});
    expect((await get('/account/keys/x', bearer)).status).toBe(405);
    const refused = await fetch(`${url}/account/webhooks`, {
      method: 'POST',
      headers: {...bearer, 'content-type': 'application/json'},
      body: JSON.stringify({url: 'http://127.0.0.1/'}),
    });
    expect(await refused.json()).toMatchObject({error: {code: 'validation_error', details: [{path: 'url'}]}});
    const metrics = await (await get('/metrics')).text();
    const counted = /seconds_count{method="GET",route="\/v1\/stats",status="200"} (\d+)/.exec(metrics)?.[1];
    expect(Number(counted)).toBe(12);
    expect(metrics).toMatch(/^biograph_generation 1$/m);

    if (process.platform === 'linux') {
      const server = child.pid as number;
      const first = childrenOf(server)[0] as number;
      expect(first).toBeGreaterThan(1);
      process.kill(first, 'SIGKILL');
      await until(() => childrenOf(server).length === 2 && !childrenOf(server).includes(first));
      await until(async () => (await get('/health').catch(() => undefined))?.status === 200);
    }
    child.kill('SIGTERM');
    const {code, stderr} = await output;
    expect(code, stderr).toBe(0);
    expect(JSON.parse((await biograph(['keys', 'list'], {env})).stdout)).toMatchObject({count: 1});
    expect((await biograph(['serve', '--sample', '--workers', '0'], {env})).code).toBe(2);
  });
});
