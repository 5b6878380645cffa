import {existsSync} from 'node:fs';
import {z} from 'zod';
import {isClickHouse} from '../../clickhouse/address.ts';
import {examine} from '../../doctor.ts';
import {resolveSource} from '../../source.ts';
import {stateFolder} from '../../state/folder.ts';
import {type Args, dataPath, defineCommand, formatOf, interruption, isColored} from '../options.ts';
import {print} from '../output.ts';
import {progressPrinter} from '../progress.ts';

const finding = z.object({check: z.string(), ok: z.boolean(), finding: z.string(), remedy: z.string().nullable()});

/** Checks everything that a store needs. */
export const doctorCommand = defineCommand({
  command: 'doctor',
  describe:
    'Check the store and the environment and report problems: versions, disk, locks, hashes, indexes, and that no network is used',
  builder: (cli) =>
    cli
      .option('quick', {type: 'boolean', default: false, describe: 'Skip the checks that read the whole store'})
      .example('biograph doctor --data my-store', 'Before you ask for help'),
  handler: run,
});

async function run(args: Args): Promise<void> {
  const path = dataPath(args);
  const isThere = path === undefined || isClickHouse(path) || existsSync(path);
  const store = isThere ? (await resolveSource(path)).store : undefined;
  const {onProgress, stop} = progressPrinter();
  const asked = {store, given: path, state: stateFolder(undefined), quick: args.quick === true};
  const rows = await examine({...asked, onProgress, signal: interruption()}).finally(stop);
  const ok = rows.every((row) => row.ok);
  await print({result: {ok, checks: rows}, rows, schema: finding, isList: true}, formatOf(args), isColored(args));
  if (!ok) process.exitCode = 1;
}
