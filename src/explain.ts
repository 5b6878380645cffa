import type {Context} from './context.ts';
import type {Generation} from './generation.ts';
import {type Operation, RowStream, toJsonText} from './operation.ts';
import {withRows} from './sql/dialect.ts';
import {duckdb} from './sql/duckdb.ts';
import {is} from './sql/results.ts';
import {quote, Sql} from './sql/sql.ts';
import {type GenerationOptions, StoredGeneration} from './store/generation.ts';

/** One query behind an answer. */
export interface ExplainedQuery {
  /** The statement, with its values inlined. */
  sql: string;
  /** Milliseconds it took when the answer was made, waiting included. */
  ms: number;
  /** Rows it returned. */
  rows: number;
  /** DuckDB's plan as text, with rows and times of each step (`EXPLAIN ANALYZE`). */
  plan: string;
}

export interface Explanation {
  operation: string;
  params: Record<string, unknown>;
  generation: number;
  /** The DuckDB file that answered. */
  file: string;
  /**
   * Every query in the order of its start; queries may run in parallel. Empty if look-up files alone gave the answer.
   */
  queries: ExplainedQuery[];
  /** Milliseconds of the whole answer, from an empty cache. */
  ms: number;
  /** The statements as one script for the duckdb shell, which attaches the store read-only and runs them. */
  script: string;
}

/**
 * Runs an operation with an empty cache and reports each statement it ran. The answer itself is discarded. What is done
 * to rows afterwards (joining documents, fusing ranks) is not SQL and not shown.
 */
export async function explain(
  operation: Operation,
  params: Record<string, unknown>,
  from: Generation,
  context: Omit<Context, 'generation'>,
  options: GenerationOptions = {},
): Promise<Explanation> {
  const asked: {query: Sql; ms: number; rows: number}[] = [];
  const generation = await StoredGeneration.open(from.file, from.number, {
    ...options,
    onQuery: (query) => {
      const entry = {query, ms: 0, rows: 0};
      asked.push(entry);
      return (ms, rows) => Object.assign(entry, {ms, rows});
    },
  });
  try {
    const started = performance.now();
    const value = await operation.run({...context, generation}, params);
    if (value instanceof RowStream) for await (const _ of value.chunks);
    else toJsonText(value);
    const ms = performance.now() - started;
    const queries: ExplainedQuery[] = [];
    for (const {query, ...figures} of [...asked]) {
      const sql = query.toString(withRows(duckdb, generation.rowNumbers));
      const explained = new Sql([`explain analyze ${sql}`], []);
      const [plan] = await generation.rows(explained, {explain_value: is.text}, context);
      queries.push({sql, ...figures, plan: plan?.explain_value ?? ''});
    }
    return {
      operation: operation.name,
      params,
      generation: generation.number,
      file: generation.file,
      queries,
      ms,
      script: script(generation.file, queries),
    };
  } finally {
    await generation.retire();
  }
}

function script(file: string, queries: readonly ExplainedQuery[]): string {
  return [
    `attach ${quote(file)} as graph (read_only);`,
    'use graph;',
    // Look-ups are read from files (docs/decisions/0011-look-ups.md).
    ...(queries.length === 0 ? ['-- Answered from look-up files, without SQL.'] : []),
    ...queries.map(({sql}) => `${unindented(sql)};`),
    '',
  ].join('\n');
}

/** Our templates are indented as our code is. */
function unindented(sql: string): string {
  const lines = sql.trim().split('\n');
  const indents = lines.slice(1).map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents);
  return [lines[0], ...lines.slice(1).map((line) => `  ${line.slice(least)}`)].join('\n');
}
