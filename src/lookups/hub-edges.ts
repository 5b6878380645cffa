import type {DuckDBConnection} from '@duckdb/node-api';
import type {EdgeAmong} from '../generation.ts';
import {firstFrom} from '../sorted.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {rowIdsOf} from './columns.ts';
import {visitEdges} from './edge-record.ts';
import {eachRecord} from './edges.ts';
import type {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';
import {RowSet} from './row-set.ts';
import {rowNumbersIn, wordsPerRow} from './rows.ts';

/** A row with more edges than this has a record of hub edges. */
const HUB = 64;

/**
 * Writes the edges between rows that both have many, as records like those of all edges, for each such row. In a walk most nodes have few
 * edges and a few have tens of thousands: with these records the edges among the nodes are found without reading those of any hub.
 */
export async function writeHubEdges(connection: DuckDBConnection, path: string): Promise<void> {
  const of = `SELECT rid FROM signal WHERE degree > ${HUB}`;
  const rows = await rowNumbersIn(connection);
  const hubs = await rowIdsOf(connection, `${of} ORDER BY rid`, rows);
  using writer = new RecordWriter(path, wordsPerRow(rows));
  let next = 0;
  // Also a hub without an edge to another has a record, which tells that it is one.
  const upTo = (end: number) => {
    for (; next < end; next++) writer.addRow(hubs[next] as number, NO_EDGES);
  };
  await eachRecord(connection, of, `{other} IN (${of})`, (rid, record) => {
    upTo(firstFrom(hubs, rid, next));
    writer.addRow(rid, record);
    next++;
  });
  upTo(hubs.length);
  writer.end();
}

const NO_EDGES = new Uint8Array(4);

/**
 * The edges between rows of a list that has each once: those to and from rows with few are in their records, and those between rows with many in records of their
 * own.
 */
export function edgesAmong(
  all: {read(rid: number): Buffer | undefined},
  betweenHubs: RecordFile,
  rids: readonly number[],
  rows: RowNumbers,
): EdgeAmong[] {
  const found: EdgeAmong[] = [];
  const asked = new RowSet(rids.length);
  const hubs = new Set<number>();
  for (const rid of rids) {
    asked.add(rid);
    if (betweenHubs.has(rid)) hubs.add(rid);
  }
  const outward = (other: number, isOut: boolean) => isOut && asked.has(other);
  const outwardOrFromHub = (other: number, isOut: boolean) => asked.has(other) && (isOut || hubs.has(other));
  for (const own of rids) {
    const isHub = hubs.has(own);
    const record = isHub ? betweenHubs.readRow(own) : all.read(own);
    if (record === undefined || record.length === NO_EDGES.length) continue;
    visitEdges(record, rows, isHub ? outward : outwardOrFromHub, ({rel, observed, origin, other, direction}) => {
      const isOut = direction === 'out';
      found.push({own: isOut ? own : other, other: isOut ? other : own, rel, direction: 'out', observed, origin});
    });
  }
  return found;
}
