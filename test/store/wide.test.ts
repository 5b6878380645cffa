import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, generateSnapshot, loadSnapshot, openGraph} from '../../src/index.ts';
import {applyChanges} from '../../src/snapshot/change.ts';
import {SAMPLE} from '../../src/source.ts';
import {checkStore} from '../../src/store/check.ts';
import {readPointer} from '../../src/store/store.ts';
import {answersOf} from '../helpers/answers.ts';
import {anyChanges} from '../helpers/changes.ts';
import {answer, examples, questions} from '../helpers/questions.ts';
import {differences, openStore} from '../helpers/tables.ts';

const GRAPHS = {
  'the sample': async () => SAMPLE,
  '3,000 generated entities': async () => {
    const out = join(mkdtempSync(join(tmpdir(), 'biograph-wide-')), 'snapshot');
    await generateSnapshot({entities: 3000, seed: 5, out});
    return out;
  },
};

for (const [name, snapshotOf] of Object.entries(GRAPHS)) {
  const long = name === 'the sample' ? [] : ['long'];
  describe(`wide row ids, with ${name}`, {tags: long}, () => {
    const folder = mkdtempSync(join(tmpdir(), 'biograph-wide-'));
    const stores = {auto: join(folder, 'narrow'), wide: join(folder, 'wide')};
    let narrow: Graph;
    let wide: Graph;

    beforeAll(async () => {
      const snapshot = await snapshotOf();
      const cursorKey = new Uint8Array(32).fill(7);
      for (const rowNumbers of ['auto', 'wide'] as const)
        await loadSnapshot({snapshot, store: stores[rowNumbers], rowNumbers, cursorKey});
      narrow = await openGraph(stores.auto);
      wide = await openGraph(stores.wide);
    });
    afterAll(async () => {
      await narrow?.close();
      await wide?.close();
    });

    it('are beyond what narrow ones reach, in both of their words', async () => {
      const shell = await openStore(stores.wide);
      const least = await shell.first('select min(rid - (graph.kind_of(rid) << 40))::double from graph.entity');
      shell.close();
      expect(Number(least)).toBeGreaterThan(2 ** 32);
    });

    it('answer every question with the same bytes', async () => {
      const all = await questions(narrow);
      const asked = name === 'the sample' ? all : [...(await examples(narrow)), ...all.filter((_, at) => at % 3 === 0)];
      for (const question of asked)
        expect(await answer(wide, question), JSON.stringify(question)).toBe(await answer(narrow, question));
    });

    it('leave tables that say the same, and a store that is sound', async () => {
      expect(await differences(stores.wide, stores.auto)).toEqual([]);
      expect((await checkStore(stores.wide, 1)).problems).toEqual([]);
    });

    // The second refresh finds what the first has left; npm test makes do with the first.
    const HISTORIES: {tags: string[]; changes: [seed: number, by: 'refresh' | 'build'][]}[] = [
      {tags: [], changes: [[1, 'refresh']]},
      {
        tags: ['long'],
        changes: [
          [2, 'refresh'],
          [3, 'refresh'],
          [4, 'build'],
        ],
      },
    ];
    for (const {tags, changes} of HISTORIES)
      it(`stay wide with the same answers after ${changes.map(([, by]) => by).join(', ')}`, {tags}, async () => {
        for (const [seed, by] of changes) {
          const obstacles: string[] = [];
          for (const store of Object.values(stores))
            await applyChanges(anyChanges(seed, 20), {store, by, onObstacle: (reason) => obstacles.push(reason)});
          expect(obstacles).toEqual([]);
          expect(await differences(stores.wide, stores.auto)).toEqual([]);
          expect(await answersOf(stores.wide)).toEqual(await answersOf(stores.auto));
          const {generation} = readPointer(stores.wide);
          expect((await checkStore(stores.wide, generation)).problems).toEqual([]);
          const shell = await openStore(stores.wide);
          expect(await shell.first('select row_numbers from graph.release')).toBe('wide');
          shell.close();
        }
      });
  });
}
