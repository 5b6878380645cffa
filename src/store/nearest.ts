import {id, join, type Sql, sql} from '../sql/sql.ts';
import type {JsonValue} from './values.ts';

/** Up to so many candidates every vector is compared; above, codes make a first cut. */
export const EXACT_UP_TO = 100_000;

/** Bits of a code's number. */
export const CODE_BITS = 4;

/** What a generation says of its embeddings. */
export interface Embeddings {
  dims: number;
  entities: number;
  /** `snapshot`, `file` or `graph` (random projections of its words and edges). */
  madeBy: string;
  mean: readonly number[];
  /** Shares of the rows that the coarse and the finer comparison of signs let through; null: every vector is compared. */
  shares: readonly number[] | null;
  /** Rows whose vectors are compared exactly after the cut. */
  reranked: number;
  /** recall@10 of the cut, measured when the generation was built. */
  recall: number | null;
}

/** Row ids from the first to the last. */
export type Range = readonly [number, number] | undefined;

type Columns = (query: Sql) => Promise<JsonValue[][]>;

/** What the generation holds, undefined where it holds none. */
export async function readEmbeddings(columns: Columns): Promise<Embeddings | undefined> {
  const [dims, entities, madeBy, mean, shares, reranked, recall] = await columns(sql`select * from embedding_about`);
  if (dims?.[0] === undefined) return undefined;
  return {
    dims: Number(dims[0]),
    entities: Number(entities?.[0]),
    madeBy: String(madeBy?.[0]),
    mean: mean?.[0] as number[],
    shares: (shares?.[0] ?? null) as number[] | null,
    reranked: Number(reranked?.[0] ?? 0),
    recall: (recall?.[0] ?? null) as number | null,
  };
}

/** `rid, cosine`, nearest first: the cosine with every vector in the range, or with those of some rows only. */
export function exactNearest(rid: number, range: Range, most: number, among?: readonly number[]): Sql {
  // One condition on the indexed column, else the index is not used.
  const candidates = among === undefined ? within(range) : sql`rid in ${among}`;
  return sql`select rid, cosine from (
      select rid, array_inner_product(vector, (select vector from embedding where rid = ${rid})) as cosine
      from embedding where ${candidates}
    ) where rid <> ${rid} order by cosine desc, rid limit ${most}`;
}

/** How many vectors stand in a range. */
export function vectorsIn(range: Range): Sql {
  return sql`select count(*) from embedding where ${within(range)}`;
}

function within(range: Range): Sql {
  return range === undefined ? sql`true` : sql`rid between ${range[0]} and ${range[1]}`;
}

interface CodeColumn {
  name: string;
  bit: number;
  /** The dimension its lowest bit stands for. */
  from: number;
}

/** The words of a code: level by level from the sign down, 64 dimensions each. */
export function codeColumns(dims: number): CodeColumn[] {
  const columns: CodeColumn[] = [];
  for (let bit = CODE_BITS - 1; bit >= 0; bit--)
    for (let from = 0; from < dims; from += 64) columns.push({name: `b${bit}_${from / 64}`, bit, from});
  return columns;
}

/**
 * The candidates of a vector's nearest neighbours, by codes alone. First the signs of the dimensions that weigh most
 * in the asked vector (more than one standard deviation: a third of them, whose disagreement tells as much as that of all,
 * and a bit that is not set costs nothing to count) are compared; then all signs, each with its four-bit weight; of
 * both the best share of the rows is let through, the threshold read off a sample; then all four bits of both codes.
 */
export async function signCut(
  vector: readonly number[],
  about: Embeddings,
  range: Range,
  columns: Columns,
): Promise<number[]> {
  const centred = vector.map((x, d) => x - (about.mean[d] ?? 0));
  const levels = levelsOf(centred);
  const cuts = [byHeavySigns(centred), bySigns(levels)].map(
    (estimate, index) =>
      sql`${estimate} >= (select quantile_disc(${estimate}, ${1 - (about.shares?.[index] ?? 1)}) from embedding_sample where ${within(range)})`,
  );
  const [rids = []] = (await columns(
    sql`select rid from embedding_code where ${within(range)} and ${join(cuts, ' and ')}
        order by ${byLevels(levels)} desc, rid limit ${about.reranked + 1}`,
  )) as [number[]];
  return rids;
}

/** The asked vector's own code. */
function levelsOf(centred: readonly number[]): number[] {
  const step = (deviation(centred) * 6) / 2 ** CODE_BITS;
  return centred.map((x) =>
    step === 0 ? 0 : Math.max(0, Math.min(2 ** CODE_BITS - 1, Math.floor(x / step) + 2 ** (CODE_BITS - 1))),
  );
}

function deviation(centred: readonly number[]): number {
  return Math.sqrt(sum(centred.map((x) => x * x)) / centred.length);
}

/** Signs that agree less signs that differ, among the dimensions that weigh most, times the candidate's scale. */
function byHeavySigns(centred: readonly number[]): Sql {
  const least = deviation(centred);
  const weighty = centred.map((x) => Math.abs(x) > least);
  const differing = signColumns(centred.length).map(
    ({name, from}) =>
      sql`bit_count(xor(${id(name)}, ${word(centred, from, (x) => x >= 0)}) & ${word(weighty, from, Boolean)})::smallint`,
  );
  return sql`scale * (${weighty.filter(Boolean).length} - 2 * (${join(differing, ' + ')}))::float`;
}

function signColumns(dims: number): CodeColumn[] {
  return codeColumns(dims).filter(({bit}) => bit === CODE_BITS - 1);
}

const MIDDLE = (2 ** CODE_BITS - 1) / 2;

const BITS = Array.from({length: CODE_BITS}, (_, bit) => bit);

/** Σ of the asked levels over the dimensions where a word of the candidate is set, each bit of the levels in turn. */
function levelsWhere({name, from}: CodeColumn, levels: readonly number[], weight: number): Sql[] {
  return BITS.map(
    (bit) =>
      sql`${weight * 2 ** bit}::integer * bit_count(${id(name)} & ${word(levels, from, (level) => ((level >> bit) & 1) === 1)})`,
  );
}

/** The asked levels around their middle, plus or minus by the candidate's signs, times its scale. */
function bySigns(levels: readonly number[]): Sql {
  const plus = signColumns(levels.length).flatMap((column) => levelsWhere(column, levels, 1));
  return sql`scale * (2 * (${join(plus, ' + ')}) - ${2 * MIDDLE}::float * positive - ${sum(levels) - MIDDLE * levels.length}::float)`;
}

/** The inner product of both codes around their middles, times the candidate's scale. */
function byLevels(levels: readonly number[]): Sql {
  const products = codeColumns(levels.length).flatMap((column) => levelsWhere(column, levels, 2 ** column.bit));
  return sql`scale * ((${join(products, ' + ')}) - ${MIDDLE}::float * total
    - ${MIDDLE * (sum(levels) - MIDDLE * levels.length)}::float)`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** 64 yes-or-no's as the signed number that carries them. */
function word<T>(values: readonly T[], from: number, isSet: (value: T) => boolean): bigint {
  let bits = 0n;
  values.slice(from, from + 64).forEach((value, i) => {
    if (isSet(value)) bits |= 1n << BigInt(i);
  });
  return BigInt.asIntN(64, bits);
}
