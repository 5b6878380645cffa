import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf, keepTexts} from '../engine/ask.ts';
import {attachReadOnly, withSession} from '../engine/database.ts';
import {releaseOf} from '../store/release.ts';
import {generationFile, generationsOf, type Pointer, replaceGeneration, rollback} from '../store/store.ts';
import type {ApplyInput} from './change-set.ts';
import {derive} from './derive.ts';

/**
 * Removes ids from every earlier kept generation: each that contains any of them is rewritten without them, under its
 * own number, and readers notice. Called by the store's only writer, before the new generation becomes current.
 */
export async function eraseBefore(generation: number, ids: readonly string[], input: ApplyInput): Promise<void> {
  if (ids.length === 0) return;
  for (const older of generationsOf(input.store).filter((one) => one !== generation)) {
    input.signal?.throwIfAborted();
    if (await tells(generationFile(input.store, older), ids, input)) await eraseFrom(older, ids, input);
  }
}

/**
 * Makes an older generation current again. Ids that a later release suppressed stay suppressed: they have been removed
 * from its rows, and are kept out of later generations.
 */
export async function rollbackStore(to: number, input: ApplyInput): Promise<Pointer> {
  return rollback(input.store, to, async () => {
    const own = await releaseOf(input.store, to);
    const later = new Set<string>();
    for (const generation of generationsOf(input.store)) {
      const said = await releaseOf(input.store, generation).catch(() => undefined);
      if (said?.lineage === own.lineage) for (const id of said.suppressed) later.add(id);
    }
    const missing = [...later].filter((id) => !own.suppressed.includes(id));
    if (missing.length > 0) await eraseFrom(to, missing, input);
    return own.snapshot_id;
  });
}

async function eraseFrom(generation: number, ids: readonly string[], input: ApplyInput): Promise<void> {
  const file = generationFile(input.store, generation);
  const changes = {
    async fill(_: DuckDBConnection, base: Parameters<Parameters<typeof derive>[0]['fill']>[1]) {
      if (base === undefined) throw new Error(`${file} says nothing of itself`);
      return {...base, suppressed: [...new Set([...base.suppressed, ...ids])].sort()};
    },
  };
  await replaceGeneration(input.store, generation, (out) => derive(changes, input, file, out));
}

/**
 * Whether a generation says more of these ids than that they were removed. One of another layout cannot be read by
 * anybody.
 */
async function tells(file: string, ids: readonly string[], input: ApplyInput): Promise<boolean> {
  return withSession({memoryLimit: input.memoryLimit ?? '1GB', threads: input.threads ?? 2}, async (connection) => {
    await attachReadOnly(connection, file);
    await keepTexts(connection, 'asked', 'id', ids);
    const found = await countOf(
      connection,
      `SELECT (SELECT count(*) FROM graph.entity WHERE id IN (SELECT id::UUID FROM asked))
        + (SELECT count(*) FROM graph.gone WHERE id IN (SELECT id::UUID FROM asked) AND name <> id::VARCHAR)
        + (SELECT count(*) FROM graph.gone WHERE merged_into IN (SELECT id::UUID FROM asked))`,
    );
    return found > 0;
  }).catch(() => false);
}
