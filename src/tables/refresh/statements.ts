import type {DuckDBConnection} from '@duckdb/node-api';
import {sqlTexts} from '../../inline.ts';

const texts = sqlTexts('./', import.meta.url);

/** A generation cannot be refreshed by this change; it has to be built anew. */
export class Obstacle extends Error {}

/** Runs statements that only a kept-up generation needs. */
export async function glue(connection: DuckDBConnection, name: string): Promise<void> {
  const text = texts[name];
  if (text === undefined) throw new Error(`There are no statements ${name}`);
  await connection.run(text);
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
