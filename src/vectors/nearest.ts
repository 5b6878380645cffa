import {innerProduct} from '../sql/fragments.ts';
import {type ColumnsOf, type ColumnType, is} from '../sql/results.ts';
import {type Sql, sql} from '../sql/sql.ts';

/** Up to this many candidates every vector is compared; above, codes filter candidates. */
export const EXACT_UP_TO = 100_000;

/** A generation's metadata of its embeddings. */
export interface Embeddings {
  dims: number;
  entities: number;
  /** `snapshot`, `file` or `graph` (random projections of its words and edges). */
  madeBy: string;
  mean: readonly number[];
  /** Standard deviation of each dimension. */
  spread: readonly number[];
  /** Share of the rows that the candidate filter lets through; null: every vector is compared. */
  share: number | null;
  /** Rows that still have a code but no vector. */
  gone: ReadonlySet<number>;
  /** recall@10 of the candidate filter, measured when the generation was built. */
  recall: number | null;
}

/** First and last row id. */
export type Range = readonly [number, number] | undefined;

export type Columns = <const S extends readonly ColumnType<unknown>[]>(query: Sql, types: S) => Promise<ColumnsOf<S>>;

/** The generation's embeddings; undefined if it has none. */
export async function readEmbeddings(columns: Columns): Promise<Embeddings | undefined> {
  const [[dims], [entities = 0], [madeBy = ''], [mean = []], [spread = []], [share = null], [recall = null]] =
    await columns(sql`select * from embedding_about`, [
      is.integer,
      is.integer,
      is.text,
      is.numbers,
      is.numbers,
      is.number.orNull,
      is.number.orNull,
    ]);
  if (dims === undefined) return undefined;
  const [gone] = await columns(sql`select rid from embedding_gone`, [is.integer]);
  return {dims, entities, madeBy, mean, spread, share, gone: new Set(gone), recall};
}

/** `rid, cosine`, nearest first: the cosine with every vector in the range, or only with those of some rows. */
export function exactNearest(rid: number, range: Range, most: number, among?: readonly number[]): Sql {
  // One condition on the indexed column; otherwise the index is not used.
  const candidates = among === undefined ? within(range) : sql`rid in ${among}`;
  return sql`select rid, cosine from (
      select rid, ${innerProduct('vector', sql`(select vector from embedding where rid = ${rid})`)} as cosine
      from embedding where ${candidates}
    ) where rid <> ${rid} order by cosine desc, rid limit ${most}`;
}

/** The number of vectors in a range. */
export function vectorsIn(range: Range): Sql {
  return sql`select count(*) from embedding where ${within(range)}`;
}

export function within(range: Range): Sql {
  return range === undefined ? sql`true` : sql`rid between ${range[0]} and ${range[1]}`;
}
