import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Webhook as Verifier} from 'standardwebhooks';
import {expect, onTestFinished} from 'vitest';
import {type DispatcherOptions, openAccounts, openGraph} from '../../src/index.ts';
import {ok, type Received, receiver} from './receiver.ts';
import {Releases} from './releases.ts';
import {listen} from './server.ts';

/** What is closed after the test, the last first. */
export const closing: (() => unknown)[] = [];

/** For each test by itself: files that share a process share this module, whose own hooks only the first of them would have. */
function closeAtEnd(...those: (() => unknown)[]): void {
  onTestFinished(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  closing.push(...those);
}

/** What the routes answer, as far as it is looked at here. */
export interface Json {
  id: string;
  secret: string;
  status: string;
  count: number;
  attempts: number;
  did_you_mean?: Record<string, string[]>;
  deliveries: Json[];
}

/** A served graph of four entities, whose webhooks are asked about over HTTP; closed after the test. */
export async function world(options: DispatcherOptions = {}) {
  const releases = new Releases();
  await releases.release({1: {target: 'KRAS'}, 2: {target: 'EGFR'}, 3: {target: null}, 4: {target: 'KRAS'}});
  const state = mkdtempSync(join(tmpdir(), 'biograph-webhooks-'));
  const graph = await openGraph(releases.store, {refresh: 0});
  const accounts = await openAccounts(state);
  accounts.serve(graph, {allow: ['127.0.0.0/8'], pause: 20, delays: [30, 30, 30], ...options});
  const {url, close} = await listen(graph, {accounts, openAccount: true});
  closeAtEnd(
    () => graph.close(),
    () => accounts.close(),
    close,
  );
  const ask = async (method: string, path: string, body?: unknown, key?: string) => {
    const response = await fetch(`${url}/account/webhooks${path}`, {
      method,
      headers: {
        ...(body !== undefined && {'content-type': 'application/json'}),
        ...(key !== undefined && {'x-api-key': key}),
      },
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    return {status: response.status, json: (await response.json()) as Json};
  };
  return {releases, graph, accounts, state, url, ask};
}

/** A receiver, closed after the test. */
export async function listening(answer = ok as Parameters<typeof receiver>[0]) {
  const made = await receiver(answer);
  closeAtEnd(made.close);
  return made;
}

/** Every message so far is what the library of the standard takes for signed, and no message has more rows than it may. */
export function verified(all: readonly Received[], secret: string): string[] {
  return all.flatMap(({body, headers, message}) => {
    new Verifier(secret).verify(body, headers as Record<string, string>);
    expect(headers['content-type']).toBe('application/json');
    expect(message.data.changes.length).toBeLessThanOrEqual(200);
    return message.data.changes.map((row) => `${message.type} ${Number(String(row.id).slice(-12))}`);
  });
}
