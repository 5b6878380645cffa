import {existsSync, rmSync} from 'node:fs';
import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf, rowsOf} from '../engine/ask.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import type {Beside} from './beside.ts';
import {DOCUMENTS} from './documents.ts';
import {writeEdges} from './edges.ts';
import {shareFiles} from './folder.ts';
import {recordPath} from './make.ts';
import {writeNeighbours, writeSomeNeighbours} from './neighbours.ts';
import {RecordFile} from './record-file.ts';
import {mergeRecords} from './record-writer.ts';
import {rowNumbersIn, wordsPerRow} from './rows.ts';

/** The layer that the changed rows alone are written to. */
export const CHANGED = 'changed';

const NEIGHBOURS = 'neighbours';

/** The look-up files of the generation that is refreshed, and those of the next. */
export interface Folders {
  before: string;
  folder: string;
}

/**
 * Brings the documents of the changed rows, which stand in a layer of their own, together with those of the generation before. What a build
 * wrote is shared with it; what changed since stands in a second layer, which is written anew. Where more is suppressed than before all is
 * written anew, since the documents of what is suppressed, or was removed before it was, must stand in no file.
 * @returns whether all is written anew.
 */
export async function refreshDocuments(connection: DuckDBConnection, folders: Folders): Promise<boolean> {
  const gone = await ridsOf(connection, 'SELECT rid FROM replaced WHERE rid NOT IN (SELECT rid FROM own.entity)');
  const suppressed = `SELECT count(*) FROM suppressed_id WHERE id NOT IN
    (SELECT unnest(from_json(suppressed, '["VARCHAR"]')) FROM graph.release)`;
  const isWhole = (await countOf(connection, suppressed)) > 0;
  const rows = await rowNumbersIn(connection);
  await keepLayers(folders, DOCUMENTS, {gone, isBase: isWhole, rows});
  return isWhole;
}

/**
 * Begins to do the same for edges, beside later steps: those of rows at which one came or went. Called once the tables of edges are the new
 * ones.
 */
export async function beginEdges(
  connection: DuckDBConnection,
  {beside, ...folders}: Folders & {beside: Beside},
  isWhole: boolean,
): Promise<void> {
  await connection.run(`CREATE TABLE own.edge_replaced AS
    SELECT src AS rid FROM edge_dead UNION SELECT dst FROM edge_dead UNION SELECT src FROM own.edge_out UNION SELECT dst FROM own.edge_out`);
  beside.begin((other) =>
    isWhole ? writeEdges(other, recordPath(folders.folder, 'edges')) : refreshEdges(other, folders),
  );
}

async function refreshEdges(connection: DuckDBConnection, folders: Folders): Promise<void> {
  const replaced = 'FROM own.edge_replaced';
  const [path, rows] = [recordPath(folders.folder, 'edges', CHANGED), await rowNumbersIn(connection)];
  await writeEdges(connection, path, replaced);
  // Of those that have no edge any longer nothing was written.
  const gone = await ridsOf(connection, replaced);
  const changed = new RecordFile(path, wordsPerRow(rows));
  for (const rid of changed.rids()) gone.delete(rid);
  changed.close();
  await keepLayers(folders, 'edges', {gone, isBase: false, rows});
}

/** Share of the rows above which their lists of neighbours are written whole: two layers take longer to read than one. */
const MOST_IN_LAYER = 0.3;

/**
 * Begins to write the lists of neighbours, beside later steps: of rows at which an edge came or went, or one of whose neighbours moved in the
 * order by prominence. Called once `own` has both.
 */
export function beginNeighbours({beside, ...folders}: Folders & {beside: Beside}, isWhole: boolean): void {
  beside.begin((other) =>
    isWhole ? writeNeighbours(other, recordPath(folders.folder, NEIGHBOURS)) : refreshNeighbours(other, folders),
  );
}

async function refreshNeighbours(connection: DuckDBConnection, folders: Folders): Promise<void> {
  const rows = await rowNumbersIn(connection);
  const [at, moved] = ['SELECT rid FROM own.edge_replaced', 'SELECT rid FROM own.moved'];
  if ((await countOf(connection, `SELECT count(*) FROM (${at} UNION ${moved})`)) === 0)
    return shareFiles(folders.before, folders.folder, (name) => name.startsWith(`${NEIGHBOURS}.`));
  const most = MOST_IN_LAYER * (await countOf(connection, 'SELECT count(*) FROM signal'));
  // Of who moved at most as many neighbours as edges; to find these rows would take as long as writing half of all lists.
  const listed = await countOf(
    connection,
    `SELECT (SELECT count(*) FROM (${at})) + (SELECT coalesce(sum(degree), 0) FROM signal WHERE rid IN (${moved}))`,
  );
  if (listed + recordsIn(recordPath(folders.before, NEIGHBOURS, 1), rows) > most)
    return writeNeighbours(connection, recordPath(folders.folder, NEIGHBOURS));
  await connection.run(`CREATE TEMP TABLE listed_anew AS ${at}
    UNION SELECT src FROM edge_out WHERE dst IN (${moved}) UNION SELECT dst FROM edge_in WHERE src IN (${moved})`);
  await writeSomeNeighbours(connection, recordPath(folders.folder, NEIGHBOURS, CHANGED), 'FROM listed_anew');
  // A row has a list exactly if it has signals.
  const gone = await ridsOf(connection, 'SELECT rid FROM listed_anew WHERE rid NOT IN (SELECT rid FROM signal)');
  await keepLayers(folders, NEIGHBOURS, {gone, isBase: false, rows});
  await connection.run('DROP TABLE listed_anew');
}

function recordsIn(path: string, rows: RowNumbers): number {
  if (!existsSync(`${path}.index`)) return 0;
  const file = new RecordFile(path, wordsPerRow(rows));
  const {count} = file;
  file.close();
  return count;
}

async function ridsOf(connection: DuckDBConnection, query: string): Promise<Set<number>> {
  return new Set((await rowsOf(connection, query)).map(([rid]) => Number(rid)));
}

async function keepLayers(
  {before, folder}: Folders,
  name: string,
  how: {gone: ReadonlySet<number>; isBase: boolean; rows: RowNumbers},
): Promise<void> {
  const {isBase, rows} = how;
  const changed = recordPath(folder, name, CHANGED);
  const layers = [changed, recordPath(before, name, 1), ...(isBase ? [recordPath(before, name)] : [])];
  const files = layers
    .filter((path) => existsSync(`${path}.index`))
    .map((path) => new RecordFile(path, wordsPerRow(rows)));
  try {
    mergeRecords(recordPath(folder, name, isBase ? 0 : 1), files, how);
  } finally {
    for (const file of files) file.close();
  }
  for (const ending of ['data', 'index']) rmSync(`${changed}.${ending}`);
  if (!isBase) await shareFiles(before, folder, (file) => file.startsWith(`${name}.0.`));
}
