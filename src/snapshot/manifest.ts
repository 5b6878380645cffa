import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {z} from 'zod';
import {FileError} from '../errors.ts';
import {SNAPSHOT_TABLES} from '../schema/snapshot.ts';

/** The format that this version writes, and the latest it reads. */
export const FORMAT_VERSION = 1;

/** A path inside the folder: neither absolute nor leading upwards. */
const inside = z
  .string()
  .regex(/^(?!\.)[A-Za-z0-9_.-]+(?:\/(?!\.)[A-Za-z0-9_.-]+)*$/, 'not a path inside the snapshot');

const manifestSchema = z.looseObject({
  format_version: z.int().min(1),
  snapshot_id: z.uuid(),
  kind: z.enum(['full', 'delta']),
  lineage: z.uuid(),
  created_at: z.iso.datetime(),
  as_of: z.iso.datetime(),
  release: z.int().min(1),
  cursor: z.string().nullable(),
  base_cursor: z.string().nullable(),
  /** Deltas only: the snapshots before and after. */
  base_snapshot_id: z.uuid().optional(),
  target_snapshot_id: z.uuid().optional(),
  /** After this time readers are warned. */
  expires_at: z.iso.datetime().optional(),
  trusted_confidence: z.number().min(0).max(1),
  sources: z.array(z.object({source: z.string(), licence: z.string(), attribution: z.string()})),
  /** Ids that no later build or sync of this graph may restore; absent if there are none. */
  suppressed: z.array(z.uuid()).optional(),
  counts: z.object({
    entities: z.record(z.string(), z.int()),
    relations: z.record(z.string(), z.int()),
    merged: z.int(),
    removed: z.int(),
  }),
  files: z.array(
    z.object({
      path: inside,
      table: z.enum(Object.keys(SNAPSHOT_TABLES) as [keyof typeof SNAPSHOT_TABLES]),
      rows: z.int().min(0),
      bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

export type Manifest = z.output<typeof manifestSchema>;

/** @throws FileError if the folder is not a snapshot, or its manifest is damaged or of a later format. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, 'manifest.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new FileError(
      path,
      'cannot be read, so this is not a biograph snapshot',
      'Give the folder that contains manifest.json.',
      {cause},
    );
  }
  return parseManifest(text, path);
}

/** @throws FileError naming `path` if the text is not a manifest, or of a later format. */
export function parseManifest(text: string, path: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new FileError(path, 'is not complete JSON', 'It is truncated or altered: fetch the snapshot again.', {cause});
  }
  const version = (json as {format_version?: unknown} | null)?.format_version;
  if (typeof version === 'number' && version > FORMAT_VERSION) {
    throw new FileError(
      path,
      `has format version ${version}, but this version of biograph reads up to ${FORMAT_VERSION}`,
      'Update biograph.',
    );
  }
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new FileError(
    path,
    `is not a snapshot manifest (${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'invalid'})`,
    'Fetch the snapshot again.',
  );
}
