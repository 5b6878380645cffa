import type {Context} from '../../context.ts';
import {GraphError} from '../../errors.ts';
import type {Generation} from '../../generation.ts';
import type {Sort} from '../../schema/params.ts';
import {kindNumber} from '../../schema/rid.ts';
import type {Selected} from '../../selection.ts';
import {type Cursor, decodeCursor, encodeCursor, fingerprint} from '../../sql/cursor.ts';
import {asDay, asInstant, asUuid, countIf, GATHERED, normOf} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {and, id as identifier, type Sql, sql} from '../../sql/sql.ts';
import {norm} from '../../text/words.ts';
import {carries, type Filters, type Group, holds, isEmpty, led, matching, ofKind, selectionOf} from './filters.ts';

export interface Page {
  rids: number[];
  /** Absent on pages reached by a cursor. */
  total?: number;
  next_cursor: string | null;
}

export interface PageRequest {
  sort: Sort;
  limit: number;
  offset: number;
  after: string | undefined;
  /** Everything that must stay the same between pages. */
  question: unknown;
}

/** The generation pinned by a cursor, while it is kept; or else the current one. */
export async function pinnedBy(context: Context, after: string | undefined, question: unknown): Promise<Context> {
  if (after === undefined) return context;
  const cursor = decodeCursor(after, fingerprint(question), context.cursorKey);
  if (cursor.generation === context.generation.number) return context;
  const generation = await context.pinned(cursor.generation);
  if (generation === undefined) return context;
  context.meta.generation = generation.number;
  context.meta.snapshot = generation.release.snapshot_id;
  return {...context, generation};
}

/** One keyset page of the matching entities. */
export async function page(context: Context, filters: Filters, request: PageRequest, where?: Sql): Promise<Page> {
  // Most lists are neither reached by a cursor nor go on.
  const print = () => fingerprint(request.question);
  const start =
    request.after === undefined
      ? 0
      : await place(context, decodeCursor(request.after, print(), context.cursorKey), request.sort, filters, where);
  if (isEmpty(filters)) {
    return {rids: [], next_cursor: null, ...(request.after === undefined && {total: 0})};
  }
  const selected = where === undefined ? await selectedBy(context, filters) : undefined;
  if (selected !== undefined) return pageOf(context, selected, request, start, print);
  const [found, total] = await Promise.all([
    pageFrom(context, filters, request, start, where),
    request.after === undefined ? count(context, filters, request.sort, where) : undefined,
  ]);
  const more = found.length > request.limit;
  const shown = found.slice(0, request.limit).map(({rid}) => rid);
  const last = shown.at(-1);
  const next =
    more && last !== undefined
      ? encodeCursor(
          await cursorAt(context, last, found[shown.length - 1]?.pos ?? 0, request.sort),
          print(),
          context.cursorKey,
        )
      : null;
  return {rids: shown, next_cursor: next, ...(total !== undefined && {total})};
}

/**
 * The entities selected by filters, if that needs no statement; all entities, and all of a kind, have an order of their
 * own.
 */
export async function selectedBy(
  context: Context,
  filters: Filters,
  gated?: (group: Group) => boolean,
): Promise<Selected | undefined> {
  const selection = filters.groups.length === 0 ? undefined : selectionOf(filters, gated);
  return selection && context.generation.lookups.select(selection, context);
}

async function pageOf(
  context: Context,
  selected: Selected,
  {sort, limit, offset, after}: PageRequest,
  start: number,
  print: () => string,
): Promise<Page> {
  const found = selected.page(sort, start, offset, limit + 1);
  const rids = found.slice(0, limit);
  const last = found.length > limit ? rids.at(-1) : undefined;
  const next_cursor =
    last === undefined
      ? null
      : encodeCursor(await cursorAt(context, last, selected.numberOf(last, sort), sort), print(), context.cursorKey);
  return {rids, next_cursor, ...(after === undefined && {total: selected.size(sort)})};
}

/** One row more than a page: by position in the order of all entities or of a kind, or else by a statement. */
async function pageFrom(
  context: Context,
  filters: Filters,
  {sort, offset, limit}: PageRequest,
  start: number,
  where: Sql | undefined,
): Promise<{rid: number; pos: number}[]> {
  const {generation} = context;
  if (where === undefined && filters.groups.length === 0)
    return generation.lookups.page({sort, kind: filters.kind}, start + offset, limit + 1, context);
  const query = pageQuery(filters, sort, start, limit + 1, offset, where);
  const [rids, places] = await generation.columns(query, [is.integer, is.integer], context);
  return rids.map((rid, index) => ({rid, pos: places[index] ?? 0}));
}

function pageQuery(
  filters: Filters,
  sort: Sort,
  start: number,
  rows: number,
  offset: number,
  where: Sql | undefined,
): Sql {
  const column = identifier(sort);
  const conditions = and([where, ofKind(filters.kind), ...filters.groups.map((group) => holds(group, filters))]);
  return sql`select rid, ${column} as pos from order_key where ${conditions} and ${column} > ${start} order by pos limit ${rows} offset ${offset}${GATHERED}`;
}

/** The number of matching entities. With a signal sort, only those that have the signal. */
export async function count(context: Context, filters: Filters, sort: Sort, where?: Sql): Promise<number> {
  const {generation} = context;
  const signal = sort === 'prominence' || sort === 'momentum';
  const {first, others} = led(filters);
  const selected = where === undefined ? await selectedBy(context, filters) : undefined;
  if (selected !== undefined) return selected.size(sort);
  if (where !== undefined || (filters.groups.length > 0 && (signal || first === undefined))) {
    const conditions = and([where, ofKind(filters.kind), ...filters.groups.map((group) => holds(group, filters))]);
    return one(
      generation,
      sql`select count(*) from order_key where ${conditions} and ${identifier(sort)} is not null`,
      context,
    );
  }
  if (first === undefined) return generation.lookups.size({sort, kind: filters.kind}, context);
  if (others.length === 0 && filters.isDefaultGate && first.labelIds.length === 1) {
    const {trusted, tagged} = await carriers(context, first, filters.kind);
    return first.gated ? trusted : tagged;
  }
  let rest = sql`${carries(first, filters)} and ${ofKind(filters.kind)}`;
  for (const group of others) rest = sql`${rest} and ${holds(group, filters)}`;
  return one(
    generation,
    sql`select count(${first.labelIds.length === 1 ? sql`*` : sql`distinct rid`}) from label where ${rest}`,
    context,
  );
}

/** The number of entities of a kind with a value: trusted, and all. */
async function carriers(
  context: Context,
  group: Group,
  kind: Filters['kind'],
): Promise<{trusted: number; tagged: number}> {
  if (kind === undefined) return group;
  const [row = {trusted: 0, tagged: 0}] = await context.generation.rows(
    sql`select trusted, tagged from facet where kind_no = ${kindNumber(kind)} and label_id = ${group.labelIds[0] ?? 0}`,
    {trusted: is.integer, tagged: is.integer},
    context,
  );
  return row;
}

/** The numbers of entities that the gate of a call let through and left out. */
export interface GateCounts {
  min_confidence: number;
  counted: number;
  dropped: number;
}

/** The numbers of entities that match the filters, and of those that only the gate leaves out. */
export function gateOf(context: Context, filters: Filters): Promise<GateCounts> {
  const {kind, minConfidence, groups} = filters;
  const carried = groups.map(({name, labelIds, key}) =>
    key === undefined ? [name, ...labelIds] : [name, key, ...labelIds],
  );
  return context.generation.cache.remember(`gate ${JSON.stringify([kind, minConfidence, carried])}`, 24, () =>
    countGate(context, filters),
  );
}

async function countGate(context: Context, filters: Filters): Promise<GateCounts> {
  const {minConfidence: min_confidence, groups} = filters;
  const [first] = groups;
  if (first === undefined || isEmpty(filters)) return {min_confidence, counted: 0, dropped: 0};
  const isGated = groups.some((group) => group.gated);
  const passing = await selectedBy(context, filters);
  const carrying = isGated ? await selectedBy(context, filters, () => false) : passing;
  if (passing !== undefined && carrying !== undefined) {
    const counted = passing.size('recent');
    return {min_confidence, counted, dropped: carrying.size('recent') - counted};
  }
  if (
    groups.length === 1 &&
    first.where === undefined &&
    first.labelIds.length === 1 &&
    (filters.isDefaultGate || !first.gated)
  ) {
    const {trusted, tagged} = await carriers(context, first, filters.kind);
    const counted = first.gated ? trusted : tagged;
    return {min_confidence, counted, dropped: tagged - counted};
  }
  const [counted, tagged] = await Promise.all([
    one(context.generation, sql`select count(*) from (${matching(filters)})`, context),
    isGated ? one(context.generation, sql`select count(*) from (${matching(filters, () => false)})`, context) : 0,
  ]);
  return {min_confidence, counted, dropped: isGated ? tagged - counted : 0};
}

/** The numbers of entities that meet conditions with the gate, and of those that meet them only without it. */
export async function countBetween(
  context: Context,
  loose: Sql,
  strict: Sql,
): Promise<Pick<GateCounts, 'counted' | 'dropped'>> {
  const query = sql`select ${countIf(strict)}, ${countIf(sql`${loose} and not (${strict})`)} from order_key${GATHERED}`;
  const {text, values} = query.compile();
  return context.generation.cache.remember(`gate ${fingerprint([text, values])}`, 16, async () => {
    const [[counted = 0], [dropped = 0]] = await context.generation.columns(query, [is.integer, is.integer], context);
    return {counted, dropped};
  });
}

async function one(generation: Generation, query: Sql, context: Context): Promise<number> {
  const [[found = 0]] = await generation.columns(sql`${query}${GATHERED}`, [is.integer], context);
  return found;
}

/** The cursor after an entity: its position, and the sort key and id that find it in a later generation. */
async function cursorAt(context: Context, rid: number, position: number, sort: Sort): Promise<Cursor> {
  const document = (await context.generation.lookups.documents([rid], context)).get(rid);
  if (document === undefined) throw new Error(`No document for row ${rid}`);
  const {header, pieces} = document;
  const changed = () => /"updated_at":"([^"]+)"/.exec(pieces[3])?.[1] ?? '';
  const key =
    sort === 'name'
      ? norm(JSON.parse(header.name) as string)
      : sort === 'recent'
        ? changed()
        : sort === 'date'
          ? ((await context.generation.lookups.days([rid], context)).get(rid) ?? '')
          : '';
  return {generation: context.generation.number, position, key, id: header.id};
}

/** A cursor's position in the generation that answers. */
async function place(
  context: Context,
  cursor: Cursor,
  sort: Sort,
  filters: Filters,
  where: Sql | undefined,
): Promise<number> {
  if (cursor.generation === context.generation.number) return cursor.position;
  if (sort === 'prominence' || sort === 'momentum') {
    throw new GraphError(
      'bad_request',
      `This cursor has expired: the graph was renewed and its order by ${sort} with it. Start again without \`after\`.`,
    );
  }
  const {generation} = context;
  const dense = filters.groups.length === 0 && where === undefined;
  const before = passed(cursor, sort);
  return dense
    ? one(generation, sql`select count(*) from entity where ${before} and ${ofKind(filters.kind)}`, context)
    : one(
        generation,
        sql`select coalesce(max(${identifier(sort)}), 0) from order_key where rid in (select rid from entity where ${before})`,
        context,
      );
}

/** Entities up to that of a cursor, by its sort key at the time. */
function passed({key, id}: Cursor, sort: Sort): Sql {
  if (sort === 'name') return sql`(${normOf('name')}, id) <= (${key}, ${asUuid(id)})`;
  if (sort === 'recent')
    return sql`(updated_at > ${asInstant(key)} or (updated_at = ${asInstant(key)} and id <= ${asUuid(id)}))`;
  return key === ''
    ? sql`(rid in (select rid from own_day) or id <= ${asUuid(id)})`
    : sql`(rid in (select d.rid from own_day d join entity e using (rid) where d.day > ${asDay(key)} or (d.day = ${asDay(key)} and e.id <= ${asUuid(id)})))`;
}
