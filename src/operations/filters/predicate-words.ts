import type {Generation, QueryOptions} from '../../generation.ts';
import {boundList, unnest} from '../../sql/fragments.ts';
import {sql} from '../../sql/sql.ts';
import {type LabelFilter, meant} from './labels.ts';
import {tiedTo} from './organization.ts';
import {textOf} from './predicate-values.ts';
import {EQUAL, type Predicate, SEARCH_FIELDS, type Words} from './predicates.ts';

/** Interprets the values of labels and organizations as filters do. */
export async function understand(
  generation: Generation,
  predicates: readonly Predicate[],
  options: QueryOptions,
): Promise<Words> {
  const words: Words = {conditions: [], didYouMean: {}};
  for (const [index, {field: name, operator, value}] of predicates.entries()) {
    const field = SEARCH_FIELDS[name];
    const values = [value].flat().flatMap((one) => textOf(one, field) ?? []);
    if (field === undefined || values.length === 0 || !EQUAL.includes(operator)) continue;
    if (field.type === 'organization') {
      const {rids, where, suggestions} = await tiedTo(generation, values, true, options);
      words.conditions[index] = rids.length === 0 ? sql`false` : where;
      if (suggestions !== undefined) words.didYouMean[name] = suggestions;
    } else if (field.type === 'label') {
      const {labelIds, suggestions} = await meant(generation, field.field as LabelFilter, values, options);
      words.conditions[index] =
        labelIds.length === 0 ? sql`select 0 where false` : sql`select ${unnest(boundList(labelIds, 'integer'))}`;
      if (suggestions !== undefined) words.didYouMean[name] = suggestions;
    }
  }
  return words;
}
