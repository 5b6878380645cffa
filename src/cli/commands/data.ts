import {statSync} from 'node:fs';
import {join} from 'node:path';
import {FileError} from '../../errors.ts';
import {generateSnapshot} from '../../snapshot/generate/index.ts';
import {loadSnapshot} from '../../snapshot/load.ts';
import {readManifest} from '../../snapshot/manifest.ts';
import {verifySnapshot} from '../../snapshot/verify.ts';
import {embedStore} from '../../store/embed.ts';
import {isStore, readPointer} from '../../store/store.ts';
import {type Args, dataPath, defineCommand, formatOf, interruption, isColored, UsageError} from '../options.ts';
import {recordText, write} from '../output.ts';
import {progressPrinter} from '../progress.ts';

/** Commands about the data itself: snapshots and stores. */
export const dataCommands = [
  defineCommand({
    command: 'snapshot <action>',
    describe: 'Look at, check or make a snapshot',
    builder: (cli) =>
      cli
        .command(defineCommand({command: 'info <folder>', describe: 'What a snapshot holds', handler: info}))
        .command(
          defineCommand({
            command: 'verify <folder>',
            describe: 'Read every byte and compare with the manifest',
            handler: verify,
          }),
        )
        .command(
          defineCommand({
            command: 'generate',
            describe: 'Make a synthetic graph: same seed, same bytes',
            builder: (sub) =>
              sub
                .option('entities', {
                  type: 'string',
                  default: '100000',
                  requiresArg: true,
                  describe: 'How many entities',
                })
                .option('seed', {type: 'string', default: '7', requiresArg: true, describe: 'Seed'})
                .option('out', {type: 'string', demandOption: true, requiresArg: true, describe: 'Folder to write'})
                .example(
                  'biograph snapshot generate --entities 100000 --seed 7 --out synthetic',
                  'A graph to try things on',
                ),
            handler: generate,
          }),
        )
        .demandCommand(1, 'snapshot info | verify | generate'),
    handler() {},
  }),
  defineCommand({
    command: 'store <action>',
    describe: 'Make or look at a store',
    builder: (cli) =>
      cli
        .command(
          defineCommand({
            command: 'load <snapshot>',
            describe: 'Load a snapshot as the next generation of a store (--data STORE)',
            builder: (sub) =>
              sub
                .option('memory', {
                  type: 'string',
                  default: '3GB',
                  requiresArg: true,
                  describe: 'Memory limit of the load',
                })
                .option('threads', {type: 'string', default: '2', requiresArg: true, describe: 'Threads of the load'})
                .example('biograph store load my-snapshot --data my-store', 'Make a store'),
            handler: load,
          }),
        )
        .command(
          defineCommand({
            command: 'embed',
            describe: 'Give the entities embeddings, as the next generation (--data STORE)',
            builder: (sub) =>
              sub
                .option('embeddings', {
                  type: 'string',
                  requiresArg: true,
                  describe:
                    'Ready vectors: a Parquet, CSV or JSON-lines file with entity_id and vector. Default: made from the graph itself, with no model and no network',
                })
                .option('memory', {
                  type: 'string',
                  default: '3GB',
                  requiresArg: true,
                  describe: 'Memory limit of the work',
                })
                .option('threads', {type: 'string', default: '2', requiresArg: true, describe: 'Threads of the work'})
                .example('biograph store embed --data my-store', 'Look-alikes by words and neighbours together'),
            handler: embed,
          }),
        )
        .command(
          defineCommand({command: 'info', describe: 'Which generation is current (--data STORE)', handler: storeInfo}),
        )
        .demandCommand(1, 'store load | embed | info'),
    handler() {},
  }),
];

async function show(record: Record<string, unknown>, args: Args): Promise<void> {
  const format = formatOf(args);
  await write(format === 'table' ? `${recordText(record, isColored(args))}\n` : `${JSON.stringify(record)}\n`);
}

async function info(args: Args): Promise<void> {
  const {files, ...facts} = readManifest(String(args.folder));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  await show({...facts, files: files.length, bytes}, args);
}

async function verify(args: Args): Promise<void> {
  const {onProgress, stop} = progressPrinter();
  const report = await verifySnapshot(String(args.folder), {onProgress, signal: interruption()}).finally(stop);
  for (const {path, problem, remedy} of report.problems) process.stderr.write(`${path}: ${problem}. ${remedy}\n`);
  await show({ok: report.ok, problems: report.problems.length}, args);
  if (!report.ok) process.exitCode = 1;
}

async function generate(args: Args): Promise<void> {
  const {onProgress, stop} = progressPrinter();
  const manifest = await generateSnapshot({
    entities: count('entities', args.entities),
    seed: count('seed', args.seed),
    out: String(args.out),
    onProgress,
    signal: interruption(),
  }).finally(stop);
  await show({snapshot_id: manifest.snapshot_id, out: args.out, counts: manifest.counts}, args);
}

function count(name: string, value: unknown): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new UsageError(`--${name} takes a whole number, not ${String(value)}.`);
  return number;
}

async function load(args: Args): Promise<void> {
  const store = storePath(args);
  const {onProgress, stop} = progressPrinter();
  const started = performance.now();
  const pointer = await loadSnapshot({
    snapshot: String(args.snapshot),
    store,
    memoryLimit: String(args.memory),
    threads: count('threads', args.threads),
    onProgress,
    signal: interruption(),
  }).finally(stop);
  const bytes = statSync(join(store, pointer.file)).size;
  await show({store, ...pointer, bytes, seconds: Math.round((performance.now() - started) / 100) / 10}, args);
}

async function embed(args: Args): Promise<void> {
  const store = storePath(args);
  needStore(store);
  const {onProgress, stop} = progressPrinter();
  const started = performance.now();
  const {pointer, ...embedded} = await embedStore({
    store,
    ...(args.embeddings !== undefined && {embeddings: String(args.embeddings)}),
    memoryLimit: String(args.memory),
    threads: count('threads', args.threads),
    onProgress,
    signal: interruption(),
  }).finally(stop);
  if (embedded.unknown > 0)
    process.stderr.write(`${embedded.unknown} vectors name no entity of the store and were left out.\n`);
  const bytes = statSync(join(store, pointer.file)).size;
  await show(
    {store, ...pointer, ...embedded, bytes, seconds: Math.round((performance.now() - started) / 100) / 10},
    args,
  );
}

async function storeInfo(args: Args): Promise<void> {
  const store = storePath(args);
  needStore(store);
  const pointer = readPointer(store);
  await show({store, ...pointer, bytes: statSync(join(store, pointer.file)).size}, args);
}

function needStore(store: string): void {
  if (!isStore(store))
    throw new FileError(store, 'is not a store', 'Make one with `biograph store load SNAPSHOT --data STORE`.');
}

function storePath(args: Args): string {
  const path = dataPath(args);
  if (path === undefined)
    throw new UsageError('This writes or reads a store: name it with --data STORE or BIOGRAPH_DATA.');
  return path;
}
