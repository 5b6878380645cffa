import {z} from 'zod';
import type {Context} from '../context.ts';
import {GraphError} from '../errors.ts';
import type {FeedEntry} from '../feed-entry.ts';
import type {Document, EdgeOfRow} from '../generation.ts';
import {defineOperation, RawJson} from '../operation.ts';
import {listEntity, timestamp, uuid} from '../schema/entity.ts';
import {kind} from '../schema/kinds.ts';
import {named} from '../schema/named.ts';
import {limit, moment} from '../schema/params.ts';
import {fingerprint, malformed, seal, unseal} from '../sql/cursor.ts';
import {timeOf} from '../time.ts';
import {listJson} from './records/document.ts';
import {edge, edgeValues, inEdgeOrder} from './records/edge.ts';

/** Maximum size of a page with edges: the feed is meant for following, not for one large answer. */
const MOST_BYTES = 8 * 1024 * 1024;

const upsert = named(
  'EntityUpsert',
  listEntity.extend({
    op: z.literal('upsert'),
    provenance: listEntity.shape.provenance.extend({fields: z.array(z.unknown()).optional()}),
    edges: z.array(edge).optional(),
  }),
);

const merged = named(
  'EntityMerged',
  z.object({
    op: z.literal('merged'),
    id: uuid,
    kind,
    name: z.string(),
    slug: z.string(),
    updated_at: timestamp,
    merged_into: uuid.nullable(),
  }),
);

/** The end of a page: (at, id) in every release; `seq` is the same position in the snapshot that answered. */
interface Place {
  at: string;
  id: string;
  snapshot: string;
  seq: number;
}

/**
 * The change feed: oldest first in an order in which `updated_at` never decreases, one row per id with its latest
 * change. The cursor is the position (updated_at, id), so it remains valid in all later releases of the lineage.
 */
export const changes = defineOperation({
  name: 'changes',
  path: '/v1/changes',
  summary: 'What changed, oldest first: created or updated entities, and merged or removed ones.',
  description:
    'Give `since` for the first call and `after`, the previous `next_cursor`, from then on; an empty page is the end. `merged_into: null` means removed. `include=edges` adds live edges and per-field provenance; such a page may end before `limit`.',
  maxAge: 0,
  params: z.object({
    since: moment
      .optional()
      .describe('ISO 8601 date or timestamp, UTC if it has no zone: changes at or after it. For the first call.'),
    after: z.string().optional().describe('`next_cursor` of the previous response.'),
    limit: limit({default: 100, max: 200}),
    include: z.enum(['edges']).optional().describe('`edges` adds live edges and per-field provenance to each row.'),
  }),
  result: z.object({
    since: z.string().nullable(),
    count: z.int(),
    next_cursor: z.string(),
    changes: z.array(z.union([upsert, merged])),
  }),
  rows: 'changes',
  columns: ['op', 'updated_at', 'kind', 'name', 'slug'],
  example: {since: '2025-06-01T00:00:00Z', limit: 5},
  async run(context, given) {
    const {generation} = context;
    if (given.since === undefined && given.after === undefined)
      throw new GraphError('bad_request', 'Give `since` for the first call, or `after`, the previous `next_cursor`.');
    const print = fingerprint(['changes', generation.release.lineage]);
    const place = given.after === undefined ? undefined : decode(opened(context, given.after), print);
    const start = timeOf(given.since ?? '1970-01-01');
    const seq = await startOf(context, place ?? {at: start, id: LEAST_ID, snapshot: '', seq: 0});
    const rows = await generation.lookups.feed(seq, given.limit, context);
    const items = await itemsOf(context, rows, given.include === 'edges');
    const last = rows[items.length - 1];
    const end = last === undefined ? (place ?? {at: start, id: LEAST_ID}) : {at: last.updated_at, id: last.id};
    const next = {at: end.at, id: end.id, snapshot: generation.release.snapshot_id, seq: last?.seq ?? seq};
    return {
      since: given.since ?? null,
      count: items.length,
      next_cursor: sealed(context, encode(next, print)),
      changes: items,
    };
  },
});

/** Smaller than every id, so that the cursor of an empty page skips nothing at its own time. */
const LEAST_ID = '00000000-0000-0000-0000-000000000000';

function encode({at, id, snapshot, seq}: Place, print: string): string {
  return Buffer.from(JSON.stringify([1, print, at, id, snapshot, seq])).toString('base64url');
}

/** A position as a signed cursor, for callers. */
export function sealed({cursorKey}: Context, position: string): string {
  return seal(Buffer.from(position, 'base64url').toString('utf8'), 'changes', cursorKey);
}

function opened({cursorKey}: Context, cursor: string): string {
  return Buffer.from(unseal(cursor, 'changes', cursorKey)).toString('base64url');
}

/**
 * The position in this feed that a cursor stands for, to be stored where nobody else can write: it outlives the key.
 * @throws GraphError `bad_request` if the text is not a cursor of this feed.
 */
export function positionOf(context: Context, cursor: string): string {
  const position = opened(context, cursor);
  positionSnapshot(context, position);
  return position;
}

/** The current end of the feed: later changes come after it. */
export async function feedEnd(context: Context): Promise<string> {
  const {release, lookups} = context.generation;
  const size = await lookups.feedUntil(undefined, context);
  const [last] = await lookups.feed(Math.max(0, size - 1), 1, context);
  const {updated_at: at, id, seq} = last ?? {updated_at: release.as_of, id: LEAST_ID, seq: 0};
  return encode({at, id, snapshot: release.snapshot_id, seq}, fingerprint(['changes', release.lineage]));
}

/**
 * The snapshot that issued a position in this feed.
 * @throws GraphError `bad_request` if it is not a position in it.
 */
export function positionSnapshot(context: Context, position: string): string {
  return decode(position, fingerprint(['changes', context.generation.release.lineage])).snapshot;
}

/** The last entry at or before a position. In a snapshot other than the cursor's own it is found by time and id. */
async function startOf({generation, ...options}: Context, {at, id, ...known}: Place): Promise<number> {
  if (known.snapshot === generation.release.snapshot_id) return known.seq;
  return generation.lookups.feedUntil({at, id}, options);
}

/** @throws GraphError `bad_request` if the text is not a position in this feed. */
function decode(text: string, print: string): Place {
  let fields: unknown;
  try {
    fields = /^[\w-]+$/.test(text) ? JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) : undefined;
  } catch {
    fields = undefined;
  }
  const [version, owner, at, id, snapshot, seq] = Array.isArray(fields) ? (fields as unknown[]) : [];
  const isPlace =
    version === 1 &&
    z.iso.datetime().safeParse(at).success &&
    z.guid().safeParse(id).success &&
    typeof snapshot === 'string' &&
    isCount(seq) &&
    typeof owner === 'string';
  if (!isPlace) throw malformed();
  if (owner !== print)
    throw new GraphError(
      'bad_request',
      'This cursor belongs to another graph, or is too old to follow: start again with `since`.',
    );
  return {at: String(at), id: String(id), snapshot: String(snapshot), seq: Number(seq)};
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31;
}

async function itemsOf(context: Context, entries: readonly FeedEntry[], withEdges: boolean): Promise<RawJson[]> {
  const {lookups} = context.generation;
  const live = entries.flatMap(({rid}) => rid ?? []);
  const [found, survivors, edges] = await Promise.all([
    lookups.documents(live, context),
    lookups.headers(
      entries.flatMap(({removed}) => removed?.survivor ?? []),
      context,
    ),
    withEdges ? edgesOf(context, live) : new Map<number, string[]>(),
  ]);
  const items: RawJson[] = [];
  let bytes = 0;
  const itemOf = (entry: FeedEntry): RawJson => {
    if (entry.removed !== undefined) {
      const {
        id,
        updated_at,
        removed: {survivor, ...facts},
      } = entry;
      const merged_into = (survivor === null ? undefined : survivors.get(survivor))?.id ?? null;
      return new RawJson(JSON.stringify({op: 'merged', id, ...facts, updated_at, merged_into}));
    }
    const document = found.get(entry.rid);
    if (document === undefined) throw new Error(`No document for row ${entry.rid}`);
    return upsertJson(document, withEdges, edges.get(entry.rid) ?? []);
  };
  for (const entry of entries) {
    const item = itemOf(entry);
    bytes += item.text.length;
    if (withEdges && items.length > 0 && bytes > MOST_BYTES) break;
    items.push(item);
  }
  return items;
}

function upsertJson(document: Document, withEdges: boolean, edges: readonly string[]): RawJson {
  const {text} = withEdges ? listJson(document, {}, true) : listJson(document);
  return new RawJson(`{"op":"upsert",${text.slice(1, -1)}${withEdges ? `,"edges":[${edges.join(',')}]` : ''}}`);
}

/** The live edges of each row, as returned by the edges endpoint. */
async function edgesOf(context: Context, rids: readonly number[]): Promise<Map<number, string[]>> {
  const edges = await context.generation.lookups.edges(rids, context);
  const describe = await edgeValues(context, [...edges.values()].flat());
  const shown = async (own: readonly EdgeOfRow[]) =>
    (await inEdgeOrder(context, own)).map((edge) => JSON.stringify(describe(edge)));
  return new Map(await Promise.all([...edges].map(async ([rid, own]) => [rid, await shown(own)] as const)));
}
