import type {DuckDBConnection} from '@duckdb/node-api';
import {sqlSteps} from './sql-file.ts';

/**
 * Fills MoA fields from what the entities already say, rule by rule (src/import/enrich). Each rule leaves a table
 * `proposal`; what it changes is counted and written down with its source and confidence.
 * @returns entities changed, by rule.
 */
export async function enrich(
  connection: DuckDBConnection,
  onStep: (name: string) => void,
): Promise<Record<string, number>> {
  const changed: Record<string, number> = {};
  await connection.run('create table proposal_applied (rule varchar, id varchar)');
  for (const {name, statements} of sqlSteps('enrich')) {
    onStep(name);
    await connection.run(statements);
    const proposals = await connection.runAndReadAll(
      `select count(distinct id)::integer from proposal_applied where rule = '${name}'`,
    );
    const count = Number(proposals.getRows()[0]?.[0] ?? 0);
    if (count > 0) changed[name.replaceAll('_', ' ')] = count;
  }
  return changed;
}
