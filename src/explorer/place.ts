// The reader's location: every view has an address that can be shared, saved and returned to.
import {signal} from '@preact/signals';

export interface Place {
  /** The first part of the path below `explore/`; `docs`, which is at the root; empty on the start page. */
  page: string;
  /** The remaining parts, decoded. */
  rest: string[];
  query: URLSearchParams;
}

export type Query = Record<string, string | number | readonly string[] | null | undefined>;

/** The root of the server as seen by the browser, including a proxy's path prefix. */
export const root = new URL('.', document.baseURI);

export const place = signal<Place>(read());

/** Counts opened pages, so that each takes the focus once. */
export const arrivals = signal(0);

function read(): Place {
  const {pathname, search} = window.location;
  const below = pathname.startsWith(root.pathname) ? pathname.slice(root.pathname.length) : '';
  const [first, page = '', ...rest] = below.split('/').map(decoded);
  if (first === 'docs') return {page: first, rest: [], query: new URLSearchParams(search)};
  return {page, rest: rest.filter((part) => part !== ''), query: new URLSearchParams(search)};
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a page, without empty parameters. */
export function to(page: string, rest: readonly string[] = [], query: Query = {}): string {
  const parts = page === 'docs' ? [page] : ['explore', page, ...rest];
  const path = page === '' ? '' : parts.map(encodeURIComponent).join('/');
  const text = textOf(query);
  return `${root.pathname}${path}${text === '' ? '' : `?${text}`}`;
}

export function textOf(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') params.append(name, String(one));
  return params.toString();
}

/** Parameters of an address that a page does not know; the server says what is wrong with them. */
export function besides(query: URLSearchParams, known: readonly string[]): Record<string, string[]> {
  const names = [...query.keys()].filter((name) => !known.includes(name));
  return Object.fromEntries(names.map((name) => [name, query.getAll(name)]));
}

/** The current query with changes; null removes a parameter. */
export function changed(change: Query): Query {
  const query: Record<string, readonly string[]> = {};
  for (const name of place.value.query.keys()) query[name] = place.value.query.getAll(name);
  return {...query, ...change};
}

/** The current page with another query. */
export function here(change: Query): string {
  return to(place.value.page, place.value.rest, changed(change));
}

/** @param isTurned Whether this is another page of the same list, to be read from its top. */
export function go(address: string, {replace = false, isTurned = false} = {}): void {
  const before = place.value;
  window.history[replace ? 'replaceState' : 'pushState'](null, '', address);
  place.value = read();
  const isElsewhere = before.page !== place.value.page || before.rest.join('/') !== place.value.rest.join('/');
  if ((!isElsewhere && !isTurned) || replace) return;
  arrivals.value++;
  window.scrollTo(0, 0);
}

/** Makes the browser's buttons and internal links navigate without loading a new page. */
export function followLinks(): void {
  window.addEventListener('popstate', () => {
    const before = place.value;
    place.value = read();
    if (before.page !== place.value.page || before.rest.join('/') !== place.value.rest.join('/')) arrivals.value++;
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.target !== '' || link.hasAttribute('download')) return;
    if (link.origin !== window.location.origin || !isOurs(link.pathname)) return;
    // A fragment of the current page: the browser scrolls to it by itself.
    const {pathname, search} = window.location;
    if (link.hash !== '' && link.pathname === pathname && link.search === search) return;
    event.preventDefault();
    go(link.href, {isTurned: link.closest('.pager') !== null});
  });
}

function isOurs(path: string): boolean {
  const below = path.startsWith(root.pathname) ? path.slice(root.pathname.length) : 'elsewhere';
  return ['', 'docs', 'explore'].includes(below) || below.startsWith('explore/');
}
