import {cpSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {withSession} from '../../src/engine/database.ts';
import {loadSnapshot} from '../../src/index.ts';
import {SAMPLE} from '../../src/source.ts';
import {NARROW, WIDE} from '../../src/sql/row-numbers.ts';
import {checkRoom, MOST, MOST_NARROW, roomForRows, rowNumbersFor} from '../../src/tables/room.ts';

describe('row ids', () => {
  it('are narrow as long as the number of entities allows', () => {
    expect(rowNumbersFor({paper: MOST_NARROW - 3, trial: 3})).toBe(NARROW);
    expect(rowNumbersFor({paper: MOST_NARROW - 3, trial: 4})).toBe(WIDE);
  });

  it('are as wide as the rows need that changes lead to, which no manifest counts', async () => {
    await withSession({memoryLimit: '512MB'}, async (connection) => {
      const rows = (live: number) =>
        connection.run(
          `CREATE OR REPLACE VIEW snapshot_entities AS SELECT 'paper' AS kind, if(range < ${live}, 'live', 'merged') AS state FROM range(${MOST_NARROW + 3})`,
        );
      await rows(MOST_NARROW);
      expect(await roomForRows(connection, 'my-store')).toBe(NARROW);
      await rows(MOST_NARROW + 1);
      expect(await roomForRows(connection, 'my-store')).toBe(WIDE);
    });
  });

  // What makes the limit of narrow ones: place, row and step in 63 bits.
  it('fit the list of neighbours', async () => {
    await withSession({memoryLimit: '512MB'}, async (connection) => {
      const {rowMacros} = await import('../../src/tables/row-macros.ts');
      const key = (place: number) => connection.run(`SELECT end_key(${place}, 1073741823, 255)`);
      await connection.run(rowMacros(NARROW));
      await key(MOST_NARROW);
      await expect(key(MOST_NARROW + 1)).rejects.toThrow('Overflow');
      await connection.run(rowMacros(WIDE));
      await key(MOST);
    });
  });
});

describe('more entities than a store can number', () => {
  it('are refused from the first one too many', () => {
    expect(() => checkRoom('here', {paper: MOST - 3, trial: 3})).not.toThrow();
    expect(() => checkRoom('here', {trial: 3, paper: MOST})).toThrow(
      'here: has 1,073,741,825 entities, but a store can have at most 1,073,741,822',
    );
  });

  it('are refused by what the manifest says, before a row is read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'biograph-room-'));
    cpSync(SAMPLE, folder, {recursive: true});
    const path = join(folder, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as {counts: {entities: Record<string, number>}};
    manifest.counts.entities = {patent: 2_000_000_000};
    writeFileSync(path, JSON.stringify(manifest));
    await expect(loadSnapshot({snapshot: folder, store: join(folder, 'store')})).rejects.toThrow(
      'has 2,000,000,000 entities',
    );
  });
});
