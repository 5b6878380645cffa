import {readdirSync, statSync} from 'node:fs';
import {join, relative, sep} from 'node:path';
import {hashFile} from '../disk/hash.ts';
import {FileError} from '../errors.ts';
import type {Release} from '../generation.ts';
import type {OnProgress} from '../progress.ts';
import {type ContentOptions, checkContents, type Problem} from './contents.ts';
import {type Manifest, readManifest} from './manifest.ts';
import {signatureProblem} from './sign.ts';

export interface Verification {
  ok: boolean;
  problems: Problem[];
  /** Null if the manifest itself cannot be read. */
  manifest: Manifest | null;
}

export interface VerifyOptions extends ContentOptions {
  /** Public Ed25519 key in PEM: the snapshot must have a valid signature. */
  key?: string | undefined;
  /** What is already installed: another lineage, or an older release (a rollback), is a problem. */
  after?: Pick<Release, 'lineage' | 'release'> | undefined;
  onProgress?: OnProgress | undefined;
}

const FETCH = 'Fetch the snapshot again';

/**
 * Reads every byte of a snapshot and reports what is missing, truncated, altered, foreign, superfluous, or in violation
 * of the format by file, row and column, and what to do.
 */
export async function verifySnapshot(folder: string, options: VerifyOptions = {}): Promise<Verification> {
  let manifest: Manifest;
  try {
    manifest = readManifest(folder);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return {
      ok: false,
      problems: [{path: error.path, problem: error.problem, remedy: error.remedy.replace(/\.$/, '')}],
      manifest: null,
    };
  }
  const problems = [
    ...signature(folder, options.key),
    ...order(folder, manifest, options.after),
    ...extraFiles(folder, manifest),
  ];
  problems.push(...(await checkFiles(folder, manifest, options)));
  // Contents without a valid signature are not examined.
  if (problems.length === 0) problems.push(...(await checkContents(folder, manifest, {...options, counts: true})));
  return {ok: problems.length === 0, problems, manifest};
}

/** What is missing, truncated or altered, which shows when every byte is read: about a second for each gigabyte. */
export async function checkFiles(
  folder: string,
  {files}: Manifest,
  {signal, onProgress}: Pick<VerifyOptions, 'signal' | 'onProgress'>,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [index, file] of files.entries()) {
    signal?.throwIfAborted();
    onProgress?.({phase: 'verify', done: index, total: files.length, note: file.path});
    const path = join(folder, file.path);
    const problem = await checkFile(path, file);
    if (problem !== undefined) problems.push({path, ...problem});
  }
  onProgress?.({phase: 'verify', done: files.length, total: files.length});
  return problems;
}

function signature(folder: string, key: string | undefined): Problem[] {
  const problem = key === undefined ? undefined : signatureProblem(folder, key);
  const remedy = 'Do not load it; ask its maker for a signed snapshot, and check the key';
  return problem === undefined ? [] : [{path: join(folder, 'manifest.sig'), problem, remedy}];
}

/** An old snapshot may be intact and correctly signed, but nobody should return to it unknowingly. */
function order(folder: string, manifest: Manifest, after: VerifyOptions['after']): Problem[] {
  if (after === undefined) return [];
  const path = join(folder, 'manifest.json');
  if (manifest.lineage !== after.lineage)
    return [{path, problem: 'belongs to another lineage than the store', remedy: 'Load it into another store'}];
  return manifest.release >= after.release
    ? []
    : [
        {
          path,
          problem: `is release ${manifest.release}, older than release ${after.release} in the store`,
          remedy: 'Get a later one',
        },
      ];
}

/** A warning if the snapshot is past its expiry. */
export function expiryWarning({expires_at}: Manifest, path: string): string | undefined {
  return expires_at === undefined || Date.parse(expires_at) > Date.now()
    ? undefined
    : `${path} expired at ${expires_at}: get a later release.`;
}

function extraFiles(folder: string, manifest: Manifest): Problem[] {
  const known = new Set(['manifest.json', 'manifest.sig', ...manifest.files.map((file) => file.path)]);
  return readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !known.has(path))
    .map((path) => ({
      path: join(folder, path),
      problem: 'is not listed in the manifest',
      remedy: 'Remove it; a snapshot must contain no other files',
    }));
}

async function checkFile(
  path: string,
  expected: Manifest['files'][number],
): Promise<Omit<Problem, 'path'> | undefined> {
  const found = statSync(path, {throwIfNoEntry: false});
  if (found === undefined) return {problem: 'is missing', remedy: FETCH};
  if (!found.isFile()) return {problem: 'is not a file', remedy: FETCH};
  if (found.size < expected.bytes)
    return {problem: `is truncated: ${found.size} of ${expected.bytes} bytes`, remedy: FETCH};
  if (found.size > expected.bytes)
    return {
      problem: `is longer than the manifest says: ${found.size} instead of ${expected.bytes} bytes`,
      remedy: FETCH,
    };
  if ((await hashFile(path)) !== expected.sha256)
    return {problem: 'is altered: its SHA-256 differs from the manifest', remedy: FETCH};
  return undefined;
}
