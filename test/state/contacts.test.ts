import {appendFileSync, mkdtempSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {SAMPLE} from '../../src/source.ts';
import {readContacts} from '../../src/state/contacts.ts';
import {biograph} from '../helpers/command.ts';
import {listen} from '../helpers/server.ts';

const state = join(mkdtempSync(join(tmpdir(), 'biograph-state-')), 'deep', 'state');
const message = {name: 'Zoë', email: 'z@x', message: 'One line\nand another'};
let graph: Graph;
beforeAll(async () => {
  graph = await openGraph(undefined, {state});
});
afterAll(() => graph.close());

describe('contact', () => {
  it('is received by library, HTTP and command line, and listed', async () => {
    const first = await graph.contact(message);
    expect(first).toEqual({id: expect.any(String), received_at: expect.stringMatching(/Z$/), status: 'received'});
    const {url, close} = await listen(graph);
    const response = await fetch(`${url}/v1/contact`, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({...message, topic: 'data', company_url: 'x.org'}),
    });
    expect(response.status).toBe(202);
    expect((await fetch(`${url}/v1/contact`)).status).toBe(405);
    for (const wrong of [
      {},
      {...message, email: 'x'},
      {...message, message: 'x'.repeat(4001)},
      {...message, topic: 'x'.repeat(61)},
    ])
      expect(
        (
          await fetch(`${url}/v1/contact`, {
            method: 'POST',
            headers: {'content-type': 'application/json'},
            body: JSON.stringify(wrong),
          })
        ).status,
      ).toBe(422);
    await close();
    const said = ['contact', '--name', 'Cy', '--email', 'c@y', '--message', 'Hello'];
    const refused = await biograph(said, {env: {BIOGRAPH_STATE: state}});
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--data PATH or BIOGRAPH_DATA')]);
    const data = SAMPLE;
    const told = await biograph([...said, '--data', data], {env: {BIOGRAPH_STATE: state}});
    expect(JSON.parse(told.stdout)).toMatchObject({status: 'received'});
    const other = `${state}-other`;
    await biograph(['contact', '--name', 'Di', '--email', 'd@z', '--message', 'Hi', '--state', other, '--data', data]);
    expect(JSON.parse((await biograph(['contacts', '--state', other])).stdout)).toMatchObject({count: 1});
    const kept = [];
    for await (const contact of readContacts(state)) kept.push(contact);
    expect(kept.map(({name, topic}) => `${name} ${topic}`)).toEqual(['Zoë general', 'Zoë data', 'Cy general']);
    expect(kept[0]).toEqual({
      ...message,
      id: first.id,
      received_at: first.received_at,
      topic: 'general',
      company_url: '',
    });
    const listed = JSON.parse((await biograph(['contacts', '--state', state])).stdout) as {count: number};
    expect(listed.count).toBe(3);
    if (process.platform !== 'win32') expect(statSync(join(state, 'contacts.ndjson')).mode & 0o077).toBe(0);
  });

  it('leaves out a line that a crash cut off', async () => {
    appendFileSync(join(state, 'contacts.ndjson'), '{"id":"half');
    const kept = [];
    await graph.contact({...message, topic: 'after'});
    for await (const contact of readContacts(state)) kept.push(contact);
    expect(kept.map(({topic}) => topic)).toEqual(['general', 'data', 'general', 'after']);
  });
});
