import type {DuckDBConnection} from '@duckdb/node-api';
import {columnsFrom, countOf, rowsOf} from '../engine/ask.ts';
import {is} from '../sql/results.ts';
import {type Sql, sql} from '../sql/sql.ts';
import {codeColumns, filterCandidates, LANES, readSample, SLICED_DIMS, SPARE, STEPS} from './candidates.ts';
import {type Columns, type Embeddings, exactNearest} from './nearest.ts';

/** Shares of the rows that the candidate filter may let through, narrowest first. */
const SHARES = [0.001, 0.002, 0.003, 0.006, 0.015, 0.04];

/** The recall a share must reach. */
const RECALL = 0.99;

/** Entities on which the recall of the candidate filter is measured, and the neighbours of each. */
const PROBES = 80;
const NEIGHBOURS = 10;

/** Each process reads the whole sample: this many rows, or as many as fit into these bytes. */
const SAMPLED = 20_000;
const SAMPLE_BYTES = 2 ** 20;

/** Numbers sliced at once, which limits the memory. */
const SLICED = 2 ** 26;

/**
 * A byte and two bits of each number of each vector: a standard deviation is 32 steps of the byte and one level of the
 * bits. The bytes of a row are stored together; the bits separately, one column for each dimension and bit and one word
 * for sixteen rows, so that one word operation covers sixteen rows. The candidate filter lets through the smallest
 * share with a measured recall@10 of 0.99; if none reaches it, there are no codes and every vector is compared.
 */
export async function addCodes(connection: DuckDBConnection, about: Embeddings): Promise<void> {
  const run = (statement: string) => connection.run(statement);
  await run(`CREATE TEMP TABLE coded AS SELECT row_number() OVER (ORDER BY rid) - 1 AS n, rid, ${wordsOf(about)}
    FROM graph.embedding`);
  const sliced = Math.min(about.dims, SLICED_DIMS);
  const sampled = Math.min(SAMPLED, Math.floor(SAMPLE_BYTES / sliced));
  const every = Math.max(1, Math.floor(about.entities / sampled));
  await run(`CREATE TABLE graph.embedding_sample AS
    SELECT rid, ${codeColumns(about.dims).map(codeOf).join(' || ')} AS code
    FROM coded WHERE hash(rid) % ${every} = 0 ORDER BY rid`);
  await addSlices(connection, about.dims, sliced);
  await run('DROP TABLE coded');
  const exact = await probes(connection, about);
  for (const share of SHARES) {
    const recall = await recallOf(connection, {...about, share}, exact);
    if (recall < RECALL) continue;
    await run(`UPDATE graph.embedding_about SET share = ${share}, recall = ${recall}`);
    return;
  }
  await run('DROP TABLE graph.embedding_slice; DROP TABLE graph.embedding_sample');
}

/** Eight bytes per word, the first one most significant: `w0`, `w1`, … */
function wordsOf({dims, mean, spread}: Embeddings): string {
  const byte = (d: number) => {
    const steps = (spread[d] ?? 0) > 0 ? STEPS / (spread[d] ?? 1) : 0;
    return `greatest(0, least(255, floor((vector[${d + 1}] - ${mean[d] ?? 0}) * ${steps}) + 128))::ubigint << ${56 - 8 * (d % 8)}`;
  };
  return Array.from({length: Math.ceil(dims / 8)}, (_, word) => {
    const bytes = Array.from({length: Math.min(8, dims - word * 8)}, (__, i) => `(${byte(word * 8 + i)})`);
    return `(${bytes.join(' | ')}) AS w${word}`;
  }).join(', ');
}

/** A range of a row's bytes as text. */
function codeOf({from, length}: {from: number; length: number}): string {
  const words = Array.from({length: Math.ceil(length / 8)}, (_, i) => `(w${from / 8 + i}::bit)::blob`);
  return `(${words.join(' || ')})[1:${length}]`;
}

async function addSlices(connection: DuckDBConnection, dims: number, sliced: number): Promise<void> {
  const parts = codeColumns(dims);
  const [[rid] = []] = await rowsOf(connection, 'SELECT typeof(rid) FROM graph.embedding LIMIT 1');
  const each = Array.from({length: sliced}, (_, d) => d);
  // Uncompressed columns can be read without a copy.
  const plain = (name: string, type: string) => `${name} ${type} USING COMPRESSION uncompressed`;
  await connection.run(`CREATE TABLE graph.embedding_slice (first_rid ${rid}, last_rid ${rid}, rids ${rid}[],
    ${parts.map(({name}) => plain(name, 'BLOB')).join(', ')},
    ${each.map((d) => `${plain(`sign_${d}`, 'USMALLINT')}, ${plain(`low_${d}`, 'USMALLINT')}`).join(', ')})`);
  const lane = `(n % ${LANES})::usmallint`;
  const byte = (d: number) => `(w${d >> 3} >> ${56 - 8 * (d % 8)} & 255)`;
  const slices = each.flatMap((d) => [
    `bit_or((${byte(d)} >= 128)::usmallint << ${lane})`,
    // The lower bit of the levels 0 to 3.
    `bit_or((${byte(d)} >= ${128 + STEPS} OR ${byte(d)} BETWEEN ${128 - STEPS} AND 127)::usmallint << ${lane})`,
  ]);
  const rows = await countOf(connection, 'SELECT count(*) FROM coded');
  const together = Math.ceil(SLICED / dims / LANES) * LANES;
  for (let from = 0; from < rows; from += together) {
    await connection.run(`INSERT INTO graph.embedding_slice
      SELECT min(rid), max(rid), list(rid ORDER BY rid), ${parts.map((part) => `string_agg(${codeOf(part)}, '' ORDER BY n)`).join(', ')}, ${slices.join(', ')}
      FROM coded WHERE n >= ${from} AND n < ${from + together} GROUP BY n // ${LANES} ORDER BY n // ${LANES}`);
  }
}

/** The true neighbours of entities spread evenly over the graph. */
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

/** recall@10 of the candidate filter against the exact order. */
async function recallOf(
  connection: DuckDBConnection,
  about: Embeddings,
  exact: ReadonlyMap<number, readonly number[]>,
): Promise<number> {
  const ask: Columns = (query, types) => columnsFrom(connection, query, types);
  const sample = await readSample(about, ask);
  let found = 0;
  let all = 0;
  for (const [rid, neighbours] of exact) {
    const [[vector]] = await ask(sql`select vector from embedding where rid = ${rid}`, [is.numbers]);
    const candidates = await filterCandidates(vector ?? [], about, sample, NEIGHBOURS + SPARE, undefined, ask);
    const near = new Set(
      await rids(
        connection,
        exactNearest(
          rid,
          undefined,
          NEIGHBOURS,
          candidates.map((near) => near.rid),
        ),
      ),
    );
    all += neighbours.length;
    found += neighbours.filter((one) => near.has(one)).length;
  }
  return all === 0 ? 1 : found / all;
}

async function rids(connection: DuckDBConnection, query: Sql): Promise<number[]> {
  const [found] = await columnsFrom(connection, query, [is.integer]);
  return found;
}
