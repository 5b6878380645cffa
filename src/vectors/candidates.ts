import {is} from '../sql/results.ts';
import {id, join, type Sql, sql, whole} from '../sql/sql.ts';
import {type Columns, type Embeddings, type Range, within} from './nearest.ts';
import {type Slice, sumsAtLeast} from './slices.ts';

/** Rows that share a word of bits. */
export const LANES = 16;

/** Dimensions whose bytes are in one column: sixteen rows of them fit a block of text. */
const CODE_DIMS = 128;

/** Steps of a byte per standard deviation, around 128; two-bit levels end at one deviation. */
export const STEPS = 32;

/**
 * Number of dimensions with slices; further ones have none. A table of thousands of columns takes longer to make than
 * it saves.
 */
export const SLICED_DIMS = 512;

/** Dimensions compared by the candidate filter: each two bits cost a dozen word operations. */
const COMPARED = 64;

/** Minimum number of sampled rows that a threshold is based on. */
const LEAST_SAMPLED = 8;

/** If tens of thousands of rows have equal sums, at most this many times the share of them is compared. */
const SLACK = 4;

/** Additional candidates that are compared exactly: estimates are off by about a thousandth, which misplaces few. */
export const SPARE = 30;

/** The columns that hold a row's bytes, with the dimensions in each. */
export function codeColumns(dims: number): {name: string; from: number; length: number}[] {
  return Array.from({length: Math.ceil(dims / CODE_DIMS)}, (_, part) => {
    const from = part * CODE_DIMS;
    return {name: `code_${part}`, from, length: Math.min(CODE_DIMS, dims - from)};
  });
}

/** A row and its cosine estimated from its code. */
export interface Estimate {
  rid: number;
  cosine: number;
}

/**
 * Rows spread over the whole table, with their two-bit levels by dimension, as far as those are sliced: `levels[dim ×
 * rids.length + row]`, 0 to 3.
 */
export interface Sample {
  /** Ascending. */
  rids: readonly number[];
  levels: Uint8Array;
}

/** The level of a byte: below minus one deviation, negative, positive, above one deviation. */
function levelOf(byte: number): number {
  return (byte >= 128 - STEPS ? 1 : 0) + (byte >= 128 ? 1 : 0) + (byte >= 128 + STEPS ? 1 : 0);
}

export async function readSample({dims}: Embeddings, columns: Columns): Promise<Sample> {
  const [rids, codes] = await columns(sql`select rid, to_base64(code) from embedding_sample order by rid`, [
    is.integer,
    is.text,
  ]);
  const sliced = Math.min(dims, SLICED_DIMS);
  const levels = new Uint8Array(sliced * rids.length);
  codes.forEach((code, row) => {
    Buffer.from(code, 'base64').forEach((byte, dim) => {
      if (dim < sliced) levels[dim * rids.length + row] = levelOf(byte);
    });
  });
  return {rids, levels};
}

/**
 * Finds candidates for a vector's nearest neighbours from codes alone. For all rows it sums the levels of the
 * dimensions with the largest weights in the query vector, multiplied by powers of two, and lets the best share of them
 * through; the threshold comes from the sample. Of these it keeps the requested number with the largest inner products
 * with the bytes of their codes.
 */
export async function filterCandidates(
  vector: readonly number[],
  about: Embeddings,
  sample: Sample,
  most: number,
  range: Range,
  columns: Columns,
): Promise<Estimate[]> {
  const weights = weigh(
    vector.slice(0, SLICED_DIMS).map((x, dim) => (x - (about.mean[dim] ?? 0)) * (about.spread[dim] ?? 0)),
  );
  const share = about.share ?? 1;
  const least = threshold(weights, sample, share, range);
  const parts = codeColumns(about.dims);
  const sums = sumsAtLeast(
    weights.flatMap(slicesOf),
    least,
    ['rids', ...parts.map(({name}) => name)],
    sql`from embedding_slice where ${blocks(range)}`,
  );
  const code = join(
    parts.map(({name, length}) => codeOf(name, length)),
    ' || ',
  );
  const [rids, codes] = await columns(
    sql`select rid, to_base64(${code}) from (
        select *, rids[lane + 1] as rid from (
          select *, unnest(range(${whole(LANES)}))::usmallint as lane from (${sums}) where mask <> 0
        ) where (mask >> lane) & 1 = 1
      ) where rid is not null and ${within(range)} order by rid limit ${whole(Math.ceil(SLACK * share * about.entities))}`,
    [is.integer, is.text],
  );
  const estimates = estimator(vector, about);
  return rids
    .map((rid, index) => ({rid, cosine: estimates(Buffer.from(codes[index] ?? '', 'base64'))}))
    .filter(({rid}) => !about.gone.has(rid))
    .sort((a, b) => b.cosine - a.cosine || a.rid - b.rid)
    .slice(0, most);
}

/** The inner product of a vector with the values that the bytes of a code represent, each the middle of its step. */
function estimator(vector: readonly number[], {mean, spread}: Embeddings): (code: Buffer) => number {
  const perStep = vector.map((x, dim) => (x * (spread[dim] ?? 0)) / STEPS);
  const base = vector.reduce((sum, x, dim) => sum + x * (mean[dim] ?? 0) - 127.5 * (perStep[dim] ?? 0), 0);
  return (code) => {
    let sum = base;
    for (let dim = 0; dim < perStep.length; dim++) sum += (perStep[dim] as number) * (code[dim] as number);
    return sum;
  };
}

interface Weight {
  dim: number;
  negative: boolean;
  power: number;
}

/** The dimensions with the largest weights, each rounded to a power of two times the least of them. */
function weigh(asked: readonly number[]): Weight[] {
  const sizes = asked.map(Math.abs).sort((a, b) => b - a);
  const median = sizes[sizes.length >> 1] ?? 0;
  const least = Math.max(sizes[Math.min(COMPARED, sizes.length) - 1] ?? 0, 0.3 * median, Number.MIN_VALUE);
  return asked.flatMap((x, dim) =>
    Math.abs(x) < least ? [] : {dim, negative: x < 0, power: Math.min(4, Math.floor(Math.log2(Math.abs(x) / least)))},
  );
}

/** A level is twice its sign plus its lower bit; if the query vector is negative, three minus that. */
function slicesOf({dim, negative, power}: Weight): Slice[] {
  return [
    {column: `sign_${dim}`, inverted: negative, power: power + 1},
    {column: `low_${dim}`, inverted: negative, power},
  ];
}

/** The sum that the best share of the sampled rows reaches. */
function threshold(weights: readonly Weight[], {rids, levels}: Sample, share: number, range: Range): number {
  const from = range === undefined ? 0 : rids.findIndex((rid) => rid >= range[0]);
  const past = range === undefined ? rids.length : rids.findLastIndex((rid) => rid <= range[1]) + 1;
  const rows = past - from;
  if (from < 0 || rows <= LEAST_SAMPLED) return 0;
  const sums = new Uint16Array(rows);
  for (const {dim, negative, power} of weights) {
    const own = levels.subarray(dim * rids.length + from, dim * rids.length + past);
    const [base, weight] = negative ? [3 * 2 ** power, -(2 ** power)] : [0, 2 ** power];
    for (let row = 0; row < rows; row++) (sums[row] as number) += base + weight * (own[row] as number);
  }
  sums.sort();
  const wanted = Math.max(LEAST_SAMPLED, Math.ceil(share * rows));
  const least = sums[rows - Math.min(wanted, rows)] ?? 0;
  // If far too many rows have the same sum, those above it are enough, if there are any.
  const reaching = rows - sums.indexOf(least);
  return reaching > SLACK * wanted && least < (sums[rows - 1] ?? 0) ? least + 1 : least;
}

function blocks(range: Range): Sql {
  return range === undefined ? sql`true` : sql`last_rid >= ${range[0]} and first_rid <= ${range[1]}`;
}

/** The bytes of one row among those of sixteen rows. */
function codeOf(word: string, dims: number): Sql {
  const length = whole(dims);
  return sql`${id(word)}[lane * ${length} + 1 : lane * ${length} + ${length}]`;
}
