import type {DuckDBConnection} from '@duckdb/node-api';
import {chunksOf, rowsOf} from '../engine/ask.ts';
import type {SnapshotTable} from '../schema/snapshot.ts';
import {DEEPEST, DOUBTFUL, JSON_COLUMNS, type Rule, rowRules, tableRules} from './rules.ts';

/** A row that violates the format. */
export interface Breach {
  table: SnapshotTable;
  column: string;
  breach: string;
  /** The value, as text. */
  value: string | null;
  /** Its location, as the values of the requested columns. */
  place: unknown[];
}

export interface Rows {
  /** Tables, or views of the tables that exist. */
  views: Partial<Record<SnapshotTable, string>>;
  /** Columns that locate a row of a table. */
  place(table: SnapshotTable): string;
  /** ISO 8601: the release's `as_of`. */
  asOf: string;
  /** False for a delta. */
  isWhole: boolean;
  /** Maximum number of violations to name of each sort; the rest is left out. */
  most: number;
}

/** The rows of a snapshot that violate its format; none if it can be loaded and served. */
export async function breachesOf(connection: DuckDBConnection, rows: Rows): Promise<Breach[]> {
  const found: Breach[] = [];
  const rules = rowRules(rows.asOf);
  for (const table of Object.keys(rows.views) as SnapshotTable[]) {
    const own = rules.filter((rule) => rule.table === table);
    const broken = own.map(({where}, index) => `WHEN ${where} THEN ${index}`).join(' ');
    const value = own.map(({column}, index) => `WHEN ${index} THEN ${column}::VARCHAR`).join(' ');
    const all = await rowsOf(
      connection,
      `SELECT broken, left(CASE broken ${value} END, 200), ${rows.place(table)}
       FROM (SELECT *, CASE ${broken} END AS broken FROM ${rows.views[table]}) WHERE broken IS NOT NULL LIMIT ${rows.most}`,
    );
    for (const [index, text, ...place] of all) found.push(breach(own[Number(index)] as Rule, text, place));
  }
  if (rows.views.entities !== undefined)
    for (const column of JSON_COLUMNS) found.push(...(await doubtful(connection, rows, column)));
  // The next checks rely on valid ids.
  if (found.length > 0) return found;
  for (const rule of tableRules(rows.isWhole)) {
    const view = rows.views[rule.table];
    if (view === undefined) continue;
    const where = rule.where.replace(/\{([a-z_]+)\}/g, (_, table: SnapshotTable) => rows.views[table] ?? 'nothing');
    const all = await rowsOf(
      connection,
      `SELECT left(${rule.column}::VARCHAR, 200), ${rows.place(rule.table)} FROM ${view} WHERE ${where} LIMIT ${rows.most}`,
    );
    for (const [text, ...place] of all) found.push(breach(rule, text, place));
  }
  return found;
}

function breach({table, column, breach}: Omit<Rule, 'where'>, value: unknown, place: unknown[]): Breach {
  return {table, column, breach, value: value === null ? null : String(value), place};
}

/** Rows whose JSON another reader might not accept are few; they are checked here. */
async function doubtful(connection: DuckDBConnection, rows: Rows, column: string): Promise<Breach[]> {
  const found: Breach[] = [];
  const query = `SELECT ${column}, ${rows.place('entities')} FROM ${rows.views.entities} WHERE CASE WHEN ${DOUBTFUL(column)} THEN json_valid(${column}) END`;
  await connection.run(`CREATE OR REPLACE TEMP TABLE doubtful AS ${query}`);
  for await (const chunk of chunksOf(connection, 'FROM doubtful'))
    for (const [text, ...place] of chunk.getRows()) {
      const what = strictly(String(text));
      if (what === undefined) continue;
      found.push(breach({table: 'entities', column, breach: what}, String(text).slice(0, 200), place));
      if (found.length >= rows.most) return found;
    }
  return found;
}

/** What a strict reader would reject in an object's JSON; undefined if nothing. */
function strictly(text: string): string | undefined {
  if (depthOf(text) > DEEPEST) return `JSON of more than ${DEEPEST} levels`;
  try {
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('too large');
      return value;
    });
    return undefined;
  } catch {
    return 'JSON that is not an object';
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at];
    if (mark === '\\') at++;
    else if (mark === '"') isText = !isText;
    else if (isText) continue;
    else if (mark === '{' || mark === '[') deepest = Math.max(deepest, ++depth);
    else if (mark === '}' || mark === ']') depth--;
  }
  return deepest;
}
