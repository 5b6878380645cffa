import type {DuckDBConnection} from '@duckdb/node-api';
import {renumberRows} from '../order.ts';
import {runStep} from '../steps.ts';
import {glue, within} from './glue.ts';

/** Words of names: new ones get numbers between their neighbours'. */
export async function swapWords(connection: DuckDBConnection): Promise<void> {
  await glue(connection, 'words');
  await renumberRows(connection, 'SELECT rowid::INTEGER, wid FROM word_next ORDER BY rowid');
  await glue(connection, 'word_numbers');
  for (const name of ['symspell_delete', 'trigram']) await within(connection, 'own', () => runStep(connection, name));
  await glue(connection, 'alike');
}

/** The order by prominence; leaves in `moved` whose number is another one. */
export async function numberProminent(connection: DuckDBConnection): Promise<void> {
  await renumberRows(
    connection,
    'SELECT rid, coalesce(p.prominence, 0) FROM by_prominence b LEFT JOIN past.order_key p USING (rid) ORDER BY b.rowid',
  );
  await glue(connection, 'prominent');
}

/** Names of the changed entities, and the places of all who moved. */
export async function swapNames(connection: DuckDBConnection): Promise<void> {
  await within(connection, 'own', () => runStep(connection, 'name'));
  await glue(connection, 'names');
}
