/** @module-tag long */
import {describe, expect, it} from 'vitest';
import {listen} from '../helpers/server.ts';
import {until} from '../helpers/until.ts';
import {closing, type Json, listening, world} from '../helpers/webhooks.ts';

describe('what cannot be subscribed', () => {
  it('is refused by name', async () => {
    const {ask} = await world({allow: []});
    for (const body of [
      {},
      {url: 'x'},
      {url: 7},
      {url: `https://example.org/${'x'.repeat(2048)}`},
      {url: 'http://127.0.0.1:9000/'},
      {url: 'http://localhost/'},
      {url: 'ftp://example.org/'},
      {url: 'https://u:p@example.org/'},
      {url: 'https://8.8.8.8/a\r\nb'},
      {url: 'https://8.8.8.8/a b'},
      {url: ' https://8.8.8.8/'},
      {url: 'https://8.8.8.8/\u007f'},
      {url: 'https://8.8.8.8/', kind: 'planet'},
      {url: 'https://8.8.8.8/', targt: 'KRAS'},
      {url: 'https://8.8.8.8/', target: ''},
    ]) {
      const {status, json} = await ask('POST', '', body);
      expect(status, JSON.stringify(body)).toBe(422);
      expect(json).toMatchObject({error: {code: 'validation_error', details: expect.any(Array)}});
    }
    expect((await ask('GET', '')).json.count).toBe(0);
  });

  it('belongs to its key, and ends with it', async () => {
    const {accounts, graph, releases} = await world();
    const {url, close} = await listen(graph, {accounts});
    closing.push(close);
    const {all, url: to} = await listening();
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => accounts.keys.create({name, tier: 'pro', admin: false})),
    );
    const ask = async (method: string, path: string, key: string | undefined, body?: object) =>
      fetch(`${url}/account/webhooks${path}`, {
        method,
        headers: {...(key && {'x-api-key': key}), ...(body && {'content-type': 'application/json'})},
        ...(body && {body: JSON.stringify(body)}),
      });
    expect((await ask('POST', '', undefined, {url: to})).status).toBe(401);
    const {id} = (await (await ask('POST', '', one?.key, {url: to})).json()) as Json;
    expect((await ask('GET', `/${id}`, one?.key)).status).toBe(200);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate'],
      ['GET', '/deliveries'],
    ] as const)
      expect((await ask(method, `/${id}${path}`, two?.key)).status).toBe(404);
    expect(await (await ask('GET', '', two?.key)).json()).toEqual({count: 0, webhooks: []});
    await accounts.keys.revoke(one?.id ?? '');
    await releases.release({1: {target: 'ALK'}});
    const watch = await listening();
    await ask('POST', '', two?.key, {url: watch.url});
    await releases.release({1: {target: 'EGFR'}});
    await until(() => watch.all.length === 1);
    expect(all).toHaveLength(0);
  });
});
