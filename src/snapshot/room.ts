import {FileError} from '../errors.ts';
import {KIND_BITS} from '../sql/fragments.ts';

/** The most entities of one kind that row numbers can tell apart, with room for one between two (ddl/entity.sql): 67,108,862. */
export const MOST_OF_A_KIND = 2 ** KIND_BITS - 2;

/**
 * Before anything is read: a build would go on for hours and end with numbers given twice.
 * @param counts Entities by kind, as a manifest says.
 * @throws FileError naming the kind there are too many of.
 */
export function checkRoom(snapshot: string, counts: Readonly<Record<string, number>>): void {
  const [kind, count] = Object.entries(counts).find(([, number]) => number > MOST_OF_A_KIND) ?? [];
  if (kind === undefined || count === undefined) return;
  throw new FileError(
    snapshot,
    `has ${count.toLocaleString('en')} entities of kind ${kind}, and a store holds up to ${MOST_OF_A_KIND.toLocaleString('en')} of one kind`,
    'Split it into several snapshots, each for a store of its own, or leave out the entities nobody asks for; nothing was loaded.',
  );
}
