import {cpSync, mkdtempSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {expect, inject, it} from 'vitest';
import {checkStore} from '../../src/store/check.ts';
import {generationFile, readPointer} from '../../src/store/store.ts';

it('a store is verified without a file written beside it: it may be one to read only', async () => {
  const store = join(mkdtempSync(join(tmpdir(), 'biograph-check-')), 'store');
  cpSync(inject('store'), store, {recursive: true});
  const {generation} = readPointer(store);
  const folders = [store, dirname(generationFile(store, generation))];
  const moments = () => folders.map((folder) => statSync(folder).mtimeMs);
  const before = moments();
  expect(await checkStore(store, generation)).toMatchObject({ok: true, problems: []});
  expect(moments()).toEqual(before);
});
