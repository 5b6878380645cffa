import {existsSync, readFileSync} from 'node:fs';
import {stat} from 'node:fs/promises';
import {basename, dirname} from 'node:path';
import {z} from 'zod';
import {replaceText} from '../disk/files.ts';
import {hashParts} from '../disk/hash.ts';
import {FileError} from '../errors.ts';

/** Size and hash of a file when it was written. */
export interface Recorded {
  bytes: number;
  /** Computed by `hashParts`. */
  sha256_of_parts: string;
}

/** The same for a generation's DuckDB file, and for its look-up files by name. */
interface RecordedAll extends Recorded {
  files: Record<string, Recorded>;
}

/** An object with an own hash, and one for each look-up file. */
const RECORD = z.looseObject({
  bytes: z.number(),
  sha256_of_parts: z.string(),
  files: z.record(z.string(), z.looseObject({bytes: z.number(), sha256_of_parts: z.string()})),
});

/**
 * Sizes and hashes of a generation's files when they were written; undefined if there is no record.
 * @param file Its DuckDB file.
 * @throws FileError if the record is damaged.
 */
export function recorded(file: string): RecordedAll | undefined {
  const path = `${file}.json`;
  if (!existsSync(path)) return undefined;
  try {
    return RECORD.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new FileError(path, 'is not the record of a generation’s hashes', 'Load the store again from its snapshot.', {
      cause,
    });
  }
}

/** A generation's DuckDB file and its look-up files. */
interface Files {
  file: string;
  lookups: readonly string[];
}

/**
 * Records sizes and hashes of the written files, for `store verify`. A file shared with the previous generation keeps
 * its recorded hash; hashing it again would hide later damage.
 * @param building The DuckDB file under its temporary name.
 */
export async function record({file, lookups}: Files, building: string, before?: Files): Promise<void> {
  const known = before === undefined ? new Map<string, Recorded>() : await recordedFiles(before);
  const of = async (path: string) => ({bytes: (await stat(path)).size, sha256_of_parts: await hashParts(path)});
  const files: Record<string, Recorded> = {};
  for (const path of lookups) files[basename(path)] = known.get(await identityOf(path)) ?? (await of(path));
  const all: RecordedAll = {...(await of(building)), files};
  await replaceText(dirname(file), `${basename(file)}.json`, `${JSON.stringify(all)}\n`);
}

/** The look-up files in a generation's record, by inode. */
async function recordedFiles({file, lookups}: Files): Promise<Map<string, Recorded>> {
  const files = recorded(file)?.files ?? {};
  const found = new Map<string, Recorded>();
  for (const path of lookups) {
    const own = files[basename(path)];
    if (own !== undefined) found.set(await identityOf(path), own);
  }
  return found;
}

async function identityOf(path: string): Promise<string> {
  const {dev, ino} = await stat(path, {bigint: true});
  return `${dev} ${ino}`;
}
