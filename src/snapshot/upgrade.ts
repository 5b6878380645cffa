import {storeFormatOf} from '../store/release.ts';
import {generationFile, type Pointer, readPointer} from '../store/store.ts';
import {STORE_FORMAT} from '../tables/format.ts';
import {applyChanges} from './change.ts';
import type {ApplyInput} from './change-set.ts';

export type UpgradeInput = Pick<ApplyInput, 'store' | 'memoryLimit' | 'threads' | 'onProgress' | 'signal'>;

/**
 * The current generation after an upgrade, and the store formats before and after; they are equal if there was nothing
 * to do.
 */
export type Upgraded = Pointer & {from: string; to: string};

/**
 * Upgrades a store that an earlier version wrote: the next generation is built from the snapshot's rows, which every
 * generation keeps. Snapshot, release and cursor stay the same. Readers of the earlier version continue with their
 * generation. If the process is killed at any time, the store is unchanged.
 * @throws FileError if the store's layout is of a later version, or of one before rows were kept without loss.
 */
export async function upgradeStore(input: UpgradeInput): Promise<Upgraded> {
  const pointer = readPointer(input.store);
  const from = await storeFormatOf(generationFile(input.store, pointer.generation));
  if (from === STORE_FORMAT) return {...pointer, from, to: STORE_FORMAT};
  const upgraded = await applyChanges(
    {anyLayout: true, fill: (_, base) => Promise.resolve(base)},
    {...input, by: 'build'},
  );
  return {...upgraded, from, to: STORE_FORMAT};
}
