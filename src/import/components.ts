import type {DuckDBConnection} from '@duckdb/node-api';

/**
 * Connected components of the links collected so far, as a table (record, root): root is the smallest record of the
 * component. Records without a link are left out. Labels are propagated and path-compressed until nothing changes.
 */
export async function findComponents(connection: DuckDBConnection, links: string, table: string): Promise<void> {
  await connection.run(`create or replace temp table hop as
    select a, b from ${links} union all select b, a from ${links}`);
  await connection.run(
    `create or replace table ${table} as select a as record, least(a, min(b)) as root from hop group by a`,
  );
  for (;;) {
    await connection.run(`create or replace temp table spread as
      select t.record, t.root as before, least(t.root, min(n.root), min(nn.root)) as root
      from ${table} t join hop on hop.a = t.record join ${table} n on n.record = hop.b join ${table} nn on nn.record = n.root
      group by t.record, t.root`);
    const changed = await connection.runAndReadAll('select count(*)::integer from spread where root <> before');
    await connection.run(`create or replace table ${table} as select record, root from spread`);
    if (changed.getRows()[0]?.[0] === 0) break;
  }
  await connection.run('drop table hop; drop table spread');
}
