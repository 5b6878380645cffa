import {cpSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {loadSnapshot} from '../../src/index.ts';
import {checkRoom, MOST_OF_A_KIND} from '../../src/snapshot/room.ts';
import {SAMPLE} from '../../src/source.ts';

describe('more entities of a kind than row numbers tell apart', () => {
  it('are refused from the first one too many', () => {
    expect(() => checkRoom('here', {paper: MOST_OF_A_KIND, trial: 3})).not.toThrow();
    expect(() => checkRoom('here', {trial: 3, paper: MOST_OF_A_KIND + 1})).toThrow(
      'here: has 67,108,863 entities of kind paper, and a store holds up to 67,108,862 of one kind',
    );
  });

  it('are refused by what the manifest says, before a row is read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'biograph-room-'));
    cpSync(SAMPLE, folder, {recursive: true});
    const path = join(folder, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as {counts: {entities: Record<string, number>}};
    manifest.counts.entities.patent = 80_000_000;
    writeFileSync(path, JSON.stringify(manifest));
    await expect(loadSnapshot({snapshot: folder, store: join(folder, 'store')})).rejects.toThrow(
      'has 80,000,000 entities of kind patent',
    );
  });
});
