import {basename} from 'node:path';
import {shapeOf, type TableName} from '../../src/lookups/make.ts';
import {TableFile} from '../../src/lookups/table-file.ts';
import {Words} from '../../src/lookups/words.ts';
import type {StoredGeneration} from '../../src/store/generation.ts';
import {lookupFiles} from '../../src/store/store.ts';

/** Opens look-up files of a generation; whoever does closes them. */
export function openerOf(generation: StoredGeneration, opened: {close(): void}[]) {
  const path = (name: string) => lookupFiles(generation.file).find((file) => basename(file) === name) ?? '';
  const kept = <T extends {close(): void}>(file: T) => {
    opened.push(file);
    return file;
  };
  return {
    table: (name: TableName) => kept(new TableFile(path(name), shapeOf(name, generation.rowNumbers))),
    words: () => kept(new Words(path('words.data').replace(/\.data$/, ''))),
  };
}
