import {type Sql, sql} from '../../sql/sql.ts';

/**
 * The names of some diseases, by their labels, and of all below them in the tree, each with the disease that it is below: a query of two columns, `own`
 * and `key`, in normalised form.
 */
export const ownNamesOf = (labelIds: readonly number[]): Sql =>
  sql`select own, key from disease_below where own in (select norm from value where label_id in ${labelIds})`;

/** The names alone: a query of one column. */
export const namesOf = (labelIds: readonly number[]): Sql => sql`select key from (${ownNamesOf(labelIds)})`;
