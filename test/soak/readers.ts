import {fork} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {loadSnapshot, openGraph} from '../../src/index.ts';
import {generateSnapshot} from '../../src/snapshot/generate/index.ts';
import '../helpers/built.ts';
import {nextRelease} from './release.ts';

export interface ReadersReport {
  readers: number;
  swaps: number;
  answers: number;
  failures: string[];
  /** The most generations one reader saw. */
  generations: number;
  /** Generation files that a reader held open at its end, at most. */
  held: number;
}

interface Told {
  answers: number;
  generations: number[];
  failures: string[];
  held: string[];
}

/** Many processes ask one store while its generations are swapped under them: no question fails, no answer mixes two generations. */
export async function manyReaders(input: {
  readers: number;
  seconds: number;
  seed: number;
  entities?: number;
}): Promise<ReadersReport> {
  const at = mkdtempSync(join(tmpdir(), 'biograph-readers-'));
  const [one, two] = [join(at, 'one'), join(at, 'two')];
  await generateSnapshot({entities: input.entities ?? 1500, seed: input.seed, out: one});
  await nextRelease(one, two);
  const store = join(at, 'store');
  const expected: Record<string, unknown> = {};
  let ids: string[] = [];
  for (const snapshot of [two, one]) {
    const pointer = await loadSnapshot({snapshot, store, older: true});
    await using graph = await openGraph(store);
    if (ids.length === 0) ids = (await graph.entities({sort: 'prominence', limit: 4})).results.map(({id}) => id);
    const entities = await Promise.all(
      ids.map(async (id) => {
        const {name, signals} = await graph.entity(id);
        return [id, [name, signals?.degree ?? 0]] as const;
      }),
    );
    expected[pointer.snapshot_id] = {
      total: (await graph.stats()).total,
      entities: Object.fromEntries(entities),
      newest: (await graph.entities({limit: 5})).results.map(({id}) => id),
    };
  }
  writeFileSync(join(at, 'expected.json'), JSON.stringify(expected));
  const children = Array.from({length: input.readers}, () =>
    fork('test/soak/reader.mjs', [store, join(at, 'expected.json')], {env: {...process.env, UV_THREADPOOL_SIZE: '6'}}),
  );
  const reports = children.map(
    (child) =>
      new Promise<Told>((resolve, reject) => {
        child.on('message', (message) => {
          if (message !== 'ready') resolve(message as Told);
        });
        child.once('error', reject);
        child.once('exit', (code) => reject(new Error(`A reader ended with ${code}`)));
      }),
  );
  await Promise.all(children.map((child) => new Promise((resolve) => child.once('message', resolve))));
  const until = Date.now() + input.seconds * 1000;
  let swaps = 0;
  while (Date.now() < until || swaps < 4) {
    await loadSnapshot({snapshot: swaps % 2 === 0 ? two : one, store, older: true});
    swaps++;
  }
  for (const child of children) child.send('stop');
  const told = await Promise.all(reports);
  rmSync(at, {recursive: true, force: true});
  return {
    readers: input.readers,
    swaps,
    answers: told.reduce((sum, {answers}) => sum + answers, 0),
    failures: told.flatMap(({failures}) => failures),
    generations: Math.max(...told.map(({generations}) => generations.length)),
    held: Math.max(...told.map(({held}) => new Set(held).size)),
  };
}
