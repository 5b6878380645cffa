import {existsSync, readdirSync, writeFileSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {makeFolder} from '../../disk/files.ts';
import {GraphError} from '../../errors.ts';
import type {OnProgress} from '../../progress.ts';
import {describeRecipe, listRecipes, matchesGlob, type Recipe} from '../recipe.ts';
import {Client, type ClientOptions} from './client.ts';
import {Provenance} from './provenance.ts';
import {fetchAddress} from './sources.ts';

export interface FetchOptions extends ClientOptions {
  /** Built-in recipes or paths of your own; default: all built-in ones whose files can be downloaded. */
  recipes?: readonly string[] | undefined;
  /** The folder that gets a folder for each recipe. */
  to: string;
  /** Download complete and unchanged files again. */
  again?: boolean | undefined;
  /** For a source of many files (PubMed's baseline): only the last ones by name. */
  last?: number | undefined;
  /** Narrows a source with pages, such as `query.cond=melanoma` for ClinicalTrials.gov. */
  query?: string | undefined;
  onProgress?: OnProgress | undefined;
}

export interface FetchReport {
  to: string;
  fetched: {recipe: string; files: string[]; unchanged: number; bytes: number}[];
  /** Recipes that could not be downloaded, and why. */
  failed: {recipe: string; problem: string}[];
  /** Recipes whose files are not published in the form they are read, with the page to visit. */
  by_hand: {recipe: string; url: string | null}[];
  /** The build file for the downloads; null if one exists already. */
  build: string | null;
}

/**
 * Downloads the official files of recipes, each into its folder in `to`, with `PROVENANCE.tsv` next to them: address,
 * date, hash, licence. The next run continues interrupted downloads, and keeps files that the site reports as
 * unchanged. A recipe that fails does not stop the others.
 * @throws GraphError for an unknown recipe, a named one that cannot be downloaded, or if all fail.
 */
export async function fetchSources(options: FetchOptions): Promise<FetchReport> {
  const to = resolve(options.to);
  const recipes = (
    options.recipes?.length ? [...options.recipes] : listRecipes().filter((name) => name !== 'sample')
  ).map(describeRecipe);
  const byHand = recipes.filter(({download}) => download.length === 0).map(({name, url}) => ({recipe: name, url}));
  if (byHand.length === recipes.length)
    throw new GraphError(
      'validation_error',
      `The files of ${byHand.map(({recipe, url}) => `${recipe} (${url ?? 'your own'})`).join(', ')} cannot be downloaded automatically: get them there by hand.`,
    );
  makeFolder(to);
  const client = new Client(options);
  const provenance = new Provenance(to);
  const fetched: FetchReport['fetched'] = [];
  const failed: FetchReport['failed'] = [];
  for (const recipe of recipes) {
    if (recipe.download.length === 0) continue;
    const folder = join(to, recipe.folder);
    makeFolder(folder);
    try {
      const got = {recipe: recipe.name, files: [] as string[], unchanged: 0, bytes: 0};
      for (const address of recipe.download) {
        const {files, unchanged, bytes} = await fetchAddress(address, {
          client,
          recipe,
          to,
          folder,
          provenance,
          again: options.again === true,
          last: options.last,
          query: options.query,
          onBytes: (file, done, total) => options.onProgress?.({phase: recipe.name, done, total, note: file}),
          signal: options.signal,
        });
        got.files.push(...files.map((file) => relative(to, file)));
        got.unchanged += unchanged;
        got.bytes += bytes;
      }
      fetched.push(got);
    } catch (error) {
      options.signal?.throwIfAborted();
      failed.push({recipe: recipe.name, problem: error instanceof Error ? error.message : String(error)});
    }
  }
  if (fetched.length === 0)
    throw new GraphError('unavailable', failed.map(({recipe, problem}) => `${recipe}: ${problem}`).join('\n'));
  return {to, fetched, failed, by_hand: byHand, build: writeBuild(to)};
}

/**
 * Writes a build file next to the folder, with every recipe whose required files are in it, whether downloaded or not.
 */
function writeBuild(to: string): string | null {
  const path = join(dirname(to), 'public-graph.json');
  if (existsSync(path)) return null;
  const there = listRecipes()
    .filter((name) => name !== 'sample')
    .map(describeRecipe)
    .filter((recipe) => isComplete(recipe, join(to, recipe.folder)));
  const recipes = there.map(({name, folder}) => ({recipe: name, in: [join(relative(dirname(path), to), folder)]}));
  writeFileSync(path, `${JSON.stringify({recipes}, null, 2)}\n`);
  return path;
}

function isComplete(recipe: Recipe, folder: string): boolean {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const isThere = ({glob}: {glob: string}) => files.some((file) => matchesGlob(file, glob));
  return recipe.files.some(isThere) && recipe.files.every((file) => file.optional || isThere(file));
}
