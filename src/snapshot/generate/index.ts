import {mkdir, rm} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {v5 as uuidv5} from 'uuid';
import {connect, openDatabase} from '../../engine/database.ts';
import {fileText} from '../../inline.ts';
import type {OnProgress} from '../../progress.ts';
import type {Manifest} from '../manifest.ts';
import {NAMESPACE, writeSnapshot} from '../write.ts';

export interface GenerateInput {
  /** How many entities, about: each kind gets a fixed share. */
  entities: number;
  /** Same seed, same bytes (with the same DuckDB version, whose `hash` is the source of chance). */
  seed: number;
  /** The snapshot folder to write. */
  out: string;
  /** Edges per entity, about; default 5. */
  degree?: number;
  /** Share of entities with an embedding; default 0.05. */
  embedded?: number;
  /** Dimensions of an embedding; default 64. */
  dims?: number;
  /** Default `3GB`. */
  memoryLimit?: string;
  threads?: number;
  replace?: boolean;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/** The synthetic graph stands still at this moment. */
const AS_OF = '2026-01-01T00:00:00.000Z';

/**
 * Writes a seeded synthetic graph with the skew of a real one: Zipf words and labels, power-law degrees, every kind and
 * relation, merges in chains, removed rows, funding, catalysts, provenance and some embeddings.
 */
export async function generateSnapshot(input: GenerateInput): Promise<Manifest> {
  const out = resolve(input.out);
  await mkdir(dirname(out), {recursive: true});
  const spill = `${out}.spill`;
  const instance = await openDatabase({
    memoryLimit: input.memoryLimit ?? '3GB',
    threads: input.threads ?? 2,
    tempDirectory: spill,
  });
  try {
    const connection = await connect(instance);
    const interrupt = () => connection.interrupt();
    input.signal?.addEventListener('abort', interrupt, {once: true});
    const {entities, seed, degree = 5, embedded = 0.05, dims = 64} = input;
    for (const [name, value] of Object.entries({entities, seed, degree, embedded, dims}))
      await connection.run(`SET VARIABLE ${name} = ${Number(value)}`);
    await connection.run(`SET VARIABLE as_of = TIMESTAMP '2026-01-01 00:00:00'`);
    input.onProgress?.({phase: 'generate', done: 0, total: 2, note: 'draw'});
    await connection.run(fileText('./words.sql', import.meta.url));
    await connection.run(fileText('./graph.sql', import.meta.url));
    input.onProgress?.({phase: 'generate', done: 1, total: 2, note: 'write'});
    await connection.run('CREATE TABLE entity_row AS FROM entities');
    const manifest = await writeSnapshot(connection, {
      out: input.out,
      replace: input.replace === true,
      tables: {
        entities: 'FROM entity_row',
        edges: 'FROM edges',
        provenance: 'FROM provenance',
        ...(embedded > 0 && {embeddings: 'FROM embeddings'}),
      },
      meta: {
        as_of: AS_OF,
        lineage: uuidv5(`synthetic:${seed}`, NAMESPACE),
        sources: [
          {
            source: 'synthetic',
            licence: 'CC0-1.0',
            attribution: 'Made by biograph snapshot generate; no real entity is described.',
          },
        ],
      },
      onProgress: input.onProgress,
      signal: input.signal,
    });
    input.onProgress?.({phase: 'generate', done: 2, total: 2});
    connection.disconnectSync();
    return manifest;
  } finally {
    instance.closeSync();
    await rm(spill, {recursive: true, force: true});
    input.signal?.throwIfAborted();
  }
}
