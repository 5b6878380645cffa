import type {Context} from '../../context.ts';
import type {Sharing} from '../../sharing.ts';
import {numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import type {Trait} from './traits.ts';

/**
 * What each of some entities shares with the given one: labels first, then words, the highest weight first.
 * @param sharing Undefined if this needs a statement.
 */
export async function sharedTraits(
  context: Context,
  traits: readonly Trait[],
  sharing: Sharing | undefined,
  rids: readonly number[],
): Promise<Map<number, {field: string; value: string}[]>> {
  if (traits.length === 0 || rids.length === 0) return new Map();
  const shared =
    sharing === undefined
      ? await byStatement(context, traits, rids)
      : new Map(rids.map((rid) => [rid, sharing.traitsOf(rid).map((place) => traits[place] as Trait)]));
  const inOrder = (own: readonly Trait[]) =>
    own.toSorted((a, b) => a.table.localeCompare(b.table) || b.weight - a.weight);
  return new Map([...shared].map(([rid, own]) => [rid, inOrder(own).map(({field, value}) => ({field, value}))]));
}

async function byStatement(
  context: Context,
  traits: readonly Trait[],
  rids: readonly number[],
): Promise<Map<number, Trait[]>> {
  const [owners, keys, tables] = await context.generation.columns(
    sql`select rid, key, 'label' as source from (
          select rid, label_id as key from label where label_id in ${numbers(keysOf(traits, 'label'))} and trusted and rid in ${numbers(rids)}
        )
        union all
        select rid, wid, 'name_word' from name_word where wid in ${numbers(keysOf(traits, 'name_word'))} and rid in ${numbers(rids)}`,
    [is.integer, is.integer, is.text],
    context,
  );
  const known = new Map(traits.map((trait) => [`${trait.table} ${trait.key}`, trait]));
  const found = new Map<number, Trait[]>();
  owners.forEach((rid, index) => {
    const trait = known.get(`${tables[index]} ${keys[index]}`);
    if (trait !== undefined) found.set(rid, [...(found.get(rid) ?? []), trait]);
  });
  // Of equal weights the order is that of the list.
  const place = new Map(traits.map((trait, index) => [trait, index]));
  for (const own of found.values()) own.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  return found;
}

function keysOf(traits: readonly Trait[], table: Trait['table']): number[] {
  return traits.filter((trait) => trait.table === table).map((trait) => trait.key);
}
