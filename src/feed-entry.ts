import type {Kind} from './schema/kinds.ts';

/** An id with its latest change. `seq` is its number in this generation's change feed, from 1. */
export type FeedEntry = {readonly seq: number; readonly updated_at: string; readonly id: string} & (
  | {readonly rid: number; readonly removed?: undefined}
  | {readonly rid: null; readonly removed: Removed}
);

/** A merged or removed entity. */
interface Removed {
  kind: Kind;
  name: string;
  slug: string;
  /** The row of the final survivor; null if it was removed. */
  survivor: number | null;
}
