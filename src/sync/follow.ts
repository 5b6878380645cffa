import pLimit from 'p-limit';
import {GraphError} from '../errors.ts';
import type {OnProgress} from '../progress.ts';
import {BEGINNING} from './apply.ts';
import type {Journal} from './journal.ts';
import {edgeRows, entityRow, goneRow, type Hydrated, idOf, kindOf, provenanceRows} from './row.ts';
import {Refusal, type Upstream} from './upstream.ts';

type Json = Record<string, unknown>;

export interface FollowInput {
  upstream: Upstream;
  journal: Journal;
  /** For the first page of a feed without a cursor. */
  since: string;
  /**
   * The greatest `updated_at` applied or fetched: from it to continue if the service refuses its own cursor, and the date
   * of rows that state none.
   */
  latest(): Promise<string>;
  /** What the service says its data are as of: the date of undated rows before any that has one. */
  stated: string | null;
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
  /** Rows with a kind or id that this version does not know, whose kind nothing says, or whose data are another's. */
  skipped: number;
  /** The first of them, at most `MOST_NAMED`; a reason that comes later takes the place of one that is named twice. */
  skipped_first: Skipped[];
  /** Edges without a relation or a neighbour's id that can be read. */
  skipped_edges: number;
}

/** A row of the feed that is left out. */
export interface Skipped {
  /** As the service writes it; null if it is no text. */
  id: string | null;
  why: string;
}

/** Rows left out that a report names. */
const MOST_NAMED = 5;

/** Counts rows that are left out, and names the first. */
export function leaveOut(report: FollowReport, skipped: readonly Skipped[]): void {
  report.skipped += skipped.length;
  const named = report.skipped_first;
  for (const row of skipped) {
    if (named.length < MOST_NAMED) named.push(row);
    else if (!named.some(({why}) => why === row.why)) {
      const twice = named.findLastIndex(({why}, at) => named.findIndex((one) => one.why === why) < at);
      if (twice >= 0) named.splice(twice, 1, row);
    }
  }
}

/** Reads the feed to its end, page by page; each page is in the journal before the next is requested. */
export async function follow(input: FollowInput): Promise<FollowReport> {
  const {upstream, journal, signal} = input;
  const report: FollowReport = {
    pages: 0,
    rows: 0,
    upserts: 0,
    merged: 0,
    removed: 0,
    skipped: 0,
    skipped_first: [],
    skipped_edges: 0,
  };
  const limit = pLimit(input.concurrency);
  const date = datesOf(input);
  const started = performance.now();
  const already = journal.rows;
  let place =
    journal.followed.cursor === END ? {since: await input.latest()} : placeOf(journal.followed.cursor, input.since);
  /** From where the feed was followed again after the last cursor that was refused. */
  let again = '';
  const passed = new Set([journal.followed.cursor]);
  for (;;) {
    signal?.throwIfAborted();
    let page: Json;
    try {
      page = await upstream.get('/v1/changes', {...place, limit: 200, include: input.withEdges ? 'edges' : undefined});
    } catch (error) {
      // The service has a new key, or has forgotten the position; but it must not refuse every cursor behind the same time.
      const isForgotten = error instanceof Refusal && [400, 410].includes(error.answered ?? 0) && 'after' in place;
      const latest = isForgotten ? await input.latest() : again;
      if (latest <= again) throw error;
      again = latest;
      passed.clear();
      place = {since: latest};
      continue;
    }
    const {rows, next} = readPage(page, upstream.url);
    if (rows.length === 0) break;
    if (next !== END && passed.has(next))
      throw new GraphError(
        'unavailable',
        `${upstream.url}: its feed returns rows, but its cursor does not advance. Fetched rows are kept.`,
      );
    const hydrated = await Promise.all(rows.map((row) => limit(() => hydrate(row, upstream, input.withEdges))));
    const entries = hydrated.filter((entry) => 'row' in entry);
    await date(entries);
    await journal.add(
      entries.map(({unread: _, ...entry}) => entry),
      next,
    );
    place = {after: next};
    passed.add(next);
    report.pages++;
    report.rows += rows.length;
    leaveOut(
      report,
      hydrated.filter((entry) => 'why' in entry),
    );
    for (const {row, unread = 0} of entries) {
      report.skipped_edges += unread;
      report[row.state === 'live' ? 'upserts' : row.state === 'merged' ? 'merged' : 'removed']++;
    }
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

/**
 * Dates rows whose `updated_at` cannot be read by the greatest before them: never by the clock, which would become the
 * store's `as_of`. Whoever follows the store still sees them, since a row that changes without a later date gets one
 * when it is applied.
 */
function datesOf({latest, stated}: FollowInput): (entries: readonly Hydrated[]) => Promise<void> {
  let known: string | undefined;
  let greatest = BEGINNING;
  return async (entries) => {
    for (const {row} of entries) {
      if (row.updated_at !== null) {
        if (String(row.updated_at) > greatest) greatest = String(row.updated_at);
        continue;
      }
      known ??= await latest();
      if (known > greatest) greatest = known;
      row.updated_at = greatest > BEGINNING ? greatest : (stated ?? BEGINNING);
    }
  };
}

/** A row with all its data, or why it is left out; anything missing from the feed is fetched. */
async function hydrate(given: Json, upstream: Upstream, whole: boolean): Promise<Hydrated | Skipped> {
  const id = idOf(given.id);
  if (id === undefined) return {id: typeof given.id === 'string' ? given.id : null, why: 'no UUID as id'};
  const stated = kindOf(given);
  if (stated === undefined) return {id, why: unknownKind(given)};
  const row = {...given, id};
  // Null says that it is gone; what is no id says nothing, and the service is asked.
  if (given.op === 'merged' && (given.merged_into === null || idOf(given.merged_into) !== undefined))
    return gone(row, idOf(given.merged_into) ?? null);
  const isKnown = given.op === undefined || given.op === 'upsert';
  if (whole && isKnown && 'edges' in given && stated !== null) return live(id, row, given.edges);
  // A lean row says only that something changed; a full one still lacks edges and per-field provenance.
  const found = await upstream.entity(String(given.id));
  if (found.status === 'missing') return gone(row, null);
  if (found.status === 'moved') return gone(row, found.to);
  if (isAnother(found.body.id, id)) return {id, why: `its address answers with ${told(found.body.id)}`};
  const kind = stated ?? kindOf(found.body);
  if (kind === undefined) return {id, why: unknownKind(found.body)};
  const edges = await upstream.edges(String(given.id));
  if (edges.status === 'moved') return gone(row, edges.to);
  if (edges.status === 'found' && isAnother(edges.body.entity_id, id))
    return {id, why: `the address of its edges answers with ${told(edges.body.entity_id)}`};
  return live(id, {...found.body, id, kind}, edges.status === 'found' ? edges.body.edges : undefined);
}

const unknownKind = ({kind}: Json) => `unknown kind ${told(kind)}`;

/** A value of the service as one line shows it. */
const told = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

/** Whether an answer is about another entity than the one that was asked for; it need not say about which. */
function isAnother(answered: unknown, id: string): boolean {
  return answered !== undefined && answered !== null && idOf(answered) !== id;
}

function live(id: string, entity: Json, edges: unknown): Hydrated {
  return {
    id,
    row: entityRow(entity),
    provenance: provenanceRows(id, entity),
    ...edgeRows(id, edges),
  };
}

function gone(row: Json, into: string | null): Hydrated {
  const id = String(row.id);
  return {id, row: goneRow(row, into === id ? null : into), provenance: [], edges: null};
}

/** Fetches entities that edges refer to and that are neither in the feed nor in the store: by id, once. */
export async function fetchEnds(ids: readonly string[], input: FollowInput): Promise<number> {
  const {upstream, journal, concurrency, signal} = input;
  const date = datesOf(input);
  const limit = pLimit(concurrency);
  const {cursor} = journal.followed;
  if (ids.length === 0 || cursor === null) return 0;
  let found = 0;
  for (let at = 0; at < ids.length; at += 200) {
    signal?.throwIfAborted();
    const entries = await Promise.all(
      ids.slice(at, at + 200).map((id) =>
        limit(async () => {
          const answer = await upstream.entity(id);
          return answer.status === 'found' && kindOf(answer.body) && !isAnother(answer.body.id, id)
            ? live(id, {...answer.body, id}, undefined)
            : undefined;
        }),
      ),
    );
    const known = entries.filter((entry) => entry !== undefined);
    found += known.length;
    await date(known);
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
