import type {DuckDBConnection} from '@duckdb/node-api';
import {GraphError} from '../errors.ts';

/**
 * Table functions a SELECT may call: they return rows made from their arguments, or describe what is attached. The
 * engine has others that read files, run SQL from a text, or change settings (`enable_logging`, `enable_profiling`,
 * `checkpoint`), also within a SELECT, and later versions will have more. Functions not listed here are therefore
 * refused, in addition to the locked settings.
 */
const ALLOWED = new Set([
  ...['unnest', 'range', 'generate_series', 'repeat', 'repeat_row', 'json_each', 'json_tree', 'summary'],
  ...['pragma_table_info', 'pragma_show', 'pragma_version', 'pragma_platform', 'pragma_database_size'],
  ...['pragma_storage_info', 'pg_timezone_names', 'icu_calendar_names', 'sql_auto_complete'],
  ...[
    'duckdb_columns',
    'duckdb_constraints',
    'duckdb_databases',
    'duckdb_functions',
    'duckdb_indexes',
    'duckdb_keywords',
  ],
  ...['duckdb_schemas', 'duckdb_settings', 'duckdb_tables', 'duckdb_types', 'duckdb_views', 'duckdb_memory'],
]);

/** Scalar functions with side effects. */
const REFUSED = new Set(['write_log', 'getenv']);

interface Node {
  [key: string]: unknown;
}

/**
 * Checks every function in a SELECT, as parsed by the engine itself.
 * @throws GraphError `bad_request` naming one that may not be called.
 */
export async function checkFunctions(connection: DuckDBConnection, text: string): Promise<void> {
  const reader = await connection.runAndReadAll('select json_serialize_sql($1::varchar)', [text]);
  const tree = JSON.parse(withoutInfinity(String(reader.getRows()[0]?.[0]))) as Node;
  if (tree.error_type === 'not implemented')
    throw new GraphError(
      'bad_request',
      'Only SELECT is answered; instead of PRAGMA query the functions, such as duckdb_tables() or pragma_table_info(…).',
    );
  if (tree.error === true) throw new GraphError('bad_request', String(tree.error_message));
  walk(tree);
}

/** The engine writes a literal beyond a double as a bare word, which JSON has no number for; quoted text stays as it is. */
function withoutInfinity(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:Infinity|NaN)\b/g, (part) => (part.startsWith('"') ? part : 'null'));
}

function walk(node: unknown): void {
  if (node === null || typeof node !== 'object') return;
  const {type, function: called, function_name: name} = node as Node;
  if (type === 'TABLE_FUNCTION') {
    const table = String((called as Node | undefined)?.function_name).toLowerCase();
    if (!ALLOWED.has(table)) {
      const names = [...ALLOWED].sort().join(', ');
      throw new GraphError('bad_request', `${table} cannot be queried here. Allowed table functions: ${names}.`);
    }
  }
  if (typeof name === 'string' && REFUSED.has(name.toLowerCase()))
    throw new GraphError('bad_request', `${name} cannot be called here.`);
  Object.values(node).forEach(walk);
}
