import type {DuckDBConnection} from '@duckdb/node-api';
import type {OnProgress} from '../progress.ts';

/** Dimensions of an embedding made from the graph. */
export const PROJECTED_DIMS = 128;

/** A fixed seed: the same graph gets the same vectors. */
const SEED = 'biograph-1';

/**
 * Words that more than this share of the entities contain do not distinguish any, and words of a single entity connect
 * none.
 */
const FREQUENT = 0.1;

/** The weights of an entity's own words, its neighbours' and those of their neighbours. */
const HOP_WEIGHTS = [1, 1, 0.5];

/** Unit vectors are summed as whole numbers of this size, so that the order of addition does not affect the result. */
const WHOLE = 4096;

/** Sums that share one double: 53 bits hold three lanes of 17. */
const LANES = 3;
const LANE_BITS = 17;

/** The largest weight of a term: a thousand of them still fit a lane; longer texts get smaller weights. */
const MOST = 120;

/** Columns smoothed at once, which limits the memory. */
const SLICE = 32;

/**
 * Embeddings from the graph itself, without a model: seeded random projections of each entity's BM25-weighted terms
 * (Achlioptas, Database-friendly random projections, 2003; every term is a random sign per dimension, taken from its
 * MD5), smoothed over one and two hops with hubs weighing less (FastRP: Chen et al., CIKM 2019). Reads the temporary
 * table `posting (tid, rid, impact)` and drops it; creates the temporary table `projected (rid, vector FLOAT[])`. All arithmetic is in whole numbers, so the same graph gets the same vectors.
 */
export async function project(
  connection: DuckDBConnection,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<void> {
  const steps: [string, () => Promise<void>][] = [
    ['terms', () => base(connection)],
    ['neighbours', () => neighbours(connection)],
    ['one hop', () => hop(connection, 'hop0', 'hop1')],
    ['two hops', () => hop(connection, 'hop1', 'hop2')],
    ['vectors', () => vectors(connection)],
  ];
  for (const [index, [note, run]] of steps.entries()) {
    signal?.throwIfAborted();
    onProgress?.({phase: 'embed', done: index, total: steps.length, note});
    await run();
  }
  onProgress?.({phase: 'embed', done: steps.length, total: steps.length});
}

const DIMS = Array.from({length: PROJECTED_DIMS}, (_, d) => d);

function each(write: (dim: number) => string, separator = ', '): string {
  return DIMS.map(write).join(separator);
}

/**
 * The projection of each entity's terms. Each dimension is computed from the sum of the terms with a positive sign; the
 * negative sum follows from the total.
 */
async function base(connection: DuckDBConnection): Promise<void> {
  const doubles = Array.from({length: Math.ceil(PROJECTED_DIMS / LANES)}, (_, i) => i);
  const lanes = doubles.map((i) => {
    const inside = DIMS.slice(i * LANES, (i + 1) * LANES);
    const bits = inside.map(
      (d, lane) => `((${d < 64 ? 'upper_bits' : 'lower_bits'} >> ${d % 64}) & 1)::double * ${2 ** (LANE_BITS * lane)}`,
    );
    return `${bits.join(' + ')} AS m${i}`;
  });
  const plus = (d: number) => `((s${Math.floor(d / LANES)} >> ${LANE_BITS * (d % LANES)}) & ${2 ** LANE_BITS - 1})`;
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE drawn AS
    WITH rare AS (
      SELECT tid, term, df, graph.idf(df, (SELECT count(*) FROM graph.entity)) AS idf FROM graph.term
    ),
    known AS (
      SELECT tid, idf / (SELECT max(idf) FROM rare) AS weight,
        md5_number_upper('${SEED}' || term) AS upper_bits, md5_number_lower('${SEED}' || term) AS lower_bits
      FROM rare
      WHERE df > 1 AND df <= greatest(100, ${FREQUENT} * (SELECT count(*) FROM graph.entity))
    )
    SELECT tid, weight, ${lanes.join(', ')} FROM known;
    CREATE OR REPLACE TEMP TABLE long_text AS
    SELECT rid, ${MOST} * 1000.0 / count(*) AS most FROM posting GROUP BY rid HAVING count(*) > 1000;
    CREATE OR REPLACE TEMP TABLE summed AS
    SELECT rid, sum(w) AS total, ${doubles.map((i) => `sum(w * m${i})::bigint AS s${i}`).join(', ')}
    FROM (
      SELECT p.rid, greatest(1, round(coalesce(l.most, ${MOST}) * d.weight * p.impact / 65535)) AS w, d.* EXCLUDE (tid, weight)
      FROM posting p JOIN drawn d ON d.tid = p.tid LEFT JOIN long_text l ON l.rid = p.rid
    )
    GROUP BY rid;
    DROP TABLE drawn; DROP TABLE long_text; DROP TABLE posting;
    CREATE OR REPLACE TEMP TABLE raw AS SELECT rid, ${each((d) => `(2 * ${plus(d)} - total)::float AS v${d}`)} FROM summed;
    DROP TABLE summed`);
  await normalise(connection, 'raw', 'hop0');
}

/** Normalises every vector to the same length, in whole numbers; vectors of length zero are left out. */
async function normalise(connection: DuckDBConnection, from: string, to: string): Promise<void> {
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE ${to} AS
    SELECT rid, ${each((d) => `round(v${d} * per_unit)::smallint AS v${d}`)}
    FROM (SELECT *, ${WHOLE} / nullif(sqrt(${each((d) => `v${d}::double * v${d}`, ' + ')}), 0) AS per_unit FROM ${from})
    WHERE per_unit IS NOT NULL;
    DROP TABLE ${from}`);
}

/** Pairs of neighbours, each once; a neighbour weighs less the more neighbours it has itself. */
async function neighbours(connection: DuckDBConnection): Promise<void> {
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE beside AS
    SELECT DISTINCT src AS own, dst AS other FROM graph.edge_out WHERE src <> dst
    UNION
    SELECT dst, src FROM graph.edge_out WHERE src <> dst;
    CREATE OR REPLACE TEMP TABLE weighted AS
    WITH degree AS (SELECT own AS rid, count(*) AS n FROM beside GROUP BY own)
    SELECT own, other, greatest(1, round(256 / sqrt(n)))::smallint AS weight FROM beside JOIN degree ON rid = other;
    DROP TABLE beside`);
}

/** The weighted mean of the neighbours' vectors. */
async function hop(connection: DuckDBConnection, from: string, to: string): Promise<void> {
  const slices: string[] = [];
  for (let start = 0; start < PROJECTED_DIMS; start += SLICE) {
    const dims = DIMS.slice(start, start + SLICE);
    const slice = `slice${start}`;
    slices.push(slice);
    await connection.run(`
      CREATE OR REPLACE TEMP TABLE ${slice} AS
      SELECT own AS rid, ${dims.map((d) => `(sum(weight::double * v${d}) / sum(weight))::float AS v${d}`).join(', ')}
      FROM weighted JOIN (SELECT rid, ${dims.map((d) => `v${d}`).join(', ')} FROM ${from}) ON rid = other
      GROUP BY own`);
  }
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE joined AS SELECT * FROM ${slices.join(' JOIN ')} USING (rid)`.replaceAll(
      / JOIN (slice\d+)(?= JOIN)/g,
      ' JOIN $1 USING (rid)',
    ),
  );
  for (const slice of slices) await connection.run(`DROP TABLE ${slice}`);
  await normalise(connection, 'joined', to);
}

async function vectors(connection: DuckDBConnection): Promise<void> {
  const value = (d: number) =>
    HOP_WEIGHTS.map((weight, index) => `${weight} * coalesce(h${index}.v${d}, 0)`).join(' + ');
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE projected AS
    SELECT e.rid, [${each((d) => `(${value(d)})::float`)}] AS vector
    FROM graph.entity e
    LEFT JOIN hop0 h0 USING (rid) LEFT JOIN hop1 h1 USING (rid) LEFT JOIN hop2 h2 USING (rid);
    DROP TABLE hop0; DROP TABLE hop1; DROP TABLE hop2; DROP TABLE weighted`);
}
