import {deriveGeneration, generationFile, type Pointer} from '../store/store.ts';
import type {ApplyInput, ChangeSet} from './change-set.ts';
import {derive, Unchanged} from './derive.ts';
import {eraseBefore} from './erase.ts';

/**
 * Makes the next generation of a store from its current one and a set of changes, atomically. The tables are refreshed
 * if that is cheaper, and built if the changes reach too far; the result is the same. Entities that the changes
 * suppress are removed from earlier generations as well.
 */
export async function applyChanges(changes: ChangeSet, input: ApplyInput): Promise<Pointer> {
  let suppressed: readonly string[] = [];
  const make = async (current: Pointer | undefined, out: string) => {
    try {
      const release = await derive(changes, input, current && generationFile(input.store, current.generation), out);
      suppressed = release.suppressed;
      return release.snapshot_id;
    } catch (error) {
      if (error instanceof Unchanged) return undefined;
      throw error;
    }
  };
  return deriveGeneration(input.store, make, {
    cursorKey: input.cursorKey,
    settle: (generation) => eraseBefore(generation, suppressed, input),
  });
}
