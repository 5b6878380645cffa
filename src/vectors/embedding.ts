import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf, rowsOf} from '../engine/ask.ts';
import {FileError} from '../errors.ts';
import {addCodes} from './codes.ts';
import {EXACT_UP_TO} from './nearest.ts';

/** Vectors longer than any model's are a mistake. */
const MOST_DIMS = 4096;

/** Where the vectors come from; `graph`: random projections of the graph's own words and edges. */
export type MadeBy = 'snapshot' | 'file' | 'graph';

/**
 * Adds vectors to a generation that is being built: as unit vectors, and above 100,000 also as codes that filter
 * candidates.
 * @param from A query of `rid, vector FLOAT[]`, one row per entity. Zero vectors are left out, since they have
 * no direction.
 * @param path The file named in messages.
 * @returns The number of vectors added.
 * @throws FileError if the vectors differ in length, are too long, or contain a value that is not a number.
 */
export async function addEmbeddings(
  connection: DuckDBConnection,
  from: string,
  madeBy: MadeBy,
  path: string,
): Promise<number> {
  const run = (statement: string) => connection.run(statement);
  await run(`CREATE OR REPLACE TEMP TABLE embedded AS
    SELECT rid, vector, list_inner_product(vector, vector) AS square FROM (${from})`);
  const dims = await dimensions(connection, path);
  for (const table of ['embedding', 'embedding_slice', 'embedding_sample'])
    await run(`DROP TABLE IF EXISTS graph.${table}`);
  await run(`CREATE OR REPLACE TABLE graph.embedding_about (dims INTEGER, entities INTEGER, made_by VARCHAR,
    mean FLOAT[], spread FLOAT[], share DOUBLE, recall DOUBLE)`);
  await run('CREATE OR REPLACE TABLE graph.embedding_gone AS SELECT rid FROM embedded LIMIT 0');
  if (dims === 0) return 0;
  // A unit vector is kept bit by bit, so that vectors read back from a generation produce the same one again.
  const unit =
    '(CASE WHEN abs(square - 1) < 1e-6 THEN vector ELSE list_transform(vector, lambda x: x / sqrt(square)) END)';
  await uncompressed(connection, () =>
    run(
      `CREATE TABLE graph.embedding AS SELECT rid, ${unit}::FLOAT[${dims}] AS vector FROM embedded WHERE square > 0 ORDER BY rid`,
    ),
  );
  await run('DROP TABLE embedded');
  await run('CREATE UNIQUE INDEX embedding_rid ON graph.embedding (rid)');
  const entities = await countOf(connection, 'SELECT count(*) FROM graph.embedding');
  const [mean, spread] = await spreadOf(connection, dims, entities);
  await run(
    `INSERT INTO graph.embedding_about VALUES (${dims}, ${entities}, '${madeBy}', [${mean.join(', ')}], [${spread.join(', ')}], NULL, NULL)`,
  );
  if (entities > EXACT_UP_TO)
    await addCodes(connection, {dims, entities, madeBy, mean, spread, share: null, gone: new Set(), recall: null});
  return entities;
}

/** Compression would save a sixth of the space of vectors, and cost more than half of the time of comparing them. */
async function uncompressed(connection: DuckDBConnection, work: () => Promise<unknown>): Promise<void> {
  await connection.run(`SET force_compression = 'uncompressed'`);
  try {
    await work();
  } finally {
    await connection.run(`SET force_compression = 'auto'`);
  }
}

/** @throws FileError naming the entity whose vector does not fit. */
async function dimensions(connection: DuckDBConnection, path: string): Promise<number> {
  const lengths = await connection.runAndReadAll(
    'SELECT len(vector) AS dims, count(*) AS n, any_value(rid) AS rid FROM embedded GROUP BY ALL ORDER BY n DESC, dims',
  );
  const [most, other] = lengths.getRowObjects() as {dims: bigint | null; n: bigint; rid: number}[];
  if (most === undefined) return 0;
  const name = async (rid: number) =>
    String((await rowsOf(connection, `SELECT id FROM graph.entity WHERE rid = ${rid}`))[0]?.[0] ?? rid);
  if (other !== undefined) {
    throw new FileError(
      path,
      `has embeddings of ${most.dims} dimensions, but the one of entity ${await name(other.rid)} has ${other.dims}`,
      'Embed all entities with one model.',
    );
  }
  const dims = Number(most.dims ?? 0);
  if (dims < 1 || dims > MOST_DIMS)
    throw new FileError(path, `has embeddings of ${dims} dimensions`, `Give vectors of 1 to ${MOST_DIMS} numbers.`);
  const twice = await connection.runAndReadAll('SELECT rid FROM embedded GROUP BY rid HAVING count(*) > 1 LIMIT 1');
  for (const [rid] of twice.getRows())
    throw new FileError(path, `embeds entity ${await name(Number(rid))} twice`, 'Keep one vector per entity.');
  const bad = await connection.runAndReadAll(
    'SELECT rid FROM embedded WHERE square IS NULL OR NOT isfinite(square) LIMIT 1',
  );
  const [row] = bad.getRows();
  if (row !== undefined) {
    throw new FileError(
      path,
      `has an embedding of entity ${await name(Number(row[0]))} with a value that is not a number`,
      'Leave the entity out.',
    );
  }
  return dims;
}

/** Mean and standard deviation of each dimension, over about twenty thousand rows. */
async function spreadOf(connection: DuckDBConnection, dims: number, entities: number): Promise<[number[], number[]]> {
  const each = (of: string) => Array.from({length: dims}, (_, d) => `${of}(vector[${d + 1}])`).join(', ');
  const every = Math.max(1, Math.floor(entities / 20_000));
  const [row = []] = await rowsOf(
    connection,
    `SELECT ${each('avg')}, ${each('stddev_pop')} FROM graph.embedding WHERE hash(rid) % ${every} = 0`,
  );
  const numbers = row.map((value) => Number(value ?? 0));
  return [numbers.slice(0, dims), numbers.slice(dims)];
}
