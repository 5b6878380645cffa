import {readFileSync} from 'node:fs';
import {parse} from 'csv-parse/sync';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';

const rowsOf = (path: string): Record<string, string>[] => parse(readFileSync(path, 'utf8'), {columns: true});
const listOf = (text = '') => text.split('|').filter(Boolean);

let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
});
afterAll(() => graph.close());

it('the bundled sample says of each drug the target that its source states, or the family of it', async () => {
  const members = new Map(
    rowsOf('src/import/vocabulary/targets.csv').map(({label = '', symbols}) => [label, listOf(symbols)]),
  );
  const stated = new Map<string, string[]>();
  for (const {generic, name, target} of [
    ...rowsOf('snapshots/sample/source/products.csv'),
    ...rowsOf('snapshots/sample/source/pipeline.csv'),
  ])
    stated.set(generic ?? name ?? '', listOf(target));
  const wrong: string[] = [];
  let compared = 0;
  for await (const {name, moa} of graph.entities.all({kind: 'product', limit: 200})) {
    const symbols = stated.get(name ?? '') ?? [];
    if (symbols.length === 0) continue;
    compared++;
    const {target} = moa ?? {};
    const meant = symbols.includes(target ?? '') || members.get(target ?? '')?.some((one) => symbols.includes(one));
    if (meant !== true) wrong.push(`${name}: ${target}, stated ${symbols.join(', ')}`);
  }
  expect(compared).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});
