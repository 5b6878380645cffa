import type {DuckDBConnection} from '@duckdb/node-api';
import type {Document, Header, Standing} from '../generation.ts';
import {kindOfRid} from '../schema/rid.ts';
import {recordPath} from './make.ts';
import {ABBREVIATED, expanded, PIECES} from './phrases.ts';
import {copyTexts, indexTexts} from './record-writer.ts';
import {rowNumbersIn} from './rows.ts';

/** The file's name. */
export const DOCUMENTS = 'documents';

const ID_BYTES = 16;
const FIELDS = '\u001f';
const FIELD_END = FIELDS.charCodeAt(0);

/**
 * Writes the record of each entity: the bytes of its id, its slug, its name as JSON, and its document, abbreviated, with unit separators
 * between them. Of the views that the step `document` left.
 */
export async function writeDocuments(
  connection: DuckDBConnection,
  folder: string,
  layer: number | string = 0,
): Promise<void> {
  await copyDocuments(connection, folder, layer);
  await indexDocuments(connection, folder, layer);
}

/** Writes the records alone. */
export async function copyDocuments(
  connection: DuckDBConnection,
  folder: string,
  layer: number | string = 0,
): Promise<void> {
  const query = `SELECT rid, replace(own_id::VARCHAR, '-', '') AS head, concat(slug, chr(${FIELD_END}), name, chr(${FIELD_END}), ${ABBREVIATED}) AS text
    FROM document_part`;
  await copyTexts(connection, query, recordPath(folder, DOCUMENTS, layer), await rowNumbersIn(connection));
}

/** Writes their index. */
export async function indexDocuments(
  connection: DuckDBConnection,
  folder: string,
  layer: number | string = 0,
): Promise<void> {
  await indexTexts(recordPath(folder, DOCUMENTS, layer), await rowNumbersIn(connection));
}

/** The first part of a record. */
export function headerOf(rid: number, record: Buffer): Header {
  const id = record.toString('hex', 0, ID_BYTES);
  const slugEnd = record.indexOf(FIELD_END, ID_BYTES);
  return {
    id: `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`,
    kind: kindOfRid(rid),
    slug: record.toString('utf8', ID_BYTES, slugEnd),
    name: record.toString('utf8', slugEnd + 1, nameEnd(record, slugEnd)),
    plain: undefined,
    day: undefined,
  };
}

/** The rest of it. */
export function documentOf(standing: Standing, record: Buffer): Document {
  const from = nameEnd(record, record.indexOf(FIELD_END, ID_BYTES)) + 1;
  return {...standing, pieces: expanded(record.toString('utf8', from)).split(PIECES) as Document['pieces']};
}

function nameEnd(record: Buffer, slugEnd: number): number {
  return record.indexOf(FIELD_END, slugEnd + 1);
}
