import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {hashParts} from '../disk/hash.ts';
import {RECORDS, recordPath, TEXTS, type Text, WHOLE_FILES, writeText, writeWhole} from './make.ts';
import {RecordFile} from './record-file.ts';
import {rowNumbersIn, wordsPerRow} from './rows.ts';
import {Layers} from './texts.ts';

const REMEDY = 'Load the store again from its snapshot.';

/**
 * Makes the look-up files of a generation again in another folder and compares them: each record, and each table byte by byte.
 * @param connection One on which `recallTexts` has made the generation's texts.
 * @param beside The folder to make them in.
 * @returns The differences.
 */
export async function compareLookups(connection: DuckDBConnection, folder: string, beside: string): Promise<string[]> {
  const made = join(beside, 'lookups');
  await mkdir(made, {recursive: true});
  const problems: string[] = [];
  const rows = await rowNumbersIn(connection);
  for (const step of Object.keys(TEXTS)) await writeText(connection, step as Text, made);
  for (const [name, write] of Object.entries(RECORDS)) await write(connection, recordPath(made, name));
  for (const name of [...Object.values(TEXTS), ...Object.keys(RECORDS)]) {
    const differing = compareRecords(
      new RecordFile(recordPath(made, name), wordsPerRow(rows)),
      new Layers(folder, name, rows),
    );
    if (differing > 0)
      problems.push(`${recordPath(folder, name)}: ${differing} records differ from the tables. ${REMEDY}`);
  }
  await writeWhole(connection, made);
  for (const name of WHOLE_FILES)
    if ((await hashParts(join(folder, name))) !== (await hashParts(join(made, name))))
      problems.push(`${join(folder, name)}: differs from the tables. ${REMEDY}`);
  return problems;
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
