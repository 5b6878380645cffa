import type {Context} from '../../context.ts';
import {KINDS_BY_NAME} from '../../schema/kinds.ts';
import {GATHERED, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {CONFIDENCE} from '../names/by-name.ts';
import {nameAll} from '../names/naming.ts';
import {type Filters, type Group, isEmpty, matching} from './filters.ts';
import {selectedBy} from './listing.ts';

/** A live entity of a list of ids, and its first position in the list. */
export interface Listed {
  rid: number;
  at: number;
}

/** The entities named by a list of UUIDs, slugs and identifiers, each once, in order, and the items that name none. */
export async function listedIds(
  context: Context,
  names: readonly string[],
): Promise<{rows: Listed[]; missing: string[]}> {
  const named = await nameAll(context.generation, names, {least: CONFIDENCE.identifier}, context);
  const slugs = await bareSlugs(
    context,
    names.filter((_, at) => named[at]?.rid === null && named[at]?.candidates[0] === undefined),
  );
  const seen = new Set<number>();
  const rows: Listed[] = [];
  const missing: string[] = [];
  for (const [at, {rid, candidates}] of named.entries()) {
    // An identifier shared by several entities of a kind names the first of them.
    const one = rid ?? candidates[0] ?? slugs.get(names[at] ?? '');
    if (one === undefined) missing.push(names[at] ?? '');
    else if (!seen.has(one)) rows.push({rid: one, at});
    if (one !== undefined) seen.add(one);
  }
  return {rows, missing: [...new Set(missing)]};
}

/** A slug as an entity says it, without its kind; where several kinds have it, people look for some more than others. */
async function bareSlugs(context: Context, names: readonly string[]): Promise<Map<string, number>> {
  const written = [...new Set(names)].filter((name) => SLUG.test(name));
  const withKinds = written.flatMap((name) => KINDS_BY_NAME.map((kind) => `${kind}/${name}`));
  const named = await nameAll(context.generation, withKinds, {least: CONFIDENCE.identifier}, context);
  return new Map(
    written.flatMap((name, at) => {
      const ofKinds = named.slice(at * KINDS_BY_NAME.length, (at + 1) * KINDS_BY_NAME.length);
      const [first] = ofKinds.flatMap(({rid}) => rid ?? []);
      return first === undefined ? [] : [[name, first] as const];
    }),
  );
}

const SLUG = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u;

/** The rows as a filter. */
export function among(rows: readonly Pick<Listed, 'rid'>[]): Group {
  const rids = rows.map(({rid}) => rid);
  const where = sql`rid in ${numbers(rids)}`;
  return {
    name: 'ids',
    labelIds: rids,
    gated: false,
    trusted: rids.length,
    tagged: rids.length,
    where,
    condition: {rows: rids},
    key: rids.join(),
  };
}

/** The rows that match the filters, in order. */
export async function passing(context: Context, filters: Filters, rows: readonly Listed[]): Promise<Listed[]> {
  if (rows.length === 0 || isEmpty(filters)) return [];
  const all = {...filters, groups: [...filters.groups, among(rows)]};
  const selected = await selectedBy(context, all);
  const kept = new Set(selected?.page('recent', 0, 0, rows.length) ?? (await matched(context, all)));
  return rows.filter(({rid}) => kept.has(rid));
}

async function matched(context: Context, filters: Filters): Promise<number[]> {
  const [rids] = await context.generation.columns(sql`${matching(filters)}${GATHERED}`, [is.integer], context);
  return rids;
}
