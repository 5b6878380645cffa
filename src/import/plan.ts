import {GraphError} from '../errors.ts';
import type {OnProgress} from '../progress.ts';
import {invalid} from '../schema/check.ts';
import {checkTarget} from '../snapshot/target.ts';
import {readTime} from '../time.ts';
import {matchFiles, type RecipeInput} from './files.ts';
import {describeRecipe, type Recipe} from './recipe.ts';

export interface ImportOptions {
  /**
   * The recipes (a built-in name, or a path such as `./mine.sql`) and their inputs (files and folders, or files by
   * declared name).
   */
  recipes: {recipe: string; in: RecipeInput}[];
  /** The snapshot folder to write; must not exist or must be empty, or, with `replace`, be a snapshot. */
  out: string;
  /**
   * ISO date at which every window is measured. Default: the latest date declared by a recipe, or else the latest one
   * in the rows.
   */
  asOf?: string | undefined;
  /** 0–1, default 0.7: the MoA confidence from which a row counts as trusted. */
  trustedConfidence?: number | undefined;
  lineage?: string | undefined;
  release?: number | undefined;
  replace?: boolean | undefined;
  /**
   * A text file of natural keys and ids to keep out, one per line; those suppressed by a snapshot that is replaced stay
   * suppressed as well.
   */
  suppress?: string | undefined;
  /**
   * Conditions of licences (`share-alike`, `non-commercial`) or licences (`CC-BY-SA-4.0`): sources with them are left
   * out.
   */
  excludeLicence?: readonly string[] | undefined;
  /**
   * A CSV of corrections (`type,key,value,field,source,who,when`), which override every rule at confidence 1.0: `same`,
   * `different`, `name`, `field`, `not-an-edge`. Those without effect are reported.
   */
  corrections?: string | undefined;
  /**
   * Folder of the previous release, a full snapshot: its ids and slugs keep working, and this becomes the next release
   * of its lineage unless `lineage` and `release` are given.
   */
  previous?: string | undefined;
  /** A DuckDB size, default `3GB`; more data is spilled next to the snapshot. */
  memoryLimit?: string | undefined;
  /** Default 2. */
  threads?: number | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/** The recipes of a build with the files each reads. */
export type Work = {recipe: Recipe; files: Map<string, string[]>}[];

/**
 * Finds all problems that can be found before any file is read.
 * @throws GraphError, FileError
 */
export function plan(options: ImportOptions): Work {
  if (options.recipes.length === 0) throw new GraphError('validation_error', 'Give at least one recipe.');
  checkTarget(options.out, options.replace);
  const asOf = options.asOf === undefined ? undefined : readTime(options.asOf);
  if (asOf !== undefined && 'problem' in asOf) throw invalid([{path: 'asOf', message: `${asOf.problem}.`}]);
  const trust = options.trustedConfidence;
  if (trust !== undefined && !(trust >= 0 && trust <= 1)) {
    throw new GraphError('validation_error', `trustedConfidence ${trust} is not a number from 0 to 1.`);
  }
  const work = options.recipes.map((entry) => {
    const recipe = describeRecipe(entry.recipe);
    return {recipe, files: matchFiles(recipe, entry.in)};
  });
  // A fixed order, so that the same recipes give the same bytes.
  work.sort((a, b) => (a.recipe.name < b.recipe.name ? -1 : a.recipe.name > b.recipe.name ? 1 : 0));
  const twice = work.find((entry, index) => work[index + 1]?.recipe.name === entry.recipe.name);
  if (twice !== undefined) {
    throw new GraphError('validation_error', `Recipe ${twice.recipe.name} is given twice; give all its files at once.`);
  }
  return work;
}
