import {storeFormatOf} from '../store/release.ts';
import {generationFile, type Pointer, readPointer} from '../store/store.ts';
import {STORE_FORMAT} from '../tables/format.ts';
import {applyChanges} from './change.ts';
import type {ApplyInput} from './change-set.ts';

export type UpgradeInput = Pick<ApplyInput, 'store' | 'memoryLimit' | 'threads' | 'onProgress' | 'signal'>;

/** The current generation after an upgrade, and the store formats before and after, which are the same where there was nothing to do. */
export type Upgraded = Pointer & {from: string; to: string};

/**
 * Brings a store that an earlier version wrote up to this version: the snapshot's rows, which every generation keeps, become the next
 * generation with the tables of today. Snapshot, release and cursor stay what they were. Readers of the earlier version go on with the
 * generation they have; killed at any moment, the store is as it was.
 * @throws FileError when the store's layout is of a later version, or of one before rows were kept without loss.
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
