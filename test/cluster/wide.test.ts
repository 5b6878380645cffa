import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, loadSnapshot, openGraph} from '../../src/index.ts';
import {SAMPLE} from '../../src/source.ts';
import {answer, examples, questions} from '../helpers/questions.ts';
import {publishTo} from './published.ts';

describe.each([
  ['one node', 1],
  ['two shards and a replica', 3],
] as const)('wide row ids on %s of ClickHouse', {tags: ['long']}, (_, count) => {
  const folder = mkdtempSync(join(tmpdir(), 'biograph-wide-'));
  const cursorKey = new Uint8Array(32).fill(7);
  let narrow: Graph;
  const on = publishTo(count, async () => {
    await loadSnapshot({snapshot: SAMPLE, store: join(folder, 'wide'), rowNumbers: 'wide', cursorKey});
    return join(folder, 'wide');
  });
  beforeAll(async () => {
    await loadSnapshot({snapshot: SAMPLE, store: join(folder, 'narrow'), cursorKey});
    narrow = await openGraph(join(folder, 'narrow'));
  });
  afterAll(() => narrow?.close());

  it('have 64 bits in every table', async () => {
    const [database] = (
      await on.cluster.nodes[0]?.ask("select name from system.databases where name like 'graph_g%'")
    )?.split('\n') ?? [''];
    const types = await on.cluster.nodes[0]?.ask(
      `select distinct extract(type, '\\\\w*Int\\\\d+') from system.columns where database = '${database}' and name in ('rid', 'src', 'dst')`,
    );
    expect(types).toBe('Int64');
  });

  it('answer as narrow ones do in a store, byte for byte', async () => {
    const all = await questions(narrow);
    for (const question of [...(await examples(narrow)), ...all.filter((__, at) => at % (count > 1 ? 2 : 6) === 0)])
      expect(await answer(on.published, question), JSON.stringify(question)).toBe(await answer(narrow, question));
  });
});
