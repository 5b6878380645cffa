import type {DuckDBConnection} from '@duckdb/node-api';
import {RELATIONS} from '../schema/kinds.ts';
import {quote} from '../sql/sql.ts';
import {findComponents} from './components.ts';
import {readSql, sqlSteps} from './sql-file.ts';

/** What runs around a rule that SQL alone does not say. */
const BEFORE: Record<string, (connection: DuckDBConnection) => Promise<void>> = {
  name: async (connection) => {
    await findComponents(connection, 'link', 'component');
    await connection.run('create table by_identifier as from component');
  },
  edge: nameRelations,
};

/**
 * Turns the staged rows of all recipes into entities, edges and provenance, in tables `entity`, `edge`, `provenance`.
 * The session's variable `as_of` must be set. `onStep` hears each rule's name before it runs.
 */
export async function resolveIdentity(connection: DuckDBConnection, onStep: (name: string) => void): Promise<void> {
  for (const {name, statements} of sqlSteps('resolve')) {
    onStep(name);
    await BEFORE[name]?.(connection);
    await connection.run(statements);
    await settle(connection);
  }
}

/** Takes what a rule found alike into the links, where that contradicts nothing; `component` is then what is one so far. */
async function settle(connection: DuckDBConnection): Promise<void> {
  const there = await connection.runAndReadAll(`select 1 from duckdb_tables() where table_name = 'by_identifier'`);
  if (there.currentRowCount === 0) return;
  const found = await connection.runAndReadAll('select 1 from likeness limit 1');
  if (found.currentRowCount === 0) return;
  await findComponents(connection, '(select a, b from link union all select a, b from likeness)', 'joined');
  await connection.run(readSql('./resolve/settle.sql'));
  await findComponents(connection, 'link', 'component');
}

/** The kinds that the known relations join, as a table the edge step checks against. */
async function nameRelations(connection: DuckDBConnection): Promise<void> {
  const list = (kinds: readonly string[]) => `[${kinds.map(quote).join(', ')}]`;
  const rows = Object.entries(RELATIONS).map(([name, {from, to}]) => `(${quote(name)}, ${list(from)}, ${list(to)})`);
  await connection.run(
    `create temp table relation_kinds as from (values ${rows.join(', ')}) v(relation, from_kinds, to_kinds)`,
  );
}
