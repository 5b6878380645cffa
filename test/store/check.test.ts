import {cpSync, mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
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

it('a store that has lost the record of its hashes is not called whole', async () => {
  const store = join(mkdtempSync(join(tmpdir(), 'biograph-check-')), 'store');
  cpSync(inject('store'), store, {recursive: true});
  const {generation} = readPointer(store);
  const file = generationFile(store, generation);
  const records = readdirSync(dirname(file)).filter((name) => name.endsWith('.json'));
  expect(records).toHaveLength(1);
  rmSync(join(dirname(file), String(records[0])));
  const checked = await checkStore(store, generation);
  expect(checked.ok).toBe(false);
  expect(checked.problems.join()).toMatch(/record of its hashes is missing/);
});
