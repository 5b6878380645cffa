import {z} from 'zod';
import type {Context} from '../../context.ts';
import type {Generation, QueryOptions} from '../../generation.ts';
import type {RawJson} from '../../operation.ts';
import {ref} from '../../schema/entity.ts';
import {named} from '../../schema/named.ts';
import {firstFrom} from '../../sorted.ts';
import {is} from '../../sql/results.ts';
import {NARROW, rowNumbersOf} from '../../sql/row-numbers.ts';
import {sql} from '../../sql/sql.ts';
import {withRefs} from './ref.ts';

/** Companies as groups: whether a company includes everything below it. */
export const rollup = z
  .boolean()
  .default(true)
  .describe('Count companies as groups, each subsidiary as its head; default true.');

/** The companies that an answer counts as their heads. */
export const rolledUp = z.array(
  named('Group', z.object({head: ref, subsidiaries: z.array(ref).describe('Companies counted as the head.')})),
);

/** Pairs of rows, sorted by the first. */
type Pairs = readonly [from: Rows, to: Rows];

type Rows = Uint32Array | Float64Array;

/** Edges of `subsidiary_of`, and the head of each company that has one. */
interface Hierarchy {
  below: Pairs;
  above: Pairs;
  heads: Pairs;
}

/** Row ids in as few bytes as they fit. */
function rowsOf(rids: readonly number[]): Rows {
  return rowNumbersOf(rids[0] ?? 0) === NARROW ? Uint32Array.from(rids) : Float64Array.from(rids);
}

/** Few enough to be cached: walking through a group of thousands would otherwise read as many rows at each call. */
function hierarchyOf(generation: Generation, options: QueryOptions): Promise<Hierarchy | undefined> {
  const relation = generation.relationNumber('subsidiary_of');
  if (relation === undefined) return Promise.resolve(undefined);
  return generation.cache.remember(
    'hierarchy',
    (found) => 8 * (2 * (found?.below[0].length ?? 0) + (found?.heads[0].length ?? 0)),
    async () => {
      const [parts, ones, others] = await generation.columns(
        sql`select * from (
              select 0 as part, dst as one, src as other from edge_in where rel = ${relation}
              union all
              select 1, company, head from company_head
            ) pairs order by part, one, other`,
        [is.integer, is.integer, is.integer],
        options,
      );
      const edges = parts.indexOf(1) < 0 ? parts.length : parts.indexOf(1);
      const [above, below] = [ones.slice(0, edges), others.slice(0, edges)];
      const [companies, heads] = [ones.slice(edges), others.slice(edges)];
      const upwards = below.map((one, index) => [one, above[index] ?? 0] as const).sort((a, b) => a[0] - b[0]);
      return {
        below: [rowsOf(above), rowsOf(below)],
        above: [rowsOf(upwards.map(([one]) => one)), rowsOf(upwards.map(([, other]) => other))],
        heads: [rowsOf(companies), rowsOf(heads)],
      };
    },
  );
}

/** Rows and all rows reachable from them by pairs; cycles are allowed. */
function reached(rids: readonly number[], pairs: Pairs | undefined): number[] {
  const all = new Set(rids);
  if (pairs === undefined) return [...all];
  const [froms, tos] = pairs;
  // Rows added during the loop are visited as well.
  for (const rid of all) for (let at = firstFrom(froms, rid); froms[at] === rid; at++) all.add(tos[at] as number);
  return [...all];
}

/** Companies and everything below them by `subsidiary_of`. */
export async function withBelow(
  generation: Generation,
  rids: readonly number[],
  options: QueryOptions,
): Promise<number[]> {
  return reached(rids, (await hierarchyOf(generation, options))?.below);
}

/** A company with everything below it, and all companies in the same group: its parents, everything below any of them, and the company itself. */
export async function groupAround(
  {generation, ...options}: Context,
  company: number,
): Promise<{members: number[]; relatives: number[]}> {
  const known = await hierarchyOf(generation, options);
  return {
    members: reached([company], known?.below),
    relatives: reached(reached([company], known?.above), known?.below),
  };
}

/** The heads of the companies that have one. */
export async function headsOf(
  {generation, ...options}: Context,
  companies: readonly number[],
): Promise<Map<number, number>> {
  const known = companies.length === 0 ? undefined : await hierarchyOf(generation, options);
  if (known === undefined) return new Map();
  const [owns, heads] = known.heads;
  return new Map(
    companies.flatMap((company) => {
      const at = firstFrom(owns, company);
      return owns[at] === company ? [[company, heads[at] as number] as const] : [];
    }),
  );
}

/** Heads with the companies counted as them, in the given order; heads without any are left out. */
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
