import {existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join, relative, resolve} from 'node:path';
import yargs from 'yargs';
import {importOptions, importSnapshot, loadSnapshot, openGraph, readBuildFile} from '../../src/index.ts';
import {goldFigures} from './gold-measure.ts';
import {type GoldFigures, goldSection, wrongCases} from './gold-page.ts';
import {aliasRecall, shares, wrongTickers} from './joins.ts';
import {collectionsIn, type Judged, judged} from './judged.ts';
import {linkPrecision} from './links.ts';
import {mergePrecision, ruleMerges} from './merges.ts';
import {qualityPage} from './page.ts';
import {retrieval} from './retrieval.ts';
import {openSnapshot} from './snapshot.ts';
import {typing} from './typing.ts';

/** `npm run quality`: builds the graph of the public files and measures how right it is; `--write` renews docs/quality.md. */
const args = await yargs(process.argv.slice(2))
  .option('data', {
    type: 'string',
    default: process.env.BIOGRAPH_TEST_DATA ?? '../shared/data',
    describe: 'Folder of the public files, one folder for each source',
  })
  .option('build', {
    type: 'string',
    default: 'examples/public-graph.json',
    describe: 'Build file; its folder data stands for --data',
  })
  .option('folder', {type: 'string', default: '.cache/quality', describe: 'Where snapshot and store are made'})
  .option('keep', {type: 'boolean', default: false, describe: 'Measure the snapshot that is in the folder already'})
  .option('items', {type: 'number', default: 1000, describe: 'Entities to look for, each way'})
  .option('seed', {type: 'number', default: 1})
  .option('judged', {
    type: 'string',
    default: process.env.BIOGRAPH_JUDGED,
    describe: 'Folder of a judged collection in BEIR layout, or of several, each in a folder of its own',
  })
  .option('facts', {type: 'boolean', default: false, describe: 'Measure the lists of facts alone'})
  .option('wrong', {type: 'string', describe: 'File for each case of the lists of facts that is wrong'})
  .option('write', {type: 'boolean', default: false, describe: 'Write docs/quality.md'})
  .strict()
  .parseAsync();

const folder = resolve(args.folder);
const snapshot = join(folder, 'snapshot');
const store = join(folder, 'store');
const data = resolve(args.data);
if (!args.keep || !existsSync(store)) {
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder, {recursive: true});
  const build = importOptions(readBuildFile(args.build));
  const example = resolve(args.build, '../data');
  const recipes = build.recipes.map(({recipe, in: paths}) => ({
    recipe,
    in: Array.isArray(paths) ? paths.map((path: string) => join(data, relative(example, path))) : paths,
  }));
  const report = await importSnapshot({...build, recipes, out: snapshot});
  await loadSnapshot({snapshot, store});
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
}
const tables = await openSnapshot(snapshot);
const graph = await openGraph(store);
try {
  const facts = await goldFigures(graph, tables, {data, report: join(folder, 'report.json')});
  if (args.wrong !== undefined) writeFileSync(args.wrong, wrongCases(facts));
  process.stdout.write(args.facts ? goldSection(facts) : await wholePage(facts));
} finally {
  tables.close();
  await graph.close();
}

async function wholePage(facts: GoldFigures): Promise<string> {
  const found = await retrieval(graph, tables, args.items, args.seed);
  // For whoever looks into it; the page names nobody.
  for (const {by, missed} of found) process.stderr.write(`not first by ${by}: ${missed.join('; ')}\n`);
  const typed = await typing(graph, tables, Math.min(200, args.items), args.seed);
  for (const {what, missed} of typed) process.stderr.write(`not so: ${what}: ${missed.join('; ')}\n`);
  const collections: Judged[] = [];
  for (const one of args.judged === undefined ? [] : collectionsIn(resolve(args.judged)))
    collections.push(await judged(one, args.seed));
  const page = qualityPage({
    precision: await mergePrecision(tables),
    merges: await ruleMerges(tables),
    links: await linkPrecision(tables),
    recall: await aliasRecall(tables, data),
    tickers: await wrongTickers(tables, data),
    shares: await shares(tables),
    facts,
    found,
    typed,
    judged: collections,
    seed: args.seed,
  });
  if (args.write) writeFileSync('docs/quality.md', page);
  return page;
}
