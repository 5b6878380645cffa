import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {rowsOf} from '../engine/ask.ts';
import {withSession} from '../engine/database.ts';
import {SNAPSHOT_TABLES, type SnapshotTable, widened} from '../schema/snapshot.ts';
import {quote} from '../sql/sql.ts';
import {snapshotRows} from '../tables/snapshot-rows.ts';
import {type Breach, breachesOf} from './breaches.ts';
import {countsOf, differences} from './counts.ts';
import type {Manifest} from './manifest.ts';

/** A problem of a snapshot. */
export interface Problem {
  path: string;
  problem: string;
  remedy: string;
  /** The number of the row in the file, from 1. */
  row?: number;
  column?: string;
}

export interface ContentOptions {
  /** Whether what the manifest counts is compared too; default false, since a load goes by the rows alone. */
  counts?: boolean | undefined;
  memoryLimit?: string | undefined;
  threads?: number | undefined;
  /** Where spilled data goes. */
  spill?: string | undefined;
  signal?: AbortSignal | undefined;
}

const FETCH = 'Fetch the snapshot again';
const REWRITE = 'Write it again as docs/snapshot-format.md describes';

/** Maximum number of problems to name of each sort. */
const MOST = 10;

/**
 * Violations of the format in the rows of a snapshot's files, by file, row and column: anything that could not be
 * loaded, or not be served afterwards. The files must exist and have the right size.
 */
export async function checkContents(
  folder: string,
  manifest: Manifest,
  options: ContentOptions = {},
): Promise<Problem[]> {
  const found = await withSession(options, async (connection) => {
    const problems: Problem[] = [];
    for (const file of manifest.files) {
      options.signal?.throwIfAborted();
      const problem = await checkColumns(connection, join(folder, file.path), file);
      if (problem !== undefined) problems.push(problem);
    }
    problems.push(...missingTables(folder, manifest));
    if (problems.length > 0) return problems;
    return checkRows(connection, folder, manifest, options.counts === true);
  });
  // A statement that was interrupted has read nothing, which says nothing of the files.
  options.signal?.throwIfAborted();
  return found;
}

function missingTables(folder: string, manifest: Manifest): Problem[] {
  const tables = new Set(manifest.files.map(({table}) => table));
  return (['entities', 'edges'] as const)
    .filter((table) => manifest.kind === 'full' && !tables.has(table))
    .map((table) => ({path: join(folder, 'manifest.json'), problem: `lists no file of ${table}`, remedy: REWRITE}));
}

/** An undamaged file can still be wrong: other columns, or not Parquet at all. */
async function checkColumns(
  connection: DuckDBConnection,
  path: string,
  {table, rows}: Manifest['files'][number],
): Promise<Problem | undefined> {
  try {
    const described = await rowsOf(connection, `DESCRIBE FROM read_parquet(${quote(path)})`);
    const types = new Map(described.map(([name, type]) => [String(name), String(type)]));
    for (const [name, type] of Object.entries(SNAPSHOT_TABLES[table].columns)) {
      const actual = types.get(name)?.replace('TIMESTAMP WITH TIME ZONE', 'TIMESTAMPTZ');
      // Files of an earlier version have fewer columns, never different ones.
      const isMissed = (SNAPSHOT_TABLES[table].required as readonly string[]).includes(name);
      if (actual === undefined ? isMissed : actual !== type) {
        const problem = `has column ${name} with type ${actual ?? 'none'}, but the format requires ${type}`;
        return {path, problem, remedy: REWRITE, column: name};
      }
    }
    const counted = Number((await rowsOf(connection, `SELECT count(*) FROM read_parquet(${quote(path)})`))[0]?.[0]);
    return counted === rows
      ? undefined
      : {path, problem: `has ${counted} rows, but the manifest says ${rows}`, remedy: FETCH};
  } catch {
    return {path, problem: 'is not a Parquet file', remedy: FETCH};
  }
}

async function checkRows(
  connection: DuckDBConnection,
  folder: string,
  manifest: Manifest,
  isCounted: boolean,
): Promise<Problem[]> {
  const views: Partial<Record<SnapshotTable, string>> = {};
  for (const table of Object.keys(SNAPSHOT_TABLES) as SnapshotTable[]) {
    const files = manifest.files.filter((file) => file.table === table).map(({path}) => join(folder, path));
    if (files.length === 0) continue;
    views[table] = `checked_${table}`;
    const rows = await snapshotRows(connection, table, files, {
      columns: 'filename AS in_file, file_row_number + 1 AS at_row',
      options: 'filename = true, file_row_number = true',
    });
    await connection.run(`CREATE TEMP VIEW checked_${table} AS ${rows}`);
  }
  try {
    const found = await breachesOf(connection, {
      views,
      place: () => 'in_file, at_row',
      asOf: manifest.as_of,
      isWhole: manifest.kind === 'full',
      most: MOST,
    });
    if (found.length > 0 || !isCounted) return found.map(problemOf);
    const path = join(folder, 'manifest.json');
    return differences(manifest.counts, await countsOf(connection, views)).map((problem) => ({
      ...{path, problem, remedy: FETCH},
    }));
  } catch (error) {
    const unreadable = await unreadableColumn(connection, folder, manifest);
    if (unreadable === undefined) throw error;
    return [unreadable];
  }
}

function problemOf({column, breach, value, place: [path, row]}: Breach): Problem {
  const shown = value === null ? '' : `: ${JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)}`;
  return {
    path: String(path),
    problem: `row ${String(row)}, column ${column} holds ${breach}${shown}`,
    remedy: REWRITE,
    row: Number(row),
    column,
  };
}

/** The column that the engine cannot read: text that is not UTF-8, a damaged page. */
async function unreadableColumn(
  connection: DuckDBConnection,
  folder: string,
  manifest: Manifest,
): Promise<Problem | undefined> {
  for (const {path, table} of manifest.files)
    for (const column of Object.keys(SNAPSHOT_TABLES[table].columns))
      try {
        const read = widened(table, `FROM read_parquet(${quote(join(folder, path))})`);
        await rowsOf(connection, `SELECT max(hash(${column})) FROM (${read})`);
      } catch (error) {
        const why = /invalid string encoding|utf-?8/i.test(String(error))
          ? 'text that is not UTF-8'
          : 'a page that cannot be read';
        return {path: join(folder, path), problem: `column ${column} holds ${why}`, remedy: REWRITE, column};
      }
  return undefined;
}
