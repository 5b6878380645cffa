import type {Authors, Context} from '../../context.ts';
import {GATHERED, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';

/** Relations of the authors and owners of a work. An investigator is not an author of a trial's record. */
const PEOPLE = ['authored', 'invented'];
const OWNERS = ['assigned_to', 'sponsors'];

/** What a citation adds to the entity: its people and owners, by id, each by name. */
export async function authorsOf(context: Context, ids: readonly string[]): Promise<Record<string, Authors>> {
  if (ids.length === 0) return {};
  const rels = (names: readonly string[]) => names.flatMap((name) => context.generation.relationNumber(name) ?? []);
  const rids = await context.generation.lookups.byId(ids, context);
  const asked = numbers([...rids.values()]);
  const idOf = new Map([...rids].map(([id, rid]) => [rid, id]));
  const made = rels(PEOPLE);
  const found = await context.generation.rows(
    sql`with near as (
          select dst as own, src as other, rel from edge_in where dst in ${asked}
          union all
          select src, dst, rel from edge_out where src in ${asked}
        )
        select distinct t.own, t.rel, e.name from near t join entity e on e.rid = t.other
        where t.rel in ${numbers([...made, ...rels(OWNERS)])}
        order by e.name${GATHERED}`,
    {own: is.integer, rel: is.integer, name: is.text},
    context,
  );
  const authors: Record<string, Authors> = {};
  for (const {own, rel, name} of found) {
    const id = idOf.get(own) ?? '';
    authors[id] ??= {people: [], owners: []};
    const list = authors[id][made.includes(rel) ? 'people' : 'owners'];
    // An author who is also an inventor is named once.
    if (!list.includes(name)) list.push(name);
  }
  return authors;
}
