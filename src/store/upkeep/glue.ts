import {readFileSync} from 'node:fs';
import type {DuckDBConnection} from '@duckdb/node-api';

/** A generation cannot be kept up under this change; it has to be built anew. */
export class Obstacle extends Error {}

/** Runs statements that only a kept-up generation needs. */
export async function glue(connection: DuckDBConnection, name: string): Promise<void> {
  await connection.run(readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8'));
}

/** Works in the small database of changed rows, or in the generation as it was. */
export async function within(
  connection: DuckDBConnection,
  database: 'own' | 'past',
  work: () => Promise<void>,
): Promise<void> {
  await connection.run(`USE ${database}`);
  await work();
  await connection.run('USE graph');
}
