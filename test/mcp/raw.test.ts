import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {describe, expect, it} from 'vitest';
import {serveSample} from '../helpers/server.ts';

/** Agent tools as a client asks that was written by hand, without any library of the protocol. */
const sample = serveSample();

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {name: 'hand', version: '1'}},
};

interface Message {
  id?: number;
  result?: Record<string, unknown>;
  error?: {code: number; message: string};
}

/** Lines sent to `biograph mcp` after the handshake, and as many answers as were waited for. */
async function overStdio(lines: readonly string[], answers: number): Promise<Message[]> {
  const child = spawn(process.execPath, ['bin/biograph.js', 'mcp'], {stdio: ['pipe', 'pipe', 'ignore']});
  const found: Message[] = [];
  child.stdin.write(`${JSON.stringify(HELLO)}\n`);
  for await (const line of createInterface({input: child.stdout})) {
    const message = JSON.parse(line) as Message;
    if (message.id === HELLO.id) {
      child.stdin.write(`${JSON.stringify({jsonrpc: '2.0', method: 'notifications/initialized'})}\n`);
      child.stdin.write(lines.map((text) => `${text}\n`).join(''));
    } else found.push(message);
    if (found.length === answers) break;
  }
  child.stdin.end();
  await new Promise((resolve) => child.once('exit', resolve));
  return found;
}

async function overHttp(body: string): Promise<{status: number; text: string}> {
  const answer = await fetch(`${sample.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body,
  });
  return {status: answer.status, text: await answer.text()};
}

const asked = (id: number, given: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"search_entities","arguments":${given}}}`;

const POISONED = [
  '{"__proto__":{"kind":"company"}}',
  '{"\\u005f_proto__":{"q":"x"}}',
  '{"kind":"company","fields":{"constructor":{"prototype":{}}}}',
];

describe('agent tools by hand', () => {
  it('refuse __proto__ over stdio, and go on', async () => {
    const answers = await overStdio(
      [...POISONED.map((given, index) => asked(10 + index, given)), asked(20, '{"kind":"company","limit":1}')],
      POISONED.length + 1,
    );
    const of = (id: number) => answers.find((message) => message.id === id);
    for (const index of POISONED.keys()) {
      expect(of(10 + index)?.error?.code, POISONED[index]).toBe(-32602);
      expect(of(10 + index)?.result).toBeUndefined();
    }
    const [content] = (of(20)?.result?.content ?? []) as {text: string}[];
    expect(JSON.parse(content?.text ?? '')).toMatchObject({kind: 'company', count: 1});
  });

  it('refuse what is nested too deep by the request’s own id, and go on', async () => {
    const deep = [1000, 9000, 30_000].map((depth) => `{"q":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    for (const given of deep) {
      const {status, text} = await overHttp(asked(7, given));
      expect([status, JSON.parse(text)]).toMatchObject([
        400,
        {id: 7, error: {code: -32602, message: expect.stringMatching(/nested/i)}},
      ]);
    }
    const answers = await overStdio(
      [...deep.map((given, index) => asked(10 + index, given)), asked(20, '{"kind":"company","limit":1}')],
      deep.length + 1,
    );
    expect(answers.map(({id, error}) => [id, error?.code])).toEqual([
      ...deep.map((_, index) => [10 + index, -32602]),
      [20, undefined],
    ]);
  });

  it('answer what is no message of the protocol, and end with stdin', async () => {
    const wrong = [
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":[1]}',
      '{"jsonrpc":"2.0","id":3,"method":"ping","params":"x"}',
      'no JSON',
      '[]',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    ];
    const answers = await overStdio(
      ['', ...wrong, '{"jsonrpc":"2.0","method":"no/such","params":[1]}', asked(9, '{"limit":1}')],
      7,
    );
    expect(answers.map(({id, error}) => [id, error?.code])).toEqual([
      [2, -32600],
      [3, -32600],
      [null, -32700],
      ...Array.from({length: 3}, () => [null, -32600]),
      [9, undefined],
    ]);
    // Nothing is waited for that gets no answer.
  }, 25_000);

  it('answer what was asked before stdin ended, and a request without a method', async () => {
    const lines = [
      JSON.stringify(HELLO),
      JSON.stringify({jsonrpc: '2.0', method: 'notifications/initialized'}),
      asked(2, '{"kind":"company","limit":1}'),
      '{"jsonrpc":"2.0","id":3}',
      asked(4, '{"q":"antibody","limit":1}'),
    ];
    const child = spawn(process.execPath, ['bin/biograph.js', 'mcp'], {stdio: ['pipe', 'pipe', 'ignore']});
    child.stdin.end(`${lines.join('\n')}\n`);
    const found: Message[] = [];
    for await (const line of createInterface({input: child.stdout})) found.push(JSON.parse(line) as Message);
    expect(found.map(({id, error}) => [id, error?.code]).sort()).toEqual([
      [1, undefined],
      [2, undefined],
      [3, -32600],
      [4, undefined],
    ]);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('end over stdio at %s, though stdin stays open', async (signal) => {
    const child = spawn(process.execPath, ['bin/biograph.js', 'mcp'], {stdio: ['pipe', 'pipe', 'ignore']});
    child.stdin.write(`${JSON.stringify(HELLO)}\n`);
    await once(child.stdout, 'data');
    const ended = once(child, 'exit');
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
  });

  it('take as many names over HTTP as the operation does', async () => {
    const inputs = Array.from({length: 1000}, (_, n) => `${'x'.repeat(900)} ${n}`);
    const params = {name: 'resolve', arguments: {inputs}};
    const {status, text} = await overHttp(JSON.stringify({jsonrpc: '2.0', id: 1, method: 'tools/call', params}));
    expect([status, text.slice(0, 300)]).toEqual([200, expect.not.stringContaining('isError')]);
  });

  it('refuse __proto__ over HTTP', async () => {
    for (const given of POISONED) {
      const {status, text} = await overHttp(asked(1, given));
      expect(status, given).toBe(400);
      expect(JSON.parse(text)).toMatchObject({jsonrpc: '2.0', id: 1, error: {code: -32602}});
    }
    const {status, text} = await overHttp(asked(2, '{"kind":"company","limit":1}'));
    expect(status).toBe(200);
    expect(text).toContain(JSON.stringify('"kind":"company"').slice(1, -1));
  });
});
