import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {quote} from '../sql/sql.ts';

/**
 * Loads one of the project's own lists (src/import/vocabulary) as the table `vocabulary_<name>`, through a file in the
 * build's own folder, because DuckDB reads CSV only from files.
 */
export async function readVocabulary(
  connection: DuckDBConnection,
  folder: string,
  name: string,
  text: string,
): Promise<void> {
  const path = join(folder, `vocabulary-${name}.csv`);
  writeFileSync(path, text);
  await connection.run(
    `create table vocabulary_${name} as from read_csv(${quote(path)}, header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', nullstr = 'none of these is null')`,
  );
}
