import type {DuckDBConnection} from '@duckdb/node-api';
import {rowsOf} from '../engine/ask.ts';
import {FileError} from '../errors.ts';
import {NARROW, type RowNumbers, WIDE} from '../sql/row-numbers.ts';

/** The most entities of one kind that narrow row ids can tell apart, with room for one between two (ddl/entity.sql): 67,108,862. */
export const MOST_OF_A_KIND = 2 ** NARROW.kindBits - 2;

/** The most in all that they can: a place in the order of all entities, a narrow row and a step fill 63 bits (ddl/adjacency.sql). */
export const MOST_NARROW = 2 ** 25 - 1;

/** The most entities of a generation: numbers of an order are 32 bits, and lie above half of them (macro `spread`). */
export const MOST = 2 ** 30 - 2;

type Counts = Readonly<Record<string, number>>;

function sum(counts: Counts): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

/** The row ids that a generation of so many entities by kind needs. */
export function rowNumbersFor(counts: Counts): RowNumbers {
  return sum(counts) <= MOST_NARROW && Object.values(counts).every((count) => count <= MOST_OF_A_KIND) ? NARROW : WIDE;
}

/**
 * Before anything is read: a build would go on for hours and end with places given twice.
 * @param path What they would be in: a snapshot, or the store that changes would be put into.
 * @param counts Entities by kind.
 * @throws FileError when there are too many of them.
 */
export function checkRoom(path: string, counts: Counts): void {
  const all = sum(counts);
  if (all <= MOST) return;
  throw new FileError(
    path,
    `has ${all.toLocaleString('en')} entities, but a store can have at most ${MOST.toLocaleString('en')}`,
    'Split it into several snapshots for separate stores, or leave out entities that you do not need. Nothing was loaded.',
  );
}

/**
 * The row ids that rows need which are about to be numbered, wherever they come from: a delta or a feed says nothing of how many there will be.
 * @param connection Has `snapshot_entities`.
 * @throws FileError when there are too many of them.
 */
export async function roomForRows(connection: DuckDBConnection, path: string): Promise<RowNumbers> {
  const rows = await rowsOf(
    connection,
    "SELECT kind, count(*)::DOUBLE FROM snapshot_entities WHERE state = 'live' GROUP BY kind",
  );
  const counts = Object.fromEntries(rows.map(([kind, count]) => [String(kind), Number(count)]));
  checkRoom(path, counts);
  return rowNumbersFor(counts);
}
