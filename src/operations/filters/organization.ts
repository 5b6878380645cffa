import {GraphError} from '../../errors.ts';
import type {Generation, QueryOptions} from '../../generation.ts';
import {ORGANIZATIONS} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import type {Condition} from '../../selection.ts';
import {type Sql, sql} from '../../sql/sql.ts';
import {bare} from '../../text/legal-form.ts';
import {nameKey} from '../../text/words.ts';
import {rowsByBareName} from '../names/bare-names.ts';
import type {Named} from '../names/by-name.ts';
import {nameAll} from '../names/naming.ts';
import {nearest} from '../names/near-names.ts';
import {withBelow} from '../records/group.ts';

/** The named organizations, and the condition of having an edge to one of them: on `rid`, and for look-up files. */
export interface Tied {
  rids: number[];
  where: Sql;
  condition: Condition;
  /** Organizations with names like those that name none; undefined if all do. */
  suggestions?: string[];
  /** The names of those that are meant, if one was given by another name: Merck is Merck & Co., Inc. */
  words?: string[];
}

/**
 * Entities with a live edge to one of the organizations or, with `rollup`, to a company below one. `subsidiary_of` does
 * not count.
 * @throws GraphError for an ambiguous name, with the candidates
 */
export async function tiedTo(
  generation: Generation,
  names: readonly string[],
  rollup: boolean,
  options: QueryOptions,
): Promise<Tied> {
  const named = await nameAll(generation, names, {kinds: ORGANIZATIONS}, options);
  const rids: number[] = [];
  let suggestions: string[] | undefined;
  for (const [index, {rid, how, candidates}] of named.entries()) {
    const name = names[index] ?? '';
    if (rid !== null) rids.push(rid, ...(how === 'identifier' ? [] : await namesakes(generation, name, rid, options)));
    else if (candidates.length > 0) throw await ambiguous(generation, 'organization', name, candidates, options);
    else {
      const near = await nearest(generation, name, ORGANIZATIONS, 3, options);
      const known = await generation.lookups.headers(near, options);
      suggestions = [...(suggestions ?? []), ...near.map((one) => JSON.parse(known.get(one)?.name ?? '""') as string)];
    }
  }
  const words = await namesMeant(generation, names, named, options);
  const members = rollup ? await withBelow(generation, rids, options) : rids;
  const below = generation.relationNumber('subsidiary_of') ?? 0;
  return {
    rids: [...new Set(rids)],
    // Sorted, since all companies in a cycle have the same members.
    condition: {tied: {to: members.toSorted((a, b) => a - b), besides: below}},
    where: sql`rid in (select near from (
      select dst as near from edge_out where src in ${listed(members)} and rel <> ${below}
      union all
      select src from edge_in where dst in ${listed(members)} and rel <> ${below}))`,
    ...(suggestions !== undefined && {suggestions: [...new Set(suggestions)].slice(0, 3)}),
    ...(words !== undefined && {words}),
  };
}

/** Organizations of other kinds with the same name: the National Cancer Institute is an institution and a funder. */
async function namesakes(
  generation: Generation,
  name: string,
  meant: number,
  options: QueryOptions,
): Promise<number[]> {
  const kind = kindOfRid(meant);
  if (kind === 'company') return [];
  const named = await rowsByBareName(generation, [bare(nameKey(name))], options);
  return named.filter((rid) => {
    const other = kindOfRid(rid);
    return other !== kind && other !== 'company' && ORGANIZATIONS.includes(other);
  });
}

/** What was given by id, as kind/slug or as an identifier says which it is. */
async function namesMeant(
  {lookups}: Generation,
  given: readonly string[],
  named: readonly Named[],
  options: QueryOptions,
): Promise<string[] | undefined> {
  const byName = named.flatMap(({rid, how}) => (rid === null || how === 'identifier' ? [] : rid));
  if (byName.length === 0) return undefined;
  const known = await lookups.headers(byName, options);
  const words = named.map(({rid, how}, index) => {
    const own = rid === null || how === 'identifier' ? undefined : known.get(rid);
    return own === undefined ? (given[index] ?? '') : (JSON.parse(own.name) as string);
  });
  return words.every((word, index) => nameKey(word) === nameKey(given[index] ?? '')) ? undefined : words;
}

function listed(rids: readonly number[]): Sql {
  return rids.length === 0 ? sql`(select 0 where false)` : sql`${rids}`;
}

/** The error for an ambiguous name, with the candidates to choose from. */
export async function ambiguous(
  generation: Generation,
  path: string,
  name: string,
  candidates: readonly number[],
  options: QueryOptions,
): Promise<GraphError> {
  const known = await generation.lookups.headers(candidates, options);
  const list = candidates.flatMap((rid) => {
    const one = known.get(rid);
    return one === undefined ? [] : [`${one.kind}/${one.slug} (${JSON.parse(one.name) as string}, ${one.id})`];
  });
  const message = `${JSON.stringify(name)} is ambiguous: ${list.join('; ')}. Give one of them by kind/slug or id.`;
  return new GraphError('validation_error', `${path}: ${message}`, {details: [{path, message}]});
}
