import {writeFileSync} from 'node:fs';
import {z} from 'zod';
import {
  describeRecipe,
  formatReport,
  importOptions,
  importSnapshot,
  listRecipes,
  readBuildFile,
} from '../../import/index.ts';
import {type Args, defineCommand, formatOf, interruption, isColored, UsageError} from '../options.ts';
import {print, recordText, write} from '../output.ts';
import {progressPrinter} from '../progress.ts';
import {workOf, workOptions} from './parts.ts';

export const importCommand = defineCommand({
  command: 'import',
  describe: 'Turn public bulk files, or your own, into a snapshot',
  builder: (cli) =>
    workOptions(cli)
      .option('recipe', {type: 'string', requiresArg: true, describe: 'Built-in recipe, or the path of your own .sql'})
      .option('in', {type: 'string', array: true, requiresArg: true, describe: 'Files or folders the recipe reads'})
      .option('build', {
        type: 'string',
        requiresArg: true,
        describe: 'Build file with several recipes, instead of --recipe and --in',
      })
      .option('out', {type: 'string', requiresArg: true, describe: 'Snapshot folder to write'})
      .option('as-of', {
        type: 'string',
        requiresArg: true,
        describe: 'Date of the data; default: the build file’s, else the latest date in the sources',
      })
      .option('replace', {type: 'boolean', default: false, describe: 'Replace an existing snapshot'})
      .option('suppress', {
        type: 'string',
        requiresArg: true,
        describe: 'File of natural keys and ids to suppress, one per line',
      })
      .option('exclude-licence', {
        type: 'string',
        requiresArg: true,
        describe: 'Leave out sources with these licences or licence terms, such as share-alike,non-commercial',
      })
      .option('previous', {
        type: 'string',
        requiresArg: true,
        describe: 'Snapshot of the previous release: keep its ids and slugs working, and make this the next release',
      })
      .option('corrections', {
        type: 'string',
        requiresArg: true,
        describe: 'CSV file of corrections, which override every rule; a build file may name one',
      })
      .option('list', {type: 'boolean', default: false, describe: 'List the built-in recipes'})
      .option('describe', {
        type: 'string',
        requiresArg: true,
        describe: 'Show what a recipe reads and where to get the files',
      })
      .example('biograph import --recipe hgnc --in hgnc_complete_set.txt --out targets', 'Targets from HGNC')
      .example('biograph import --build build.json --out graph', 'Several sources in one graph'),
  handler: run,
});

const recipeRow = z.object({
  name: z.string(),
  title: z.string(),
  licence: z.string(),
  url: z.string().nullable(),
});

async function list(args: Args): Promise<void> {
  const rows = listRecipes().map((recipe) => {
    const {name, title, licence, url = null} = describeRecipe(recipe);
    return {name, title, licence, url};
  });
  const columns = ['name', 'title'];
  await print(
    {result: {recipes: rows}, rows, schema: recipeRow, columns, isList: true},
    formatOf(args),
    isColored(args),
  );
}

function describe(args: Args): Promise<void> {
  const {sql: _sql, ...facts} = describeRecipe(String(args.describe));
  return write(
    formatOf(args) === 'table' ? `${recordText(facts, {color: isColored(args)})}\n` : `${JSON.stringify(facts)}\n`,
  );
}

async function run(args: Args): Promise<void> {
  if (args.list === true) return list(args);
  if (args.describe !== undefined) return describe(args);
  if (args.out === undefined) throw new UsageError('Give the snapshot folder to write with --out.');
  const build = args.build === undefined ? single(args) : importOptions(readBuildFile(String(args.build)));
  const {onProgress, stop} = progressPrinter();
  const report = await importSnapshot({
    ...build,
    ...(args['as-of'] !== undefined && {asOf: String(args['as-of'])}),
    out: String(args.out),
    ...workOf(args),
    ...(args.suppress !== undefined && {suppress: String(args.suppress)}),
    ...(args['exclude-licence'] !== undefined && {excludeLicence: String(args['exclude-licence']).split(',')}),
    ...(args.previous !== undefined && {previous: String(args.previous)}),
    ...(args.corrections !== undefined && {corrections: String(args.corrections)}),
    replace: args.replace === true,
    onProgress,
    signal: interruption(),
  }).finally(stop);
  writeFileSync(`${String(args.out).replace(/[/\\]+$/, '')}.report.json`, `${JSON.stringify(report, null, 2)}\n`);
  await write(formatOf(args) === 'table' ? `${formatReport(report)}\n` : `${JSON.stringify(report)}\n`);
}

function single(args: Args): {recipes: {recipe: string; in: string[]}[]} {
  const files = args.in as string[] | undefined;
  if (args.recipe === undefined || files === undefined || files.length === 0) {
    throw new UsageError('Give --recipe NAME --in FILES…, or --build FILE; --list shows the recipes.');
  }
  return {recipes: [{recipe: String(args.recipe), in: files}]};
}
