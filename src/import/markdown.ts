import {KINDS, RELATIONS} from '../schema/kinds.ts';
import {describeRecipe, listRecipes, type Recipe} from './recipe.ts';
import {readSql} from './sql-file.ts';

/** The table of built-in recipes in docs/recipes.md, from their declarations. */
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
        `- Source label: \`${recipe.source}\`${keptMarkdown(recipe)}`,
        '',
      ].join('\n'),
    )
    .join('\n');
}

function keptMarkdown({matched}: Recipe): string {
  if (matched === undefined) return '';
  const which = matched.kind === undefined ? 'its entities' : `kind ${matched.kind}`;
  const unless = matched.unless === undefined ? '' : `, and those whose name passes \`${matched.unless}(name)\``;
  return `; of ${which} it keeps only those that another recipe of the build also knows${unless}`;
}

/** The relations whose ends are checked, with the kinds they join. */
export function relationsMarkdown(): string {
  const kinds = (list: readonly string[]) => (list.length === KINDS.length ? 'any' : list.join(', '));
  const rows = Object.entries(RELATIONS).map(([name, {from, to}]) => `- \`${name}\`: ${kinds(from)} → ${kinds(to)}`);
  return `${rows.join('\n')}\n`;
}

/** The functions a recipe may call, grouped by comment. */
export function macrosMarkdown(): string {
  const groups: {signatures: string[]; comment: string[]}[] = [];
  let open: (typeof groups)[number] | undefined;
  for (const line of readSql('./macros.sql').split('\n')) {
    const [, signature] = /^create or replace temp macro (\w+\([^)]*\))/.exec(line) ?? [];
    const comment = /^-- (.*)/.exec(line)?.[1]?.trim();
    if (line === '') open = undefined;
    if (comment === undefined && signature === undefined) continue;
    if (open === undefined || (comment !== undefined && open.signatures.length > 0)) {
      open = {signatures: [], comment: []};
      groups.push(open);
    }
    if (comment !== undefined) open.comment.push(comment);
    if (signature !== undefined) open.signatures.push(`\`${signature}\``);
  }
  return groups
    .filter(({signatures}) => signatures.length > 0)
    .map(({signatures, comment}) => {
      const words = comment.join(' ').replace(/[<*_]/g, '\\$&');
      return `- ${signatures.join(', ')}${words === '' ? '' : `: ${words}`}\n`;
    })
    .join('');
}

const SECTIONS = {recipes: recipesMarkdown, relations: relationsMarkdown, functions: macrosMarkdown};

/** docs/recipes.md with current lists of recipes, relations and functions. */
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
