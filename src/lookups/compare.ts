import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {hashParts} from '../disk/hash.ts';
import {eachChunk, rowIdsOf} from './columns.ts';
import {DOCUMENTS, writeDocuments} from './documents.ts';
import {Layers} from './layers.ts';
import {RECORDS, recordPath, WHOLE_FILES, wholeFiles, writeFile} from './make.ts';
import {Postings, postingsPath} from './postings.ts';
import {RecordFile} from './record-file.ts';
import {RowRanks} from './row-ranks.ts';
import {rowNumbersIn, wordsPerRow} from './rows.ts';

const REMEDY = 'Load the store again from its snapshot.';

/**
 * Makes the look-up files of a generation again in another folder and compares them: each record, and each table byte by byte.
 * @param connection One on which `recallDocuments` has made the generation's documents.
 * @param beside The folder to make them in.
 * @returns The differences.
 */
export async function compareLookups(connection: DuckDBConnection, folder: string, beside: string): Promise<string[]> {
  const made = join(beside, 'lookups');
  await mkdir(made, {recursive: true});
  const problems: string[] = [];
  const rows = await rowNumbersIn(connection);
  await writeDocuments(connection, made);
  for (const [name, write] of Object.entries(RECORDS)) await write(connection, recordPath(made, name));
  for (const name of [DOCUMENTS, ...Object.keys(RECORDS)]) {
    const differing = compareRecords(
      new RecordFile(recordPath(made, name), wordsPerRow(rows)),
      new Layers(folder, name, rows),
    );
    if (differing > 0)
      problems.push(`${recordPath(folder, name)}: ${differing} records differ from the tables. ${REMEDY}`);
  }
  for (const name of wholeFiles()) await writeFile(connection, made, name);
  for (const name of WHOLE_FILES)
    if ((await hashParts(join(folder, name))) !== (await hashParts(join(made, name))))
      problems.push(`${join(folder, name)}: differs from the tables. ${REMEDY}`);
  const differing = await comparePostings(connection, folder);
  if (differing > 0) problems.push(`${postingsPath(folder)}: ${differing} terms differ from the tables. ${REMEDY}`);
  return problems;
}

/** @returns the number of terms that have not as many postings as the table says, or any of a row that is no entity's. */
async function comparePostings(connection: DuckDBConnection, folder: string): Promise<number> {
  const rows = await rowNumbersIn(connection);
  const entities = new RowRanks(await rowIdsOf(connection, 'SELECT rid FROM entity ORDER BY rid', rows), rows);
  const counts = new Map<number, number>();
  const differing = new Set<number>();
  const postings = new Postings(folder);
  postings.forEach((tid, rids, _, count) => {
    counts.set(tid, (counts.get(tid) ?? 0) + count);
    for (let row = 0; row < count; row++) if (!entities.has(rids[row] as number)) differing.add(tid);
  });
  postings.close();
  await eachChunk(connection, 'SELECT tid, df FROM term', (chunk) => {
    const [tids, dfs] = [chunk.words(0), chunk.words(1)];
    for (let row = 0; row < chunk.rows; row++) {
      const tid = tids[row] as number;
      if (counts.get(tid) !== dfs[row]) differing.add(tid);
      counts.delete(tid);
    }
  });
  for (const tid of counts.keys()) differing.add(tid);
  return differing.size;
}

function compareRecords(want: RecordFile, got: Layers): number {
  try {
    let differing = 0;
    const keys = got.keys();
    for (const key of want.rids()) {
      const [record, other] = [want.readRow(key), got.read(key)];
      if (record === undefined || other === undefined || !record.equals(other)) differing++;
      keys.delete(key);
    }
    return differing + keys.size;
  } finally {
    want.close();
    got.close();
  }
}
