import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf} from '../engine/ask.ts';
import {NARROW, type RowNumbers} from '../sql/row-numbers.ts';
import type {Beside} from './beside.ts';
import {eachChunk} from './columns.ts';
import {eachPart, ROW_MASK, rowOfName, shapeOf, type TableName, writeFile} from './make.ts';
import type {Folders} from './refresh.ts';
import {refreshPostings} from './refresh-postings.ts';
import {RowSet} from './row-set.ts';
import {isWide, rowNumbersIn} from './rows.ts';
import {TableFile} from './table-file.ts';
import {TableWriter} from './table-writer.ts';

/** Who may stand otherwise in a table than before. */
type Affected = 'changed' | 'changed or led to by another slug' | 'changed or moved' | 'terms';

interface Merged {
  affected: Affected;
  /** The word that holds the row id in its lower bits, or the higher word of a wide one, which the other follows; or a term's number. */
  row: number;
  /** The words that rows are sorted by, as they are numbered with narrow row ids. */
  order: readonly number[];
}

/** The words that rows are sorted by. */
function orderOf({row, order}: Merged, rows: RowNumbers): number[] {
  if (!isWide(rows)) return [...order];
  return order.flatMap((word) => (word === row ? [row, row + 1] : word > row ? word + 1 : word));
}

/** Tables whose rows belong to one entity each and follow from its own row and place, or to one term, so that only those of a few are read by SQL. */
const MERGED: Partial<Record<TableName, Merged>> = {
  ids: {affected: 'changed', row: 3, order: [0, 1, 3]},
  identifiers: {affected: 'changed', row: 3, order: [0, 1, 3]},
  slugs: {affected: 'changed or led to by another slug', row: 3, order: [0, 1, 3]},
  // An entity may have names that differ in their legal form alone, so the verifying bits come last.
  called: {affected: 'changed or moved', row: 3, order: [0, 1, 3, 4, 2]},
  name_postings: {affected: 'changed or moved', row: 1, order: [0, 2, 1]},
  terms: {affected: 'terms', row: 3, order: [0, 1, 3]},
};

const CHANGED = 'SELECT rid FROM replaced UNION SELECT rid FROM numbered';

const RIDS: Record<Affected, string> = {
  changed: CHANGED,
  'changed or led to by another slug': `${CHANGED} UNION SELECT rid FROM (
    SELECT coalesce(s.rid, b.rid) AS rid FROM slug s FULL JOIN past.slug b USING (rid) WHERE s.rid IS NULL OR b.rid IS NULL)`,
  'changed or moved': `${CHANGED} UNION SELECT rid FROM moved`,
  terms: `SELECT tid AS rid FROM term_changed
    UNION SELECT tid FROM term WHERE term IN (SELECT word FROM protected_changed)`,
};

/** The postings that came and went (refresh/postings.sql). */
const POSTINGS =
  'SELECT tid, rid, -1::INTEGER AS impact FROM posting_dead UNION ALL SELECT tid, as_rid(rid), impact::INTEGER FROM posting_new';

/** What changed, as temporary tables of the session that refreshes; another session reads copies in `own`. */
const CHANGES = [
  'replaced',
  'numbered',
  'moved',
  'word_moved',
  'protected_changed',
  'term_changed',
  'posting_dead',
  'posting_new',
];

/**
 * Begins to write, beside later steps, those tables of a generation that was refreshed which follow from those of the generation before: the
 * rows of those in `MERGED`, but for whoever changed, together with theirs of now; postings likewise by term. Costs a tenth of writing them
 * whole where one entity in a hundred changes.
 */
export async function beginTables(
  connection: DuckDBConnection,
  {beside, ...folders}: Folders & {beside: Beside},
): Promise<void> {
  for (const table of CHANGES) await connection.run(`CREATE TABLE own.${table} AS FROM ${table}`);
  beside.begin(async (other) => {
    await other.run(`SET search_path = 'graph,own'`);
    await refreshTables(other, folders);
    await other.run('USE graph');
  });
}

async function refreshTables(connection: DuckDBConnection, folders: Folders): Promise<void> {
  // Words that got another number stand elsewhere in everybody's names.
  const isRenumbered = (await countOf(connection, 'SELECT count(*) FROM word_moved')) > 0;
  const merged = (Object.entries(MERGED) as [TableName, Merged][]).filter(
    ([name]) => name !== 'name_postings' || !isRenumbered,
  );
  if (isRenumbered) await writeFile(connection, folders.folder, 'name_postings');
  for (const [name, how] of merged) await mergeTable(connection, folders, name, how);
  await refreshPostings(connection, folders, POSTINGS);
}

/** The row ids that a query of one column finds. */
export async function rowSetOf(connection: DuckDBConnection, query: string): Promise<RowSet> {
  const found = new RowSet(await countOf(connection, `SELECT count(*) FROM (${query})`));
  await eachChunk(connection, `SELECT as_rid(rid) FROM (${query})`, (chunk) => {
    const [rows, rids] = [chunk.rows, chunk.numbers(0)];
    for (let row = 0; row < rows; row++) found.add(rids[row] as number);
  });
  return found;
}

async function mergeTable(connection: DuckDBConnection, folders: Folders, name: TableName, how: Merged): Promise<void> {
  const numbers = how.affected === 'terms' ? NARROW : await rowNumbersIn(connection);
  await connection.run(`CREATE OR REPLACE TEMP TABLE affected_row AS ${RIDS[how.affected]}`);
  const affected = await rowSetOf(connection, 'FROM affected_row');
  const shape = shapeOf(name, numbers);
  const coming: Uint32Array[] = [];
  await eachPart(
    connection,
    name,
    numbers,
    (words, rows) => {
      for (let at = 0; at < rows * shape.width; at += shape.width) coming.push(words.slice(at, at + shape.width));
    },
    'WHERE rid IN (FROM affected_row)',
  );
  const {row} = how;
  const order = orderOf(how, numbers);
  const mask = (word: number) => (word === row ? ROW_MASK : 0xffffffff);
  const comesFirst = (one: Uint32Array, other: Uint32Array, at: number): boolean => {
    for (const word of order) {
      const [a, b] = [((one[word] as number) & mask(word)) >>> 0, ((other[at + word] as number) & mask(word)) >>> 0];
      if (a !== b) return a < b;
    }
    return true;
  };
  using writer = new TableWriter(join(folders.folder, name), shape);
  const before = new TableFile(join(folders.before, name), shape);
  try {
    let next = 0;
    before.forEachBlock((words, rows) => {
      let from = 0;
      for (let to = 0; to < rows; to++) {
        const at = to * shape.width;
        const isGone = affected.has(rowOfName(words, at + row, numbers));
        // All tables are sorted by their first word before the others.
        const isLater =
          (coming[next]?.[0] ?? Infinity) <= (words[at] as number) &&
          comesFirst(coming[next] as Uint32Array, words, at);
        if (!isGone && !isLater) continue;
        writer.copyRows(words, from * shape.width, to - from);
        while (next < coming.length && comesFirst(coming[next] as Uint32Array, words, at))
          writer.copy(coming[next++] as Uint32Array, 0);
        from = isGone ? to + 1 : to;
      }
      writer.copyRows(words, from * shape.width, rows - from);
    });
    while (next < coming.length) writer.copy(coming[next++] as Uint32Array, 0);
    writer.end();
  } finally {
    before.close();
  }
}
