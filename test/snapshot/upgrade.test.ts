/** @module-tag long */
import {mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {describe, expect, it, onTestFinished} from 'vitest';
import {checkStore, loadSnapshot, openGraph, upgradeStore} from '../../src/index.ts';
import {generationFile, readPointer} from '../../src/store/store.ts';
import {NUMBERED_LAYOUTS, ROWS_FORMAT, STORE_FORMAT} from '../../src/tables/format.ts';

const SAMPLE = 'snapshots/sample/snapshot';

/** What an older layout has in common with this one: the rows and the views that read them back. */
const LOSSLESS = [
  'entity',
  'gone',
  'kind',
  'relation',
  'edge_out',
  'remainder',
  'stated',
  'disease',
  'disease_about',
  'release',
  'embedding',
  'embedding_about',
];

/** A store of the sample whose file says that it has another layout (SET …), and has no table that only this one promises. */
async function storeOf(layout: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'biograph-upgrade-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const store = join(folder, 'store');
  await loadSnapshot({snapshot: SAMPLE, store});
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`ATTACH '${generationFile(store, 1)}' AS graph; ${layout}`);
  const tables = await connection.runAndReadAll(
    `SELECT table_name FROM duckdb_tables() WHERE database_name = 'graph' AND table_name NOT IN (${LOSSLESS.map((name) => `'${name}'`).join(', ')})`,
  );
  expect(tables.currentRowCount).toBeGreaterThan(20);
  for (const [table] of tables.getRows()) await connection.run(`DROP TABLE graph."${String(table)}"`);
  await connection.run('CHECKPOINT graph; DETACH graph');
  connection.disconnectSync();
  instance.closeSync();
  // The look-up files beside it belong to the layout, too.
  for (const entry of readdirSync(join(store, 'generations')))
    if (statSync(join(store, 'generations', entry)).isDirectory())
      rmSync(join(store, 'generations', entry), {recursive: true});
  return store;
}

/** Layouts were numbers before they were hashes. */
const numbered = (layout: number) =>
  `ALTER TABLE graph.release DROP COLUMN rows_format; ALTER TABLE graph.release ALTER store_format TYPE INTEGER USING ${layout}`;

describe('a store of an earlier version', () => {
  it.each([
    ['26', numbered(26)],
    ['abc', "UPDATE graph.release SET store_format = 'abc'"],
  ])(
    'is refused by readers, who are told the remedy, and becomes what a load would make of its rows (%s)',
    async (from, how) => {
      const store = await storeOf(how);
      await expect(openGraph(store)).rejects.toMatchObject({
        message: expect.stringContaining(`has store format ${from}`),
        remedy: expect.stringContaining('biograph store upgrade'),
      });

      const before = readPointer(store);
      const after = await upgradeStore({store});
      expect(after).toMatchObject({
        generation: 2,
        snapshot_id: before.snapshot_id,
        from,
        to: STORE_FORMAT,
      });

      const fresh = `${store}-fresh`;
      await loadSnapshot({snapshot: SAMPLE, store: fresh});
      const [upgraded, loaded] = [await checkStore(store, 2), await checkStore(fresh, 1)];
      expect(upgraded.problems).toEqual([]);
      expect(upgraded.digest).toBe(loaded.digest);
      await using graph = await openGraph(store);
      await using other = await openGraph(fresh);
      const asked = async (one: typeof graph) => [
        (await one.entities({q: 'KRAS G12C inhibitor', limit: 20})).results,
        (await one.autocomplete('pembro')).suggestions,
        (await one.edges('company/vertex')).relation_counts,
        (await one.facets('trial')).facets,
      ];
      expect(await asked(graph)).toEqual(await asked(other));

      // Once is enough.
      expect(await upgradeStore({store})).toMatchObject({generation: 2, from: STORE_FORMAT, to: STORE_FORMAT});
    },
  );

  it('is left alone where its rows were not kept without loss, or where it is of a later version', async () => {
    const store = await storeOf(numbered(NUMBERED_LAYOUTS[0] - 1));
    await expect(upgradeStore({store})).rejects.toMatchObject({remedy: expect.stringContaining('biograph store load')});
    const later = await storeOf(`UPDATE graph.release SET store_format = 'later', rows_format = ${ROWS_FORMAT + 1}`);
    await expect(upgradeStore({store: later})).rejects.toMatchObject({
      remedy: expect.stringContaining('Install the version of biograph that wrote it'),
    });
    expect([readPointer(store).generation, readPointer(later).generation]).toEqual([1, 1]);
  });
});
