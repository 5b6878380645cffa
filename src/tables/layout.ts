import {createHash} from 'node:crypto';
import {DuckDBInstance} from '@duckdb/node-api';
import {KINDS, PRIOR, partOf, WORK_BITS} from '../schema/kinds.ts';
import {NARROW, WIDE} from '../sql/row-numbers.ts';
import {legalEnding} from '../text/legal-form.ts';
import {STOPWORDS} from '../text/words.ts';
import {inOrder, withoutComments} from './declarations.ts';
import {fieldVariables} from './describe-fields.ts';
import {rowMacros} from './row-macros.ts';

/**
 * Versions of the code that writes data into a generation, beside the SQL statements. Raise the number of a writer
 * whose output changes; `biograph store upgrade` then rebuilds older generations.
 */
const WRITERS = {
  /** lookups/: the files next to the DuckDB file. */
  lookups: 18,
  /** vectors/codes.ts, embedding.ts and projection.ts. */
  vectors: 1,
  /** canonical.ts: JSON text as JavaScript writes it. */
  canonical: 1,
  /** text/words.ts: the stemmer. */
  stemmer: 2,
  /** diseases.ts: the bundled disease tree. */
  diseases: 6,
  /** steps.ts: the tables `release` and `kind`. */
  release: 2,
};

/** A statement without comments and extra blanks, so that its layout does not matter. */
function said(text: string): string {
  return withoutComments(text)
    .replace(/'(?:[^']|'')*'|\s+/g, (match) => (match.startsWith("'") ? match : ' '))
    .trim();
}

/**
 * The layout that the current declarations and writers produce: 12 hexadecimal digits of a SHA-256. A changed comment
 * does not change it; a changed statement, field, kind, writer or storage version of DuckDB does.
 */
export async function currentLayout(): Promise<string> {
  const parts = {
    tables: inOrder()
      .map(({name, text}) => [name, said(text)])
      .sort(),
    fields: fieldVariables(),
    rows: [NARROW, WIDE].map((rows) => said(rowMacros(rows))),
    kinds: KINDS.map((kind) => [kind, partOf(kind)]),
    works: WORK_BITS,
    prior: Object.values(PRIOR),
    legal: legalEnding('key'),
    stopwords: [...STOPWORDS],
    writers: WRITERS,
    storage: await storageVersion(),
  };
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

/** The version of DuckDB's file format that a new database is written in. */
async function storageVersion(): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const found = await connection.runAndReadAll(
      `SELECT tags['storage_version'] FROM duckdb_databases() WHERE NOT internal`,
    );
    return String(found.getRows()[0]?.[0]);
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
}
