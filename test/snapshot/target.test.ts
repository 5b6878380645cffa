import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeEach, describe, expect, inject, it} from 'vitest';
import {packSnapshot, unpackSnapshot} from '../../src/snapshot/pack.ts';
import {checkTarget} from '../../src/snapshot/target.ts';

let at: string;
beforeEach(() => {
  at = mkdtempSync(join(tmpdir(), 'biograph-target-'));
});

describe('a folder for a snapshot', () => {
  it('is new, empty, or a snapshot that may be replaced', () => {
    expect(checkTarget(join(at, 'new', 'one'))).toBe(join(at, 'new', 'one'));
    expect(checkTarget(at)).toBe(at);
    mkdirSync(join(at, 'entities'));
    writeFileSync(join(at, 'manifest.json'), '{}');
    expect(checkTarget(at, true)).toBe(at);
    expect(() => checkTarget(at)).toThrow(/not empty/);
  });

  it('is none that holds anything else, nor a file', () => {
    writeFileSync(join(at, 'thesis.txt'), 'keep');
    expect(() => checkTarget(at, true)).toThrow(/holds thesis.txt, which is no part of a snapshot/);
    writeFileSync(join(at, 'manifest.json'), '{}');
    expect(() => checkTarget(at, true)).toThrow(/holds thesis.txt/);
    expect(() => checkTarget(join(at, 'thesis.txt'), true)).toThrow(/is a file/);
    expect(() => checkTarget(join(at, 'thesis.txt', 'x'))).toThrow(/thesis.txt is a file/);
  });
});

it('unpacking replaces a snapshot, where a link leads, and nothing else', async () => {
  const pack = join(at, 'one.tar');
  await packSnapshot(inject('snapshot'), pack);
  mkdirSync(join(at, 'mine'));
  writeFileSync(join(at, 'mine', 'thesis.txt'), 'keep');
  await expect(unpackSnapshot(pack, join(at, 'mine'), {replace: true})).rejects.toThrow(/holds thesis.txt/);
  expect(readFileSync(join(at, 'mine', 'thesis.txt'), 'utf8')).toBe('keep');
  await unpackSnapshot(pack, join(at, 'real'));
  symlinkSync(join(at, 'real'), join(at, 'link'));
  await unpackSnapshot(pack, join(at, 'link'), {replace: true});
  expect(existsSync(join(at, 'real', 'manifest.json'))).toBe(true);
  expect(readdirSync(at).sort()).toEqual(['link', 'mine', 'one.tar', 'real']);
  await expect(packSnapshot(inject('snapshot'), join(at, 'mine'), {replace: true})).rejects.toThrow(/is a folder/);
});
