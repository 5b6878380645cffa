/** @module-tag long */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {verifySnapshot} from '../../src/snapshot/verify.ts';
import '../helpers/built.ts';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();
const slow = recipe(folder, {
  entities: `select 'a:' || i as key, 'company' as kind, md5(md5(i::varchar)) as name from range(2000000000) t(i) where md5(i::varchar) < '00000'`,
});
const quick = recipe(folder, {entities: `select 'a:1' as key, 'company' as kind, 'X' as name`});

/** Starts a build that takes long, and resolves when its working folder is there. */
async function started(into: string, ...more: string[]): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [
      'bin/biograph.js',
      'import',
      '--recipe',
      slow,
      '--in',
      folder,
      '--as-of',
      '2025-01-01',
      '--out',
      join(into, 'graph'),
      ...more,
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  while (!readdirSync(into).some((name) => name.startsWith('.biograph-work-'))) {
    if (child.exitCode !== null) throw new Error('the build ended before it could be interrupted');
    await new Promise((wait) => setTimeout(wait, 50));
  }
  return child;
}

describe('an interrupted build', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing at all after %s', async (signal) => {
    const into = join(folder, signal);
    mkdirSync(into);
    const child = await started(into);
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).not.toBe(0);
    expect(readdirSync(into)).toEqual([]);
  });

  it('leaves no half of a snapshot after SIGKILL, the one before as it was, and the next build clears up', async () => {
    const into = join(folder, 'killed');
    mkdirSync(into);
    const before = await build(folder, [quick], {out: join(into, 'graph')});
    expect(before.report.entities).toEqual({company: 1});
    const child = await started(into, '--replace');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await verifySnapshot(join(into, 'graph'))).problems).toEqual([]);
    expect(readdirSync(into).filter((name) => name.startsWith('.biograph-work-'))).toHaveLength(1);
    await build(folder, [quick], {out: join(into, 'other')});
    expect(readdirSync(into).sort()).toEqual(['graph', 'other']);
    expect(existsSync(join(into, 'graph.rejects.ndjson'))).toBe(false);
  });
});
