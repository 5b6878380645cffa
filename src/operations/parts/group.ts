import {z} from 'zod';
import type {Context} from '../../context.ts';
import type {Generation, QueryOptions} from '../../generation.ts';
import type {RawJson} from '../../operation.ts';
import {ref} from '../../schema/entity.ts';
import {named} from '../../schema/named.ts';
import {numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {withRefs} from './ref.ts';

/** Companies as groups: whether a company stands for everything below it. */
export const rollup = z
  .boolean()
  .default(true)
  .describe('Count companies as groups, each subsidiary as its head; default true.');

/** Which companies an answer counts as others. */
export const rolledUp = z.array(
  named('Group', z.object({head: ref, subsidiaries: z.array(ref).describe('Counted as the head.')})),
);

/** Companies and everything below them over `subsidiary_of`, whatever circles there are. */
export async function withBelow(
  generation: Generation,
  rids: readonly number[],
  options: QueryOptions,
): Promise<number[]> {
  const relation = generation.relationNumber('subsidiary_of');
  const all = new Set(rids);
  let last = [...all];
  while (relation !== undefined && last.length > 0) {
    const [found] = await generation.columns(
      sql`select distinct src from edge_in where dst in ${last} and rel = ${relation}`,
      [is.integer],
      options,
    );
    last = found.filter((rid) => !all.has(rid));
    for (const rid of last) all.add(rid);
  }
  return [...all];
}

/** Whoever belongs to the same group as a company: its parents, whatever is below any of them, and itself. */
export async function relativesOf(context: Context, company: number): Promise<number[]> {
  const relation = context.generation.relationNumber('subsidiary_of');
  const above = new Set([company]);
  let last = [company];
  while (relation !== undefined && last.length > 0) {
    const [found] = await context.generation.columns(
      sql`select distinct dst from edge_out where src in ${last} and rel = ${relation}`,
      [is.integer],
      context,
    );
    last = found.filter((rid) => !above.has(rid));
    for (const rid of last) above.add(rid);
  }
  return withBelow(context.generation, [...above], context);
}

/** The heads of those companies that have one. */
export async function headsOf(context: Context, companies: readonly number[]): Promise<Map<number, number>> {
  if (companies.length === 0) return new Map();
  const [own, heads] = await context.generation.columns(
    sql`select company, head from company_head where company in ${numbers(companies)}`,
    [is.integer, is.integer],
    context,
  );
  return new Map(own.map((company, index) => [company, heads[index] ?? company]));
}

/** Heads with those that were counted as them, in the order given; a head without any is left out. */
export async function groupsOf(
  context: Context,
  groups: readonly {head: number; subsidiaries: readonly number[]}[],
): Promise<{head: RawJson | undefined; subsidiaries: (RawJson | undefined)[]}[]> {
  const some = groups.filter(({subsidiaries}) => subsidiaries.length > 0);
  const rids = [...new Set(some.flatMap(({head, subsidiaries}) => [head, ...subsidiaries]))];
  const refs = await withRefs(
    context,
    rids.map((rid) => ({rid})),
  );
  const known = new Map(rids.map((rid, index) => [rid, refs[index]]));
  return some.map(({head, subsidiaries}) => ({
    head: known.get(head),
    subsidiaries: [...subsidiaries].sort((a, b) => a - b).map((rid) => known.get(rid)),
  }));
}
