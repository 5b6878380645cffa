/** @module-tag long */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {describeRecipe, formatReport, listRecipes} from '../../src/import/index.ts';
import {termsOf} from '../../src/import/licence.ts';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

/** Three sources of one product: what follows from the share-alike one must go with it. */
const free = recipe(
  folder,
  {
    entities: `select 'x:1' as key, 'product' as kind, 'foo' as name union all by name
      select 'y:9' as key, 'product' as kind, 'registry only' as name`,
  },
  '-- name: free\n',
);
const shared = recipe(
  folder,
  {
    entities: `select 'x:1' as key, 'product' as kind, 'foo' as name, 'small molecule' as modality, 0.9 as moa_confidence union all by name
      select 'z:1' as key, 'target' as kind, 'T' as name union all by name select 'z:2' as key, 'target' as kind, null as name`,
    edges: `select 'x:1' as source_key, 'targets' as relation, 'z:1' as target_key`,
  },
  '-- name: shared\n-- licence: CC-BY-SA-4.0; one file MIT\n',
);
const noncommercial = recipe(
  folder,
  {entities: `select 'w:1' as key, 'product' as kind, 'bar' as name`},
  '-- name: closed\n-- licence: CC-BY-NC-4.0\n',
);

describe('a build without some licences', () => {
  it('has nothing of those sources, and says what was lost', async () => {
    const built = await build(folder, [free, shared, noncommercial], {
      excludeLicence: ['share-alike', 'non-commercial'],
    });
    expect(await built.rows(`select name, modality from entities order by name`)).toEqual([
      {name: 'foo', modality: null},
      {name: 'registry only', modality: null},
    ]);
    expect(await built.rows('select * from edges')).toEqual([]);
    expect(built.rejects()).toEqual([]);
    expect(built.report.excluded).toEqual([
      {recipe: 'closed', source: 'closed', licence: 'CC-BY-NC-4.0', entities: {product: 1}, edges: {}, diseases: 0},
      {
        recipe: 'shared',
        source: 'shared',
        licence: 'CC-BY-SA-4.0; one file MIT',
        entities: {product: 1, target: 1},
        edges: {targets: 1},
        diseases: 0,
      },
    ]);
    expect(formatReport(built.report)).toContain('shared (CC-BY-SA-4.0; one file MIT): product 1, target 1, targets 1');
    const manifest = JSON.parse(readFileSync(join(built.out, 'manifest.json'), 'utf8'));
    expect(manifest.sources.map((source: {source: string}) => source.source)).toEqual(['free']);
  });

  it('takes a licence by name, and refuses a word that is neither', async () => {
    const built = await build(folder, [free, shared, noncommercial], {excludeLicence: ['cc-by-nc-4.0']});
    expect(built.report.excluded.map((one) => one.recipe)).toEqual(['closed']);
    await expect(build(folder, [free], {excludeLicence: ['sharealike']})).rejects.toThrow(
      /"sharealike" is neither a licence term/,
    );
  });
});

it('the built-in recipes are told apart by what their licences ask', () => {
  const asking = (term: string) =>
    listRecipes().filter((name) => (termsOf(describeRecipe(name).licence) as string[]).includes(term));
  expect(asking('share-alike')).toEqual(['chembl', 'drugcentral', 'gtopdb']);
  expect(asking('non-commercial')).toEqual([]);
  expect(asking('unstated')).toEqual(['company_groups']);
});
