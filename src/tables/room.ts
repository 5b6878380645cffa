import type {DuckDBConnection} from '@duckdb/node-api';
import {rowsOf} from '../engine/ask.ts';
import {FileError} from '../errors.ts';
import {KIND_BITS} from '../sql/fragments.ts';

/**
 * The most entities of one kind that row numbers can distinguish while leaving gaps for new ones (ddl/entity.sql):
 * 67,108,862.
 */
export const MOST_OF_A_KIND = 2 ** KIND_BITS - 2;

/**
 * Checked before anything is read: otherwise a build would run for hours and end with duplicate row numbers.
 * @param path Names the input in the message: a snapshot, or the store that the changes are applied to.
 * @param counts Entities by kind.
 * @throws FileError naming the kind with too many entities.
 */
export function checkRoom(path: string, counts: Readonly<Record<string, number>>): void {
  const [kind, count] = Object.entries(counts).find(([, number]) => number > MOST_OF_A_KIND) ?? [];
  if (kind === undefined || count === undefined) return;
  throw new FileError(
    path,
    `has ${count.toLocaleString('en')} entities of kind ${kind}, but a store can have at most ${MOST_OF_A_KIND.toLocaleString('en')} of one kind`,
    'Split it into several snapshots for separate stores, or leave out entities that you do not need. Nothing was loaded.',
  );
}

/**
 * The same check for rows that are about to be numbered: a delta or a feed does not say how many there will be.
 * @param connection Has `snapshot_entities`.
 */
export async function checkRoomOfRows(connection: DuckDBConnection, path: string): Promise<void> {
  const counts = await rowsOf(
    connection,
    "SELECT kind, count(*)::DOUBLE FROM snapshot_entities WHERE state = 'live' GROUP BY kind",
  );
  checkRoom(path, Object.fromEntries(counts.map(([kind, count]) => [String(kind), Number(count)])));
}
