import {createSnapshot} from '../../snapshot/create.ts';
import {diffSnapshots} from '../../snapshot/delta.ts';
import {generateSnapshot} from '../../snapshot/generate/index.ts';
import {type Manifest, readManifest} from '../../snapshot/manifest.ts';
import {packedManifest, packSnapshot, unpackSnapshot} from '../../snapshot/pack.ts';
import {signSnapshot} from '../../snapshot/sign.ts';
import {expiryWarning, verifySnapshot} from '../../snapshot/verify.ts';
import {currentRelease} from '../../store/release.ts';
import {type Args, dataPath, defineCommand, interruption, UsageError} from '../options.ts';
import {progressPrinter} from '../progress.ts';
import {isFile, moment, show, storePath, wholeNumber, workOf, workOptions} from './parts.ts';

const out = {type: 'string', demandOption: true, requiresArg: true} as const;
const replace = {type: 'boolean', default: false, describe: 'Replace an existing one'} as const;
const expires = {
  type: 'string',
  requiresArg: true,
  describe: 'ISO date after which readers are warned',
} as const;

/** Commands for snapshots: show, verify, create, compare, pack, sign. */
export const snapshotCommand = defineCommand({
  command: 'snapshot <action>',
  describe: 'Inspect, verify, create, compare, pack or sign a snapshot',
  builder: (cli) =>
    cli
      .command(defineCommand({command: 'info <snapshot>', describe: 'Show what a snapshot contains', handler: info}))
      .command(
        defineCommand({
          command: 'verify <snapshot>',
          describe: 'Verify every byte against the manifest; with --key, the signature too',
          builder: (sub) =>
            sub
              .option('key', {
                type: 'string',
                requiresArg: true,
                describe: 'Public Ed25519 key (PEM) it must be signed with',
              })
              .example(
                'biograph snapshot verify my-snapshot --key maker.pub.pem',
                'Check that it is complete and signed by its maker',
              ),
          handler: verify,
        }),
      )
      .command(
        defineCommand({
          command: 'create',
          describe: 'Write a store’s graph as a full snapshot (--data STORE)',
          builder: (sub) =>
            workOptions(sub)
              .option('out', {...out, describe: 'Folder to write'})
              .option('generation', {type: 'string', requiresArg: true, describe: 'Default: the current one'})
              .option('expires', expires)
              .option('replace', replace)
              .example(
                'biograph snapshot create --data my-store --out my-snapshot',
                'To move a graph to another machine or version',
              ),
          handler: create,
        }),
      )
      .command(
        defineCommand({
          command: 'diff <from> <to>',
          describe: 'Write what changed between two snapshots as a delta snapshot',
          builder: (sub) =>
            workOptions(sub)
              .option('out', {...out, describe: 'Folder to write'})
              .option('replace', replace)
              .example('biograph snapshot diff march april --out march-to-april', 'Then: store apply march-to-april'),
          handler: diff,
        }),
      )
      .command(
        defineCommand({
          command: 'pack <snapshot>',
          describe: 'Pack a snapshot into one file',
          builder: (sub) =>
            sub.option('out', {...out, describe: 'File to write, e.g. my.biograph.tar'}).option('replace', replace),
          handler: pack,
        }),
      )
      .command(
        defineCommand({
          command: 'unpack <file>',
          describe: 'Unpack a packed snapshot, verifying every byte',
          builder: (sub) => sub.option('out', {...out, describe: 'Folder to write'}).option('replace', replace),
          handler: unpack,
        }),
      )
      .command(
        defineCommand({
          command: 'sign <snapshot>',
          describe: 'Sign a snapshot with an Ed25519 key',
          builder: (sub) =>
            sub
              .option('key', {type: 'string', demandOption: true, requiresArg: true, describe: 'Private key (PEM)'})
              .option('expires', expires)
              .example('openssl genpkey -algorithm ed25519 -out maker.pem', 'Make a key')
              .example('biograph snapshot sign my-snapshot --key maker.pem', 'Sign with it'),
          handler: sign,
        }),
      )
      .command(
        defineCommand({
          command: 'generate',
          describe: 'Generate a synthetic graph: same seed, same bytes',
          builder: (sub) =>
            sub
              .option('entities', {type: 'string', default: '100000', requiresArg: true, describe: 'How many entities'})
              .option('seed', {type: 'string', default: '7', requiresArg: true, describe: 'Seed'})
              .option('out', {...out, describe: 'Folder to write'})
              .example(
                'biograph snapshot generate --entities 100000 --seed 7 --out synthetic',
                'A graph for experiments',
              ),
          handler: generate,
        }),
      )
      .demandCommand(1, 'snapshot info | verify | create | diff | pack | unpack | sign | generate'),
  handler() {},
});

function manifestOf(path: string): Promise<Manifest> {
  return isFile(path) ? packedManifest(path) : Promise.resolve(readManifest(path));
}

async function info(args: Args): Promise<void> {
  const {files, ...facts} = await manifestOf(String(args.snapshot));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  await show({...facts, files: files.length, bytes}, args);
}

async function verify(args: Args): Promise<void> {
  const folder = String(args.snapshot);
  if (isFile(folder)) throw new UsageError('Unpack it first; `biograph snapshot unpack` checks every byte as it goes.');
  const store = dataPath(args);
  const {onProgress, stop} = progressPrinter();
  const report = await verifySnapshot(folder, {
    ...(args.key !== undefined && {key: String(args.key)}),
    after: store === undefined ? undefined : await currentRelease(store),
    onProgress,
    signal: interruption(),
  }).finally(stop);
  for (const {path, problem, remedy} of report.problems) process.stderr.write(`${path}: ${problem}. ${remedy}.\n`);
  const expired = report.manifest === null ? undefined : expiryWarning(report.manifest, folder);
  if (expired !== undefined) process.stderr.write(`${expired}\n`);
  await show(
    {ok: report.ok, problems: report.problems.length, ...(args.key !== undefined && {signed: report.ok})},
    args,
  );
  if (!report.ok) process.exitCode = 1;
}

async function create(args: Args): Promise<void> {
  const {onProgress, stop} = progressPrinter();
  const manifest = await createSnapshot({
    store: storePath(args),
    out: String(args.out),
    ...(args.generation !== undefined && {generation: wholeNumber('generation', args.generation)}),
    ...(args.expires !== undefined && {expires: moment('expires', args.expires)}),
    replace: args.replace === true,
    ...workOf(args),
    onProgress,
    signal: interruption(),
  }).finally(stop);
  await show(
    {snapshot_id: manifest.snapshot_id, out: args.out, release: manifest.release, counts: manifest.counts},
    args,
  );
}

async function diff(args: Args): Promise<void> {
  const {onProgress, stop} = progressPrinter();
  const manifest = await diffSnapshots({
    from: String(args.from),
    to: String(args.to),
    out: String(args.out),
    replace: args.replace === true,
    ...workOf(args),
    onProgress,
    signal: interruption(),
  }).finally(stop);
  const rows = Object.fromEntries(manifest.files.map(({table, rows}) => [table, rows]));
  const {snapshot_id, base_snapshot_id, target_snapshot_id, release} = manifest;
  await show({snapshot_id, base_snapshot_id, target_snapshot_id, release, out: args.out, rows}, args);
}

async function pack(args: Args): Promise<void> {
  const {onProgress, stop} = progressPrinter();
  const options = {replace: args.replace === true, onProgress, signal: interruption()};
  const manifest = await packSnapshot(String(args.snapshot), String(args.out), options).finally(stop);
  await show({snapshot_id: manifest.snapshot_id, out: args.out}, args);
}

async function unpack(args: Args): Promise<void> {
  const {onProgress, stop} = progressPrinter();
  const options = {replace: args.replace === true, onProgress, signal: interruption()};
  const manifest = await unpackSnapshot(String(args.file), String(args.out), options).finally(stop);
  await show({snapshot_id: manifest.snapshot_id, out: args.out}, args);
}

async function sign(args: Args): Promise<void> {
  const options = args.expires === undefined ? {} : {expires: moment('expires', args.expires)};
  const manifest = await signSnapshot(String(args.snapshot), String(args.key), options);
  await show({snapshot_id: manifest.snapshot_id, signed: true, expires_at: manifest.expires_at ?? null}, args);
}

async function generate(args: Args): Promise<void> {
  const {onProgress, stop} = progressPrinter();
  const manifest = await generateSnapshot({
    entities: wholeNumber('entities', args.entities),
    seed: wholeNumber('seed', args.seed),
    out: String(args.out),
    onProgress,
    signal: interruption(),
  }).finally(stop);
  await show({snapshot_id: manifest.snapshot_id, out: args.out, counts: manifest.counts}, args);
}
