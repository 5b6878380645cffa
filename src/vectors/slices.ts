import {id, join, type Sql, sql} from '../sql/sql.ts';

/** A column of bits, one per row, and the power of two that each counts. */
export interface Slice {
  column: string;
  /** The bits are inverted first. */
  inverted: boolean;
  /** A set bit counts 2^power. */
  power: number;
}

/**
 * Finds the rows whose bits sum to at least a number, for as many rows at once as a word has bits. The sums are stored
 * bit by bit across words (bit-sliced arithmetic: O'Neil and Quass, Improved query performance with variant indexes,
 * SIGMOD 1997); three words of one power become one of it and one of the next (carry-save adders), level by level.
 * @param kept Columns to pass through.
 * @param source `from …` with the slices as unsigned 16-bit words.
 * @returns A query of these columns and `mask`, with a bit for each row found.
 */
export function sumsAtLeast(slices: readonly Slice[], least: number, kept: readonly string[], source: Sql): Sql {
  const through = kept.map(id);
  let names = 0;
  const name = () => `x${names++}`;
  let planes: string[][] = [];
  const first = slices.map(({column, inverted, power}) => {
    const as = name();
    put(planes, power, as);
    return inverted ? sql`~${id(column)} as ${id(as)}` : sql`${id(column)} as ${id(as)}`;
  });
  let query = sql`select ${join([...through, ...first], ', ')} ${source}`;
  while (planes.some((plane) => plane.length > 1)) {
    const level = addOnce(planes, name);
    query = sql`select ${join([...through, ...level.columns], ', ')} from (${query})`;
    planes = level.planes;
  }
  const mask = reaching(
    planes.map(([plane]) => plane),
    least,
  );
  return sql`select ${join([...through, sql`${mask} as mask`], ', ')} from (${query})`;
}

/** One level of adders: each removes one word. */
function addOnce(planes: readonly string[][], name: () => string): {columns: Sql[]; planes: string[][]} {
  const next: string[][] = [];
  const columns: Sql[] = [];
  planes.forEach((plane, power) => {
    const left = [...plane];
    while (left.length >= 3) {
      const [a, b, c] = left.splice(0, 3).map(id) as [Sql, Sql, Sql];
      const [sum, carry] = [name(), name()];
      columns.push(
        sql`xor(xor(${a}, ${b}), ${c}) as ${id(sum)}`,
        sql`(${a} & ${b}) | (${c} & xor(${a}, ${b})) as ${id(carry)}`,
      );
      put(next, power, sum);
      put(next, power + 1, carry);
    }
    // A pair waits for the carry of the lower powers, so that it is added with it.
    if (plane.length === 2 && planes.slice(0, power).every((below) => below.length <= 1)) {
      const [a, b] = left.splice(0, 2).map(id) as [Sql, Sql];
      const [sum, carry] = [name(), name()];
      columns.push(sql`xor(${a}, ${b}) as ${id(sum)}`, sql`${a} & ${b} as ${id(carry)}`);
      put(next, power, sum);
      put(next, power + 1, carry);
    }
    for (const one of left) {
      columns.push(id(one));
      put(next, power, one);
    }
  });
  return {columns, planes: next};
}

function put(planes: string[][], power: number, name: string): void {
  while (planes.length <= power) planes.push([]);
  planes[power]?.push(name);
}

/** Compares the sums with a number, from the lowest bit up: a set bit outweighs all lower ones. */
function reaching(planes: readonly (string | undefined)[], least: number): Sql {
  if (least <= 0) return ALL;
  if (least >= 2 ** planes.length) return NONE;
  // Below the lowest bit that is set in the number, every sum is large enough.
  let mask: Sql | undefined;
  planes.forEach((plane, power) => {
    const bits = plane === undefined ? NONE : id(plane);
    const asked = Math.floor(least / 2 ** power) % 2 === 1;
    if (mask === undefined) mask = asked ? bits : undefined;
    else mask = asked ? sql`(${bits} & ${mask})` : sql`(${bits} | ${mask})`;
  });
  return mask ?? ALL;
}

const ALL = sql`65535::usmallint`;
const NONE = sql`0::usmallint`;
