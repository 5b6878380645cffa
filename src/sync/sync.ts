import {existsSync, statSync} from 'node:fs';
import {mkdir, rm, rmdir} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {z} from 'zod';
import {lock} from '../disk/lock.ts';
import {attachReadOnly, withSession} from '../engine/database.ts';
import {GraphError} from '../errors.ts';
import {applyChanges} from '../snapshot/change.ts';
import type {ApplyInput} from '../snapshot/change-set.ts';
import {releaseOf} from '../store/release.ts';
import {generationFile, type Pointer, readPointer, refuseSnapshot} from '../store/store.ts';
import {readTime} from '../time.ts';
import {type About, BEGINNING, journalChanges, latestUpdate, unknownEnds} from './apply.ts';
import {type FollowReport, fetchEnds, follow, leaveOut} from './follow.ts';
import {Journal} from './journal.ts';
import {rootOf, Upstream, type UpstreamOptions} from './upstream.ts';

export interface SyncInput
  extends Omit<UpstreamOptions, 'spend'>,
    Pick<ApplyInput, 'store' | 'memoryLimit' | 'threads' | 'cursorKey' | 'by' | 'onObstacle' | 'onProgress'> {
  /** Fetch everything again and remove what the service no longer has. */
  restart?: boolean | undefined;
  /** Requests this store may send in a calendar month; default: no limit. */
  budget?: number | undefined;
  /** Maximum number of concurrent requests; default 8. */
  concurrency?: number | undefined;
  /** Whether to apply what is fetched; if false, a later run does. */
  apply?: boolean | undefined;
}

export interface SyncReport extends FollowReport {
  from: string;
  /** The current generation; null if there is none yet. */
  generation: number | null;
  snapshot_id: string | null;
  /** A new generation was made. */
  applied: boolean;
  /** Rows fetched but not yet applied. */
  waiting: number;
  requests: number;
}

/**
 * Follows the change feed of a service to its end and makes one generation of the changes. Fetched rows are saved as
 * they arrive: after an interruption, the next run continues where this one stopped.
 * @throws GraphError `unavailable` if the service does not answer for a long time, `rate_limited` if the month's budget
 * is used up, `validation_error` for a wrong address.
 */
export async function syncStore(input: SyncInput): Promise<SyncReport> {
  // A wrong address creates nothing.
  rootOf(input.from);
  refuseSnapshot(input.store);
  const folder = join(input.store, 'sync');
  const made = await mkdir(folder, {recursive: true});
  const unlock = await lock(folder, false);
  let isFailed = true;
  try {
    const report = await run(input);
    isFailed = false;
    return report;
  } finally {
    const isUnused = isFailed && made !== undefined && input.budget === undefined && (await clearUnused(folder));
    await unlock();
    if (isUnused) await removeFolders(folder, made);
  }
}

/** Removes what a failed run left in a new folder, unless it fetched rows, or counted requests against a budget. */
async function clearUnused(folder: string): Promise<boolean> {
  const journal = statSync(join(folder, 'journal.ndjson'), {throwIfNoEntry: false});
  if (existsSync(join(folder, '../current.json')) || (journal?.size ?? 0) > 0) return false;
  for (const name of ['journal.ndjson', 'followed.json', 'spill'])
    await rm(join(folder, name), {recursive: true, force: true});
  return true;
}

/** Removes empty folders, from the inner to the outer one. */
async function removeFolders(inner: string, outer: string): Promise<void> {
  for (let folder = resolve(inner); folder.length >= resolve(outer).length; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      // Another process has begun to use it.
      return;
    }
  }
}

async function run(input: SyncInput): Promise<SyncReport> {
  const pointer = existsSync(join(input.store, 'current.json')) ? readPointer(input.store) : undefined;
  const base = pointer && (await releaseOf(input.store, pointer.generation));
  const asked = new Upstream(input);
  const journal = await Journal.open(input.store, {
    from: asked.url,
    base: base?.snapshot_id ?? null,
    cursor: input.restart === true ? null : (base?.cursor ?? null),
    full: base === undefined || input.restart === true,
  });
  let requests = 0;
  const upstream = new Upstream({
    ...input,
    async spend() {
      requests++;
      if (await journal.spend(input.budget)) return;
      throw new GraphError(
        'rate_limited',
        `The budget of ${input.budget} requests this month is used up. Fetched rows are kept: run the same command next month, or with a larger --budget.`,
      );
    },
  });
  try {
    const {about, asOf, withEdges, total} = await introduce(upstream);
    const following = {
      ...input,
      upstream,
      journal,
      since: base === undefined || journal.followed.full ? BEGINNING : base.as_of,
      latest: () => latestKnown(input, journal, pointer),
      stated: asOf,
      withEdges,
      expected: journal.followed.full ? total : null,
      concurrency: input.concurrency ?? 8,
    };
    const report = await follow(following);
    let applied: Pointer | undefined;
    if (input.apply !== false && (journal.rows > 0 || journal.followed.full)) {
      await fetchEnds(await endsToFetch(input, journal, pointer), following);
      let unknown: readonly string[] = [];
      const changes = journalChanges(journal.path, journal.followed, about, (ids) => {
        unknown = ids;
      });
      applied = await applyChanges(changes, input);
      leaveOut(
        report,
        unknown.map((id) => ({id, why: 'nothing says its kind'})),
      );
      if (applied.generation === pointer?.generation) applied = undefined;
      await journal.clear((applied ?? pointer)?.snapshot_id ?? '');
    }
    const now = applied ?? pointer;
    return {
      from: upstream.url,
      ...report,
      generation: now?.generation ?? null,
      snapshot_id: now?.snapshot_id ?? null,
      applied: applied !== undefined,
      waiting: journal.rows,
      requests,
    };
  } finally {
    await journal.close();
  }
}

const NOTHING_STATED = {trusted_confidence: 0.7, as_of: '', sources: []};

const schemaSchema = z.object({
  capabilities: z.array(z.string()).catch([]),
  snapshot: z
    .object({
      trusted_confidence: z.number().min(0).max(1).catch(0.7),
      as_of: z.string().catch(''),
      sources: z.array(z.object({source: z.string(), licence: z.string(), attribution: z.string()})).catch([]),
    })
    .catch(NOTHING_STATED),
});

interface Introduction {
  about: About;
  asOf: string | null;
  withEdges: boolean;
  total: number | null;
}

/** What the service supports and how much data it has. Its schema may have any shape apart from `capabilities`. */
async function introduce(upstream: Upstream): Promise<Introduction> {
  const [schema, stats] = [await upstream.get('/v1/schema'), await upstream.get('/v1/stats')];
  const {
    capabilities,
    snapshot: {as_of, ...about},
  } = schemaSchema.catch({capabilities: [], snapshot: NOTHING_STATED}).parse(schema);
  const read = readTime(as_of);
  const {total} = stats;
  return {
    about,
    asOf: 'iso' in read ? read.iso : null,
    withEdges: capabilities.includes('include=edges'),
    total: typeof total === 'number' && total >= 0 ? total : null,
  };
}

async function latestKnown(input: SyncInput, journal: Journal, pointer: Pointer | undefined): Promise<string> {
  // When everything is fetched again, only the journal has been fetched so far.
  const base = journal.followed.full ? undefined : pointer;
  return withSession({...input, spill: join(journal.folder, 'spill')}, async (connection) => {
    if (base !== undefined) await attachReadOnly(connection, generationFile(input.store, base.generation));
    return latestUpdate(connection, journal.path, base !== undefined);
  });
}

async function endsToFetch(input: SyncInput, journal: Journal, pointer: Pointer | undefined): Promise<string[]> {
  return withSession({...input, spill: join(journal.folder, 'spill')}, async (connection) => {
    if (pointer !== undefined) await attachReadOnly(connection, generationFile(input.store, pointer.generation));
    return unknownEnds(connection, journal.path, pointer !== undefined);
  });
}

export interface WatchInput extends SyncInput {
  /** Milliseconds between two polls of the feed. */
  every: number;
  /** Minimum number of milliseconds between two generations; default ten minutes. */
  generationEvery?: number | undefined;
  /** Called after each poll. */
  onReport(report: SyncReport): void;
  /** Called for a temporary failure; the next poll tries again. */
  onFault(error: unknown): void;
}

/** Follows a feed until the signal: polls at intervals, and limits how often it makes a generation. */
export async function watchStore(input: WatchInput): Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  let restart = input.restart;
  const stopped = () => input.signal?.aborted === true;
  while (!stopped()) {
    try {
      const apply = Date.now() - last >= (input.generationEvery ?? 600_000);
      const report = await syncStore({...input, apply, restart});
      restart = false;
      if (report.applied) last = Date.now();
      input.onReport(report);
    } catch (error) {
      if (stopped()) return;
      if (!(error instanceof GraphError) || !['unavailable', 'rate_limited'].includes(error.code)) throw error;
      input.onFault(error);
    }
    await sleep(input.every, undefined, {signal: input.signal}).catch(() => undefined);
  }
}
