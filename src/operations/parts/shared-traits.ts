import type {Context} from '../../context.ts';
import {numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import type {Trait} from './traits.ts';

/** What each of some entities shares with the given one: labels first, then words, the highest weight first. */
export async function sharedTraits(
  context: Context,
  traits: readonly Trait[],
  rids: readonly number[],
): Promise<Map<number, {field: string; value: string}[]>> {
  const shared = new Map<number, {field: string; value: string}[]>();
  if (traits.length === 0 || rids.length === 0) return shared;
  const [owners, keys, tables] = await context.generation.columns(
    sql`select rid, key, 'label' as source from (
          select rid, label_id as key from label where label_id in ${numbers(keysOf(traits, 'label'))} and trusted and rid in ${numbers(rids)}
        )
        union all
        select rid, wid, 'name_word' from name_word where wid in ${numbers(keysOf(traits, 'name_word'))} and rid in ${numbers(rids)}`,
    [is.integer, is.integer, is.text],
    context,
  );
  const order = new Map(
    [...traits]
      .sort((a, b) => a.table.localeCompare(b.table) || b.weight - a.weight)
      .map((trait, index) => [`${trait.table} ${trait.key}`, {trait, index}]),
  );
  const found = owners.map((rid, index) => ({rid, ...order.get(`${tables[index]} ${keys[index]}`)}));
  found.sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  for (const {rid, trait} of found) {
    if (trait !== undefined) shared.set(rid, [...(shared.get(rid) ?? []), {field: trait.field, value: trait.value}]);
  }
  return shared;
}

function keysOf(traits: readonly Trait[], table: Trait['table']): number[] {
  return traits.filter((trait) => trait.table === table).map((trait) => trait.key);
}
