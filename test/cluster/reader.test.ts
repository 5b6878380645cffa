import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createServer} from 'node:tls';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {publishStore} from '../../src/clickhouse/publish.ts';
import {openGraph} from '../../src/index.ts';
import {biograph} from '../helpers/command.ts';
import {answer, examples} from '../helpers/questions.ts';
import {PASSWORD} from './engine.ts';
import {publishTo} from './published.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a user who may read and nothing else', {tags: ['long']}, () => {
  const on = publishTo(3);
  const address = () => on.cluster.address('graph').replace('//', '//reader@');
  const folder = mkdtempSync(join(tmpdir(), 'biograph-reader-'));

  /** What goes wrong, as text with all its causes. */
  const failure = async (work: () => Promise<unknown>): Promise<string> => {
    const texts: string[] = [];
    let error: unknown = await work().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    while (error instanceof Error) {
      texts.push(error.message, error.stack ?? '', JSON.stringify(error));
      error = error.cause;
    }
    expect(texts).not.toEqual([]);
    expect(texts.join()).not.toContain(PASSWORD);
    return texts[0] ?? '';
  };

  it('gets every answer, with a password from a file', async () => {
    const file = join(folder, 'password');
    writeFileSync(file, `${PASSWORD}\n`);
    vi.stubEnv('BIOGRAPH_CLICKHOUSE_PASSWORD_FILE', file);
    await using graph = await openGraph(address());
    for (const question of await examples(on.store))
      expect(await answer(graph, question), JSON.stringify(question)).toBe(await answer(on.store, question));
  });

  it('cannot publish', async () => {
    vi.stubEnv('BIOGRAPH_CLICKHOUSE_PASSWORD', PASSWORD);
    const store = on.store.source.store;
    expect(await failure(() => publishStore({store, to: address(), cluster: 'graph', keep: 1}))).toMatch(/graph/);
  });

  it('is told of a wrong password, and no output says either', async () => {
    vi.stubEnv('BIOGRAPH_CLICKHOUSE_PASSWORD', `${PASSWORD}-`);
    expect(await failure(() => openGraph(address()))).toMatch(/reader|password|user/i);
    const {stdout, stderr} = await biograph(['stats', '--data', address()]);
    expect(stdout + stderr).not.toContain(PASSWORD);
    expect(stderr).not.toBe('');
  });

  it('asks over TLS, of servers that a given authority vouches for and no others', async () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    execFileSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${certificate}`.split(
        ' ',
      ),
      {stdio: 'ignore'},
    );
    const plain = on.cluster.nodes[0]?.http ?? 0;
    const secure = createServer({key: readFileSync(key), cert: readFileSync(certificate)}, (client) => {
      const server = connect(plain, '127.0.0.1');
      client.pipe(server).pipe(client);
      for (const end of [client, server])
        end.on('error', () => {
          client.destroy();
          server.destroy();
        });
    });
    secure.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const {port} = secure.address() as {port: number};
    vi.stubEnv('BIOGRAPH_CLICKHOUSE_PASSWORD', PASSWORD);
    try {
      const there = `clickhouse://reader@127.0.0.1:${port}/graph?secure=true`;
      await using graph = await openGraph(`${there}&ca=${certificate}`);
      for (const question of (await examples(on.store)).slice(0, 6))
        expect(await answer(graph, question), JSON.stringify(question)).toBe(await answer(on.store, question));
      expect(await failure(() => openGraph(there))).toMatch(/certificate|reach|connect/i);
    } finally {
      secure.close();
    }
  });
});
