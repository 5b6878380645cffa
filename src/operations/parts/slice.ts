import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {sql} from '../../sql/sql.ts';
import type {Slice} from '../../state/webhook-table.ts';
import {matching, resolveFilters} from './filters.ts';

/** Which of these ids are live entities of the slice, by the same filters and gate as `entities`. */
export async function membersOf(context: Context, filter: Slice, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
  const filters = await resolveFilters(context.generation, {...given, kind: given.kind as Kind | undefined}, context);
  if (filters.groups.some(({vids}) => vids.length === 0)) return new Set();
  const [rows = []] = await context.generation.columns(
    sql`select id::varchar from entity
        where id in (select unnest(${`[${ids.join(', ')}]`}::uuid[])) and rid in (${matching(filters)})`,
    context,
  );
  return new Set(rows.map(String));
}
