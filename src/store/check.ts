import {randomUUID} from 'node:crypto';
import {existsSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {hashParts} from '../disk/hash.ts';
import {countOf} from '../engine/ask.ts';
import {attachReadOnly, withSession} from '../engine/database.ts';
import {FileError} from '../errors.ts';
import {compareLookups} from '../lookups/compare.ts';
import {attachedFolder} from '../lookups/folder.ts';
import type {OnProgress} from '../progress.ts';
import {stateDigest} from '../tables/digest.ts';
import {recallDocuments} from '../tables/steps.ts';
import {cursorKeyOf} from './cursor-key.ts';
import {type Recorded, recorded} from './record.ts';
import {attachedRelease} from './release.ts';
import {generationFile, lookupFiles} from './store.ts';

export interface StoreReport {
  ok: boolean;
  generation: number;
  snapshot_id: string | null;
  /** An order-independent hash of the live data; null if it cannot be read. */
  digest: string | null;
  problems: string[];
}

/** Invariants between the tables of a generation, each as a query that counts violations. */
const RULES: Record<string, string> = {
  'entities without an order key': 'SELECT count(*) FROM graph.entity e ANTI JOIN graph.order_key p USING (rid)',
  'order keys that contradict the ranks of the newest-first order': `SELECT count(*) FROM (
    SELECT recent <= lag(recent) OVER (PARTITION BY scope ORDER BY pos) AS early FROM graph.recent_rank JOIN graph.order_key USING (rid)) WHERE early`,
  'words of names with another order key than their entity': `SELECT count(*) FROM (
    SELECT rid, order_key FROM graph.name_word UNION ALL SELECT rid, order_key FROM graph.full_name
    ) n JOIN graph.order_key p USING (rid) WHERE n.order_key <> graph.or_last(p.prominence)`,
  'row numbers used twice': 'SELECT count(*) - count(DISTINCT rid) FROM graph.entity',
  'ids used twice':
    'SELECT count(*) - count(DISTINCT id) FROM (SELECT id FROM graph.entity UNION ALL SELECT id FROM graph.gone)',
  'edges whose source is not an entity':
    'SELECT count(*) FROM graph.edge_out o ANTI JOIN graph.entity e ON e.rid = o.src',
  'edges whose target is not an entity':
    'SELECT count(*) FROM graph.edge_out o ANTI JOIN graph.entity e ON e.rid = o.dst',
  'edges that are in only one of the two orders': `SELECT count(*) FROM (
    (SELECT src, rel, dst, observed FROM graph.edge_out EXCEPT ALL SELECT src, rel, dst, observed FROM graph.edge_in)
    UNION ALL
    (SELECT src, rel, dst, observed FROM graph.edge_in EXCEPT ALL SELECT src, rel, dst, observed FROM graph.edge_out))`,
  'degrees that differ from the number of edges': `SELECT count(*) FROM graph.signal s FULL JOIN (
    SELECT rid, count(*) AS degree FROM (SELECT src AS rid FROM graph.edge_out UNION ALL SELECT dst FROM graph.edge_in WHERE src <> dst) GROUP BY rid
    ) d USING (rid) WHERE s.degree IS DISTINCT FROM d.degree`,
  'labels of no entity': 'SELECT count(*) FROM graph.label l ANTI JOIN graph.entity e USING (rid)',
  'ids that are live and removed at once, or twice in the change feed':
    'SELECT count(*) FROM (SELECT id FROM (SELECT id FROM graph.entity UNION ALL SELECT id FROM graph.gone) GROUP BY id HAVING count(*) > 1)',
};

/**
 * Checks one generation completely: its bytes against the stored hash, its tables against each other, and its look-up
 * files against its tables.
 * @throws FileError if the generation is not there.
 */
export async function checkStore(
  store: string,
  generation: number,
  {onProgress, signal}: {onProgress?: OnProgress | undefined; signal?: AbortSignal | undefined} = {},
): Promise<StoreReport> {
  const file = generationFile(store, generation);
  if (!existsSync(file)) throw new FileError(file, 'is not kept', 'See `biograph store generations`.');
  const total = Object.keys(RULES).length + 2;
  const tell = (done: number, note: string) => onProgress?.({phase: 'verify', done, total, note});
  tell(0, 'bytes');
  const problems = [...checkKey(store), ...(await checkBytes(file))];
  const report: StoreReport = {ok: false, generation, snapshot_id: null, digest: null, problems};
  try {
    // A store may be checked by somebody who may only read it.
    const spill = join(tmpdir(), `biograph-verify-${randomUUID()}`);
    await withSession({signal, spill}, async (connection) => {
      await attachReadOnly(connection, file);
      report.snapshot_id = (await attachedRelease(connection, file)).snapshot_id;
      for (const [index, [what, query]] of Object.entries(RULES).entries()) {
        tell(index + 1, what);
        const breaches = await countOf(connection, query);
        if (breaches > 0) problems.push(`${file}: ${breaches} ${what}. Load the store again from its snapshot.`);
      }
      tell(total - 2, 'look-up files');
      await recallDocuments(connection);
      problems.push(...(await compareLookups(connection, await attachedFolder(connection, file), spill)));
      tell(total - 1, 'digest');
      report.digest = await stateDigest(connection);
    });
  } catch (error) {
    signal?.throwIfAborted();
    problems.push(
      error instanceof FileError ? error.message : `${file}: cannot be read (${String(error).split('\n')[0]}).`,
    );
  }
  tell(total, '');
  return {...report, ok: problems.length === 0};
}

/** A store whose key is damaged cannot be opened. */
function checkKey(store: string): string[] {
  try {
    cursorKeyOf(store);
    return [];
  } catch (error) {
    if (error instanceof FileError) return [error.message];
    throw error;
  }
}

async function checkBytes(file: string): Promise<string[]> {
  let before: ReturnType<typeof recorded>;
  try {
    before = recorded(file);
  } catch (error) {
    if (error instanceof FileError) return [error.message];
    throw error;
  }
  if (before === undefined)
    return [
      `${file}: the record of its hashes is missing (removed, or a rewriting was killed before it wrote one), so that its bytes cannot be checked. Load the store again from its snapshot.`,
    ];
  const remedy = 'Load the store again from its snapshot.';
  const problems: string[] = [];
  const compare = async (path: string, {bytes, sha256_of_parts}: Recorded) => {
    const {size} = statSync(path);
    if (size !== bytes) problems.push(`${path}: has ${size} bytes, but had ${bytes} when it was written. ${remedy}`);
    else if ((await hashParts(path)) !== sha256_of_parts)
      problems.push(`${path}: its SHA-256 has changed since it was written. ${remedy}`);
  };
  await compare(file, before);
  const there = new Map(lookupFiles(file).map((path) => [basename(path), path]));
  for (const [name, was] of Object.entries(before.files)) {
    const path = there.get(name);
    if (path === undefined) problems.push(`${file}: its look-up file ${name} is missing. ${remedy}`);
    else await compare(path, was);
  }
  return problems;
}
