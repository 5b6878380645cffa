import {existsSync, mkdtempSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {makeFolder} from '../../src/disk/files.ts';

const at = mkdtempSync(join(tmpdir(), 'biograph-files-'));

it('folders are made with those above them, and none within a file', () => {
  makeFolder(join(at, 'a', 'b'), 0o700);
  makeFolder(join(at, 'a', 'b'));
  expect(statSync(join(at, 'a', 'b')).mode & 0o777).toBe(0o700);
  writeFileSync(join(at, 'file'), 'x');
  expect(() => makeFolder(join(at, 'file', 'x'))).toThrow(/file is a file/);
});

it.runIf(existsSync('/proc/self'))('where the system makes none, that is said at once', () => {
  expect(() => makeFolder('/proc/x/y')).toThrow(/ENOENT|EACCES/);
});
