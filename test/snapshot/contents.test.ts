import {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {hashFile} from '../../src/disk/hash.ts';
import {openGraph} from '../../src/index.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {readManifest} from '../../src/snapshot/manifest.ts';
import {verifySnapshot} from '../../src/snapshot/verify.ts';
import {SAMPLE} from '../../src/source.ts';
import {openShell} from '../helpers/duckdb.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-contents-'));

/** A copy of the sample with one of its tables changed by SQL, and a manifest that is right about it: as another maker might write it. */
async function spoiled(
  table: 'entities' | 'edges' | 'provenance',
  change: string,
  compression = 'zstd',
): Promise<string> {
  const at = join(folder(), 'snapshot');
  const manifest = readManifest(SAMPLE);
  const shell = await openShell();
  for (const file of manifest.files) {
    const [from, to] = [join(SAMPLE, file.path), join(at, file.path)];
    mkdirSync(join(at, file.table), {recursive: true});
    if (file.table !== table) {
      cpSync(from, to);
      continue;
    }
    await shell.rows(`create or replace temp table t as from read_parquet('${from}') order by all`);
    await shell.rows(change);
    await shell.rows(`copy t to '${to}' (format parquet, compression ${compression})`);
    const [counted] = await shell.rows(`select count(*)::integer as n from t`);
    Object.assign(file, {rows: Number(counted?.n), bytes: statSync(to).size, sha256: await hashFile(to)});
  }
  shell.close();
  writeFileSync(join(at, 'manifest.json'), JSON.stringify(manifest));
  return at;
}

/** One live entity of the sample, whichever comes first. */
const ONE = `(select min(id) from t where state = 'live')`;
const set = (what: string) => `update t set ${what} where id = ${ONE}`;

const cases: [string, 'entities' | 'edges' | 'provenance', string, string | undefined][] = [
  ['an upper-case id', 'entities', set('id = upper(id)'), 'id'],
  ['an id that is none', 'entities', set(`id = 'pfizer'`), 'id'],
  ['an id twice', 'entities', `insert into t from t where id = ${ONE}`, 'id'],
  ['no id', 'entities', set('id = null'), 'id'],
  ['an unknown kind', 'entities', set(`kind = 'planet'`), 'kind'],
  ['a state of its own', 'entities', set(`state = 'asleep'`), 'state'],
  ['a NUL in a name', 'entities', set(`name = 'a' || chr(0) || 'b'`), 'name'],
  ['a separator in a slug', 'entities', set(`slug = 'a' || chr(31) || 'b'`), 'slug'],
  ['a control character in an alias', 'entities', set(`aliases = ['a', chr(30)]`), 'aliases'],
  ['an alias that is nothing', 'entities', set(`aliases = ['a', null]`), 'aliases'],
  ['an empty name', 'entities', set(`name = ''`), 'name'],
  ['no slug', 'entities', set('slug = null'), 'slug'],
  ['a live row merged into another', 'entities', set(`merged_into = (select max(id) from t)`), 'merged_into'],
  [
    'a row merged into nobody',
    'entities',
    set(`state = 'merged', merged_into = '00000000-0000-4000-8000-000000000000'`),
    'merged_into',
  ],
  ['a row merged into itself', 'entities', set(`state = 'merged', merged_into = id`), 'merged_into'],
  ['a row merged into no id', 'entities', set(`state = 'merged', merged_into = 'x'`), 'merged_into'],
  ['updated_at after as_of', 'entities', set(`updated_at = '2999-01-01T00:00:00Z'`), 'updated_at'],
  ['updated_at at no time', 'entities', set(`updated_at = 'infinity'`), 'updated_at'],
  ['observed_at before the calendar', 'entities', set(`observed_at = '0044-03-15 (BC)'`), 'observed_at'],
  ['a confidence that is no number', 'entities', set(`identity_confidence = 'nan'`), 'identity_confidence'],
  ['a confidence without end', 'entities', set(`moa_confidence = 'inf'`), 'moa_confidence'],
  ['a confidence over one', 'entities', set('moa_confidence = 70'), 'moa_confidence'],
  ['attributes cut short', 'entities', set(`attributes = '{"a": 1'`), 'attributes'],
  ['attributes that are a list', 'entities', set(`attributes = '[1]'`), 'attributes'],
  [
    'attributes with a raw line break in a text',
    'entities',
    set(`attributes = '{"a": "b' || chr(10) || 'c"}'`),
    'attributes',
  ],
  ['attributes with a raw separator', 'entities', set(`attributes = '{"a": "b' || chr(30) || 'c"}'`), 'attributes'],
  ['attributes with a comma too many', 'entities', set(`attributes = '{"a": [1,],}'`), 'attributes'],
  ['attributes with NaN', 'entities', set(`attributes = '{"a": NaN}'`), 'attributes'],
  ['attributes with a number without end', 'entities', set(`attributes = '{"a": [-Infinity, 1]}'`), 'attributes'],
  ['attributes with a number too large', 'entities', set(`attributes = '{"a": 1e999}'`), 'attributes'],
  ['attributes with half a surrogate', 'entities', set(`attributes = '{"a": "\\ud800"}'`), 'attributes'],
  [
    'attributes 20,000 deep',
    'entities',
    set(`attributes = '{"a":' || repeat('[', 20000) || repeat(']', 20000) || '}'`),
    'attributes',
  ],
  [
    'attributes 200 deep',
    'entities',
    set(`attributes = '{"a":' || repeat('{"a":', 200) || '1' || repeat('}', 200) || '}'`),
    'attributes',
  ],
  ['funding that is a text', 'entities', set(`funding = '"much"'`), 'funding'],
  ['a name of bytes', 'entities', 'alter table t alter name type blob using encode(name)', 'name'],
  ['a column of another type', 'entities', 'alter table t alter moa_confidence type varchar', 'moa_confidence'],
  ['a time without zone', 'entities', 'alter table t alter updated_at type timestamp', 'updated_at'],
  ['a column that is not there', 'entities', 'alter table t drop column source', 'source'],
  [
    'an edge of nobody',
    'edges',
    `update t set source = '00000000-0000-4000-8000-000000000000' where rowid = 3`,
    'source',
  ],
  ['an edge to no id', 'edges', `update t set target = 'x' where rowid = 3`, 'target'],
  ['an edge to nothing', 'edges', 'update t set target = null where rowid = 3', 'target'],
  ['an edge twice', 'edges', 'insert into t from t where rowid = 3', 'target'],
  ['a relation with blanks', 'edges', `update t set relation = 'is of' where rowid = 3`, 'relation'],
  ['too many relations', 'edges', `update t set relation = 'r' || rowid where rowid < 400`, 'relation'],
  ['an edge at no time', 'edges', `update t set observed_at = '-infinity' where rowid = 3`, 'observed_at'],
  ['provenance of no id', 'provenance', `update t set entity_id = 'x' where rowid = 3`, 'entity_id'],
  ['provenance of no field', 'provenance', 'update t set field = null where rowid = 3', 'field'],
  ['provenance without measure', 'provenance', 'update t set confidence = -1 where rowid = 3', 'confidence'],
];

describe('a snapshot that could not be loaded or served', () => {
  it.each(cases)(
    '%s is named by file, row and column, and load gets no further',
    async (name, table, change, column) => {
      const at = await spoiled(table, change);
      const {ok, problems} = await verifySnapshot(at);
      expect(ok).toBe(false);
      const [first] = problems;
      expect(first?.path).toBe(join(at, table, 'part-0000.parquet'));
      expect(first?.column).toBe(column);
      expect(first?.problem).toContain(column);
      const isOfRow = !/type|zone|not there|bytes/.test(name);
      if (isOfRow) {
        expect(first?.row).toBeGreaterThan(0);
        const shell = await openShell();
        const found = await shell.rows(
          `select count(*)::integer as n from read_parquet('${first?.path}', file_row_number = true) where file_row_number = ${Number(first?.row) - 1}`,
        );
        shell.close();
        expect(found[0]?.n).toBe(1);
      }
      const store = join(folder(), 'store');
      await expect(loadSnapshot({snapshot: at, store})).rejects.toThrow(`${first?.path}: ${first?.problem}`);
      expect(existsSync(join(store, 'current.json'))).toBe(false);
      rmSync(at, {recursive: true});
    },
  );
});

describe('text that is not UTF-8', () => {
  it('is named by file and column', async () => {
    const at = await spoiled('entities', set(`name = 'QXQX, half a surrogate'`), 'uncompressed');
    const path = join(at, 'entities/part-0000.parquet');
    const bytes = readFileSync(path);
    for (let place = bytes.indexOf('QXQX'); place >= 0; place = bytes.indexOf('QXQX'))
      bytes.set([0xed, 0xa0, 0x80, 0x20], place);
    writeFileSync(path, bytes);
    const manifest = readManifest(at);
    for (const file of manifest.files) if (file.table === 'entities') file.sha256 = await hashFile(path);
    writeFileSync(join(at, 'manifest.json'), JSON.stringify(manifest));
    expect((await verifySnapshot(at)).problems).toMatchObject([
      {path, column: 'name', problem: 'column name holds text that is not UTF-8'},
    ]);
    await expect(loadSnapshot({snapshot: at, store: join(folder(), 'store')})).rejects.toThrow(/column name/);
  });
});

it('a snapshot of another maker, with blanks and escapes in its JSON, tabs in names and 90 levels, is loaded and served', async () => {
  const changes = [
    `attributes = E' {\\n  "a" : [ 1, {"b": "x, nan, ]"} ]\\n}\\n', aliases = ['x']`,
    `attributes = '{ }', aliases = ['x']`,
    `attributes = '{"a": "\\u0000\\u001e\\ud83d\\ude00"}'`,
    `name = 'a' || chr(9) || 'b'`,
    `attributes = '{"a":' || repeat('[', 90) || repeat(']', 90) || '}'`,
  ];
  const at = await spoiled(
    'entities',
    changes.map((change, n) => `update t set ${change} where rowid % ${changes.length} = ${n}`).join(';'),
  );
  expect((await verifySnapshot(at)).problems).toEqual([]);
  const store = join(folder(), 'store');
  await loadSnapshot({snapshot: at, store});
  await using graph = await openGraph(store);
  const {total} = await graph.stats();
  let seen = 0;
  for await (const {id} of graph.entities.all({limit: 100})) {
    expect((await graph.entity(id)).id).toBe(id);
    if (++seen > 300) break;
  }
  for await (const row of graph.export({})) expect(row.id).toBeDefined();
  expect(total).toBeGreaterThan(0);
});

it('counts of the manifest that the files do not have are reported, and do not keep it from being loaded', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'biograph-counts-')), 'snapshot');
  cpSync(SAMPLE, folder, {recursive: true});
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as ReturnType<typeof readManifest>;
  const {counts} = manifest;
  const [company = 0, develops = 0] = [counts.entities.company, counts.relations.develops];
  counts.entities.company = company + 1;
  counts.relations.develops = develops - 2;
  counts.relations.invents = 3;
  counts.merged += 1;
  writeFileSync(path, JSON.stringify(manifest));
  const {ok, problems} = await verifySnapshot(folder);
  expect(ok).toBe(false);
  expect(problems.map(({problem}) => problem)).toEqual([
    `counts.entities.company is ${company + 1}, but the files have ${company}`,
    `counts.relations.develops is ${develops - 2}, but the files have ${develops}`,
    'counts.relations.invents is 3, but the files have 0',
    `counts.merged is ${counts.merged}, but the files have ${counts.merged - 1}`,
  ]);
  const store = join(folder, '..', 'store');
  await loadSnapshot({snapshot: folder, store});
  const graph = await openGraph(store);
  expect((await graph.stats()).counts.company).toBe(company);
  await graph.close();
});
