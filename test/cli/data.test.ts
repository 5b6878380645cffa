import {mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, inject, it} from 'vitest';
import {SAMPLE} from '../../src/source.ts';
import {biograph} from '../helpers/command.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-cli-'));

describe('sql', () => {
  it('answers from an argument and from stdin', async () => {
    const words = ['--data', inject('store')];
    const one = JSON.parse(
      (await biograph(['sql', "select count(*) as n from live_entities where kind = 'person'", ...words])).stdout,
    ) as {n: number}[];
    const two = JSON.parse(
      (await biograph(['sql', '-', ...words], {input: "select count(*) as n from live_entities where kind = 'person'"}))
        .stdout,
    ) as {n: number}[];
    expect(one).toEqual(two);
    expect(one[0]?.n).toBeGreaterThan(100);
    expect((await biograph(['sql', 'drop table entity', ...words])).code).toBe(2);
  });
});

describe('data', () => {
  it('is generated, looked at, verified, loaded and read', async () => {
    const at = folder();
    const out = join(at, 'snapshot');
    const store = join(at, 'store');
    expect((await biograph(['snapshot', 'generate', '--entities', '300', '--seed', '3', '--out', out])).code).toBe(0);
    expect(JSON.parse((await biograph(['snapshot', 'info', out])).stdout).counts.entities.paper).toBeGreaterThan(0);
    expect(JSON.parse((await biograph(['snapshot', 'verify', out])).stdout)).toEqual({ok: true, problems: 0});
    const loaded = JSON.parse((await biograph(['store', 'load', out, '--data', store])).stdout) as {
      generation: number;
      bytes: number;
    };
    expect(loaded.generation).toBe(1);
    expect(JSON.parse((await biograph(['store', 'info', '--data', store])).stdout)).toMatchObject({
      generation: 1,
      bytes: loaded.bytes,
    });
    expect(JSON.parse((await biograph(['stats', '--data', store])).stdout)).toEqual(
      JSON.parse((await biograph(['stats', '--data', out])).stdout),
    );
    expect(JSON.parse((await biograph(['store', 'embed', '--data', store])).stdout)).toMatchObject({
      generation: 2,
      dims: 128,
      unknown: 0,
      recall: null,
    });
    expect((await biograph(['store', 'embed', '--data', store, '--embeddings', 'none.parquet'])).stderr).toMatch(
      /none\.parquet: is missing/,
    );
    expect((await biograph(['store', 'embed', '--data', join(at, 'nothing')])).stderr).toMatch(/is not a store/);
    writeFileSync(join(out, 'extra.txt'), 'x');
    const bad = await biograph(['snapshot', 'verify', out]);
    expect(bad.code).toBe(1);
    expect(bad.stderr).toMatch(/extra\.txt.*not listed in the manifest/);
  });

  it('is fetched, and what is fetched is said before it is', async () => {
    const at = folder();
    const path = join(at, 'mine.sql');
    const facts = {name: 'mine', title: 'Rows', source: 'Site', licence: 'CC0-1.0', files: 'rows=rows*.csv'};
    const lines = Object.entries({...facts, download: 'rows=http://example.org/rows.csv'}).map(
      ([k, v]) => `-- ${k}: ${v}`,
    );
    writeFileSync(
      path,
      `${lines.join('\n')}\ncreate temp view entities as select 'a:1' as key, 'company' as kind, 'X' as name;\n`,
    );
    const {stderr, code} = await biograph(['fetch', path, '--to', join(at, 'data')]);
    expect(stderr).toMatch(/^Downloading mine into .*data\. Ctrl-C stops/);
    expect(code).toBe(1);
    const all = await biograph(['fetch', '--to', join(at, 'data')]);
    expect(all.stderr).toMatch(/Name what to download, .*--all/);
    expect(all.code).toBe(2);
  });

  it('is imported from public files', async () => {
    const at = folder();
    const list = await biograph(['import', '--list']);
    for (const recipe of readdirSync('src/import/recipes')) expect(list.stdout).toContain(recipe.replace('.sql', ''));
    const {recipes} = JSON.parse(list.stdout) as {recipes: {name: string; title: string}[]};
    expect(recipes).toContainEqual(expect.objectContaining({name: 'hgnc', licence: expect.any(String)}));
    const files = await biograph(['import', '--list', '--format', 'csv']);
    expect(files.stdout).toMatch(/^name,title,licence,url\r?\n/);
    const table = await biograph(['import', '--list', '--format', 'table']);
    expect(table.stdout).toMatch(/^drugbank_vocabulary {2}DrugBank open vocabulary/m);
    expect((await biograph(['import', '--describe', 'hgnc', '--format', 'table'])).stdout).toMatch(/licence/);
    const out = join(at, 'sample');
    const built = await biograph([
      'import',
      '--build',
      'snapshots/sample/build.json',
      '--out',
      out,
      '--format',
      'table',
    ]);
    expect(built.stdout).toMatch(/Entities[\s\S]*Edges[\s\S]*Merged/);
    // The build file's date included, it is the bundled sample.
    expect(readFileSync(join(out, 'manifest.json'), 'utf8')).toBe(readFileSync(join(SAMPLE, 'manifest.json'), 'utf8'));
    expect((await biograph(['import', '--build', 'snapshots/sample/build.json', '--out', out])).code).not.toBe(0);
    const report = JSON.parse(readFileSync(`${out}.report.json`, 'utf8'));
    expect(report.rejects).toEqual([]);
  });
});
