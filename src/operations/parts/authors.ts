import type {Authors, Context} from '../../context.ts';
import {numbers, uuids} from '../../sql/fragments.ts';
import {sql} from '../../sql/sql.ts';

/** Who made a work, and whose it is. An investigator is no author of a trial's record. */
const PEOPLE = ['authored', 'invented'];
const OWNERS = ['assigned_to', 'sponsors'];

/** What a citation says beside the entity: its people and owners, by id, each by name. */
export async function authorsOf(context: Context, ids: readonly string[]): Promise<Record<string, Authors>> {
  if (ids.length === 0) return {};
  const rels = (names: readonly string[]) => names.flatMap((name) => context.generation.relationNumber(name) ?? []);
  const found = await context.generation.rows(
    sql`with asked as (select rid, id from entity where id in ${uuids(ids)}),
          tie as (
            select dst as rid, src as other, rel from edge_in where dst in (select rid from asked)
            union all
            select src, dst, rel from edge_out where src in (select rid from asked)
          )
        select distinct a.id::varchar as id, t.rel in ${numbers(rels(PEOPLE))} as person, e.name
        from tie t join asked a on a.rid = t.rid join entity e on e.rid = t.other
        where t.rel in ${numbers(rels([...PEOPLE, ...OWNERS]))}
        order by e.name`,
    context,
  );
  const authors: Record<string, Authors> = {};
  for (const {id, person, name} of found as {id: string; person: boolean; name: string}[]) {
    authors[id] ??= {people: [], owners: []};
    authors[id][person ? 'people' : 'owners'].push(name);
  }
  return authors;
}
