import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {cpus, totalmem} from 'node:os';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import yargs from 'yargs';
import {table} from './measure.ts';
import {measureStarts, type Start} from './startup.ts';
import {type Follow, type Http, type Reads, type Similar, STEPS} from './steps.ts';

/**
 * `npm run bench`: loads a seeded synthetic graph and measures every read beside a prepared `select 1`, and HTTP beside
 * a bare Fastify route. Machines are noisy: compare within a run, never an absolute time between two runs.
 */
const args = await yargs(process.argv.slice(2))
  .option('entities', {
    type: 'number',
    default: 1_000_000,
    describe: 'Size of the graph; edges are about five times as many',
  })
  .option('runs', {type: 'number', default: 300, describe: 'Questions of each sort'})
  .option('folder', {
    type: 'string',
    default: '.cache/bench',
    describe: 'Where snapshot and store are kept between runs',
  })
  .option('fresh', {type: 'boolean', default: false, describe: 'Load again even where a store is there'})
  .option('peers', {
    type: 'boolean',
    default: false,
    describe: 'Instead: beside the databases that benchmarks/peers installs; writes benchmarks/RESULTS.md',
  })
  .option('step', {type: 'string', describe: 'One step, in this process (used by itself)'})
  .strict()
  .parseAsync();

const folder = resolve(args.folder, String(args.entities));
const place = {
  snapshot: join(folder, 'snapshot'),
  store: join(folder, 'store'),
  embedded: join(folder, 'embedded'),
  entities: args.entities,
  runs: args.runs,
};

if (args.step !== undefined) {
  process.stdout.write(JSON.stringify(await STEPS[args.step as keyof typeof STEPS](place)));
} else {
  mkdirSync(folder, {recursive: true});
  const results: Record<string, unknown> = {
    machine: {
      cpus: cpus().length,
      model: cpus()[0]?.model,
      gib: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
    entities: args.entities,
  };
  if (!existsSync(join(place.snapshot, 'manifest.json'))) results.generate = step('generate');
  if (args.fresh) rmSync(place.store, {recursive: true, force: true});
  if (!existsSync(join(place.store, 'current.json'))) results.load = step('load');
  if (args.peers) {
    const [{measurePeers}, {reportPeers}] = await Promise.all([import('./peers/run.ts'), import('./peers/report.ts')]);
    await reportPeers(await measurePeers({entities: args.entities, folder, runs: Math.min(args.runs, 100)}));
    process.exit();
  }
  results.open = [1, 2, 3, 4, 5].map(() => step('open'));
  results.starts = measureStarts(place.store);
  results.reads = step('reads');
  results.http = step('http');
  results.follow = step('follow');
  if (args.fresh) rmSync(place.embedded, {recursive: true, force: true});
  if (!existsSync(join(place.embedded, 'current.json'))) results.embed = step('embed');
  results.similar = step('similar');
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  report(results);
}

function step(name: string): unknown {
  process.stderr.write(`${name} …\n`);
  const words = [
    '--import',
    'tsx',
    fileURLToPath(import.meta.url),
    '--step',
    name,
    '--entities',
    String(args.entities),
    '--runs',
    String(args.runs),
    '--folder',
    args.folder,
  ];
  const env = {...process.env, UV_THREADPOOL_SIZE: '12'};
  return JSON.parse(execFileSync(process.execPath, words, {encoding: 'utf8', env, maxBuffer: 1e8}));
}

function startLines(starts: readonly Start[]): string[] {
  const floor = starts[0]?.cpu ?? 1;
  return starts.map(
    ({name, cpu, goal}) =>
      `${name.padEnd(42)}${cpu.toFixed(2)} s of CPU, ${(cpu / floor).toFixed(1)} × node${goal === '' ? '' : ` (${goal})`}`,
  );
}

function report(results: Record<string, unknown>): void {
  const lines: string[] = [];
  const load = results.load as {seconds: number; mib: number; fileMib: number} | undefined;
  if (load !== undefined)
    lines.push(
      `load ${load.seconds.toFixed(1)} s (60), ${load.mib.toFixed(0)} MiB (4096); store file ${load.fileMib.toFixed(0)} MiB (1229)`,
    );
  const open = (results.open as {ms: number}[]).map(({ms}) => ms).sort((a, b) => a - b);
  lines.push(`open to first answer ${open[2]?.toFixed(0)} ms (300)`);
  lines.push(...startLines(results.starts as Start[]));
  const {timings, mib} = results.reads as Reads;
  const floor = timings[0]?.p50 ?? 1;
  lines.push(`reading process ${mib.toFixed(0)} MiB (1024)`, '', table(timings, floor));
  const http = results.http as Http;
  lines.push(
    '',
    table([http.bareFirst, http.first], http.bareFirst.p50),
    `repeated GET ${http.entity.toFixed(0)}/s, bare Fastify route ${http.bare.toFixed(0)}/s: ${(100 * http.share).toFixed(0)} % (50)`,
  );
  const {floor: least, changed, refreshing, restating, building, few, ...made} = results.follow as Follow;
  const inFloors = (time: number) =>
    `${time.toFixed(1)} s (${Math.round((time * 1000) / least).toLocaleString('en')} floors)`;
  lines.push(
    '',
    `${changed.toLocaleString('en')} changed entities by an incremental refresh (10 s of a million, 5 of 100,000; a floor is ${least.toFixed(2)} ms): with their edges ${inFloors(refreshing)}, without ${inFloors(restating)}, ${made.mib.toFixed(0)} MiB; store file ${made.fileMib.toFixed(0)} MiB; ten in ${few.toFixed(1)} s; built anew in ${building.toFixed(1)} s`,
  );
  const embed = results.embed as {seconds: number; mib: number; fileMib: number} | undefined;
  if (embed !== undefined)
    lines.push(
      '',
      `embeddings from the graph ${embed.seconds.toFixed(1)} s, ${embed.mib.toFixed(0)} MiB; store file ${embed.fileMib.toFixed(0)} MiB`,
    );
  const {timings: alike, recall} = results.similar as Similar;
  lines.push(
    '',
    table(alike, alike[0]?.p50 ?? 1),
    recall === null ? 'every vector compared' : `recall@10 of the candidate filter ${recall.toFixed(3)} (0.99)`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}
