// Converts between a list's address and its request.
import type {Query} from './place.ts';
import {FILTER_WORDS} from './words.ts';

/** Filters in the address, in the order of their words. */
export function filtersOf(query: URLSearchParams): [name: string, values: string[]][] {
  return Object.keys(FILTER_WORDS)
    .filter((name) => name !== 'min_confidence' && query.has(name))
    .map((name) => [name, query.getAll(name).filter((value) => value !== '')] as [string, string[]])
    .filter(([, values]) => values.length > 0);
}

/** Filters, and whether untrusted labels count, as export and counts take them. */
export function filterQuery(query: URLSearchParams): Record<string, string[]> {
  const least = query.getAll('min_confidence');
  return {...Object.fromEntries(filtersOf(query)), ...(least.length > 0 && {min_confidence: least})};
}

export const PER_PAGE = 50;

export function listQuery(query: URLSearchParams): Query {
  const one = (name: string) => query.get(name);
  return {
    q: one('q'),
    ...filterQuery(query),
    sort: one('sort'),
    offset: one('offset'),
    after: one('after'),
    limit: PER_PAGE,
  };
}

/** A query without one value of one filter, from its first page. */
export function without(query: URLSearchParams, name: string, value: string): Query {
  return {[name]: query.getAll(name).filter((one) => one !== value), offset: null, after: null};
}

export function withValue(query: URLSearchParams, name: string, value: string): Query {
  const values = query.getAll(name);
  // Dates and id lists have a single value; other filters can have several.
  const isSingle = name === 'date_from' || name === 'date_to';
  return {[name]: isSingle ? [value] : [...new Set([...values, value])], offset: null, after: null};
}
