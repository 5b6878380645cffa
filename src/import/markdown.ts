import {describeRecipe, listRecipes} from './recipe.ts';

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
        `- Download: ${recipe.url ?? 'comes with biograph'}`,
        `- Licence: ${recipe.licence}${recipe.attribution ? `; attribution: ${recipe.attribution}` : ''}`,
        `- Files: ${recipe.files.map((file) => `${file.name} (\`${file.glob}\`${file.optional ? ', optional' : ''})`).join(', ')}`,
        `- Source label: \`${recipe.source}\`${recipe.keep !== 'all' ? `; of ${recipe.keep === 'matched' ? 'its entities' : `kind ${recipe.keep.slice(8)}`} it keeps those that another recipe of the build knows too` : ''}`,
        '',
      ].join('\n'),
    )
    .join('\n');
}

const SECTION = /(<!-- recipes -->\n)[\s\S]*(<!-- \/recipes -->)/;

/** docs/recipes.md with its list of recipes as they are now. */
export function withRecipes(document: string): string {
  return document.replace(SECTION, (_, start: string, end: string) => `${start}\n${recipesMarkdown()}\n${end}`);
}
