import type {FeedEntry} from '../feed-entry.ts';
import type {QueryOptions} from '../generation.ts';
import {kindOfNumber} from '../schema/rid.ts';
import {columnsOf, is, rowsOf} from '../sql/results.ts';
import type {Ask} from './lookup-columns.ts';

const ENTRY = {seq: is.integer, updated_at: is.text, id: is.text, rid: is.integer.orNull};

const REMOVED = {id: is.text, kind_no: is.integer, name: is.text, slug: is.text, survivor: is.integer.orNull};

/** Entries of the change feed after a number of them; those of merged and removed entities with what is known of these. */
export async function feedEntries(ask: Ask, after: number, most: number, options?: QueryOptions): Promise<FeedEntry[]> {
  const page = 'select seq, updated_at, id, rid from change where seq > {p1:Int64} and seq <= {p2:Int64} order by seq';
  const entries = rowsOf(await ask(page, [after, after + most], options), ENTRY);
  const ids = entries.flatMap(({id, rid}) => (rid === null ? [id] : []));
  const gone = 'select id, kind_no, name, slug, survivor from gone where id in {p1:Array(String)}';
  const found = ids.length === 0 ? [] : rowsOf(await ask(gone, [ids], options), REMOVED);
  const removedOf = new Map(found.map(({id, kind_no, ...facts}) => [id, {kind: kindOfNumber(kind_no), ...facts}]));
  return entries.map(({rid, ...entry}) => {
    if (rid !== null) return {...entry, rid};
    const removed = removedOf.get(entry.id);
    if (removed === undefined) throw new Error(`No row for ${entry.id}`);
    return {...entry, rid, removed};
  });
}

/** How many entries stand at or before a time and id; without one, how many there are. */
export async function feedUntil(
  ask: Ask,
  place: {at: string; id: string} | undefined,
  options?: QueryOptions,
): Promise<number> {
  const at = "parseDateTime64BestEffort({p1:String}, 6, 'UTC')";
  const before = `where updated_at < ${at} or (updated_at = ${at} and id <= {p2:String})`;
  const count = 'select count() from change';
  const answer = await (place === undefined
    ? ask(count, [], options)
    : ask(`${count} ${before}`, [place.at, place.id], options));
  const [[entries = 0]] = columnsOf(answer, [is.integer]);
  return entries;
}
