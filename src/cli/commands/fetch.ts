import {describeRecipe, type FetchReport, fetchSources, listRecipes} from '../../import/index.ts';
import {type Args, defineCommand, formatOf, interruption, UsageError} from '../options.ts';
import {write} from '../output.ts';
import {progressPrinter} from '../progress.ts';
import {wholeNumber} from './parts.ts';

export const fetchCommand = defineCommand({
  command: 'fetch [recipes..]',
  describe: 'Download the public files that import reads, and record where they came from',
  builder: (cli) =>
    cli
      .positional('recipes', {
        type: 'string',
        array: true,
        describe: 'Recipes; `biograph import --list` names them',
      })
      .option('to', {type: 'string', default: 'data', requiresArg: true, describe: 'Folder for the downloads'})
      .option('contact', {
        type: 'string',
        requiresArg: true,
        describe: 'E-mail address to send in the User-Agent, required by SEC and NCBI; default: BIOGRAPH_CONTACT',
      })
      .option('query', {
        type: 'string',
        requiresArg: true,
        describe: 'Query parameter for a source fetched in pages, such as query.cond=melanoma for ClinicalTrials.gov',
      })
      .option('last', {
        type: 'string',
        requiresArg: true,
        describe: 'Fetch only the last N files of a source with many files',
      })
      .option('all', {type: 'boolean', default: false, describe: 'Every source that can be downloaded: many gigabytes'})
      .option('again', {type: 'boolean', default: false, describe: 'Download files again that already exist'})
      .example('biograph fetch hgnc orange_book --to data', 'Two sources into data/hgnc and data/orange_book')
      .example('biograph fetch ctgov-api --query "query.cond=melanoma"', 'Trials of one disease'),
  handler: run,
});

async function run(args: Args): Promise<void> {
  const recipes = (args.recipes as string[] | undefined) ?? [];
  if (recipes.length > 0 && args.all === true) throw new UsageError('Name sources or give --all, not both.');
  if (recipes.length === 0 && args.all !== true)
    throw new UsageError(
      'Name what to download, as in biograph fetch hgnc, or --all for every source: many gigabytes. biograph import --list names them.',
    );
  // All of them are many gigabytes, and the first answer may take a while.
  process.stderr.write(beginning(recipes, String(args.to)));
  const {onProgress, stop} = progressPrinter();
  const report = await fetchSources({
    recipes,
    to: String(args.to),
    contact: args.contact === undefined ? process.env.BIOGRAPH_CONTACT : String(args.contact),
    query: args.query === undefined ? undefined : String(args.query),
    last: args.last === undefined ? undefined : Math.max(1, wholeNumber('last', args.last)),
    again: args.again === true,
    onProgress,
    signal: interruption(),
  }).finally(stop);
  if (report.failed.length > 0) process.exitCode = 1;
  await write(formatOf(args) === 'table' ? `${readable(report)}\n` : `${JSON.stringify(report)}\n`);
}

/** What begins to be downloaded. */
function beginning(recipes: readonly string[], to: string): string {
  const names = recipes.length > 0 ? recipes : listRecipes();
  const all = names.map(describeRecipe).filter(({download}) => download.length > 0);
  if (all.length === 0) return '';
  const every = recipes.length > 0 ? '' : 'every source that can be downloaded, ';
  return `Downloading ${every}${all.map(({name}) => name).join(', ')} into ${to}. Ctrl-C stops; the same command goes on from there.\n`;
}

function readable({to, fetched, failed, by_hand, build}: FetchReport): string {
  const lines = fetched.map(
    ({recipe, files, unchanged, bytes}) =>
      `${recipe}: ${files.length} file${files.length === 1 ? '' : 's'}, ${(bytes / 2 ** 20).toFixed(1)} MiB${unchanged > 0 ? `, ${unchanged} unchanged` : ''}`,
  );
  lines.push(...failed.map(({recipe, problem}) => `${recipe}: failed. ${problem}`));
  if (by_hand.length > 0)
    lines.push(
      '',
      'These cannot be downloaded automatically; get them by hand:',
      ...by_hand.map(({recipe, url}) => `  ${recipe}: ${url ?? 'your own files'}`),
    );
  lines.push('', `Where each file came from: ${to}/PROVENANCE.tsv`);
  if (build !== null)
    lines.push(`Build file for the downloaded files: biograph import --build ${build} --out public-graph`);
  return lines.join('\n');
}
