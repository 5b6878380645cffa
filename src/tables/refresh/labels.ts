import type {DuckDBConnection} from '@duckdb/node-api';
import {renumberRows} from '../order.ts';
import {runStep} from '../steps.ts';
import {glue, Obstacle, within} from './glue.ts';

/** Labels of whom the change affects, and the counts of values that they move. */
export async function swapLabels(connection: DuckDBConnection): Promise<void> {
  await findAffected(connection);
  await glue(connection, 'spelling');
  const moved = await renumberRows(connection, 'SELECT rowid::INTEGER, label_id FROM value_next ORDER BY rowid');
  if (moved > 0) throw new Obstacle('No room is left between two values');
  await glue(connection, 'values');
  await within(connection, 'own', () => runStep(connection, 'label'));
  await glue(connection, 'labels');
}

/** What labels are made of. */
const WORN =
  'rid, confidence, target, target_symbol, target_id, modality, mechanism, therapeutic_area, disease_id, product_family, source';

/** Carried before and now by everybody whose labels may be others: `carried_before` and `carried`. */
async function findAffected(connection: DuckDBConnection): Promise<void> {
  const rename = (from: string, to: string) => connection.run(`ALTER TABLE temp.${from} RENAME TO ${to}`);
  const bearersIn = (database: 'past' | 'graph') =>
    connection.run(
      `CREATE OR REPLACE TEMP TABLE bearer AS SELECT ${WORN} FROM ${database}.entity WHERE rid IN (FROM affected)`,
    );
  await within(connection, 'past', () => runStep(connection, 'target_name'));
  await rename('target_name', 'target_name_before');
  await runStep(connection, 'target_name');
  await glue(connection, 'affected');
  await rename('target_name', 'target_name_now');
  await rename('target_name_before', 'target_name');
  await bearersIn('past');
  await within(connection, 'past', () => runStep(connection, 'carried'));
  await rename('carried', 'carried_before');
  await connection.run('DROP TABLE target_name');
  await rename('target_name_now', 'target_name');
  await bearersIn('graph');
  await runStep(connection, 'carried');
}
