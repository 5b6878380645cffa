import type {DuckDBConnection} from '@duckdb/node-api';
import type {EdgeAmong} from '../generation.ts';
import {firstFrom} from '../sorted.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {rowIdsOf} from './columns.ts';
import {eachRecord, visitEdges} from './edges.ts';
import type {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';
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
  const writer = new RecordWriter(path, wordsPerRow(rows));
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
 * The edges between rows of a set: those to and from rows with few are in their records, and those between rows with many in records of their
 * own.
 */
export function edgesAmong(
  all: {read(rid: number): Buffer | undefined},
  betweenHubs: RecordFile,
  rids: ReadonlySet<number>,
  rows: RowNumbers,
): EdgeAmong[] {
  const found: EdgeAmong[] = [];
  const hubs = new Set<number>();
  for (const rid of rids) if (betweenHubs.has(rid)) hubs.add(rid);
  const outward = (other: number, isOut: boolean) => isOut && rids.has(other);
  const outwardOrFromHub = (other: number, isOut: boolean) => rids.has(other) && (isOut || hubs.has(other));
  for (const own of rids) {
    const isHub = hubs.has(own);
    const record = isHub ? betweenHubs.readRow(own) : all.read(own);
    if (record === undefined || record.length === NO_EDGES.length) continue;
    visitEdges(record, rows, isHub ? outward : outwardOrFromHub, (edge) => {
      const {rel, observed, origin, other, direction} = edge;
      const [from, to] = direction === 'out' ? [own, other] : [other, own];
      found.push({own: from, other: to, rel, direction: 'out', observed, origin});
    });
  }
  return found;
}
