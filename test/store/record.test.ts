import {linkSync, mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {record, recorded} from '../../src/store/record.ts';

it('takes over what was recorded of a file that is shared, and hashes one of the same name that is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'biograph-record-'));
  const generation = (name: string, lookups: Record<string, string>) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, `${name}.duckdb`), name);
    for (const [file, text] of Object.entries(lookups)) writeFileSync(join(folder, name, file), text);
    return {file: join(folder, `${name}.duckdb`), lookups: ['shared', 'own'].map((file) => join(folder, name, file))};
  };
  const first = generation('first', {shared: 'as it was', own: 'of the first'});
  await record(first, first.file);
  const second = generation('second', {own: 'of the second'});
  writeFileSync(join(folder, 'first', 'shared'), 'as it wes');
  linkSync(join(folder, 'first', 'shared'), join(folder, 'second', 'shared'));
  await record(second, second.file, first);
  const [before, after] = [recorded(first.file), recorded(second.file)];
  expect(after?.files.shared).toEqual(before?.files.shared);
  expect(after?.files.own?.sha256_of_parts).not.toBe(before?.files.own?.sha256_of_parts);
});
