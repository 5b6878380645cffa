import type {DuckDBConnection} from '@duckdb/node-api';
import {renumberRows} from '../order.ts';
import {runStep} from '../steps.ts';
import {glue} from './glue.ts';

/** Rows whose place by their own key may be another; null where a rank among others decides, so that anybody may have moved. */
const UNSETTLED = {
  recent: 'SELECT rid FROM numbered',
  name: 'SELECT rid FROM numbered',
  date: 'SELECT rid FROM numbered',
  prominence: null,
  momentum: `SELECT rid FROM numbered UNION
    SELECT s.rid FROM signal s LEFT JOIN past.signal b USING (rid) WHERE s.momentum IS DISTINCT FROM b.momentum`,
} as const;

/**
 * Numbers of whoever changed places in an order; the others keep theirs, and with them the rows that repeat them. Leaves `moved`.
 * @param isLinkedAsBefore No degree changed, so nobody's prominence did.
 */
export async function swapOrders(connection: DuckDBConnection, isLinkedAsBefore: boolean): Promise<void> {
  await runStep(connection, 'order');
  await glue(connection, 'order_key');
  const nobody = 'SELECT rid FROM numbered WHERE false';
  const orders = Object.entries({...UNSETTLED, ...(isLinkedAsBefore && {prominence: nobody})});
  for (const [order, unsettled] of orders) {
    if (unsettled === null || !(await fitBetween(connection, order, unsettled)))
      await renumberRows(
        connection,
        `SELECT rid, coalesce(p.${order}, 0) FROM by_${order} b JOIN order_key p USING (rid) ORDER BY b.rowid`,
        `moved_${order}`,
      );
    await connection.run(`UPDATE order_key SET ${order} = m.number FROM moved_${order} m WHERE m.key = order_key.rid`);
  }
  await connection.run(`CREATE TEMP TABLE moved AS FROM order_key
    WHERE rid IN (${orders.map(([order]) => `SELECT key FROM moved_${order}`).join(' UNION ALL ')} UNION ALL FROM unlinked)`);
}

/** Only those and their neighbours, where the numbers between these are enough. */
async function fitBetween(connection: DuckDBConnection, order: string, unsettled: string): Promise<boolean> {
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE unsettled AS ${unsettled};
    CREATE OR REPLACE TEMP TABLE place_open AS SELECT b.rowid AS place FROM by_${order} b SEMI JOIN unsettled USING (rid)`);
  const moved = await renumberRows(
    connection,
    `SELECT b.rid, CASE WHEN b.rid IN (FROM unsettled) THEN 0 ELSE p.${order} END
     FROM by_${order} b JOIN order_key p USING (rid)
     WHERE b.rowid IN (SELECT place + step FROM place_open, (VALUES (-1), (0), (1)) AS s(step))
     ORDER BY b.rowid`,
    `moved_${order}`,
  );
  return moved === 0;
}
