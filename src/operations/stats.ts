import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {KINDS} from '../schema/kinds.ts';
import {kindOfNumber} from '../schema/rid.ts';
import {is} from '../sql/results.ts';
import {sql} from '../sql/sql.ts';

/** Number of live entities of each kind, including 0. */
export function kindCounts(context: Context): Promise<Record<string, number>> {
  return context.generation.cache.remember('kinds', 400, () => countKinds(context));
}

async function countKinds(context: Context): Promise<Record<string, number>> {
  const [scopes, counts] = await context.generation.columns(
    sql`select scope, max(pos) from recent_rank where scope > 0 group by scope`,
    [is.integer, is.integer],
    context,
  );
  const byKind = new Map(scopes.map((scope, index) => [kindOfNumber(scope), counts[index] ?? 0]));
  return Object.fromEntries(KINDS.map((kind) => [kind, byKind.get(kind) ?? 0]));
}

export const stats = defineOperation({
  name: 'stats',
  path: '/v1/stats',
  summary: 'Number of live entities of each kind.',
  maxAge: 300,
  params: z.object({}),
  result: z.object({counts: z.record(z.string(), z.int()), total: z.int()}),
  example: {},
  async run(context) {
    const counts = await kindCounts(context);
    return {counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0)};
  },
});
