import type {Context} from '../context.ts';
import {GraphError} from '../errors.ts';
import type {Graph} from '../graph.ts';
import type {RawJson} from '../operation.ts';
import {changes, feedEnd, positionOf, positionSnapshot, sealed} from '../operations/changes.ts';
import {membersOf} from '../operations/filters/slice.ts';
import type {Place, Webhook} from '../state/webhook-table.ts';
import type {Message} from '../state/webhooks.ts';

/** Maximum number of rows in a message: a page of the feed. */
const ROWS = 200;

/** Number of generations searched for the one that issued a cursor; no more are kept. */
const KEPT = 3;

/** What follows a subscription's position. */
export interface Step {
  messages: Message[];
  place: Place;
  /** Nothing follows in this generation. */
  isEnd: boolean;
}

interface Row {
  text: string;
  op: 'upsert' | 'merged';
  id: string;
  kind: string;
  updated_at: string;
}

/** The position of a subscription to changes from now on. */
export async function placeNow(graph: Graph): Promise<Place> {
  const place = await graph.at(undefined, async (context) => ({
    cursor: await feedEnd(context),
    seen: [facts(context)],
  }));
  return place as Place;
}

/**
 * The position of a subscription that replays what follows a cursor.
 * @throws GraphError `bad_request` if the text is not a cursor of this feed.
 */
export async function placeAt(graph: Graph, cursor: string): Promise<Place> {
  const place = await graph.at(undefined, async (context) => {
    const position = positionOf(context, cursor);
    const snapshot = positionSnapshot(context, position);
    const {number} = context.generation;
    const since: Place['seen'] = [];
    for (let older = number; older > 0 && older >= number - KEPT; older--) {
      const found = await graph.at(older, async (other) => facts(other));
      if (found !== undefined) since.push(found);
      if (found?.snapshot === snapshot) return {cursor: position, seen: since};
    }
    // That generation is gone, so its members of the slice cannot be known.
    return {cursor: position, seen: [...since, {generation: 0, snapshot}]};
  });
  return place as Place;
}

/** A subscription's position as a cursor of the feed. */
export async function shownCursor(graph: Graph, {cursor}: Place): Promise<string> {
  return String(await graph.at(undefined, async (context) => sealed(context, cursor)));
}

/**
 * One page of the feed after a subscription's position, as messages of the rows that are in its slice now, or were in
 * it in a generation of which its receiver has seen some rows. A removed row counts as it was when it was last live. If
 * no kept generation can tell, every row counts: the receiver gets too much rather than too little.
 */
export async function step(graph: Graph, {place, filter}: Webhook): Promise<Step> {
  const found = await graph.at(undefined, async (context) => {
    const now = facts(context);
    const {cursor, seen} = continued(context, place);
    const given = {limit: ROWS, ...(cursor === null ? {since: '0001-01-01'} : {after: sealed(context, cursor)})};
    const page = (await changes.run(context, given)) as unknown as {next_cursor: string; changes: RawJson[]};
    const rows = page.changes.map(({text}) => ({text, ...(JSON.parse(text) as Omit<Row, 'text'>)}));
    const isEnd = rows.length === 0;
    const told = await inSlice(graph, context, {filter, rows, seen});
    const isNew = !seen.some((one) => one.generation === now.generation && one.snapshot === now.snapshot);
    return {
      messages: messagesOf(told, page.next_cursor),
      place: {
        cursor: positionOf(context, page.next_cursor),
        seen: isEnd ? [now] : isNew ? [...seen, now] : seen,
      },
      isEnd,
    };
  });
  if (found === undefined) throw new Error('There is no current generation');
  return found;
}

/** The position itself; the beginning if it belongs to another graph. */
function continued(context: Context, {cursor, seen}: Place): {cursor: string | null; seen: Place['seen']} {
  try {
    positionSnapshot(context, cursor);
    return {cursor, seen};
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    return {cursor: null, seen: []};
  }
}

/** The rows that are or were in the slice. */
async function inSlice(
  graph: Graph,
  context: Context,
  {filter, rows, seen}: {filter: Webhook['filter']; rows: readonly Row[]; seen: Place['seen']},
): Promise<readonly Row[]> {
  if (rows.length === 0 || Object.values(filter).every((value) => value === null)) return rows;
  const ids = rows.map(({id}) => id);
  const inside = await membersOf(context, filter, ids);
  const before = await insideBefore(graph, filter, ids, seen);
  const from = await beginning(graph, seen);
  // The receiver knows of entities that were removed before it began, unless it replays the feed.
  const dead = rows.filter(
    ({op, id, updated_at: at}) => op === 'merged' && before?.has(id) !== true && !(Date.parse(at) > from),
  );
  const last = await whenTheyLived(
    graph,
    context,
    filter,
    dead.map(({id}) => id),
  );
  return rows.filter(({id, kind}) => {
    if (inside.has(id) || before?.has(id)) return true;
    const was = last.get(id) ?? (before === undefined ? 'unknown' : 'outside');
    return was === 'inside' || (was === 'unknown' && (filter.kind ?? kind) === kind);
  });
}

/** The date of the oldest generation seen, in milliseconds; NaN if it is gone. */
async function beginning(graph: Graph, seen: Place['seen']): Promise<number> {
  const oldest = Math.min(...seen.map(({generation}) => generation));
  return (await graph.at(oldest, async ({generation}) => generation.asOf)) ?? Number.NaN;
}

/** Whether removed ids were in the slice in the newest kept generation in which they were live. */
async function whenTheyLived(
  graph: Graph,
  {generation: {number}}: Context,
  filter: Webhook['filter'],
  ids: readonly string[],
): Promise<Map<string, 'inside' | 'outside' | 'unknown'>> {
  const found = new Map(ids.map((id) => [id, 'unknown' as 'inside' | 'outside' | 'unknown']));
  if (ids.length === 0) return found;
  const older = (await graph.kept()).filter((one) => one < number);
  for (const generation of older.slice(-KEPT).reverse()) {
    const open = [...found].flatMap(([id, place]) => (place === 'unknown' ? [id] : []));
    if (open.length === 0) break;
    await graph.at(generation, async (context) => {
      const members = await membersOf(context, filter, open);
      for (const id of await membersOf(context, ANYTHING, open)) found.set(id, members.has(id) ? 'inside' : 'outside');
    });
  }
  return found;
}

const ANYTHING: Webhook['filter'] = {kind: null};

/** Ids that were in the slice in one of the generations seen; undefined if one of those is gone. */
async function insideBefore(
  graph: Graph,
  filter: Webhook['filter'],
  ids: readonly string[],
  seen: Place['seen'],
): Promise<Set<string> | undefined> {
  const all = new Set<string>();
  for (const {generation, snapshot} of seen) {
    const members = await graph.at(generation, async (context) =>
      facts(context).snapshot === snapshot ? membersOf(context, filter, ids) : undefined,
    );
    if (members === undefined) return undefined;
    for (const id of members) all.add(id);
  }
  return all;
}

function facts({generation}: Context): Place['seen'][number] {
  return {generation: generation.number, snapshot: generation.release.snapshot_id};
}

function messagesOf(rows: readonly Row[], cursor: string): Message[] {
  return (['upsert', 'merged'] as const).flatMap((op) => {
    const own = rows.filter((row) => row.op === op);
    return own.length === 0 ? [] : [message(`entity.${op}`, cursor, own)];
  });
}

/** A message by Standard Webhooks: its type, its time, and the rows. */
export function message(type: string, cursor: string, rows: readonly {text: string}[]): Message {
  const changed = rows.map(({text}) => text).join(',');
  const head = JSON.stringify({type, timestamp: new Date().toISOString()}).slice(0, -1);
  return {type, payload: `${head},"data":{"cursor":${JSON.stringify(cursor)},"changes":[${changed}]}}`};
}
