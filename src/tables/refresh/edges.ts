import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf} from '../../engine/ask.ts';
import {runStep} from '../steps.ts';
import {glue, within} from './glue.ts';

/** Who made what, by the edges that came and went. */
export async function swapWorks(connection: DuckDBConnection): Promise<void> {
  await within(connection, 'own', () => runStep(connection, 'work'));
  await glue(connection, 'works');
}

/** Where so many moved by prominence, and this share of all, looking for the lists they stand in is dearer than making all anew. */
const MANY = 1000;
const LARGE_SHARE = 0.04;

/** Neighbours of those whose list is another. */
export async function swapNeighbours(connection: DuckDBConnection): Promise<void> {
  const moved = await countOf(connection, 'SELECT count(*) FROM moved_prominence');
  if (moved > MANY && moved > LARGE_SHARE * (await countOf(connection, 'SELECT count(*) FROM position')))
    return runStep(connection, 'adjacency');
  await glue(connection, 'restated');
  await within(connection, 'lists', () => runStep(connection, 'adjacency'));
  await glue(connection, 'adjacency');
}
