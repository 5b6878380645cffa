/** @module-tag long */
import {type ChildProcess, spawn} from 'node:child_process';
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {Webhook as Verifier} from 'standardwebhooks';
import {expect, it} from 'vitest';
import {openAccounts, openGraph} from '../../src/index.ts';
import {biograph, ended, firstLine, start} from '../helpers/command.ts';
import {property} from '../helpers/property.ts';
import {receiver} from '../helpers/receiver.ts';
import {Releases} from '../helpers/releases.ts';
import {until} from '../helpers/until.ts';

const PROGRAM = `
  import {openAccounts, openGraph} from './src/index.ts';
  const [store, state] = process.argv.slice(1);
  const graph = await openGraph(store, {refresh: 0});
  const accounts = await openAccounts(state);
  accounts.serve(graph, {allow: ['127.0.0.0/8'], pause: 5, delays: Array(200).fill(10)});
  process.stdout.write('ready\\n');`;

function sender(store: string, state: string): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', PROGRAM, store, state]);
}

property(
  'nothing is lost by a sender that is killed at any moment, and a message keeps its id and its text',
  {few: 2, all: 12},
  async (numRuns) => {
    const releases = new Releases();
    await releases.release({1: {target: 'KRAS'}});
    const state = mkdtempSync(join(tmpdir(), 'biograph-kill-'));
    let n = 0;
    const {all, url, close} = await receiver((_, response) => {
      n++;
      // Taken, refused, or left without an answer.
      if (n % 5 === 0) response.destroy();
      else response.writeHead(n % 3 === 0 ? 503 : 200).end();
    });
    const graph = await openGraph(releases.store, {refresh: 0});
    const accounts = await openAccounts(state);
    accounts.serve(graph, {allow: ['127.0.0.0/8']});
    const {dispatcher} = accounts;
    const filter = {kind: null, target: 'KRAS', modality: null, mechanism: null, therapeutic_area: null};
    const webhook = await dispatcher?.subscribe(null, url, filter);
    await accounts.close();

    const changed = new Set<string>();
    const moments = fc.sample(fc.integer({min: 0, max: 400}), {numRuns, seed: 3});
    for (const [round, moment] of moments.entries()) {
      const child = sender(releases.store, state);
      await firstLine(child);
      if (round % 3 === 0) {
        const rows = Array.from({length: 250}, (_, index) => round * 250 + index + 10);
        await releases.release(Object.fromEntries(rows.map((row) => [row, {target: 'KRAS'}])));
        for (const row of rows) changed.add(String(row));
      }
      await new Promise((resolve) => setTimeout(resolve, moment));
      child.kill('SIGKILL');
      await ended(child);
    }
    const last = sender(releases.store, state);
    const heard = () =>
      new Set(all.flatMap(({message}) => message.data.changes.map(({id}) => String(Number(String(id).slice(-12))))));
    await until(() => heard().size >= changed.size);
    last.kill('SIGKILL');
    await ended(last);
    expect(heard()).toEqual(changed);
    const texts = new Map<string, string>();
    for (const {headers, body} of all) {
      const id = String(headers['webhook-id']);
      expect(texts.get(id) ?? body).toBe(body);
      texts.set(id, body);
      new Verifier(webhook?.secret ?? '').verify(body, headers as Record<string, string>);
    }
    await graph.close();
    close();
  },
);

it('biograph webhooks works beside the server, and says what needs one', async () => {
  const env = {BIOGRAPH_STATE: mkdtempSync(join(tmpdir(), 'biograph-webhooks-'))};
  const {all, url, close} = await receiver();
  const subscribe = ['webhooks', 'subscribe', '--url', url, '--kind', 'trial'];
  expect(await biograph(subscribe, {env})).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/No server is running/),
  });
  const child = start(['serve', '--sample', '--port', '0', '--webhook-allow', '127.0.0.0/8'], env);
  await firstLine(child);
  const made = JSON.parse((await biograph(subscribe, {env})).stdout) as {id: string; secret: string};
  expect((await biograph(['webhooks', 'test', made.id], {env})).code).toBe(0);
  const [first] = await until(() => all.length > 0 && all);
  new Verifier(made.secret).verify(first?.body ?? '', first?.headers as Record<string, string>);
  const {stdout} = await biograph(['webhooks', 'deliveries', made.id, '--format', 'ndjson'], {env});
  expect(JSON.parse(stdout)).toMatchObject({type: 'webhook.test', attempts: 1, status: 'delivered'});
  child.kill('SIGTERM');
  expect((await ended(child)).code).toBe(0);
  expect(JSON.parse((await biograph(['webhooks', 'list'], {env})).stdout)).toMatchObject({count: 1});
  expect((await biograph(['webhooks', 'delete', made.id], {env})).code).toBe(0);
  expect((await biograph(['webhooks', 'get', made.id], {env})).code).toBe(1);
  close();
});
