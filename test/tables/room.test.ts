import {cpSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {withSession} from '../../src/engine/database.ts';
import {loadSnapshot} from '../../src/index.ts';
import {SAMPLE} from '../../src/source.ts';
import {checkRoom, checkRoomOfRows, MOST_OF_A_KIND} from '../../src/tables/room.ts';

describe('more entities of a kind than row numbers tell apart', () => {
  it('are refused from the first one too many', () => {
    expect(() => checkRoom('here', {paper: MOST_OF_A_KIND, trial: 3})).not.toThrow();
    expect(() => checkRoom('here', {trial: 3, paper: MOST_OF_A_KIND + 1})).toThrow(
      'here: has 67,108,863 entities of kind paper, but a store can have at most 67,108,862 of one kind',
    );
  });

  it('are refused among rows that changes lead to, which no manifest counts', async () => {
    await withSession({memoryLimit: '512MB'}, async (connection) => {
      const rows = (live: number) =>
        connection.run(
          `CREATE OR REPLACE VIEW snapshot_entities AS SELECT 'paper' AS kind, if(range < ${live}, 'live', 'merged') AS state FROM range(${MOST_OF_A_KIND + 3})`,
        );
      await rows(MOST_OF_A_KIND);
      await checkRoomOfRows(connection, 'my-store');
      await rows(MOST_OF_A_KIND + 1);
      await expect(checkRoomOfRows(connection, 'my-store')).rejects.toThrow(
        'my-store: has 67,108,863 entities of kind paper',
      );
    });
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
