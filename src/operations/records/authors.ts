import type {Authors, Context} from '../../context.ts';
import {GATHERED, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';

/** Relations of the authors and owners of a work. An investigator is not an author of a trial's record. */
const PEOPLE = ['authored', 'invented'];
/** What leads from an owner to a work, and from a work to its owner. */
const OWNS = ['sponsors'];
const OWNED = ['assigned_to'];

/** What a citation adds to the entity: its people and owners, by id, each by name. */
export async function authorsOf(context: Context, ids: readonly string[]): Promise<Record<string, Authors>> {
  if (ids.length === 0) return {};
  const rels = (names: readonly string[]) => names.flatMap((name) => context.generation.relationNumber(name) ?? []);
  const rids = await context.generation.lookups.byId(ids, context);
  const asked = numbers([...rids.values()]);
  const idOf = new Map([...rids].map(([id, rid]) => [rid, id]));
  const made = rels(PEOPLE);
  const found = await context.generation.rows(
    // Of a work: what a company owns is no owner of it.
    sql`with near as (
          select dst as own, src as other, rel from edge_in where dst in ${asked} and rel in ${numbers([...made, ...rels(OWNS)])}
          union all
          select src, dst, rel from edge_out where src in ${asked} and rel in ${numbers(rels(OWNED))}
        )
        select distinct t.own, t.rel, e.name from near t join entity e on e.rid = t.other
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
