import type {DuckDBConnection} from '@duckdb/node-api';
import {renumberRows} from '../order.ts';
import {runStep} from '../steps.ts';
import {glue} from './glue.ts';

const ORDERS = ['recent', 'name', 'prominence', 'momentum'] as const;

/** Numbers of whoever changed places in an order; the others keep theirs, and with them the rows that repeat them. Leaves `moved`. */
export async function swapOrders(connection: DuckDBConnection): Promise<void> {
  await runStep(connection, 'order');
  await glue(connection, 'position');
  for (const order of ORDERS) {
    await renumberRows(
      connection,
      `SELECT coalesce(p.${order}, 0) FROM by_${order} b JOIN position p USING (rid) ORDER BY b.rowid`,
      'renumbered',
    );
    await connection.run(
      `CREATE TEMP TABLE moved_${order} AS SELECT b.rid AS key, r.number FROM by_${order} b JOIN renumbered r ON r.place = b.rowid`,
    );
    await connection.run(`UPDATE position SET ${order} = m.number FROM moved_${order} m WHERE m.key = position.rid`);
  }
  await connection.run(`CREATE TEMP TABLE moved AS FROM position
    WHERE rid IN (${ORDERS.map((order) => `SELECT key FROM moved_${order}`).join(' UNION ALL ')} UNION ALL FROM unlinked)`);
}
