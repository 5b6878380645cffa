import {version} from '@duckdb/node-api';
import {fileText} from '../inline.ts';
import {withSession} from './database.ts';

/** Extensions that open network connections. */
const REACHING = ['httpfs', 'aws', 'azure', 'postgres_scanner', 'mysql_scanner'];

export interface DuckdbFacts {
  version: string;
  /** The version this program was tested with, and the only one it is installed with. */
  pinned: string | undefined;
  /** Extensions that are loaded in every instance. */
  loaded: string[];
  /** Those that could reach a network. */
  reaching: string[];
}

/** The version and extensions of the DuckDB in use. */
export async function duckdbFacts(): Promise<DuckdbFacts> {
  const loaded = await withSession({memoryLimit: '64MB', threads: 1}, async (connection) => {
    const found = await connection.runAndReadAll(
      'SELECT extension_name FROM duckdb_extensions() WHERE loaded ORDER BY extension_name',
    );
    return found.getRows().map(([name]) => String(name));
  });
  const {dependencies} = JSON.parse(fileText('../../package.json', import.meta.url)) as {
    dependencies: Record<string, string>;
  };
  const pinned = dependencies['@duckdb/node-api']?.split('-')[0];
  return {
    pinned,
    version: version().replace(/^v/, ''),
    loaded,
    reaching: loaded.filter((name) => REACHING.includes(name)),
  };
}
