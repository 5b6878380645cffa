import {spawn} from 'node:child_process';
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {publishStore} from '../../src/clickhouse/publish.ts';
import {generateSnapshot, loadSnapshot, openGraph} from '../../src/index.ts';
import {answer, examples, type Question} from '../helpers/questions.ts';
import {listen} from '../helpers/server.ts';
import {until} from '../helpers/until.ts';
import type {Cluster} from './engine.ts';
import {publishTo} from './published.ts';

describe('what is published on two shards and a replica', {tags: ['long']}, () => {
  const on = publishTo(3, async () => {
    const at = mkdtempSync(join(tmpdir(), 'biograph-failures-'));
    folder = join(at, 'store');
    await generateSnapshot({entities: 1500, seed: 3, out: join(at, 'one')});
    await loadSnapshot({snapshot: join(at, 'one'), store: folder});
    return folder;
  });
  let folder: string;
  const address = (nodes?: Cluster['nodes']) => on.cluster.address('graph', nodes);
  const publish = (more: Partial<Parameters<typeof publishStore>[0]> = {}) =>
    publishStore({store: folder, to: address(), cluster: 'graph', ...more});
  const databases = async (node = 0) =>
    (await on.cluster.nodes[node]?.ask("select name from system.databases where name like 'graph_g%' order by name"))
      ?.split('\n')
      .filter((name) => name !== '') ?? [];

  it('is not sent twice; a cluster that is none, or of which a node is left out, is said', async () => {
    expect(await publish()).toMatchObject({is_new: false, kept: [1]});
    const other = (more: object) =>
      publishStore({store: folder, to: on.cluster.address('other'), cluster: 'graph', ...more});
    await expect(other({cluster: 'nobody'})).rejects.toThrow('nobody: is not a cluster of these servers');
    const some = on.cluster.address('other', on.cluster.nodes.slice(0, 2));
    await expect(other({to: some})).rejects.toThrow('has nodes that are missing from --to');
    await expect(openGraph(some)).rejects.toThrow('has no published graph');
  });

  it('is refused where replicas hold other rows, and leaves nothing', async () => {
    const torn = publishStore({store: folder, to: on.cluster.address('torn'), cluster: 'torn'});
    await expect(torn).rejects.toThrow(/has other rows than were sent \(replicas of shard 1 differ/);
    await expect(openGraph(on.cluster.address('torn'))).rejects.toThrow('has no published graph');
    expect(await on.cluster.nodes[0]?.ask("select count() from system.databases where name like 'torn_g%'")).toBe('0');
  });

  it('gives the same ETag over HTTP, and 304 for it', async () => {
    await using published = await openGraph(address());
    const [here, there] = [await listen(on.store), await listen(published)];
    try {
      for (const path of ['/v1/entities?kind=company', '/v1/stats', '/v1/whitespace']) {
        const [one, other] = [await fetch(here.url + path), await fetch(there.url + path)];
        expect(await other.text()).toBe(await one.text());
        const etag = other.headers.get('etag') ?? '';
        expect(etag).toBe(one.headers.get('etag'));
        expect(other.headers.get('x-biograph-snapshot')).toBe(one.headers.get('x-biograph-snapshot'));
        expect((await fetch(there.url + path, {headers: {'if-none-match': etag}})).status).toBe(304);
      }
    } finally {
      await here.close();
      await there.close();
    }
  });

  it('refuses what only a store can do, and says what to do instead', async () => {
    await using published = await openGraph(address());
    await expect(published.sql('select 1')).rejects.toThrow('sql needs a store');
    await expect(published.diff()).rejects.toThrow('diff needs a store');
    await expect(published.explain('stats')).rejects.toThrow('explain needs a store');
  });

  it('says where and as whom it could not be opened', async () => {
    const [node] = on.cluster.nodes;
    await expect(openGraph(`clickhouse://nobody@127.0.0.1:${node?.http}/graph`)).rejects.toThrow(
      'refuses the user nobody',
    );
    await expect(openGraph('clickhouse://127.0.0.1:1/graph')).rejects.toThrow('cannot be reached');
    await expect(openGraph(`clickhouse://127.0.0.1:${node?.http}/nothing`)).rejects.toThrow('has no published graph');
  });

  it('answers on while one replica of a shard is killed, and not at all when both are', async () => {
    const [first, second] = on.cluster.nodes;
    const asked = await examples(on.store);
    await using published = await openGraph(address());
    const right = new Map<Question, string>();
    for (const question of asked) right.set(question, await answer(on.store, question));
    let isDone = false;
    const load = Promise.all(
      [0, 1].map(async (caller) => {
        for (let index = caller; !isDone; index++) {
          const question = asked[index % asked.length] as Question;
          expect(await answer(published, question)).toBe(right.get(question));
        }
      }),
    );
    await first?.kill();
    for (const question of asked) expect(await answer(published, question)).toBe(right.get(question));
    isDone = true;
    await load;
    const server = await listen(published);
    try {
      await second?.kill();
      // Asked of the node that is left: it has its own shard, and an answer from it alone would be half of the truth.
      const response = await fetch(`${server.url}/v1/aggregate?field=target&kind=trial&min_confidence=0.1`);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await response.json()).toEqual({
        error: {
          code: 'unavailable',
          message: 'A part of the graph cannot be reached now, and partial answers are never given; try again later.',
        },
      });
    } finally {
      await server.close();
      await first?.start();
      await second?.start();
    }
    expect(await answer(published, ['rankPeople', {}])).toBe(await answer(on.store, ['rankPeople', {}]));
  });

  it('a publish killed in the middle leaves the earlier generation, and the next clears up', async () => {
    const at = mkdtempSync(join(tmpdir(), 'biograph-second-'));
    await generateSnapshot({entities: 1500, seed: 4, out: join(at, 'two')});
    await loadSnapshot({snapshot: join(at, 'two'), store: folder, older: true});
    await using published = await openGraph(address(), {refresh: 100});
    const before = await answer(published, ['stats', {}]);
    const words = ['src/cli/dev.ts', 'store', 'publish', '--data', folder, '--to', address(), '--cluster', 'graph'];
    const child = spawn(process.execPath, ['--import', 'tsx', ...words], {stdio: 'ignore'});
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await until(async () => (await databases()).some((name) => name.startsWith('graph_g2_')));
    child.kill('SIGKILL');
    await ended;
    expect(await answer(published, ['stats', {}])).toBe(before);
    expect((await published.current()).generation).toBe(1);
    const {kept} = await publish();
    expect(kept).toEqual([2, 1]);
    for (const node of [0, 1, 2]) expect(await databases(node)).toHaveLength(2);
    // A server moves to it by itself, and the earlier one can still be pinned.
    await until(async () => (await published.current()).generation === 2);
    const [now] = [await openGraph(folder)];
    expect(await answer(published, ['stats', {}])).toBe(await answer(now, ['stats', {}]));
    expect(await published.at(1, async ({generation}) => generation.number)).toBe(1);
    await now.close();
    expect((await publish({generation: 1, keep: 1})).kept).toEqual([1]);
    for (const node of [0, 1, 2]) expect(await databases(node)).toHaveLength(1);
  });
});
