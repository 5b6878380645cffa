import {join} from 'node:path';
import type {TestProject} from 'vitest/node';
import {generateSnapshot} from '../../src/snapshot/generate/index.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {kept, MAKERS} from './kept.ts';

/** For the projects whose tests read it: one generated graph, kept from run to run. */
export async function setup(project: TestProject): Promise<void> {
  const folder = await kept('generated', [...MAKERS, 'test/helpers/generated.ts'], async (at) => {
    const snapshot = join(at, 'snapshot');
    await generateSnapshot({entities: 3000, seed: 7, out: snapshot});
    await loadSnapshot({snapshot, store: join(at, 'store')});
  });
  project.provide('snapshot', join(folder, 'snapshot'));
  project.provide('store', join(folder, 'store'));
}
