import {type DuckDBConnection, VARCHAR} from '@duckdb/node-api';
import {fillTable} from '../engine/ask.ts';
import type {Release} from '../generation.ts';
import {KINDS, PRIOR, partOf, WORK_BITS} from '../schema/kinds.ts';
import {type RowNumbers, rowNumbersNamed} from '../sql/row-numbers.ts';
import {quote} from '../sql/sql.ts';
import {legalEnding} from '../text/legal-form.ts';
import {STOPWORDS, stem} from '../text/words.ts';
import {addCanonical} from './canonical.ts';
import {declarationOf} from './declarations.ts';
import {describeFields} from './describe-fields.ts';
import {ROWS_FORMAT, STORE_FORMAT} from './format.ts';
import {rowMacros} from './row-macros.ts';

/** @param rows How wide row ids are, for the step `macros`, which the others build on. */
export async function runStep(
  connection: DuckDBConnection,
  name: string,
  rows: RowNumbers | undefined = undefined,
): Promise<void> {
  if (name === 'macros') {
    if (rows === undefined) throw new Error('The macros need to know how wide row ids are');
    await connection.run(rowMacros(rows));
    await prepareSession(connection);
  }
  await connection.run(declarationOf(name).text);
}

/** How wide the row ids of the generation attached as `graph` are; those of earlier layouts, which do not say so, are narrow. */
export async function attachedRowNumbers(connection: DuckDBConnection): Promise<RowNumbers> {
  const release = await connection.runAndReadAll('FROM graph.release');
  return rowNumbersNamed(String(release.getRowObjects()[0]?.row_numbers));
}

/** Functions that statements call, in addition to the macros stored in a generation. */
async function prepareSession(connection: DuckDBConnection): Promise<void> {
  addCanonical(connection);
  await describeFields(connection);
  await connection.run(`CREATE OR REPLACE TEMP MACRO legal_ending(key) AS ${legalEnding('key')};
    CREATE OR REPLACE TEMP MACRO work_of(rid) AS (${WORK_BITS} >> kind_of(rid)) & 1;
    CREATE OR REPLACE TEMP MACRO is_boosted(rid) AS (${PRIOR.boosted} >> kind_of(rid)) & 1 = 1;
    CREATE OR REPLACE TEMP MACRO is_approval(rid) AS (${PRIOR.approving} >> kind_of(rid)) & 1 = 1;
    CREATE OR REPLACE TEMP MACRO text_share(rid) AS list_extract([${PRIOR.shares.join()}]::double[], kind_of(rid));
    CREATE OR REPLACE TEMP MACRO makes_known(rid) AS (${PRIOR.untelling} >> kind_of(rid)) & 1 = 0`);
}

/** Makes the documents of the generation attached as `graph` again, as `document (rid, text)`, from the rows it keeps. */
export async function recallDocuments(connection: DuckDBConnection): Promise<void> {
  await connection.run(`USE graph;
    CREATE TEMP VIEW snapshot_entities AS FROM raw_entities;
    CREATE TEMP VIEW snapshot_provenance AS FROM raw_provenance;
    CREATE TEMP TABLE rid_of AS SELECT rid, id FROM entity`);
  await prepareSession(connection);
  await runStep(connection, 'document');
}

/**
 * The tables that statements read besides the rows: the release, the kinds, the stop words.
 * @param files The folder of the generation's look-up files.
 */
export async function describe(
  connection: DuckDBConnection,
  release: Release,
  files: string,
  rows: RowNumbers,
): Promise<void> {
  await connection.run(
    `CREATE TABLE graph.release AS SELECT '${STORE_FORMAT}' AS store_format, ${ROWS_FORMAT} AS rows_format, '${rows.name}' AS row_numbers, $10 AS files,
    $1 AS snapshot_id, $2 AS lineage, $3::BIGINT AS release, $4 AS created_at,
    make_timestamp_ms(epoch_ms($5::TIMESTAMPTZ)) AS as_of, $6::DOUBLE AS trusted_confidence, $7 AS cursor, $8 AS sources, $9 AS suppressed`,
    [
      release.snapshot_id,
      release.lineage,
      release.release,
      release.created_at,
      release.as_of,
      release.trusted_confidence,
      release.cursor,
      JSON.stringify(release.sources),
      JSON.stringify(release.suppressed),
      files,
    ],
  );
  const kinds = KINDS.map((kind, index) => `(${index + 1}, ${quote(kind)}, ${quote(partOf(kind))})`);
  await connection.run(
    `CREATE TABLE graph.kind AS SELECT * FROM (VALUES ${kinds.join(', ')}) AS t(kind_no, kind, part)`,
  );
  await connection.run(
    `CREATE TEMP TABLE stopword AS SELECT unnest([${[...STOPWORDS].map(quote).join(', ')}]) AS word`,
  );
}

/** Fills `stemmed`: each distinct word is stemmed once, not each occurrence. */
export async function stemWords(connection: DuckDBConnection): Promise<void> {
  const words = (
    await connection.runAndReadAll("SELECT word FROM seen WHERE NOT protected AND regexp_full_match(word, '[a-z]{3,}')")
  ).getColumns()[0] as string[] | undefined;
  const changed = (words ?? []).map((word) => [word, stem(word)] as const).filter(([word, term]) => word !== term);
  await fillTable(connection, 'stemmed', {word: VARCHAR, term: VARCHAR}, [
    changed.map(([word]) => word),
    changed.map(([, term]) => term),
  ]);
}
