import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf} from '../../engine/ask.ts';
import {sqlTexts} from '../../inline.ts';

const texts = sqlTexts('./', import.meta.url);

/** A generation cannot be refreshed with these changes; it has to be built. */
export class Obstacle extends Error {}

/** Runs a file of statements that only a refresh needs. */
export async function runStatements(connection: DuckDBConnection, name: string): Promise<void> {
  const text = texts[name];
  if (text === undefined) throw new Error(`There is no refresh/${name}.sql`);
  await connection.run(text);
}

/** Works in `own`, the small database of changed rows, where the statements of a build find their tables by the same names. */
export async function inOwn(connection: DuckDBConnection, work: () => Promise<void>): Promise<void> {
  await connection.run('USE own');
  await work();
  await connection.run('USE graph');
}

/** @throws Obstacle with this reason if there are any such rows. */
export async function refuseIfAny(connection: DuckDBConnection, from: string, reason: string): Promise<void> {
  if ((await countOf(connection, `SELECT count(*) FROM ${from}`)) > 0) throw new Obstacle(reason);
}
