import {readFileSync} from 'node:fs';
import {dirname, isAbsolute, resolve} from 'node:path';
import {z} from 'zod';
import {FileError} from '../errors.ts';
import {moment} from '../schema/params.ts';

const paths = z.array(z.string().min(1)).min(1);

const buildFile = z.strictObject({
  recipes: z
    .array(z.strictObject({recipe: z.string().min(1), in: z.union([paths, z.record(z.string(), paths)])}))
    .min(1),
  as_of: moment.optional(),
  trusted_confidence: z.number().min(0).max(1).optional(),
  lineage: z.uuid().optional(),
  release: z.int().min(1).optional(),
  suppress: z.string().min(1).optional(),
  exclude_licence: z.array(z.string().min(1)).optional(),
  corrections: z.string().min(1).optional(),
});

/** The contents of a build file, with resolved paths. */
export type BuildFile = z.infer<typeof buildFile>;

/**
 * Reads a build file: the recipes and their inputs, in JSON. Relative paths start at the build file's own folder.
 * @throws FileError naming each wrong entry.
 */
export function readBuildFile(path: string): BuildFile {
  const remedy = 'docs/recipes.md shows a build file.';
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const problem = missing
      ? 'there is no such build file'
      : `is not JSON (${error instanceof Error ? error.message : error})`;
    throw new FileError(path, problem, remedy, {cause: error});
  }
  const parsed = buildFile.safeParse(json);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`);
    throw new FileError(path, problems.join('; '), remedy, {cause: parsed.error});
  }
  const base = dirname(resolve(path));
  const here = (file: string) => (isAbsolute(file) ? file : resolve(base, file));
  // A file may be given as name=path; only the path is relative.
  const item = (text: string) =>
    text.replace(/^([a-z][a-z0-9_]*=)?(.+)$/, (_, name = '', file) => `${name}${here(file)}`);
  return {
    ...parsed.data,
    ...(parsed.data.suppress !== undefined && {suppress: here(parsed.data.suppress)}),
    ...(parsed.data.corrections !== undefined && {corrections: here(parsed.data.corrections)}),
    recipes: parsed.data.recipes.map(({recipe, in: input}) => ({
      recipe: /[/\\]|\.sql$/i.test(recipe) ? here(recipe) : recipe,
      in: Array.isArray(input)
        ? input.map(item)
        : Object.fromEntries(Object.entries(input).map(([name, files]) => [name, files.map(here)])),
    })),
  };
}

/** The options for `importSnapshot` in a build file; only `out` is missing. */
export function importOptions({
  recipes,
  as_of,
  trusted_confidence,
  lineage,
  release,
  suppress,
  exclude_licence,
  corrections,
}: BuildFile) {
  return {
    recipes,
    asOf: as_of,
    trustedConfidence: trusted_confidence,
    lineage,
    release,
    suppress,
    excludeLicence: exclude_licence,
    corrections,
  };
}
