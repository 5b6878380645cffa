// One reader among many: asks a store until it is told to stop, and compares every answer with what its snapshot holds.
import {readdirSync, readFileSync, readlinkSync} from 'node:fs';
import {openGraph} from '../../dist/index.js';

const [store, expectations] = process.argv.slice(2);
const expected = JSON.parse(readFileSync(expectations, 'utf8'));
const graph = await openGraph(store, {refresh: 20});
const report = {answers: 0, generations: new Set(), failures: [], held: []};
let stopped = false;
process.on('message', () => {
  stopped = true;
});
process.send?.('ready');

const check = (what, got, want, {generation, snapshot}) => {
  report.answers++;
  report.generations.add(generation);
  const of = expected[snapshot];
  if (of === undefined) report.failures.push(`${what}: unknown snapshot ${snapshot}`);
  else if (JSON.stringify(got) !== JSON.stringify(want(of))) {
    report.failures.push(`${what} in generation ${generation}: ${JSON.stringify(got)} for ${JSON.stringify(want(of))}`);
  }
};

while (!stopped) {
  try {
    const stats = await graph.stats();
    check('stats', stats.total, (of) => of.total, stats.meta);
    for (const id of Object.keys(Object.values(expected)[0].entities)) {
      const entity = await graph.entity(id);
      check('entity', [entity.name, entity.signals?.degree ?? 0], (of) => of.entities[id], entity.meta);
      const edges = await graph.edges(id);
      check('edges', edges.edges.length, (of) => of.entities[id][1], edges.meta);
    }
    const newest = await graph.entities({limit: 5});
    check(
      'newest',
      newest.results.map(({id}) => id),
      (of) => of.newest,
      newest.meta,
    );
  } catch (error) {
    report.failures.push(String(error?.stack ?? error));
    if (report.failures.length > 20) break;
  }
}
// What it still holds open: the current generation, and no file that was pruned. Closing one takes its turn on a busy machine.
const heldFiles = () => {
  try {
    return readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        const target = readlinkSync(`/proc/self/fd/${fd}`);
        return target.includes('.duckdb') ? [target] : [];
      } catch {
        return [];
      }
    });
  } catch {
    return []; // Only Linux tells.
  }
};
for (const end = Date.now() + 20_000; ; ) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  report.held = heldFiles();
  if (new Set(report.held).size <= 1 || Date.now() > end) break;
}
await graph.close();
process.send?.({...report, generations: [...report.generations]}, () => process.exit(0));
