import {createReadStream} from 'node:fs';
import {mkdtemp, readdir, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf, isEmbedded, rowsOf} from '../engine/ask.ts';
import {attachReadOnly, withSession} from '../engine/database.ts';
import {FileError} from '../errors.ts';
import {attachedFolder} from '../lookups/folder.ts';
import {recallPostings} from '../lookups/postings.ts';
import type {OnProgress} from '../progress.ts';
import {quote} from '../sql/sql.ts';
import {cursorKeyOf, givenCursorKey} from '../store/cursor-key.ts';
import {StoredGeneration} from '../store/generation.ts';
import {attachedRelease} from '../store/release.ts';
import {generationFile, readPointer as storePointer} from '../store/store.ts';
import {STORE_FORMAT} from '../tables/format.ts';
import {type Address, readAddress, shown} from './address.ts';
import {type Column, columnsOf, digestInDuckdb, queryOf} from './columns.ts';
import {Connection} from './connection.ts';
import {DocumentLines, documentColumns} from './documents.ts';
import {whileOpening} from './failure.ts';
import {type Kept, movePointer, type Pointer, preparePointer, readPointer} from './pointer.ts';
import {DOCUMENT, EMBEDDED, TABLES} from './tables.ts';
import {Target} from './target.ts';

/** Number of generations kept, including the current one. */
const KEEP = 3;

export interface PublishInput {
  /** The store whose generation is published. */
  store: string;
  /** Default: the current one. */
  generation?: number | undefined;
  /** `clickhouse://user@host:8123/name`; all nodes of a cluster, separated by commas. */
  to: string;
  /** The cluster (`system.clusters`) over which it is sharded; default: none, one node has everything. */
  cluster?: string | undefined;
  /** Number of generations kept, including the new one; default 3. */
  keep?: number | undefined;
  /** The key of cursors; default: `BIOGRAPH_CURSOR_KEY`, or else the store's own. */
  cursorKey?: string | undefined;
  memoryLimit?: string | undefined;
  threads?: number | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

export interface Published {
  generation: number;
  snapshot_id: string;
  /** Its database. */
  database: string;
  /** Total number of rows of all tables. */
  rows: number;
  /** The kept generations, the new one first. */
  kept: number[];
  /** False if this generation was already published; then nothing was done. */
  is_new: boolean;
}

/**
 * Publishes a generation to its own ClickHouse database, compares every table there with the store's, and makes it
 * current. If it is interrupted, the earlier generation stays current, and the next publication removes what is left.
 * @throws FileError if the rows received differ from those sent, or a node lacks a part.
 * @throws GraphError `unavailable` if a server cannot be reached.
 */
export async function publishStore(input: PublishInput): Promise<Published> {
  const address = readAddress(input.to);
  const number = input.generation ?? storePointer(input.store).generation;
  const file = generationFile(input.store, number);
  const key = (givenCursorKey(input.cursorKey) ?? cursorKeyOf(input.store)).toString('hex');
  const connection = await Connection.open(address);
  const folder = await mkdtemp(join(tmpdir(), 'biograph-publish-'));
  try {
    return await withSession({...input, spill: join(folder, 'spill')}, async (session) => {
      await attachReadOnly(session, file).catch((cause) => {
        throw new FileError(file, 'cannot be read', 'See `biograph store generations`.', {cause});
      });
      await session.run('USE graph');
      return whileOpening(address.user, shown(address), () =>
        publish(session, connection, {...input, address, number, file, folder, key}),
      );
    });
  } finally {
    await connection.close();
    await rm(folder, {recursive: true, force: true});
  }
}

interface Work extends PublishInput {
  address: Address;
  number: number;
  file: string;
  /** For temporary files. */
  folder: string;
  key: string;
}

async function publish(session: DuckDBConnection, connection: Connection, work: Work): Promise<Published> {
  const {address, number, file, key, signal} = work;
  const release = await attachedRelease(session, file);
  // The folder of look-up files has a random name, which distinguishes a generation from another one with the same
  // number.
  const edition = String((await rowsOf(session, 'SELECT files FROM release'))[0]?.[0]).split('.')[1] ?? '';
  const target = new Target(connection, address.name, work.cluster, signal);
  const nodes = Array.from({length: connection.nodes}, (_, node) => node);
  for (const node of nodes) await preparePointer(connection, node, address.name);
  const before = await latest(connection, address.name, nodes);
  const database = `${address.name}_g${number}_${edition.slice(0, 8)}`;
  const earlier = before?.kept ?? [];
  const [current] = earlier;
  if (current?.database === database && before?.cursorKey === key)
    return {
      generation: number,
      snapshot_id: release.snapshot_id,
      database,
      rows: 0,
      kept: earlier.map((one) => one.number),
      is_new: false,
    };
  await target.clear(earlier.map((one) => one.database));
  const isThere = earlier.some((one) => one.database === database);
  const rows = isThere
    ? 0
    : await fill(session, target, database, work).catch(async (error: unknown) => {
        await target.drop(database);
        throw error;
      });
  const kept = await remaining(connection, earlier, {number, database}, release.suppressed, work.keep ?? KEEP);
  const pointer: Pointer = {
    turn: (before?.turn ?? 0) + 1,
    format: STORE_FORMAT,
    kept,
    cursorKey: key,
    cluster: work.cluster ?? '',
  };
  signal?.throwIfAborted();
  for (const node of nodes) await movePointer(connection, node, address.name, pointer);
  await target.clear(kept.map((one) => one.database));
  return {
    generation: number,
    snapshot_id: release.snapshot_id,
    database,
    rows,
    kept: kept.map((one) => one.number),
    is_new: !isThere,
  };
}

/** The newest pointer of several nodes: a publication may have been interrupted between two of them. */
async function latest(connection: Connection, name: string, nodes: readonly number[]): Promise<Pointer | undefined> {
  const found = await Promise.all(nodes.map((node) => readPointer(connection, name, node)));
  return found.flatMap((one) => one ?? []).sort((a, b) => b.turn - a.turn)[0];
}

/** The new generation and the earlier ones that stay. Earlier ones with suppressed entities are removed. */
async function remaining(
  connection: Connection,
  earlier: readonly Kept[],
  next: Kept,
  suppressed: readonly string[],
  keep: number,
): Promise<Kept[]> {
  const stays: Kept[] = [next];
  for (const one of earlier.filter(({number}) => number !== next.number)) {
    if (stays.length >= Math.max(1, keep)) break;
    const {columns} = await connection.ask({
      text: `select count() from ${one.database}.entity_id where id in (select arrayJoin(JSONExtract({p1:String}, 'Array(String)'))) settings prefer_global_in_and_join = 1`,
      values: [JSON.stringify(suppressed)],
    });
    if (Number(columns[0]?.[0] ?? 0) === 0) stays.push(one);
  }
  return stays;
}

async function fill(session: DuckDBConnection, target: Target, database: string, work: Work): Promise<number> {
  const tables = {
    ...TABLES,
    ...((await isEmbedded(session))
      ? EMBEDDED
      : {embedding_about: EMBEDDED.embedding_about, embedding_gone: EMBEDDED.embedding_gone}),
  };
  const names = Object.keys(tables);
  const total = names.length + 2;
  let rows = 0;
  const step = (name: string, done: number) => {
    work.signal?.throwIfAborted();
    work.onProgress?.({phase: 'publish', done, total, note: name});
  };
  await recallPostings(session, {folder: await attachedFolder(session, work.file), table: 'posting'});
  await target.create(database);
  for (const [index, name] of names.entries()) {
    step(name, index);
    const table = tables[name as keyof typeof tables];
    if (table === undefined) continue;
    const columns = await columnsOf(session, name, table);
    await target.addTable(database, name, table, columns);
    rows += await send(session, target, {database, name, columns, query: queryOf(name, table)}, work);
  }
  step('document', total - 2);
  rows += await sendDocuments(session, target, database, work);
  step('release', total - 1);
  await sendRelease(session, target, database);
  step('release', total);
  return rows;
}

interface Sent {
  database: string;
  name: string;
  columns: readonly Column[];
  query: string;
}

/** Sends Parquet files of a few megabytes each, since a server reads each into memory; then compares both sides. */
async function send(session: DuckDBConnection, target: Target, sent: Sent, {folder, signal}: Work): Promise<number> {
  const {database, name, columns, query} = sent;
  const [expected] = await rowsOf(session, digestInDuckdb(columns, query));
  const out = join(folder, name);
  if (Number(expected?.[0]) > 0) {
    const values = columns.map(({from}) => from).join(', ');
    await session.run(
      `COPY (SELECT ${values} FROM (${query})) TO ${quote(out)} (FORMAT parquet, COMPRESSION zstd, FILE_SIZE_BYTES '64MB', OVERWRITE)`,
    );
    for (const path of await filesIn(out)) {
      signal?.throwIfAborted();
      await target.insert(database, name, 'Parquet', () => createReadStream(path));
    }
    await rm(out, {recursive: true, force: true});
  }
  await target.compare(database, name, columns, expected?.map(String) as [string, string]);
  return Number(expected?.[0]);
}

async function filesIn(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  return (await readdir(path)).sort().map((name) => join(path, name));
}

/** Number of rows whose documents are sent together. */
const DOCUMENTS = 50_000;

async function sendDocuments(
  session: DuckDBConnection,
  target: Target,
  database: string,
  {file, number, signal}: Work,
): Promise<number> {
  const rids = (await rowsOf(session, 'SELECT rid FROM entity ORDER BY rid')).map(([rid]) => Number(rid));
  const from = await StoredGeneration.open(file, number, {connections: 1, threads: 1});
  const columns = documentColumns(from.rowNumbers);
  let rows = 0n;
  let sum = 0n;
  try {
    await target.addTable(database, 'document', DOCUMENT, columns);
    for (let at = 0; at < rids.length; at += DOCUMENTS) {
      signal?.throwIfAborted();
      const lines = new DocumentLines(from.lookups, rids.slice(at, at + DOCUMENTS));
      await target.insert(database, 'document', 'JSONCompactEachRow', () => Readable.from(lines.lines()));
      const [some, hashes] = lines.digest;
      rows += BigInt(some);
      sum += BigInt(hashes);
    }
  } finally {
    await from.retire();
  }
  await target.compare(database, 'document', columns, [String(rows), String(sum & 0xffff_ffff_ffff_ffffn)]);
  return rids.length;
}

/** The generation's metadata and counts: written last, so that a database that has them is complete. */
async function sendRelease(session: DuckDBConnection, target: Target, database: string): Promise<void> {
  const [row] = await rowsOf(
    session,
    'SELECT to_json(r)::VARCHAR FROM (SELECT * EXCLUDE (files) REPLACE (iso(as_of) AS as_of) FROM release) r',
  );
  const entities = await countOf(session, 'SELECT count(*) FROM entity');
  const columns: Column[] = ['facts', 'entities'].map((name) => ({
    name,
    type: name === 'facts' ? 'String' : 'UInt64',
    from: name,
    inDuckdb: name,
    inClickhouse: name,
  }));
  await target.addTable(database, 'release', {order: ['entities']}, columns);
  await target.insert(database, 'release', 'JSONCompactEachRow', () =>
    Readable.from([`${JSON.stringify([String(row?.[0]), entities])}\n`]),
  );
}
