import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {ENTITY_COLUMNS} from '../../src/import/canonical.ts';
import {formatReport, importOptions, importSnapshot, readBuildFile} from '../../src/import/index.ts';
import {withRecipes} from '../../src/import/markdown.ts';
import {build, workspace} from './helpers.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const hgnc = join(process.env.BIOGRAPH_TEST_DATA ?? '../shared/data', 'hgnc/hgnc_complete_set.txt');

describe('docs/recipes.md', () => {
  const document = read('docs/recipes.md');

  it('lists the recipes as they declare themselves', () => {
    expect(document, 'withRecipes() in src/import/markdown.ts writes the list anew').toBe(withRecipes(document));
  });

  it('names every column', () => {
    for (const column of Object.keys(ENTITY_COLUMNS)) expect(document, column).toMatch(new RegExp(`\\b${column}\\b`));
  });

  it('shows build files that are read', () => {
    for (const example of ['public-graph', 'approvals-only']) {
      expect(readBuildFile(`examples/${example}.json`).recipes.length).toBeGreaterThan(1);
    }
  });
});

describe('docs/tutorial-own-source.md', () => {
  const folder = workspace();
  const blocks = new Map(
    [...read('docs/tutorial-own-source.md').matchAll(/```(\w+) (\S+)\n([\s\S]*?)```/g)].map(([, , name, text]) => [
      name,
      text ?? '',
    ]),
  );
  for (const name of ['partnerships.csv', 'partnerships.sql', 'build.json'])
    writeFileSync(join(folder, name), blocks.get(name) ?? '');

  it('gives the report and the rejects it shows', async () => {
    const built = await build(folder, [
      {recipe: join(folder, 'partnerships.sql'), in: [join(folder, 'partnerships.csv')]},
    ]);
    expect(formatReport(built.report)).toContain(blocks.get('report')?.split('\n\n')[0]);
    const lines = (text: string) => text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
    expect(lines(formatReport(built.report))).toEqual(expect.arrayContaining(lines(blocks.get('report') ?? '')));
    const shown = JSON.parse(blocks.get('rejects') ?? '') as Record<string, unknown>;
    expect(built.rejects()).toEqual(expect.arrayContaining([expect.objectContaining(shown)]));
    expect(built.rejects()).toHaveLength(2);
    // What the search that follows finds; no list of genes is there to know the target.
    expect(await built.rows(`select name from entities where target = 'HER2'`)).toEqual([{name: 'ACM-101'}]);
  });

  it.skipIf(!existsSync(hgnc))(
    'joins the genes (skipped where BIOGRAPH_TEST_DATA has no HGNC)',
    {tags: ['real']},
    async () => {
      writeFileSync(join(folder, 'hgnc_complete_set.txt'), readFileSync(hgnc));
      const {recipes, ...options} = importOptions(readBuildFile(join(folder, 'build.json')));
      const built = await build(folder, recipes, options);
      const [row] = await built.rows(
        `select concat_ws(' | ', name, target, target_symbol, target_id) as line from entities where name = 'ACM-101'`,
      );
      expect(row?.line).toBe(blocks.get('together')?.trim());
    },
  );

  it('is importable as the library documents it', async () => {
    await expect(importSnapshot({recipes: [], out: join(folder, 'x')})).rejects.toThrow(/at least one recipe/);
  });
});
