import type {Dialect, ListType} from './dialect.ts';
import {rangeOf} from './row-numbers.ts';
import {type Bindable, Fragment, id, join, Sql, sql, whole} from './sql.ts';

/** A column by its name, or any piece. */
type Of = Sql | string;

function piece(of: Of): Sql {
  if (typeof of !== 'string') return of;
  return join(of.split('.').map(id), '.');
}

/** A number becomes part of the text, because the plan is better for it; a piece may bind one. */
function amount(number: number | Sql): Sql {
  return typeof number === 'number' ? whole(number) : number;
}

function by(write: Fragment['write']): Sql {
  return new Sql(['', ''], [new Fragment(write)]);
}

function of(name: 'anyOf' | 'distinctListOf' | 'unnest' | 'monthOf' | 'letters') {
  return (value: Of): Sql => by((dialect) => dialect[name](piece(value)));
}

/** See Dialect for each. */
export const ONCE: Sql = by((dialect) => dialect.once);
export const SEMI_JOIN: Sql = by((dialect) => dialect.semiJoin);
export const GATHERED: Sql = by((dialect) => dialect.gathered);
export const CO_LOCATED: Sql = by((dialect) => dialect.coLocated);
export const anyOf = of('anyOf');
export const distinctListOf = of('distinctListOf');
export const unnest = of('unnest');
export const monthOf = of('monthOf');
export const letters = of('letters');

export function countIf(condition: Of): Sql {
  return by((dialect) => dialect.countIf(piece(condition)));
}

export function countDistinctIf(value: Of, condition: Of): Sql {
  return by((dialect) => dialect.countDistinctIf(piece(value), piece(condition)));
}

export function sumIf(value: Of, condition: Of): Sql {
  return by((dialect) => dialect.sumIf(piece(value), piece(condition)));
}

export function maxIf(value: Of, condition: Of): Sql {
  return by((dialect) => dialect.maxIf(piece(value), piece(condition)));
}

export function listOf(value: Of, order: readonly Of[]): Sql {
  return by((dialect) => dialect.listOf(piece(value), order.map(piece)));
}

export function firstOf(value: Of, order: readonly Of[]): Sql {
  return by((dialect) => dialect.firstOf(piece(value), order.map(piece)));
}

export function upTo(list: Of, count: number): Sql {
  return by((dialect) => dialect.upTo(piece(list), whole(count)));
}

export function unnestTogether(lists: Readonly<Record<string, Of>>): Sql {
  return by((dialect) =>
    dialect.unnestTogether(Object.entries(lists).map(([name, list]) => ({name, list: piece(list)}))),
  );
}

/** The number of the kind that a row id holds (schema/kinds.ts, from 1). */
export function kindOf(rid: Of): Sql {
  return by((dialect) => dialect.shiftRight(piece(rid), whole(dialect.rows.kindBits)));
}

/** Whether a row id is of the kind with this number: within a range, by which a table that is sorted by row is cut. */
export function isOfKind(rid: Of, number: number): Sql {
  return by((dialect) => {
    const [first, last] = rangeOf(number, dialect.rows);
    return [piece(rid), ' between ', sql`${first}`, ' and ', sql`${last}`];
  });
}

export function shiftRight(number: Of, bits: number | Sql): Sql {
  return by((dialect) => dialect.shiftRight(piece(number), amount(bits)));
}

export function asUuid(text: string): Sql {
  return by((dialect) => dialect.uuid(sql`${text}`));
}

export function asDay(text: string): Sql {
  return by((dialect) => dialect.day(sql`${text}`));
}

export function asInstant(text: string): Sql {
  return by((dialect) => dialect.instant(sql`${text}`));
}

export function firstLetters(text: Of, count: number | Sql): Sql {
  return by((dialect) => dialect.firstLetters(piece(text), amount(count)));
}

export function lastLetters(text: Of, count: number | Sql): Sql {
  return by((dialect) => dialect.lastLetters(piece(text), amount(count)));
}

/** Damerau–Levenshtein distance. */
export function edits(a: Of, b: Of): Sql {
  return by((dialect) => dialect.edits(piece(a), piece(b)));
}

/** A column of `entity`, with the prefix of its table if it needs one. */
export function normOf(name: string): Sql {
  const [column = '', table] = name.split('.').reverse();
  id(column);
  return by((dialect) => dialect.norm(table === undefined ? '' : `${id(table).strings[0]}.`, column));
}

export function startsWith(text: Of, start: Of): Sql {
  return by((dialect) => dialect.startsWith(piece(text), piece(start)));
}

export function endsWith(text: Of, end: Of): Sql {
  return by((dialect) => dialect.endsWith(piece(text), piece(end)));
}

export function contains(text: Of, part: Of): Sql {
  return by((dialect) => dialect.contains(piece(text), piece(part)));
}

export function without(text: Of, pattern: string): Sql {
  return by((dialect) => dialect.without(piece(text), sql`${pattern}`));
}

/** @param instants Members that are timestamps. */
export function jsonOf(members: Readonly<Record<string, Of>>, instants: readonly string[] = []): Sql {
  return by((dialect) =>
    dialect.json(
      Object.entries(members).map(([name, of]) => ({name, value: piece(of), isInstant: instants.includes(name)})),
    ),
  );
}

/** Rows of values as a table with the columns `col0`, `col1`, …; at least one row. */
export function values(rows: readonly (readonly Bindable[])[]): Sql {
  return by((dialect) => dialect.table(rows.map((row) => row.map((value) => sql`${value}`))));
}

export function smallest(value: Of, count: number): Sql {
  return by((dialect) => dialect.smallest(piece(value), whole(count)));
}

export function matchKey(rung: Of, work: Of, place: Of, rid: Of): Sql {
  return by((dialect) => dialect.matchKey(piece(rung), piece(work), piece(place), piece(rid), dialect.rows));
}

export function matchedRid(key: Of): Sql {
  return by((dialect) => dialect.matchedRid(piece(key), dialect.rows));
}

export function matchedPlace(key: Of): Sql {
  return by((dialect) => dialect.matchedPlace(piece(key), dialect.rows));
}

export function innerProduct(a: Of, b: Of): Sql {
  return by((dialect) => dialect.innerProduct(piece(a), piece(b)));
}

/** A list as one bound value: the plan is short, whatever the length. */
export function boundList(list: readonly (number | string)[], type: ListType): Sql {
  return by((dialect: Dialect) => dialect.boundList(sql`${JSON.stringify(list)}`, type));
}

/** Whole numbers as one bound value, for use after `in`; no index look-up above 50. */
export function numbers(list: readonly number[]): Sql {
  return sql`(select ${unnest(boundList(list, wholeType(list)))})`;
}

/** Wide row ids are all above 32 bits, so that the first tells. */
function wholeType([first = 0]: readonly number[]): ListType {
  return first < 2 ** 31 ? 'integer' : 'long';
}

/** The same for texts. */
export function texts(list: readonly string[]): Sql {
  return sql`(select ${unnest(boundList(list, 'text'))})`;
}

/** Lists of numbers as the columns of a table, each list one bound value. */
export function columns(lists: Readonly<Record<string, {type: 'integer' | 'double'; list: readonly number[]}>>): Sql {
  const bound = Object.entries(lists).map(
    ([name, {type, list}]) => [name, boundList(list, type === 'integer' ? wholeType(list) : type)] as const,
  );
  return sql`select ${unnestTogether(Object.fromEntries(bound))}`;
}
