import {connect, type Socket} from 'node:net';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {biograph} from '../helpers/command.ts';
import {send} from '../helpers/fuzz.ts';
import {serveSample} from '../helpers/server.ts';

const sample = serveSample();

/** What comes back for bytes as they are, until the connection is closed or nothing more comes. */
function say(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(new URL(sample.url).port), '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.setTimeout(400, () => socket.destroy());
    socket.on('data', (part: Buffer) => {
      answer += part;
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(answer));
  });
}

const answers = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** A request hidden in the body of another. */
const HIDDEN = 'GET /v1/stats HTTP/1.1\r\nHost: localhost\r\n\r\n';
const POST = 'POST /v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

describe('smuggled requests', () => {
  it.each([
    ['length and chunks', `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}${HIDDEN}`],
    ['a length that is a list', `${POST}Content-Length: 2, 60\r\n\r\n{}${HIDDEN}`],
    ['a length with a sign', `${POST}Content-Length: +2\r\n\r\n{}${HIDDEN}`],
    ['a length in hex', `${POST}Content-Length: 0x2\r\n\r\n{}${HIDDEN}`],
    ['chunks spelt otherwise', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['chunks and identity', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['chunks twice', `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['a space before the colon', `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['a folded header', `${POST}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['a bare line feed', `${POST.replaceAll('\r\n', '\n')}Content-Length: 2\n\n{}${HIDDEN}`],
    ['a bare carriage return', `GET /v1/stats HTTP/1.1\r\nHost: localhost\rX: y\r\n\r\n${HIDDEN}`],
    ['a NUL in a header', `GET /v1/stats HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n${HIDDEN}`],
    ['a chunk of no size', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
    [
      'a chunk extension with a line feed',
      `${POST}Transfer-Encoding: chunked\r\n\r\n2;a\nb\r\n{}\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ['two hosts', `GET /v1/stats HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n`],
    ['no host', 'GET /v1/stats HTTP/1.1\r\n\r\n'],
    ['a version that is none', 'GET /v1/stats HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    ['a method that is none', 'G@T /v1/stats HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('%s: refused, and nothing behind it is answered', async (_, bytes) => {
    const [first = 400, ...others] = answers(await say(bytes));
    expect(first).toBeGreaterThanOrEqual(400);
    expect(others).toEqual([]);
  });

  it.each(['', 'Host: localhost\r\nHost: localhost\r\n'])('without exactly one Host are told so: %j', async (hosts) => {
    const text = await say(`GET /v1/stats HTTP/1.1\r\n${hosts}\r\n`);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({
      error: {code: 'bad_request', message: 'A request must have exactly one Host header.'},
    });
  });

  it('headers of any bytes get an answer or the door', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({unit: fc.integer({min: 1, max: 255}).map((byte) => String.fromCharCode(byte)), maxLength: 30}),
        fc.string({unit: fc.integer({min: 0, max: 255}).map((byte) => String.fromCharCode(byte)), maxLength: 60}),
        async (name, value) => {
          const text = await say(
            `GET /v1/stats HTTP/1.1\r\nHost: localhost\r\n${name}: ${value}\r\nConnection: close\r\n\r\n`,
          );
          for (const status of answers(text)) expect(status).toBeLessThan(500);
        },
      ),
      {numRuns: 150, seed: 8},
    );
    expect((await fetch(`${sample.url}/health`)).status).toBe(200);
  });

  it('an absolute target is a path like any other, and its host is not believed', async () => {
    const text = await say('GET http://evil.example/v1/stats HTTP/1.1\r\nHost: evil.example\r\n\r\n');
    expect(answers(text)[0]).toBeGreaterThanOrEqual(400);
  });
});

describe('paths', () => {
  it('lead to routes and never to files', async () => {
    for (const path of [
      '/../../../../etc/passwd',
      '/docs/../../package.json',
      '/docs/%2e%2e/%2e%2e/package.json',
      '/..%2f..%2fetc%2fpasswd',
      '/%5c..%5c..%5cwindows',
      '/v1/entities/by-slug/company/..%2f..%2f..%2fetc%2fpasswd',
      '/v1/entities/..%2f..%2fetc%2fpasswd',
      '/v1/entities/file:%2f%2f%2fetc%2fpasswd/edges',
      '//etc/passwd',
      '/docs%00.html',
      '/openapi.json%00',
      '/.git/config',
      '/package.json',
    ]) {
      const answer = await send(sample.url, path, 'GET');
      expect([400, 404, 422], path).toContain(answer.status);
      expect(answer.text).not.toMatch(/root:|"dependencies"/);
    }
  });

  it('given as recipes, packs and sources lead nowhere they should not', async () => {
    for (const words of [
      ['import', '--describe', '../../../../etc/passwd'],
      ['import', '--describe', 'hgnc/../../../package.json'],
      ['import', '../../etc/passwd=x'],
      ['stats', '--data', '/etc/passwd'],
      ['stats', '--data', '/etc'],
      ['snapshot', 'verify', '/etc'],
      ['store', 'load', '/etc/passwd', '--data', '/tmp/none/store'],
    ]) {
      const {code, stdout, stderr} = await biograph(words);
      expect(code, words.join(' ')).toBeGreaterThan(0);
      expect(stdout + stderr).not.toMatch(/root:|"dependencies"|at \w+ \(/);
    }
  });
});

describe('idle and slow connections', () => {
  /** Below what the system lets one process open, since both ends are in this one. */
  const COUNT = Number(process.env.BIOGRAPH_IDLE ?? 800);

  it(`${COUNT} of them, and others are answered`, async () => {
    const sockets: Socket[] = [];
    const port = Number(new URL(sample.url).port);
    for (let n = 0; n < COUNT; n++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      sockets.push(socket);
      await new Promise<void>((resolve) => socket.once('connect', resolve));
      // A third says nothing, a third stops in the headers, a third in the body.
      if (n % 3 === 1) socket.write('GET /v1/stats HTTP/1.1\r\nHost: loc');
      if (n % 3 === 2) socket.write(`${POST}Content-Length: 1000\r\n\r\n{`);
    }
    for (let n = 1; n <= 30; n++)
      expect((await fetch(`${sample.url}/v1/entities?q=kinase&limit=${n}`)).status).toBe(200);
    expect((await fetch(`${sample.url}/health`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});
