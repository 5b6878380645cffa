import {join} from 'node:path';
import {inject} from 'vitest';
import {StoredGeneration} from '../../src/store/generation.ts';
import {readPointer} from '../../src/store/store.ts';

/** The generation of the generated graph, below all doors. */
export function openGenerated(): Promise<StoredGeneration> {
  const folder = inject('store');
  const {file, generation} = readPointer(folder);
  return StoredGeneration.open(join(folder, file), generation);
}
