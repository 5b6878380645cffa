import pLimit from 'p-limit';
import {GraphError} from '../errors.ts';
import type {OnProgress} from '../progress.ts';
import type {Journal} from './journal.ts';
import {edgeRows, entityRow, goneRow, type Hydrated, idOf, kindOf, provenanceRows} from './row.ts';
import {Refusal, type Upstream} from './upstream.ts';

type Json = Record<string, unknown>;

export interface FollowInput {
  upstream: Upstream;
  journal: Journal;
  /** For the first page of a feed without a cursor. */
  since: string;
  /** The greatest `updated_at` applied or fetched, from which to continue if the service refuses its own cursor. */
  latest(): Promise<string>;
  /** The service adds edges and per-field provenance to each row when asked. */
  withEdges: boolean;
  /** Expected number of rows, if known, for progress. */
  expected: number | null;
  /** Maximum number of concurrent requests. */
  concurrency: number;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

export interface FollowReport {
  pages: number;
  /** Rows of the feed. */
  rows: number;
  upserts: number;
  merged: number;
  removed: number;
  /** Rows with a kind or id that this version does not know, and rows whose kind nothing says. */
  skipped: number;
}

/** Reads the feed to its end, page by page; each page is in the journal before the next is requested. */
export async function follow(input: FollowInput): Promise<FollowReport> {
  const {upstream, journal, signal} = input;
  const report: FollowReport = {pages: 0, rows: 0, upserts: 0, merged: 0, removed: 0, skipped: 0};
  const limit = pLimit(input.concurrency);
  const started = performance.now();
  const already = journal.rows;
  let place =
    journal.followed.cursor === END ? {since: await input.latest()} : placeOf(journal.followed.cursor, input.since);
  let isRefused = false;
  const passed = new Set([journal.followed.cursor]);
  for (;;) {
    signal?.throwIfAborted();
    let page: Json;
    try {
      page = await upstream.get('/v1/changes', {...place, limit: 200, include: input.withEdges ? 'edges' : undefined});
    } catch (error) {
      // The service has a new key, or has forgotten the position; but it must accept a cursor it issued a moment ago.
      const isForgotten = error instanceof Refusal && [400, 410].includes(error.answered ?? 0) && 'after' in place;
      if (!isForgotten || isRefused) throw error;
      isRefused = true;
      passed.clear();
      place = {since: await input.latest()};
      continue;
    }
    if ('after' in place) isRefused = false;
    const {rows, next} = readPage(page, upstream.url);
    if (rows.length === 0) break;
    if (next !== END && passed.has(next))
      throw new GraphError(
        'unavailable',
        `${upstream.url}: its feed returns rows, but its cursor does not advance. Fetched rows are kept.`,
      );
    const hydrated = await Promise.all(rows.map((row) => limit(() => hydrate(row, upstream, input.withEdges))));
    const entries = hydrated.filter((entry) => entry !== undefined);
    await journal.add(entries, next);
    place = {after: next};
    passed.add(next);
    report.pages++;
    report.rows += rows.length;
    report.skipped += rows.length - entries.length;
    for (const {row} of entries)
      report[row.state === 'live' ? 'upserts' : row.state === 'merged' ? 'merged' : 'removed']++;
    tell(input, already + report.rows, report.rows, performance.now() - started);
    if (next === END) break;
  }
  return report;
}

/**
 * The place after the last page of a service whose last cursor is null (no cursor is empty): the next run goes on from the greatest
 * `updated_at`, as it does after a cursor that was forgotten.
 */
const END = '';

function placeOf(cursor: string | null, since: string): {after: string} | {since: string} {
  return cursor === null ? {since} : {after: cursor};
}

/** @throws GraphError `unavailable` if the answer is not a page of a feed. */
function readPage(page: Json, url: string): {rows: Json[]; next: string} {
  const {changes, next_cursor} = page;
  if (!Array.isArray(changes) || (next_cursor !== null && (typeof next_cursor !== 'string' || next_cursor === ''))) {
    throw new GraphError(
      'unavailable',
      `${url}/v1/changes did not return a page of a change feed (\`changes\` and \`next_cursor\`). Is it a service with the /v1 interface?`,
    );
  }
  return {
    // What is no row is left out, and counted as such.
    rows: changes.map((row) => (typeof row === 'object' && row !== null ? (row as Json) : {})),
    next: next_cursor ?? END,
  };
}

/** A row with all its data; anything missing from the feed is fetched. */
async function hydrate(given: Json, upstream: Upstream, whole: boolean): Promise<Hydrated | undefined> {
  const id = idOf(given.id);
  const stated = kindOf(given);
  if (id === undefined || stated === undefined) return undefined;
  const row = {...given, id};
  const seen = new Date().toISOString();
  if (given.op === 'merged') return gone(row, idOf(given.merged_into) ?? null, seen);
  if (whole && 'edges' in given && stated !== null) return live(id, row, given.edges, seen);
  // A lean row says only that something changed; a full one still lacks edges and per-field provenance.
  const found = await upstream.entity(String(given.id));
  if (found.status === 'missing') return gone(row, null, seen);
  if (found.status === 'moved') return gone(row, found.to, seen);
  const kind = stated ?? kindOf(found.body);
  if (kind === undefined) return undefined;
  const edges = await upstream.edges(String(given.id));
  if (edges.status === 'moved') return gone(row, edges.to, seen);
  return live(id, {...found.body, id, kind}, edges.status === 'found' ? edges.body.edges : undefined, seen);
}

function live(id: string, entity: Json, edges: unknown, seen: string): Hydrated {
  return {
    id,
    row: entityRow(entity, seen),
    provenance: provenanceRows(id, entity),
    edges: Array.isArray(edges) ? edgeRows(id, edges) : null,
  };
}

function gone(row: Json, into: string | null, seen: string): Hydrated {
  const id = String(row.id);
  return {id, row: goneRow(row, into === id ? null : into, seen), provenance: [], edges: null};
}

/** Fetches entities that edges refer to and that are neither in the feed nor in the store: by id, once. */
export async function fetchEnds(
  ids: readonly string[],
  {upstream, journal, concurrency, signal}: FollowInput,
): Promise<number> {
  const limit = pLimit(concurrency);
  const {cursor} = journal.followed;
  if (ids.length === 0 || cursor === null) return 0;
  let found = 0;
  for (let at = 0; at < ids.length; at += 200) {
    signal?.throwIfAborted();
    const seen = new Date().toISOString();
    const entries = await Promise.all(
      ids.slice(at, at + 200).map((id) =>
        limit(async () => {
          const answer = await upstream.entity(id);
          return answer.status === 'found' && kindOf(answer.body)
            ? live(id, {...answer.body, id}, undefined, seen)
            : undefined;
        }),
      ),
    );
    const known = entries.filter((entry) => entry !== undefined);
    found += known.length;
    await journal.add(known, cursor);
  }
  return found;
}

function tell({onProgress, expected}: FollowInput, done: number, rows: number, ms: number): void {
  const rate = rows / Math.max(ms / 1000, 0.001);
  const left = expected === null || rate === 0 ? undefined : Math.max(0, expected - done) / rate;
  const note = `${Math.round(rate)} rows/s${left === undefined ? '' : `, about ${duration(left)} left`}`;
  onProgress?.({phase: 'fetch', done, total: expected === null ? null : Math.max(expected, done), note});
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
