import {existsSync, rmSync} from 'node:fs';
import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf, rowsOf} from '../ask.ts';
import {shareFiles} from './folder.ts';
import {recordPath, TEXTS} from './make.ts';
import {RecordFile} from './record-file.ts';
import {mergeRecords} from './record-writer.ts';

/** The layer that the changed rows alone are written to. */
export const CHANGED = 'changed';

/**
 * Brings the texts of the changed rows, which stand in a layer of their own, together with those of the generation before. What a build
 * wrote is shared with it; what changed since stands in a second layer, which is written anew. Where more is suppressed than before all is
 * written anew, since the texts of what is suppressed, or was removed before it was, must stand in no file.
 */
export async function keepTextsUp(connection: DuckDBConnection, before: string, folder: string): Promise<void> {
  const ended = await rowsOf(connection, 'SELECT rid FROM touched WHERE rid NOT IN (SELECT rid FROM own.entity)');
  const gone = new Set(ended.map(([rid]) => Number(rid)));
  const hidden = `SELECT count(*) FROM suppressed_id WHERE id NOT IN
    (SELECT unnest(from_json(suppressed, '["VARCHAR"]')) FROM graph.release)`;
  const isBase = (await countOf(connection, hidden)) > 0;
  for (const name of Object.values(TEXTS)) {
    const changed = recordPath(folder, name, CHANGED);
    const layers = [changed, recordPath(before, name, 1), ...(isBase ? [recordPath(before, name)] : [])];
    const files = layers.filter((path) => existsSync(`${path}.index`)).map((path) => new RecordFile(path));
    try {
      mergeRecords(recordPath(folder, name, isBase ? 0 : 1), files, {gone, isBase});
    } finally {
      for (const file of files) file.close();
    }
    for (const ending of ['data', 'index']) rmSync(`${changed}.${ending}`);
    if (!isBase) await shareFiles(before, folder, (file) => file.startsWith(`${name}.0.`));
  }
}
