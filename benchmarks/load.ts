import {existsSync, mkdirSync} from 'node:fs';
import {join, resolve} from 'node:path';
import autocannon from 'autocannon';
import yargs from 'yargs';
import {generateSnapshot, loadSnapshot, openGraph} from '../src/index.ts';
import {changeGeneration} from '../src/store/store.ts';
import {random} from './measure.ts';
import {end, resident, serve} from './serve.ts';
import {searchLongTexts} from './texts.ts';

/**
 * `npm run load`: a server in a process of its own under a realistic mix from many clients, with generations swapped
 * underneath, and its memory looked at every second. Ends with 1 when a request failed. `--texts STORE`: long text searches over a
 * graph with real texts instead.
 */
const args = await yargs(process.argv.slice(2))
  .option('entities', {type: 'number', default: 1_000_000, describe: 'Size of the graph'})
  .option('seconds', {type: 'number', default: 600, describe: 'How long'})
  .option('connections', {type: 'number', describe: 'Clients at once; default 32, and 16 with --texts'})
  .option('texts', {type: 'string', describe: 'Instead of the mix: whole trial titles, searched in this store'})
  .option('memory', {type: 'string', describe: 'As `serve --memory`'})
  .option('workers', {type: 'number', default: 1, describe: 'Processes that answer'})
  .option('swap', {type: 'number', default: 30, describe: 'Seconds between two generations; 0 for none'})
  .option('folder', {
    type: 'string',
    default: '.cache/bench',
    describe: 'Where snapshot and store are kept between runs',
  })
  .strict()
  .parseAsync();

const serving = [
  ...(args.workers > 1 ? ['--workers', String(args.workers)] : []),
  ...(args.memory === undefined ? [] : ['--memory', args.memory]),
];

if (args.texts !== undefined) {
  const {texts: store, connections: clients = 16, seconds} = args;
  process.exit((await searchLongTexts({store, clients, seconds, serving})) ? 0 : 1);
}

const {connections = 32} = args;
const place = resolve(args.folder, String(args.entities));
const [snapshot, store] = [join(place, 'snapshot'), join(place, 'store')];
mkdirSync(place, {recursive: true});
if (!existsSync(join(snapshot, 'manifest.json')))
  await generateSnapshot({entities: args.entities, seed: 7, out: snapshot});
if (!existsSync(join(store, 'current.json'))) await loadSnapshot({snapshot, store});

/** Paths of the mix, in the shares of real use; few of them twice, so that the kept answers do not do the work. */
async function mix(count: number): Promise<string[]> {
  await using graph = await openGraph(store);
  const sample: {id: string; name: string; kind: string}[] = [];
  for (const kind of ['company', 'product', 'person', 'trial', 'paper'] as const)
    for (const {id, name = '', kind: own = ''} of (await graph.entities({kind, limit: 200, sort: 'prominence'}))
      .results)
      sample.push({id, name, kind: own});
  const next = random(11);
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const ids = (kind: string) => sample.filter((row) => row.kind === kind);
  return Array.from({length: count}, () => {
    const {id, name} = one(sample);
    const share = next();
    if (share < 0.4) return `/v1/autocomplete?q=${encodeURIComponent(name.slice(0, 2 + Math.floor(next() * 6)))}`;
    if (share < 0.65) return `/v1/entities/${id}`;
    if (share < 0.8)
      return `/v1/entities?q=${encodeURIComponent(name.split(' ').slice(0, 2).join(' '))}&limit=${10 + Math.floor(next() * 40)}`;
    if (share < 0.9) return `/v1/entities/${id}/edges?limit=50`;
    const company = one(ids('company')).id;
    return one([
      '/v1/aggregate?field=modality',
      '/v1/facets?kind=trial',
      '/v1/calendar',
      `/v1/entities/${company}/dossier`,
      `/v1/entities/${company}/comparables`,
      `/v1/entities/${one(ids('person')).id}/collaborators`,
      `/v1/entities/${id}/traverse?depth=2`,
      '/v1/whitespace?therapeutic_area=oncology',
      '/v1/concentration?therapeutic_area=oncology',
    ]);
  });
}

const paths = await mix(5000);
const {child, url} = await serve(store, serving);
const memory: number[] = [];
const watch = setInterval(() => memory.push(resident(child.pid)), 1000);
let swaps = 0;
let swapping: Promise<unknown> | undefined;
const swapOnce = () => {
  // On a busy machine a copy may take longer than the time between two.
  swapping ??= changeGeneration(store, async () => undefined).then(() => {
    swaps++;
    swapping = undefined;
  });
};
const swap = args.swap > 0 ? setInterval(swapOnce, args.swap * 1000) : undefined;
const result = await autocannon({
  url,
  connections,
  duration: args.seconds,
  timeout: 60,
  requests: paths.map((path) => ({method: 'GET', path})),
});
clearInterval(watch);
clearInterval(swap);
await swapping;
await end(child);

const {latency, requests, errors, timeouts, non2xx} = result;
const stats = (result as unknown as {statusCodeStats?: Record<string, {count: number}>}).statusCodeStats;
/** A server that has too much to do says so; that is no failure. */
const refused = stats?.['503']?.count ?? 0;
const failed = errors + timeouts + non2xx - refused;
const third = Math.max(1, Math.floor(memory.length / 3));
const mean = (list: readonly number[]) =>
  Math.round(list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length));
process.stdout.write(
  `${args.entities.toLocaleString('en')} entities, ${connections} clients, ${args.seconds} s, ${args.workers} worker(s), ${swaps} swaps
${Math.round(requests.average).toLocaleString('en')} requests/s; p50 ${latency.p50} ms, p97.5 ${latency.p97_5} ms, p99 ${latency.p99} ms
memory of the process that listens: ${mean(memory.slice(0, third))}, ${mean(memory.slice(third, 2 * third))}, ${mean(memory.slice(2 * third))} MiB by thirds, ${Math.max(...memory)} at most
${errors} errors, ${timeouts} timeouts, ${refused} refused for now, ${non2xx - refused} other answers that were no success, of ${requests.total.toLocaleString('en')}
`,
);
process.exitCode = failed === 0 ? 0 : 1;
