import type {DuckDBConnection} from '@duckdb/node-api';
import {FileError} from '../errors.ts';
import {type Sql, sql} from '../sql/sql.ts';
import {countOf, rowsOf} from './ask.ts';
import {CODE_BITS, codeColumns, type Embeddings, EXACT_UP_TO, exactNearest, signCut} from './nearest.ts';
import {toJson} from './values.ts';

/** Vectors longer than any model's are a mistake. */
const MOST_DIMS = 4096;

/** How wide the cut may be, narrowest first: shares of the rows let through by either comparison of signs, rows compared exactly. */
const WIDTHS = [
  [0.15, 0.025, 250],
  [0.2, 0.03, 300],
  [0.3, 0.05, 500],
  [0.6, 0.12, 1000],
] as const;

/** The recall a width must reach. */
const RECALL = 0.99;

/** Entities the recall of the cut is measured on, and how many neighbours of each. */
const PROBES = 80;
const NEIGHBOURS = 10;

/** Where the vectors come from: random projections of the graph's own words and edges are `graph`. */
export type MadeBy = 'snapshot' | 'file' | 'graph';

/**
 * Keeps vectors in a generation that is being built: as unit vectors, and above 100,000 also as codes for a first cut.
 * @param from A query of `rid INTEGER, vector FLOAT[]`, one row per entity. Zero vectors are left out: they point nowhere.
 * @param path The file to name when a vector is wrong.
 * @returns How many were kept.
 * @throws FileError when the vectors differ in length, are too long, or hold what is no number.
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
  for (const table of ['embedding', 'embedding_code', 'embedding_sample'])
    await run(`DROP TABLE IF EXISTS graph.${table}`);
  await run(`CREATE OR REPLACE TABLE graph.embedding_about (dims INTEGER, entities INTEGER, made_by VARCHAR,
    mean FLOAT[], shares DOUBLE[], reranked INTEGER, recall DOUBLE)`);
  if (dims === 0) return 0;
  // A unit vector stays as it is to the last bit, so that vectors read back from a generation make the same one again.
  await run(`CREATE TABLE graph.embedding AS
    SELECT rid, (CASE WHEN abs(square - 1) < 1e-6 THEN vector ELSE list_transform(vector, lambda x: x / sqrt(square)) END)::FLOAT[${dims}] AS vector
    FROM embedded WHERE square > 0 ORDER BY rid`);
  await run('DROP TABLE embedded');
  await run('CREATE UNIQUE INDEX embedding_rid ON graph.embedding (rid)');
  const entities = await countOf(connection, 'SELECT count(*) FROM graph.embedding');
  const mean = await meanOf(connection, dims);
  await run(
    `INSERT INTO graph.embedding_about VALUES (${dims}, ${entities}, '${madeBy}', [${mean.join(', ')}], NULL, NULL, NULL)`,
  );
  if (entities > EXACT_UP_TO)
    await addCodes(connection, {dims, entities, madeBy, mean, shares: null, reranked: 0, recall: null});
  return entities;
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
      `has embeddings of ${most.dims} dimensions, but that of entity ${await name(other.rid)} has ${other.dims}`,
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
      `has an embedding of entity ${await name(Number(row[0]))} that holds what is no number`,
      'Leave the entity out.',
    );
  }
  return dims;
}

async function meanOf(connection: DuckDBConnection, dims: number): Promise<number[]> {
  const sums = Array.from({length: dims}, (_, d) => `avg(vector[${d + 1}])`);
  const every = Math.max(1, Math.floor((await countOf(connection, 'SELECT count(*) FROM graph.embedding')) / 20_000));
  const found = await connection.runAndReadAll(
    `SELECT ${sums.join(', ')} FROM graph.embedding WHERE hash(rid) % ${every} = 0`,
  );
  return (found.getRows()[0] ?? []).map((value) => Number(value ?? 0));
}

/**
 * Each number around the mean as a four-bit level, level by level in words of 64 bits, so that a few bit operations
 * stand for many products (Gao and Long, RaBitQ, SIGMOD 2024, keeps signs so; three more bits make the second cut
 * nearly exact). The highest bit is the sign.
 */
async function addCodes(connection: DuckDBConnection, about: Embeddings): Promise<void> {
  const {dims, mean} = about;
  const levels = 2 ** CODE_BITS;
  const level = (d: number) =>
    `greatest(0, least(${levels - 1}, floor((vector[${d + 1}] - ${mean[d] ?? 0}) * per_step) + ${levels / 2}))::utinyint`;
  const centred = Array.from({length: dims}, (_, d) => `(vector[${d + 1}] - ${mean[d] ?? 0})`);
  const word = (bit: number, from: number) =>
    Array.from({length: Math.min(64, dims - from)}, (_, i) => {
      const one = `((level[${from + i + 1}] >> ${bit}) & 1)::bigint`;
      // The last bit of a word is the sign of the signed number that carries it.
      return i === 63 ? `-9223372036854775808 * ${one}` : `(${one} << ${i})`;
    }).join(' + ');
  const columns = codeColumns(dims).map(({name, bit, from}) => `(${word(bit, from)})::bigint AS ${name}`);
  await connection.run(`CREATE TABLE graph.embedding_code AS
    SELECT rid, scale, list_sum(level)::integer AS total, len(list_filter(level, lambda l: l >= ${levels / 2}))::integer AS positive,
      ${columns.join(',\n')}
    FROM (
      SELECT rid, scale, [${Array.from({length: dims}, (_, d) => level(d)).join(', ')}] AS level
      FROM (
        SELECT rid, vector, scale, coalesce(${levels / 6} / nullif(scale, 0), 0) AS per_step
        FROM (SELECT rid, vector, sqrt((${centred.map((c) => `${c} * ${c}`).join(' + ')}) / ${dims})::float AS scale FROM graph.embedding)
      )
    )
    ORDER BY rid`);
  const every = Math.max(1, Math.floor(about.entities / 20_000));
  await connection.run(
    `CREATE TABLE graph.embedding_sample AS FROM graph.embedding_code WHERE hash(rid) % ${every} = 0 ORDER BY rid`,
  );
  const exact = await probes(connection, about);
  for (const [...shares] of WIDTHS) {
    const reranked = shares.pop() ?? 0;
    const recall = await recallOf(connection, {...about, shares, reranked}, exact);
    if (recall < RECALL) continue;
    await connection.run(
      `UPDATE graph.embedding_about SET shares = [${shares.join(', ')}], reranked = ${reranked}, recall = ${recall}`,
    );
    return;
  }
  // Vectors that no cut does justice to are compared one by one.
  await connection.run('DROP TABLE graph.embedding_code; DROP TABLE graph.embedding_sample');
}

/** The true neighbours of entities spread evenly over all. */
async function probes(connection: DuckDBConnection, {entities}: Embeddings): Promise<Map<number, number[]>> {
  const every = Math.max(1, Math.floor(entities / PROBES));
  const found = await connection.runAndReadAll(
    `SELECT rid FROM (SELECT rid, row_number() OVER (ORDER BY rid) AS n FROM graph.embedding) WHERE n % ${every} = ${Math.floor(every / 2)} LIMIT ${PROBES}`,
  );
  const exact = new Map<number, number[]>();
  for (const [value] of found.getRows()) {
    const rid = Number(value);
    exact.set(rid, await rids(connection, exactNearest(rid, undefined, NEIGHBOURS)));
  }
  return exact;
}

/** recall@10 of the cut against the exact order. */
async function recallOf(
  connection: DuckDBConnection,
  about: Embeddings,
  exact: ReadonlyMap<number, readonly number[]>,
): Promise<number> {
  let found = 0;
  let all = 0;
  for (const [rid, neighbours] of exact) {
    const [[vector] = []] = (await columnsOf(
      connection,
      sql`select vector from embedding where rid = ${rid}`,
    )) as number[][][];
    const cut = await signCut(vector ?? [], about, undefined, (query) => columnsOf(connection, query));
    const near = new Set(await rids(connection, exactNearest(rid, undefined, NEIGHBOURS, cut)));
    all += neighbours.length;
    found += neighbours.filter((one) => near.has(one)).length;
  }
  return all === 0 ? 1 : found / all;
}

async function rids(connection: DuckDBConnection, query: Sql): Promise<number[]> {
  return ((await columnsOf(connection, query))[0] ?? []) as number[];
}

async function columnsOf(connection: DuckDBConnection, query: Sql) {
  return (await connection.runAndReadAll(query.toString())).getColumns().map((column) => column.map(toJson));
}
