import type {DuckDBConnection} from '@duckdb/node-api';
import {fileText} from '../inline.ts';

const NAMES = fileText('./vocabulary/diseases.csv', import.meta.url);
const IDS = fileText('./vocabulary/disease_ids.csv', import.meta.url);
const PARENTS = fileText('./vocabulary/disease_parents.csv', import.meta.url);

/**
 * Fills `shipped_disease`: the project's own list of diseases as a tree, for graphs without one. The best known have their
 * ids of MONDO; others are identified by label.
 */
export async function shipDiseases(connection: DuckDBConnection): Promise<void> {
  const {parse} = await import('csv-parse/sync');
  const rows = (text: string) => parse(text, {columns: true}) as Record<string, string>[];
  const tree = new Map<string, {synonyms: string[]; parents: string[]}>();
  const of = (label = '') => {
    const found = tree.get(label) ?? {synonyms: [], parents: []};
    tree.set(label, found);
    return found;
  };
  for (const {label, term} of rows(NAMES)) of(label).synonyms.push(term ?? '');
  for (const {label, parent = ''} of rows(PARENTS)) {
    of(label).parents.push(parent);
    of(parent);
  }
  const ids = new Map(rows(IDS).map(({label, id}) => [label, id]));
  const idOf = (label: string) => ids.get(label) ?? label;
  const list = [...tree].map(([label, {synonyms, parents}]) => ({
    ...{id: idOf(label), label, synonyms},
    parents: parents.map(idOf),
  }));
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE shipped_disease AS
     SELECT unnest(from_json($1, '[{"id":"VARCHAR","label":"VARCHAR","synonyms":["VARCHAR"],"parents":["VARCHAR"]}]'), recursive := true)`,
    [JSON.stringify(list)],
  );
}
