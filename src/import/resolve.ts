import type {DuckDBConnection} from '@duckdb/node-api';
import {RELATIONS} from '../schema/kinds.ts';
import {quote} from '../sql/sql.ts';
import {findComponents} from './components.ts';
import {sqlSteps} from './sql-file.ts';

/** What runs before a step that SQL alone does not say: the components of the links so far. */
const BEFORE: Record<string, (connection: DuckDBConnection) => Promise<void>> = {
  name: async (connection) => {
    await findComponents(connection, 'link', 'component');
    await connection.run('create table by_identifier as from component');
  },
  abbreviation: joined,
  program: joined,
  bridge: joined,
  survivor: (connection) => findComponents(connection, 'link', 'component'),
  edge: nameRelations,
};

/** What is one entity if every likeness found so far counts. */
function joined(connection: DuckDBConnection): Promise<void> {
  return findComponents(connection, '(select a, b from link union all select a, b from name_link)', 'joined');
}

/**
 * Turns the staged rows of all recipes into entities, edges and provenance, in tables `entity`, `edge`, `provenance`.
 * The session's variable `as_of` must be set. `onStep` hears each rule's name before it runs.
 */
export async function resolveIdentity(connection: DuckDBConnection, onStep: (name: string) => void): Promise<void> {
  for (const {name, statements} of sqlSteps('resolve')) {
    onStep(name);
    await BEFORE[name]?.(connection);
    await connection.run(statements);
  }
}

/** The kinds that the known relations join, as a table the edge step checks against. */
async function nameRelations(connection: DuckDBConnection): Promise<void> {
  const list = (kinds: readonly string[]) => `[${kinds.map(quote).join(', ')}]`;
  const rows = Object.entries(RELATIONS).map(([name, {from, to}]) => `(${quote(name)}, ${list(from)}, ${list(to)})`);
  await connection.run(
    `create temp table relation_kinds as from (values ${rows.join(', ')}) v(relation, from_kinds, to_kinds)`,
  );
}
