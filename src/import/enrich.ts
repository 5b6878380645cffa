import type {DuckDBConnection} from '@duckdb/node-api';
import {fileText} from '../inline.ts';
import {readSql, sqlSteps} from './sql-file.ts';
import {readVocabulary} from './vocabulary.ts';

/**
 * The project's own lists (src/import/vocabulary, and for diseases src/tables/vocabulary): facts about words, each with
 * its source.
 */
const VOCABULARIES = {
  actions: fileText('./vocabulary/actions.csv', import.meta.url),
  applications: fileText('./vocabulary/applications.csv', import.meta.url),
  approvals: fileText('./vocabulary/approvals.csv', import.meta.url),
  businesses: fileText('./vocabulary/businesses.csv', import.meta.url),
  cities: fileText('./vocabulary/cities.csv', import.meta.url),
  classes: fileText('./vocabulary/classes.csv', import.meta.url),
  class_names: fileText('./vocabulary/class_names.csv', import.meta.url),
  codes: fileText('./vocabulary/codes.csv', import.meta.url),
  discontinued: fileText('./vocabulary/discontinued.csv', import.meta.url),
  disease_parents: fileText('../tables/vocabulary/disease_parents.csv', import.meta.url),
  disease_groups: fileText('./vocabulary/disease_groups.csv', import.meta.url),
  disease_twins: fileText('./vocabulary/disease_twins.csv', import.meta.url),
  diseases: fileText('../tables/vocabulary/diseases.csv', import.meta.url),
  exchanges: fileText('./vocabulary/exchanges.csv', import.meta.url),
  phases: fileText('./vocabulary/phases.csv', import.meta.url),
  scheduled: fileText('./vocabulary/scheduled.csv', import.meta.url),
  shared_codes: fileText('./vocabulary/shared_codes.csv', import.meta.url),
  sold_elsewhere: fileText('./vocabulary/sold_elsewhere.csv', import.meta.url),
  stems: fileText('./vocabulary/stems.csv', import.meta.url),
  targets: fileText('./vocabulary/targets.csv', import.meta.url),
  tried_uses: fileText('./vocabulary/tried_uses.csv', import.meta.url),
  uses: fileText('./vocabulary/uses.csv', import.meta.url),
  wrong_mechanisms: fileText('./vocabulary/wrong_mechanisms.csv', import.meta.url),
  wrong_names: fileText('./vocabulary/wrong_names.csv', import.meta.url),
  wrong_parents: fileText('./vocabulary/wrong_parents.csv', import.meta.url),
  wrong_targets: fileText('./vocabulary/wrong_targets.csv', import.meta.url),
  wrong_uses: fileText('./vocabulary/wrong_uses.csv', import.meta.url),
};

/**
 * Fills MoA fields from the entities' own data, rule by rule (src/import/enrich). Each rule creates a table `proposal`;
 * its changes are counted and stored with their source and confidence. `folder` is the build's own.
 * @returns changed entities, by rule.
 */
export async function enrich(
  connection: DuckDBConnection,
  folder: string,
  onStep: (name: string) => void,
): Promise<Record<string, number>> {
  const changed: Record<string, number> = {};
  for (const [name, text] of Object.entries(VOCABULARIES)) await readVocabulary(connection, folder, name, text);
  await connection.run('create table proposal_applied (rule varchar, id varchar)');
  for (const {name, statements} of sqlSteps('enrich')) {
    onStep(name);
    await connection.run(statements);
    await takeFromProducts(connection, name);
    const proposals = await connection.runAndReadAll(
      `select count(distinct id)::integer from proposal_applied where rule = '${name}'`,
    );
    const count = Number(proposals.getRows()[0]?.[0] ?? 0);
    if (count > 0) changed[name.replaceAll('_', ' ')] = count;
  }
  return changed;
}

/** A rule that creates a table `taking` says which entities inherit labels from which product. */
async function takeFromProducts(connection: DuckDBConnection, rule: string): Promise<void> {
  const there = await connection.runAndReadAll(`select 1 from duckdb_tables() where table_name = 'taking'`);
  if (there.currentRowCount === 0) return;
  await connection.run(readSql('./taking.sql'));
  await connection.run(`insert into proposal_applied select '${rule}', id from took`);
}
