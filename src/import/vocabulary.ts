import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {quote} from '../sql/sql.ts';

/**
 * One of the project's own lists (src/import/vocabulary) as the table `vocabulary_<name>`, by way of a file in the build's own folder:
 * the engine reads CSV from files only.
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
