import {FileError} from '../errors.ts';
import {generationFile, generationsOf, readPointer} from '../store/store.ts';

/** The numbers of the generations to compare; default: the current one and the one before it. */
export interface PairOptions {
  from?: number | undefined;
  to?: number | undefined;
}

/**
 * The files of two kept generations of a store, the older one first.
 * @throws FileError if one does not exist.
 */
export function pairOf(store: string, {from, to}: PairOptions = {}): {before: string; after: string} {
  const newer = to ?? readPointer(store).generation;
  const kept = generationsOf(store);
  const older = from ?? kept.filter((one) => one < newer).at(-1);
  for (const one of [older, newer])
    if (one === undefined || !kept.includes(one))
      throw new FileError(
        store,
        `has the generations ${kept.join(', ')}, but no ${one ?? 'earlier one'}`,
        'See `biograph store generations`.',
      );
  return {before: generationFile(store, older ?? newer), after: generationFile(store, newer)};
}
