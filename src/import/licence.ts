import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf, rowsOf} from '../engine/ask.ts';
import {GraphError} from '../errors.ts';
import {quote} from '../sql/sql.ts';
import type {Recipe} from './recipe.ts';

/** Conditions of licences that users need to know, with the words by which licences state them. */
const TERMS = {
  'share-alike': /\b(by(-nc)?-sa|sa-\d|share[- ]?alike|odbl|gpl|copyleft)\b/i,
  'non-commercial': /\b(by-nc|nc-sa|nc-nd|non-?commercial)\b/i,
  'no-derivatives': /\b(nd-\d|nc-nd|by-nd|no[- ]?derivatives)\b/i,
  unstated: /\bstates? no licence\b|\bno licence (is )?stated\b/i,
} as const;
export type LicenceTerm = keyof typeof TERMS;
export const LICENCE_TERMS = Object.keys(TERMS) as LicenceTerm[];

/** The conditions of a declared licence. A recipe with several licences has the conditions of all. */
export function termsOf(licence: string): LicenceTerm[] {
  return LICENCE_TERMS.filter((term) => TERMS[term].test(licence));
}

/**
 * The recipes with an excluded licence: by a condition (`share-alike`), or by the licence's own name (`CC-BY-SA-4.0`).
 * @throws GraphError naming an unknown one.
 */
export function excludedBy(recipes: readonly Recipe[], words: readonly string[]): Recipe[] {
  const wanted = words.map((word) => word.trim().toLowerCase()).filter((word) => word !== '');
  const isNamed = (licence: string, word: string) =>
    licence
      .toLowerCase()
      .split(/[\s;,]+/)
      .includes(word);
  for (const word of wanted) {
    if (!(word in TERMS) && !/^[a-z]+[a-z0-9]*(-[a-z0-9.]+)+$|^(mit|cc0)$/.test(word)) {
      throw new GraphError(
        'validation_error',
        `"${word}" is neither a licence term (${LICENCE_TERMS.join(', ')}) nor the name of a licence such as CC-BY-SA-4.0.`,
      );
    }
  }
  return recipes.filter(({licence}) =>
    wanted.some((word) => (termsOf(licence) as string[]).includes(word) || isNamed(licence, word)),
  );
}

/** The excluded sources of a build: their rows, by kind and relation. */
export interface Excluded {
  recipe: string;
  source: string;
  licence: string;
  entities: Record<string, number>;
  edges: Record<string, number>;
  diseases: number;
}

/** Removes the staged rows of excluded recipes, including refused ones, before anything is derived from them. */
export async function dropExcluded(connection: DuckDBConnection, recipes: readonly Recipe[]): Promise<Excluded[]> {
  const lost: Excluded[] = [];
  for (const {name, source, licence} of recipes) {
    const of = `recipe = ${quote(name)}`;
    const counted = async (query: string) =>
      Object.fromEntries((await rowsOf(connection, query)).map(([key, count]) => [String(key), Number(count)]));
    lost.push({
      recipe: name,
      source,
      licence,
      entities: await counted(`SELECT kind, count(DISTINCT key) FROM staged WHERE ${of} GROUP BY kind ORDER BY kind`),
      edges: await counted(
        `SELECT relation, count(*) FROM staged_edge WHERE ${of} GROUP BY relation ORDER BY relation`,
      ),
      diseases: await countOf(connection, `SELECT count(*) FROM disease WHERE ${of}`),
    });
    for (const table of ['staged', 'staged_edge', 'disease', 'reject', 'left_out'])
      await connection.run(`DELETE FROM ${table} WHERE ${of}`);
  }
  return lost;
}
