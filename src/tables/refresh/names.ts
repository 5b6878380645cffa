import type {DuckDBConnection} from '@duckdb/node-api';
import {renumberRows} from '../order.ts';
import {runStep} from '../steps.ts';
import {inOwn, runStatements} from './statements.ts';

/** Words of names: new ones get numbers between those of their neighbours. */
export async function replaceWords(connection: DuckDBConnection): Promise<void> {
  await runStatements(connection, 'words');
  await renumberRows(connection, 'SELECT rowid::INTEGER, wid FROM word_next ORDER BY rowid');
  await runStatements(connection, 'word_numbers');
  for (const name of ['symspell_delete', 'trigram']) await inOwn(connection, () => runStep(connection, name));
  await runStatements(connection, 'similar_words');
}

/** Order keys by prominence; leaves the entities whose key changes in `moved`. */
export async function numberByProminence(connection: DuckDBConnection): Promise<void> {
  await renumberRows(
    connection,
    'SELECT rid, coalesce(p.prominence, 0) FROM by_prominence b LEFT JOIN past.order_key p USING (rid) ORDER BY b.rowid',
  );
  await runStatements(connection, 'prominent');
}

/** Names of the changed entities, and the order keys of all that moved. */
export async function replaceNames(connection: DuckDBConnection): Promise<void> {
  await inOwn(connection, () => runStep(connection, 'name'));
  await runStatements(connection, 'names');
}
