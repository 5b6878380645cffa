import type {DuckDBConnection} from '@duckdb/node-api';
import {fileText} from '../inline.ts';
import {RELATIONS} from '../schema/kinds.ts';
import {quote} from '../sql/sql.ts';
import {describeFields} from '../tables/describe-fields.ts';
import {findComponents} from './components.ts';
import {keepApart} from './corrections.ts';
import {distrustIdentifiers} from './guard.ts';
import {readSql, sqlSteps} from './sql-file.ts';
import {readVocabulary} from './vocabulary.ts';

const DRUGS = fileText('./vocabulary/drugs.csv', import.meta.url);
const INSTITUTIONS = fileText('./vocabulary/institutions.csv', import.meta.url);
const COMPANIES = fileText('./vocabulary/companies.csv', import.meta.url);
const HEADQUARTERS = fileText('./vocabulary/headquarters.csv', import.meta.url);
const DEVELOPERS = fileText('./vocabulary/developers.csv', import.meta.url);

/** Code that runs before some rules, for what SQL alone cannot do. */
const BEFORE: Record<string, (connection: DuckDBConnection, folder: string) => Promise<void>> = {
  distrust: (connection) => findComponents(connection, 'stated_link', 'tied'),
  link: distrustIdentifiers,
  fact: async (connection) => {
    const rules = "('shared identifier', 'stated by the source')";
    await findComponents(connection, `(select a, b from link where rule in ${rules})`, 'by_identifier');
    await findComponents(connection, 'link', 'component');
  },
  survivor: (connection) => findComponents(connection, 'link', 'component'),
  edge: nameRelations,
};

/**
 * Turns the staged rows of all recipes into entities, edges and provenance, in tables `entity`, `edge`, `provenance`.
 * The session's variable `as_of` must be set; `folder` is the build's own. `onStep` is called with each rule's name
 * before it runs.
 */
export async function resolveIdentity(
  connection: DuckDBConnection,
  folder: string,
  onStep: (name: string) => void,
): Promise<void> {
  await describeFields(connection);
  for (const {name, statements} of sqlSteps('resolve')) {
    onStep(name);
    await BEFORE[name]?.(connection, folder);
    await connection.run(statements);
    await settle(connection);
  }
}

/**
 * Adds the matches of a rule to the links, unless they contradict something; `component` then has the current
 * components.
 */
async function settle(connection: DuckDBConnection): Promise<void> {
  const there = await connection.runAndReadAll(`select 1 from duckdb_tables() where table_name = 'by_identifier'`);
  if (there.currentRowCount === 0) return;
  const found = await connection.runAndReadAll('select 1 from likeness limit 1');
  if (found.currentRowCount === 0) return;
  await keepApart(connection);
  await findComponents(connection, '(select a, b from link union all select a, b from likeness)', 'joined');
  await connection.run(readSql('./resolve/settle.sql'));
  await findComponents(connection, 'link', 'component');
}

/**
 * The project's own lists: companies with their names, holdings and duplicate filers; who develops which drug; institutions with their legal
 * and short names; drugs with their codes and brands; each with its source.
 */
export async function readFacts(connection: DuckDBConnection, folder: string): Promise<void> {
  await readVocabulary(connection, folder, 'companies', COMPANIES);
  await connection.run(`create table company_fact as
    select "group" as head, nullif(cik, '') as cik, relation, trim(unnest(string_split(names, '|'))) as name, source from vocabulary_companies where relation not in ('not cik', 'listed', 'delisted');
    create table listing_fact as select relation, org_match_key(unnest(string_split(names, '|'))) as name_key from vocabulary_companies where relation in ('listed', 'delisted');
    create table other_filer as select unnest(string_split(names, '|')) as cik from vocabulary_companies where relation = 'not cik';
    drop table vocabulary_companies`);
  await readVocabulary(connection, folder, 'headquarters', HEADQUARTERS);
  await connection.run(`create table headquarters_fact as
    select country, org_match_key(unnest(split_list(companies, '|'))) as name_key from vocabulary_headquarters;
    drop table vocabulary_headquarters`);
  await readVocabulary(connection, folder, 'developers', DEVELOPERS);
  await connection.run(`create table developer_fact as
    select company, org_key(company) as company_key, fold(unnest(split_list(drugs, '|'))) as drug_key, source from vocabulary_developers;
    drop table vocabulary_developers;
    create table developer_there as
    select distinct company, company_key, source from developer_fact where drug_key in (
      select fold(unnest(list_append(list_concat(coalesce(aliases, []), coalesce(list_transform(names, lambda n: n.name), [])), name)))
      from staged where kind = 'product')`);
  await readVocabulary(connection, folder, 'institutions', INSTITUTIONS);
  // One without a ROR id is the record that is called by its first name.
  await connection.run(`create table institution_fact as
    select coalesce('ror:' || nullif(ror, ''), called.record) as record, unnest(names) as name
    from (select ror, split_list(names, '|') as names from vocabulary_institutions) listed
    left join (
      select fold(name) as name, arg_min(natural_key(key), {kind: kind <> 'institution', key: key}) as record from staged where kind in ('institution', 'funder') and not coalesce(removed, false) group by 1
    ) called on ror = '' and called.name = fold(names[1])
    where ror <> '' or called.record is not null;
    drop table vocabulary_institutions`);
  await readVocabulary(connection, folder, 'drugs', DRUGS);
  await connection.run(`create table drug_fact as
    select drug, name, type, source, compared_code(drug, substance_key(drug)) as drug_key, compared_code(name, substance_key(name)) as name_key from (
      select drug, unnest(split_list(codes, '|')) as name, 'code' as type, source from vocabulary_drugs
      union all select drug, unnest(split_list(brands, '|')), 'brand', source from vocabulary_drugs
      union all select drug, unnest(split_list(synonyms, '|')), 'synonym', source from vocabulary_drugs
    );
    create table drug_list as select drug from vocabulary_drugs;
    drop table vocabulary_drugs`);
}

/** The kinds that known relations join, as a table for the edge step. */
async function nameRelations(connection: DuckDBConnection): Promise<void> {
  const list = (kinds: readonly string[]) => `[${kinds.map(quote).join(', ')}]`;
  const rows = Object.entries(RELATIONS).map(([name, {from, to}]) => `(${quote(name)}, ${list(from)}, ${list(to)})`);
  await connection.run(
    `create temp table relation_kinds as from (values ${rows.join(', ')}) v(relation, from_kinds, to_kinds)`,
  );
}
