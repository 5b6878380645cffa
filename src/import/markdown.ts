import {KINDS, RELATIONS} from '../schema/kinds.ts';
import {describeRecipe, listRecipes} from './recipe.ts';
import {readSql} from './sql-file.ts';

/** The table of built-in recipes as docs/recipes.md shows it, from what the recipes declare. */
export function recipesMarkdown(): string {
  return listRecipes()
    .map((name) => describeRecipe(name))
    .map((recipe) =>
      [
        `### ${recipe.name}`,
        '',
        `${recipe.title}.${recipe.fills ? ` ${recipe.fills}` : ''}`,
        '',
        `- Source: ${recipe.url ?? 'comes with biograph'}`,
        ...(recipe.download.length === 0
          ? []
          : [`- Fetched from: ${recipe.download.map(({url}) => url).join(', ')} (into \`${recipe.folder}\`)`]),
        `- Licence: ${recipe.licence}${recipe.attribution ? `; attribution: ${recipe.attribution}` : ''}`,
        `- Files: ${recipe.files.map((file) => `${file.name} (\`${file.glob}\`${file.optional ? ', optional' : ''})`).join(', ')}`,
        `- Source label: \`${recipe.source}\`${recipe.keep !== 'all' ? `; of ${recipe.keep === 'matched' ? 'its entities' : `kind ${recipe.keep.slice(8)}`} it keeps those that another recipe of the build knows too` : ''}`,
        '',
      ].join('\n'),
    )
    .join('\n');
}

/** The relations whose ends are checked, with the kinds they join. */
export function relationsMarkdown(): string {
  const kinds = (list: readonly string[]) => (list.length === KINDS.length ? 'any' : list.join(', '));
  const rows = Object.entries(RELATIONS).map(([name, {from, to}]) => `- \`${name}\`: ${kinds(from)} → ${kinds(to)}`);
  return `${rows.join('\n')}\n`;
}

/** The functions a recipe may call: signature and the comment above each. */
export function macrosMarkdown(): string {
  const rows: string[] = [];
  let comment: string[] = [];
  for (const line of readSql('./macros.sql').split('\n')) {
    const [, signature] = /^create or replace temp macro (\w+\([^)]*\))/.exec(line) ?? [];
    if (line.startsWith('-- ')) comment.push(line.slice(3).trim());
    else if (signature !== undefined)
      rows.push(`- \`${signature}\`${comment.length === 0 ? '' : `: ${comment.join(' ').replace(/[<*_]/g, '\\$&')}`}`);
    if (line === '') comment = [];
  }
  return `${rows.join('\n')}\n`;
}

const SECTIONS = {recipes: recipesMarkdown, relations: relationsMarkdown, functions: macrosMarkdown};

/** docs/recipes.md with its lists of recipes, relations and functions as they are now. */
export function withRecipes(document: string): string {
  return Object.entries(SECTIONS).reduce(
    (text, [name, made]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*(<!-- /${name} -->)`),
        (_, start: string, end: string) => `${start}\n${made()}\n${end}`,
      ),
    document,
  );
}
