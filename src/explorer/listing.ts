// Converts between a list's address and its request.
import {besides, type Query} from './place.ts';
import {day, FILTER_WORDS, kindWord} from './words.ts';

/** Filters in the address, in the order of their words. */
export function filtersOf(query: URLSearchParams): [name: string, values: string[]][] {
  return Object.keys(FILTER_WORDS)
    .filter((name) => name !== 'min_confidence' && query.has(name))
    .map((name) => [name, query.getAll(name).filter((value) => value !== '')] as [string, string[]])
    .filter(([, values]) => values.length > 0);
}

/** Filters, and what decides how they count, as export and counts take them. */
export function filterQuery(query: URLSearchParams): Record<string, string[]> {
  const ways = ['min_confidence', ...(query.has('organization') ? ['rollup'] : [])].filter((name) => query.has(name));
  return Object.fromEntries([...filtersOf(query), ...ways.map((name) => [name, query.getAll(name)] as const)]);
}

export const PER_PAGE = 50;

/** What the page decides or sends by itself. */
const OWN = ['limit', 'fields', 'format', 'q', 'sort', 'offset', 'after'];

/** Parameters that the page does not know; the server says what is wrong with them. */
export function unknownOf(query: URLSearchParams): Record<string, string[]> {
  return besides(query, [...OWN, ...Object.keys(FILTER_WORDS)]);
}

export function listQuery(query: URLSearchParams): Query {
  const one = (name: string) => query.get(name);
  return {
    ...unknownOf(query),
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

/** What values of these filters are, because they do not say it themselves. */
const TOLD: Record<string, string> = {
  family: 'family',
  phase: 'phase',
  status: 'status',
  year: 'year',
  date_from: 'from',
  date_to: 'until',
  target_id: 'target',
  disease_id: 'disease',
};

/** The title of the list. */
export function titleOf(query: URLSearchParams): string {
  const kinds = query.getAll('kind');
  const what = kinds.length === 0 ? 'All entities' : kinds.map((kind) => kindWord(kind, 2)).join(' and ');
  const q = query.get('q');
  const told = filtersOf(query)
    .filter(([name]) => name !== 'kind')
    .map(([name, values]) => filterWords(name, values));
  return `${what}${q ? ` matching “${q}”` : ''}${told.length > 0 ? `: ${told.join(', ')}` : ''}`;
}

function filterWords(name: string, values: readonly string[]): string {
  if (name === 'ids') return 'by id';
  const words = values.map((value) => (name.startsWith('date_') ? day(value) : value)).join(' or ');
  const told = TOLD[name];
  return told === undefined || words.toLowerCase().startsWith(told) ? words : `${told} ${words}`;
}
