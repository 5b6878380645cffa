import {cpSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {loadSnapshot, openGraph} from '../../src/index.ts';
import {applyDelta, diffSnapshots} from '../../src/snapshot/delta.ts';
import {idOf, row, writeRows} from '../helpers/few-rows.ts';
import {differences} from '../helpers/tables.ts';

const entities = [
  ...Array.from({length: 30}, (_, n) =>
    row(n, 'product', `drug ${n}`, {target: 'TNF', mechanism: 'TNF inhibitor', moa_confidence: 0.9}),
  ),
  ...Array.from({length: 30}, (_, n) => row(100 + n, 'trial', `A study of ${n}`)),
  ...Array.from({length: 40}, (_, n) => row(200 + n, 'approval', `Approval ${n}`)),
  ...Array.from({length: 300}, (_, n) => row(1000 + n, 'paper', `Ballast ${n} of inhibitor`)),
];
/** So many trials of some products. */
const trialsOf = (trials: Record<number, number>) =>
  Object.entries(trials).flatMap(([product, count]) =>
    Array.from({length: count}, (_, n) => ({
      ...{source: idOf(Number(product)), relation: 'tested_in', target: idOf(100 + n)},
      observed_at: '2025-12-01T00:00:00Z',
    })),
  );
/** So many approvals of some products: of those of a generic one counts. */
const approvalsOf = (approvals: Record<number, number>) =>
  Object.entries(approvals).flatMap(([product, count]) =>
    Array.from({length: count}, (_, n) => ({
      ...{source: idOf(200 + n), relation: 'approval_of', target: idOf(Number(product))},
    })),
  );
const graphOf = (trials: Record<number, number>, approvals: Record<number, number>, release: number) =>
  writeRows(entities, [...trialsOf(trials), ...approvalsOf(approvals)], {
    release,
    as_of: `2026-0${release}-01T00:00:00.000Z`,
  });

it('a text search prefers the well-known of those it fits alike, also when only their edges change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'biograph-boost-'));
  const [store, built, delta] = [join(folder, 'kept'), join(folder, 'built'), join(folder, 'delta')];
  const before = await graphOf({7: 20, 11: 6, 13: 1}, {17: 30}, 1);
  const after = await graphOf({7: 2, 11: 6, 13: 28}, {17: 40, 19: 1}, 2);
  await loadSnapshot({snapshot: before, store});
  const first = await openGraph(store);
  const found = async (graph: typeof first, q: string) =>
    (await graph.entities({q, kind: 'product', limit: 4})).results;
  expect((await found(first, 'TNF inhibitor')).map(({name}) => name).slice(0, 3)).toEqual([
    'drug 7',
    'drug 17',
    'drug 11',
  ]);
  const [best, words] = [
    await found(first, 'TNF inhibitor'),
    await Promise.all(['TNF', 'inhibitor'].map((word) => found(first, word))),
  ];
  // The score is the sum over the words all the same.
  expect(best[0]?.score).toBeCloseTo(
    words.reduce((sum, [one]) => sum + (one?.score ?? 0), 0),
    5,
  );
  await first.close();
  await diffSnapshots({from: before, to: after, out: delta});
  cpSync(store, built, {recursive: true});
  const obstacles: string[] = [];
  await applyDelta(delta, {store, by: 'refresh', onObstacle: (reason) => obstacles.push(reason)});
  await applyDelta(delta, {store: built, by: 'build'});
  expect(obstacles).toEqual([]);
  expect(await differences(store, built)).toEqual([]);
  const second = await openGraph(store);
  expect((await found(second, 'TNF inhibitor')).map(({name}) => name)).toEqual([
    'drug 13',
    'drug 17',
    'drug 19',
    'drug 11',
  ]);
  await second.close();
});
