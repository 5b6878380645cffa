import {rm} from 'node:fs/promises';
import {z} from 'zod';
import {applyDelta} from '../../snapshot/delta.ts';
import {rollbackStore} from '../../snapshot/erase.ts';
import {type LoadInput, loadSnapshot} from '../../snapshot/load.ts';
import {unpackSnapshot} from '../../snapshot/pack.ts';
import {upgradeStore} from '../../snapshot/upgrade.ts';
import {checkStore} from '../../store/check.ts';
import {givenCursorKey} from '../../store/cursor-key.ts';
import {embedStore} from '../../store/embed.ts';
import {bytesOf, listGenerations} from '../../store/generations.ts';
import {releaseOf} from '../../store/release.ts';
import {generationsOf, type Pointer, pin, pruneGenerations, readPointer} from '../../store/store.ts';
import {type Args, defineCommand, formatOf, interruption, isColored, UsageError} from '../options.ts';
import {print} from '../output.ts';
import {progressPrinter} from '../progress.ts';
import {isFile, needStore, secondsSince, show, storePath, wholeNumber, workOf, workOptions} from './parts.ts';
import {publishCommand} from './publish.ts';

/** Commands for stores: load, change, list, roll back, verify. */
export const storeCommand = defineCommand({
  command: 'store <action>',
  describe: 'Load, update, inspect or verify a store (--data STORE)',
  builder: (cli) =>
    cli
      .command(
        defineCommand({
          command: 'load <snapshot>',
          describe: 'Load a snapshot as the next generation',
          builder: (sub) =>
            workOptions(sub)
              .option('key', {
                type: 'string',
                requiresArg: true,
                describe: 'Public Ed25519 key (PEM): load only a snapshot that it signed, complete and unaltered',
              })
              .option('older', {
                type: 'boolean',
                default: false,
                describe: 'Allow an older release to replace a later one of the same graph',
              })
              .option('redate', {
                type: 'boolean',
                default: false,
                describe: 'Date changed rows so that followers learn of them, where the snapshot dates them too early',
              })
              .option('row-numbers', {
                choices: ['auto', 'wide'],
                default: 'auto',
                requiresArg: true,
                describe: 'Width of row numbers: auto takes 64 bits above 33 million entities, wide always',
              })
              .example('biograph store load my-snapshot --data my-store', 'Make a store'),
          handler: load,
        }),
      )
      .command(
        defineCommand({
          command: 'apply <delta>',
          describe: 'Apply a delta snapshot to a store that has its base, as the next generation',
          builder: (sub) =>
            workOptions(sub).option('key', {
              type: 'string',
              requiresArg: true,
              describe: 'Public Ed25519 key (PEM) the delta must be signed with',
            }),
          handler: apply,
        }),
      )
      .command(
        defineCommand({
          command: 'embed',
          describe: 'Add embeddings to the entities, as the next generation',
          builder: (sub) =>
            workOptions(sub)
              .option('embeddings', {
                type: 'string',
                requiresArg: true,
                describe:
                  'File of vectors (Parquet, CSV or JSON lines) with entity_id and vector. Default: compute them from the graph itself, with no model and no network',
              })
              .example('biograph store embed --data my-store', 'Compare look-alikes by words and neighbours'),
          handler: embed,
        }),
      )
      .command(
        defineCommand({
          command: 'upgrade',
          describe: 'Upgrade a store written by an earlier version, as the next generation',
          builder: (sub) => workOptions(sub),
          handler: upgrade,
        }),
      )
      .command(defineCommand({command: 'info', describe: 'Show the current generation', handler: info}))
      .command(defineCommand({command: 'generations', describe: 'List the kept generations', handler: generations}))
      .command(
        defineCommand({
          command: 'rollback',
          describe: 'Roll back to an older generation',
          builder: (sub) =>
            sub.option('to', {type: 'string', requiresArg: true, describe: 'Its number; default: the previous one'}),
          handler: goBack,
        }),
      )
      .command(
        defineCommand({
          command: 'pin <generation>',
          describe: 'Pin a generation, so that it is never removed',
          handler: (args) => setPin(args, true),
        }),
      )
      .command(
        defineCommand({
          command: 'unpin <generation>',
          describe: 'Unpin a generation',
          handler: (args) => setPin(args, false),
        }),
      )
      .command(
        defineCommand({
          command: 'prune',
          describe: 'Remove old generations; pinned ones stay',
          builder: (sub) =>
            sub.option('keep', {
              type: 'string',
              default: '3',
              requiresArg: true,
              describe: 'How many generations to keep, including the current one',
            }),
          handler: prune,
        }),
      )
      .command(
        defineCommand({
          command: 'verify',
          describe: 'Verify the current generation: its hashes, the consistency of its tables, its digest',
          builder: (sub) =>
            sub.option('generation', {type: 'string', requiresArg: true, describe: 'Default: the current one'}),
          handler: verify,
        }),
      )
      .command(publishCommand)
      .demandCommand(
        1,
        'store load | apply | embed | publish | upgrade | info | generations | rollback | pin | unpin | prune | verify',
      ),
  handler() {},
});

const warn = (warning: string) => process.stderr.write(`${warning}\n`);

function load(args: Args): Promise<void> {
  const older = args.older === true;
  const rowNumbers = args['row-numbers'] === 'wide' ? 'wide' : 'auto';
  return bring(args, storePath(args), String(args.snapshot), (snapshot, work) =>
    loadSnapshot({...work, snapshot, older, redate: args.redate === true, rowNumbers}),
  );
}

function apply(args: Args): Promise<void> {
  return bring(args, needStore(args), String(args.delta), (delta, work) => applyDelta(delta, work));
}

/** Makes a generation from a snapshot or a delta, packed or not, and reports the result. */
async function bring(
  args: Args,
  store: string,
  path: string,
  make: (folder: string, work: Omit<LoadInput, 'snapshot'>) => Promise<Pointer>,
): Promise<void> {
  const started = performance.now();
  const pointer = await withFolder(path, store, (folder, onProgress) =>
    make(folder, {
      store,
      ...(args.key !== undefined && {key: String(args.key)}),
      ...workOf(args),
      cursorKey: givenCursorKey(args['cursor-key']),
      onWarning: warn,
      onProgress,
      signal: interruption(),
    }),
  );
  await show({store, ...pointer, bytes: bytesOf(store, pointer.generation), seconds: secondsSince(started)}, args);
}

/** A packed snapshot is unpacked next to the store while it is needed. */
async function withFolder<T>(
  path: string,
  store: string,
  work: (folder: string, onProgress: ReturnType<typeof progressPrinter>['onProgress']) => Promise<T>,
): Promise<T> {
  const {onProgress, stop} = progressPrinter();
  const unpacked = `${store.replace(/[/\\]+$/, '')}.unpacked-${process.pid}`;
  try {
    if (!isFile(path)) return await work(path, onProgress);
    await unpackSnapshot(path, unpacked, {replace: true, onProgress, signal: interruption()});
    return await work(unpacked, onProgress);
  } finally {
    stop();
    await rm(unpacked, {recursive: true, force: true});
  }
}

async function embed(args: Args): Promise<void> {
  const store = needStore(args);
  const {onProgress, stop} = progressPrinter();
  const started = performance.now();
  const {pointer, ...embedded} = await embedStore({
    store,
    ...(args.embeddings !== undefined && {embeddings: String(args.embeddings)}),
    ...workOf(args),
    onProgress,
    signal: interruption(),
  }).finally(stop);
  if (embedded.unknown > 0) warn(`${embedded.unknown} vectors belong to no entity of the store and were left out.`);
  await show(
    {store, ...pointer, ...embedded, bytes: bytesOf(store, pointer.generation), seconds: secondsSince(started)},
    args,
  );
}

async function upgrade(args: Args): Promise<void> {
  const store = needStore(args);
  const {onProgress, stop} = progressPrinter();
  const started = performance.now();
  const {from, to, ...pointer} = await upgradeStore({
    store,
    ...workOf(args),
    onProgress,
    signal: interruption(),
  }).finally(stop);
  if (from === to) warn('The store already has this version’s format; nothing was done.');
  await show(
    {store, ...pointer, from, to, bytes: bytesOf(store, pointer.generation), seconds: secondsSince(started)},
    args,
  );
}

async function info(args: Args): Promise<void> {
  const store = needStore(args);
  const pointer = readPointer(store);
  const {release, as_of, cursor} = await releaseOf(store, pointer.generation);
  await show({store, ...pointer, release, as_of, cursor, bytes: bytesOf(store, pointer.generation)}, args);
}

const generationRow = z.object({
  generation: z.int(),
  current: z.boolean(),
  pinned: z.boolean(),
  release: z.int().nullable(),
  as_of: z.string().nullable(),
  snapshot_id: z.string().nullable(),
  bytes: z.int(),
  made_at: z.string(),
});

async function generations(args: Args): Promise<void> {
  const rows = await listGenerations(needStore(args));
  await print(
    {result: {generations: rows}, rows, schema: generationRow, isList: true},
    formatOf(args),
    isColored(args),
  );
}

async function goBack(args: Args): Promise<void> {
  const store = needStore(args);
  const {generation} = readPointer(store);
  const before = generationsOf(store)
    .filter((one) => one < generation)
    .at(-1);
  const to = args.to === undefined ? before : wholeNumber('to', args.to);
  if (to === undefined)
    throw new UsageError(`There is no generation before ${generation}; see \`biograph store generations\`.`);
  await show({store, ...(await rollbackStore(to, {store, signal: interruption()}))}, args);
}

async function setPin(args: Args, keep: boolean): Promise<void> {
  const store = needStore(args);
  await show({store, pinned: await pin(store, wholeNumber('generation', args.generation), keep)}, args);
}

async function prune(args: Args): Promise<void> {
  const keep = wholeNumber('keep', args.keep);
  if (keep < 1) throw new UsageError('--keep counts the current generation, which stays: give 1 or more, not 0.');
  const store = needStore(args);
  const removed = await pruneGenerations(store, keep);
  await show({store, removed, kept: generationsOf(store)}, args);
}

async function verify(args: Args): Promise<void> {
  const store = needStore(args);
  const generation =
    args.generation === undefined ? readPointer(store).generation : wholeNumber('generation', args.generation);
  const {onProgress, stop} = progressPrinter();
  const report = await checkStore(store, generation, {onProgress, signal: interruption()}).finally(stop);
  for (const problem of report.problems) warn(problem);
  await show({...report, problems: report.problems.length}, args);
  if (!report.ok) process.exitCode = 1;
}
