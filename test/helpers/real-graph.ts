import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join, relative, resolve} from 'node:path';
import {type ImportReport, importOptions, importSnapshot, readBuildFile} from '../../src/import/index.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {kept, MAKERS} from './kept.ts';

export const DATA = resolve(process.env.BIOGRAPH_TEST_DATA ?? '../shared/data');

/** The build of all public files, as the example shows it, with the files where they are here. */
const BUILD = importOptions(readBuildFile('examples/public-graph.json'));
const RECIPES = BUILD.recipes.map(({recipe, in: paths}) => ({
  recipe,
  in: (paths as string[]).map((path) => join(DATA, relative(resolve('examples/data'), path))),
}));
const FOLDERS = [...new Set(RECIPES.flatMap(({in: paths}) => paths))];

/** Are the public files there? Where they are not, tests of them are skipped. */
export const hasRealData = FOLDERS.every((folder) => existsSync(folder));

/** The public files as a snapshot and a store: made by the first test that asks, and kept until our code or a file changes. */
export async function publicGraph(): Promise<{out: string; store: string; report: ImportReport}> {
  const folder = await kept(
    'public',
    [...MAKERS, 'src/import', 'examples/public-graph.json', ...FOLDERS],
    async (at) => {
      const out = join(at, 'snapshot');
      const report = await importSnapshot({...BUILD, recipes: RECIPES, out});
      await loadSnapshot({snapshot: out, store: join(at, 'store')});
      writeFileSync(join(at, 'report.json'), JSON.stringify(report));
    },
  );
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as ImportReport;
  return {out: join(folder, 'snapshot'), store: join(folder, 'store'), report};
}
