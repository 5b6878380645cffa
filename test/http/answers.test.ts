import {type IncomingMessage, request} from 'node:http';
import {describe, expect, it} from 'vitest';
import {Answers, type Stored} from '../../src/http/answers.ts';
import {openGraph} from '../../src/index.ts';
import {listen} from '../helpers/server.ts';

interface Heard {
  status: number;
  /** As they came, one entry for each line. */
  lines: [string, string][];
  body: string;
}

function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const read = async (response: IncomingMessage) => {
      const {rawHeaders: raw, statusCode: status = 0} = response;
      const lines = raw.flatMap((name, at): [string, string][] =>
        at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? '']] : [],
      );
      resolve({status, lines, body: Buffer.concat(await response.toArray()).toString()});
    };
    request(url, {method, headers}, (response) => void read(response))
      .once('error', reject)
      .end();
  });
}

/** What is another one for each request. */
const OWN = /^(?:x-request-id|x-ratelimit-.*|date)$/;

describe('an answer, first made, made again and kept', () => {
  const origin = 'https://app.example';
  for (const options of [
    {},
    {allowedOrigins: [origin]},
    {requireKey: true, trustProxy: ['127.0.0.1'], trustUserHeader: 'x-user'},
  ])
    it(`says each header once, and the same each time: ${JSON.stringify(options)}`, async () => {
      const graph = await openGraph();
      const {url, close} = await listen(graph, options);
      const {results} = await graph.entities({limit: 1});
      const path = `${url}/v1/entities/${results[0]?.id}?nonsense=1`;
      const asking = {origin, 'x-user': 'ada'};
      const heard = [
        await ask(path, asking),
        await ask(path, asking),
        await ask(path, asking),
        await ask(path, asking),
      ];
      const stays = ({lines}: Heard) => lines.filter(([name]) => !OWN.test(name)).sort();
      for (const {status, lines, body} of heard) {
        expect(status).toBe(200);
        const names = lines.map(([name]) => name);
        expect(names).toEqual([...new Set(names)]);
        for (const name of [
          'x-request-id',
          'x-ratelimit-limit',
          'x-biograph-ignored',
          'etag',
          'x-frame-options',
          'vary',
        ])
          expect(names).toContain(name);
        expect(Object.fromEntries(lines)['content-length']).toBe(String(Buffer.byteLength(body)));
        expect(JSON.parse(body)).toMatchObject({id: results[0]?.id});
      }
      for (const one of heard) expect(stays(one)).toEqual(stays(heard[0] as Heard));
      const etag = Object.fromEntries(heard[0]?.lines ?? []).etag ?? '';
      const same = await ask(path, {...asking, 'if-none-match': etag});
      expect([same.status, same.body]).toEqual([304, '']);
      expect(stays(same)).toEqual(stays(heard[0] as Heard).filter(([name]) => name !== 'content-length'));
      const head = await ask(path, asking, 'HEAD');
      expect([head.status, head.body]).toEqual([200, '']);
      expect(stays(head)).toEqual(stays(heard[0] as Heard));
      await close();
      await graph.close();
    });
});

describe('kept answers', () => {
  const answer: Stored = {body: Buffer.from('{}'), etag: 'W/"x"', headers: []};

  it('are kept at once where they took long, and from the second time on where they were quick', () => {
    const answers = new Answers();
    expect(answers.get('1', 'slow')).toBeUndefined();
    answers.set('1', 'slow', answer, 50);
    answers.set('1', 'quick', answer, 0.1);
    expect(answers.get('1', 'slow')).toEqual(answer);
    expect(answers.get('1', 'quick')).toBeUndefined();
    answers.set('1', 'quick', answer, 0.1);
    expect(answers.get('1', 'quick')).toEqual(answer);
    answers.set('1', 'text', {...answer, body: '{}'}, 50);
    expect(answers.get('1', 'text')).toEqual(answer);
  });

  it('are dropped when another file takes over, and not kept for one that has gone', () => {
    const answers = new Answers();
    answers.get('1', 'a');
    answers.set('1', 'a', answer, 50);
    expect(answers.get('2', 'a')).toBeUndefined();
    answers.set('1', 'a', answer, 50);
    expect(answers.get('2', 'a')).toBeUndefined();
  });
});
