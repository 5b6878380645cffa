import {z} from 'zod';
import type {Context} from '../../context.ts';
import type {Generation, QueryOptions} from '../../generation.ts';
import type {RawJson} from '../../operation.ts';
import {ref} from '../../schema/entity.ts';
import {named} from '../../schema/named.ts';
import {firstFrom} from '../../sorted.ts';
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
  named('Group', z.object({head: ref, subsidiaries: z.array(ref).describe('Companies counted as the head.')})),
);

/** Edges of `subsidiary_of` as pairs of rows: in the order of what is above, and in that of what is below. */
interface Subsidiaries {
  byAbove: readonly [above: Int32Array, below: Int32Array];
  byBelow: readonly [below: Int32Array, above: Int32Array];
}

/** Few enough to be kept: a walk through a group of thousands would read as many rows otherwise, at each call. */
function subsidiariesOf(generation: Generation, options: QueryOptions): Promise<Subsidiaries | undefined> {
  const relation = generation.relationNumber('subsidiary_of');
  if (relation === undefined) return Promise.resolve(undefined);
  return generation.cache.remember(
    'subsidiaries',
    (found) => 16 * (found?.byAbove[0].length ?? 0),
    async () => {
      const [above, below] = await generation.columns(
        sql`select dst, src from edge_in where rel = ${relation} order by dst, src`,
        [is.integer, is.integer],
        options,
      );
      const upwards = below.map((one, index) => [one, above[index] ?? 0] as const).sort((a, b) => a[0] - b[0]);
      return {
        byAbove: [Int32Array.from(above), Int32Array.from(below)],
        byBelow: [Int32Array.from(upwards, ([one]) => one), Int32Array.from(upwards, ([, other]) => other)],
      };
    },
  );
}

/** Rows and whatever is reached from them over pairs, whatever circles there are. */
function reached(rids: readonly number[], pairs: readonly [from: Int32Array, to: Int32Array] | undefined): number[] {
  const all = new Set(rids);
  if (pairs === undefined) return [...all];
  const [froms, tos] = pairs;
  // What is added on the way is gone through as well.
  for (const rid of all) for (let at = firstFrom(froms, rid); froms[at] === rid; at++) all.add(tos[at] as number);
  return [...all];
}

/** Companies and everything below them over `subsidiary_of`. */
export async function withBelow(
  generation: Generation,
  rids: readonly number[],
  options: QueryOptions,
): Promise<number[]> {
  return reached(rids, (await subsidiariesOf(generation, options))?.byAbove);
}

/** Whoever belongs to the same group as a company: its parents, whatever is below any of them, and itself. */
export async function relativesOf(context: Context, company: number): Promise<number[]> {
  const known = await subsidiariesOf(context.generation, context);
  return reached(reached([company], known?.byBelow), known?.byAbove);
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
