import type {DuckDBConnection} from '@duckdb/node-api';
import {renumberRows} from '../order.ts';
import {runStep} from '../steps.ts';
import {glue, Obstacle, within} from './glue.ts';

/** Labels of whom the change affects, and the counts of values that they move. */
export async function swapLabels(connection: DuckDBConnection): Promise<void> {
  await glue(connection, 'affected');
  await within(connection, 'past', () => findCarried(connection));
  await connection.run('ALTER TABLE temp.carried RENAME TO carried_before; DROP TABLE target_name');
  await findCarried(connection);
  await glue(connection, 'spelling');
  const moved = await renumberRows(connection, 'SELECT rowid::INTEGER, label_id FROM value_next ORDER BY rowid');
  if (moved > 0) throw new Obstacle('No room is left between two values');
  await glue(connection, 'values');
  await within(connection, 'own', () => runStep(connection, 'label'));
  await glue(connection, 'labels');
}

/** What they carry in the generation in use. */
async function findCarried(connection: DuckDBConnection): Promise<void> {
  await runStep(connection, 'target_name');
  await connection.run('CREATE OR REPLACE TEMP TABLE bearer AS FROM entity WHERE rid IN (FROM affected)');
  await runStep(connection, 'carried');
}
