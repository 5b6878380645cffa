import {existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {importSnapshot} from '../../src/import/index.ts';
import {AS_OF, file, recipe, workspace} from './helpers.ts';

const folder = workspace();
const out = join(folder, 'out');
const entities = `select 'x:1' as key, 'company' as kind, 'X' as name`;

it('A folder where a file is wanted is called a folder', async () => {
  const at = join(folder, 'a folder');
  // A folder in it has the name of a file that the recipe reads.
  mkdirSync(join(at, 'genes.csv'), {recursive: true});
  const path = recipe(folder, {entities}, '-- name: genes\n-- files: genes=*.csv\n');
  const given = (input: string[] | Record<string, string[]>, corrections?: string) =>
    importSnapshot({recipes: [{recipe: path, in: input}], out, asOf: AS_OF, corrections});
  for (const input of [[`genes=${at}`], {genes: [at]}])
    await expect(given(input)).rejects.toThrow(/a folder: is a folder, but genes is a file\. Name the file within it/);
  await expect(given([at])).rejects.toThrow(/recipe genes does not find genes \(\*\.csv\)/);
  const rows = file(folder, 'rows.csv', ['a', '1']);
  await expect(given([rows], folder)).rejects.toThrow(/: is a folder\. See "Corrections"/);
  expect(existsSync(out)).toBe(false);
});
