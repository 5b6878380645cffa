/** @module-tag long */

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {AS_OF, build, recipe, workspace} from './helpers.ts';

const folder = workspace();
const values = (rows: string, columns: string) => `select * from (values ${rows}) v(${columns})`;

describe('slugs', () => {
  it('are the name in small letters, cut between words, and unique within a kind', async () => {
    const long = `${'Very '.repeat(20)}long name`;
    const built = await build(folder, [
      recipe(folder, {
        entities: values(
          `('pmid:1', 'paper', 'Über α & β: a study'), ('pmid:2', 'paper', 'Same title'), ('pmid:3', 'paper', 'Same title'), ('pmid:4', 'paper', '${long}'),
           ('name:person:x:1', 'person', 'Wei Wang'), ('name:person:x:2', 'person', 'Wei Wang'), ('cik:5', 'company', '日本')`,
          'key, kind, name',
        ),
      }),
    ]);
    const rows = await built.rows('select natural_key, slug from entities order by natural_key');
    expect(Object.fromEntries(rows.map((row) => [row.natural_key, row.slug]))).toEqual({
      'cik:0000000005': '0000000005',
      'name:person:x:1': 'wei-wang',
      'name:person:x:2': 'wei-wang-2',
      'pmid:1': 'uber-and-a-study',
      'pmid:2': 'same-title',
      'pmid:3': 'same-title-3',
      'pmid:4': `${'very-'.repeat(16)}`.slice(0, -1),
    });
  });

  it('leaves a slug that the source fixed, even where it collides', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'a:' || i as key, 'technology' as kind, 'T' || i as name, 'crispr' as slug from range(2) t(i)`,
      }),
    ]);
    expect(await built.rows('select slug from entities')).toEqual([{slug: 'crispr'}, {slug: 'crispr'}]);
  });
});

describe('edges and dates', () => {
  it('keeps one edge for each pair and relation, as last observed, and no loop that folding made', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: values(
          `('cik:1', 'company', 'Acme'), ('x:1', 'company', 'Acme Inc'), ('a:p', 'program', 'P')`,
          'key, kind, name',
        ),
        edges: values(
          `('cik:1', 'develops', 'a:p', '2024-01-01'), ('x:1', 'develops', 'a:p', '2024-05-01'), ('x:1', 'partner_of', 'cik:1', null)`,
          'source_key, relation, target_key, observed_at',
        ),
      }),
    ]);
    expect(await built.rows(`select relation, strftime(observed_at, '%Y-%m-%d') as seen from edges`)).toEqual([
      {relation: 'develops', seen: '2024-05-01'},
    ]);
  });

  it('takes the last update the source states, never later than as_of, else as_of', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: values(`('a:1', '2020-02-03'), ('a:2', '2031-01-01'), ('a:3', null)`, 'key, updated_at').replace(
          '*',
          `*, 'technology' as kind, key as name`,
        ),
      }),
    ]);
    const rows = await built.rows(
      `select natural_key as k, strftime(updated_at, '%Y-%m-%dT%H:%M:%S.%gZ') as t from entities order by 1`,
    );
    expect(rows).toEqual([
      {k: 'a:1', t: '2020-02-03T00:00:00.000Z'},
      {k: 'a:2', t: AS_OF},
      {k: 'a:3', t: AS_OF},
    ]);
  });
});

describe('MoA of several rows', () => {
  it('takes each statement whole from the surest, and the lowest confidence of what is filled', async () => {
    const built = await build(folder, [
      recipe(
        folder,
        {
          entities: `select 'a:1' as key, 'product' as kind, 'X' as name, 'Programmed cell death 1' as target, 'PDCD1' as target_symbol, 0.5 as moa_confidence`,
        },
        '-- name: unsure\n-- priority: 90\n',
      ),
      recipe(
        folder,
        {
          entities: `select 'a:1' as key, 'product' as kind, 'X' as name, 'PD-1' as target, 'antibody' as modality, 0.95 as moa_confidence`,
        },
        '-- name: sure\n',
      ),
    ]);
    expect(await built.rows('select target, target_symbol, modality, moa_confidence c from entities')).toEqual([
      {target: 'PD-1', target_symbol: null, modality: 'antibody', c: 0.95},
    ]);
    expect(await built.rows('select field, source, confidence c from provenance order by 1')).toEqual([
      {field: 'moa.modality', source: 'sure', c: 0.95},
      {field: 'moa.target', source: 'sure', c: 0.95},
    ]);
  });
});

describe('a rebuild', () => {
  it('gives the same bytes whatever the order of the recipes', async () => {
    const one = recipe(
      folder,
      {
        entities: `select 'cik:' || i as key, 'company' as kind, 'Company ' || (i % 50) as name, 'c' || i || '.com' as domain from range(200) t(i)`,
      },
      '-- name: one\n',
    );
    const two = recipe(
      folder,
      {
        entities: `select 'name:company:company ' || (i % 70) as key, 'company' as kind, 'Company ' || (i % 70) || ' Inc.' as name, {n: i} as attributes from range(300) t(i)
          union all by name select 'nct:' || i as key, 'trial' as kind, 'Trial' as name from range(100) t(i)`,
        edges: `select 'name:company:company ' || (i % 70) as source_key, 'sponsors' as relation, 'nct:' || (i % 100) as target_key, 'o' || i as origin from range(3000) t(i)`,
      },
      '-- name: two\n',
    );
    const first = await build(folder, [one, two]);
    const second = await build(folder, [two, one], {threads: 1});
    const files = (out: string) => JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')).files;
    expect(files(second.out)).toEqual(files(first.out));
    expect(second.report.snapshot_id).toBe(first.report.snapshot_id);
  });
});
