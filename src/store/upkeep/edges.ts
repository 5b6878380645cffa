import type {DuckDBConnection} from '@duckdb/node-api';
import {runStep} from '../steps.ts';
import {glue, within} from './glue.ts';

/** Who made what, by the edges that came and went. */
export async function swapWorks(connection: DuckDBConnection): Promise<void> {
  await within(connection, 'own', () => runStep(connection, 'work'));
  await glue(connection, 'works');
}

/** Neighbours of those whose list is another. */
export async function swapNeighbours(connection: DuckDBConnection): Promise<void> {
  await glue(connection, 'restated');
  await within(connection, 'own', () => runStep(connection, 'adjacency'));
  await glue(connection, 'adjacency');
}
