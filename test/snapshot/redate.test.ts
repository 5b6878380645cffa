import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {loadSnapshot, openGraph} from '../../src/index.ts';
import {SAMPLE} from '../../src/source.ts';
import {build, recipe, workspace} from '../import/helpers.ts';

const folder = workspace();
const store = () => join(mkdtempSync(join(tmpdir(), 'biograph-redate-')), 'store');

it('whoever follows the changes learns of what another build of the graph has changed, added and left out, however it is dated', async () => {
  const made = (rows: string) =>
    build(folder, [
      recipe(
        folder,
        {
          entities: `select key, 'company' as kind, name, day::timestamptz as updated_at from (values ${rows}) v(key, name, day)`,
        },
        '-- name: companies\n',
      ),
    ]);
  const first = await made(
    `('a:1', 'Newest', '2024-05-01'), ('a:2', 'Old name', '2020-01-01'), ('a:3', 'Gone', '2021-01-01')`,
  );
  const at = store();
  await loadSnapshot({snapshot: first.out, store: at});
  let end: string;
  {
    await using graph = await openGraph(at);
    const page = await graph.changes({since: '1970-01-01', limit: 200});
    expect(page.count).toBe(3);
    end = page.next_cursor;
  }
  const warnings: string[] = [];
  const second = await made(
    `('a:1', 'Newest', '2024-05-01'), ('a:2', 'New name', '2020-01-01'), ('a:4', 'Added', '2019-01-01')`,
  );
  await loadSnapshot({snapshot: second.out, store: at, redate: true});
  await using graph = await openGraph(at);
  const page = await graph.changes({after: end, limit: 200});
  expect(page.changes.map(({op, name}) => [op, name]).sort()).toEqual([
    ['merged', 'Gone'],
    ['upsert', 'Added'],
    ['upsert', 'New name'],
  ]);
  expect((await graph.stats()).total).toBe(3);
  // Without being asked it only says what would be missed, of the same snapshot nothing.
  await loadSnapshot({snapshot: second.out, store: at, onWarning: (warning) => warnings.push(warning)});
  expect(warnings).toEqual([]);
  await loadSnapshot({snapshot: first.out, store: at, onWarning: (warning) => warnings.push(warning)});
  expect(warnings.join()).toMatch(/^2 rows are new or differ .*, and 1 are gone/);
});

it('whoever follows the changes learns of what a later build suppresses, and once', async () => {
  const companies = recipe(
    folder,
    {
      entities: `select key, 'company' as kind, name, [alias] as same_as from (values ('a:1', 'Kept', null), ('a:2', 'Barred', 'b:2')) v(key, name, alias)
        union all by name select 'b:2' as key, 'company' as kind, 'Barred too' as name, 0.5 as identity_confidence`,
    },
    '-- name: barred\n',
  );
  const first = await build(folder, [companies], {asOf: '2025-01-01'});
  const at = store();
  await loadSnapshot({snapshot: first.out, store: at});
  const seen = async (after?: string) => {
    await using graph = await openGraph(at);
    const page = await graph.changes(after === undefined ? {since: '1970-01-01', limit: 200} : {after, limit: 200});
    return {end: page.next_cursor, rows: page.changes};
  };
  const {end, rows} = await seen();
  const barred = String(rows.find(({op, name}) => op === 'upsert' && name !== 'Kept')?.id);
  const list = join(mkdtempSync(join(tmpdir(), 'biograph-barred-')), 'list.txt');
  writeFileSync(list, 'a:2\n');
  const second = await build(folder, [companies], {asOf: '2025-02-01', previous: first.out, suppress: list});
  const warnings: string[] = [];
  const onWarning = (warning: string) => warnings.push(warning);
  await loadSnapshot({snapshot: second.out, store: at, onWarning});
  const later = await seen(end);
  expect(later.rows.find(({id}) => id === barred)).toMatchObject({
    op: 'merged',
    merged_into: null,
    name: barred,
    slug: barred,
  });
  expect(JSON.stringify(later.rows)).not.toMatch(/Barred|b:2/);
  // The releases after it tell nothing new of it, neither loaded nor to a store that begins with them.
  const third = await build(folder, [companies], {asOf: '2025-03-01', previous: second.out});
  await loadSnapshot({snapshot: third.out, store: at, onWarning});
  expect((await seen(later.end)).rows).toEqual([]);
  expect(warnings).toEqual([]);
});

it('a graph of every sort of row that is loaded again has no changes', async () => {
  const at = store();
  const warnings: string[] = [];
  const onWarning = (warning: string) => warnings.push(warning);
  await loadSnapshot({snapshot: SAMPLE, store: at});
  await using before = await openGraph(at);
  let end = '';
  for (let page = await before.changes({since: '1970-01-01', limit: 200}); page.count > 0; ) {
    end = page.next_cursor;
    page = await before.changes({after: end, limit: 200});
  }
  for (const redate of [false, true]) {
    await loadSnapshot({snapshot: SAMPLE, store: at, redate, onWarning});
    await using graph = await openGraph(at);
    expect((await graph.changes({after: end, limit: 200})).count).toBe(0);
  }
  expect(warnings).toEqual([]);
});
