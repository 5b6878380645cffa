import {type Sql, sql} from '../../sql/sql.ts';

/** The names of some diseases, by their labels, and of all below them in the tree: a query of one column, in normalised form. */
export const namesOf = (labelIds: readonly number[]): Sql =>
  sql`select key from disease_below where own in (select norm from value where label_id in ${labelIds})`;

/** The same with the disease of which each is a name: a query of two columns. */
export const ownNamesOf = (labelIds: readonly number[]): Sql =>
  sql`select own, key from disease_below where own in (select norm from value where label_id in ${labelIds})`;
