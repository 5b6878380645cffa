import type {DuckDBConnection} from '@duckdb/node-api';
import type {Manifest} from '../snapshot/manifest.ts';
import type {RecipeRun} from './run-recipe.ts';

/** Names that several organisations of one kind bear under different identifiers: kept apart. */
export interface Ambiguous {
  kind: string;
  name: string;
  /** Natural keys of those that bear it. */
  keys: string[];
}

/** What a build read, made, folded and refused. */
export interface ImportReport {
  out: string;
  snapshot_id: string;
  as_of: string;
  recipes: RecipeRun[];
  /** Live entities by kind. */
  entities: Record<string, number>;
  /** Edges by relation. */
  edges: Record<string, number>;
  /** Folded records by the rule that folded them. */
  merges: Record<string, number>;
  /** MoA fields that enrichment filled, by rule. */
  enriched: Record<string, number>;
  removed: number;
  /** Rows kept out because they bear a suppressed key or id. */
  suppressed: number;
  /** Records left out because their recipe keeps only what others know too, by recipe. */
  left_out: Record<string, number>;
  rejects: {recipe: string; reason: string; count: number}[];
  /** Newline-delimited JSON beside the snapshot, or null where nothing was refused. */
  rejects_file: string | null;
  ambiguous: {count: number; first: Ambiguous[]};
  seconds: number;
  /** Most memory the process held at any time, in bytes. */
  peak_rss: number;
}

/** A two-column result as an object. */
async function counts(connection: DuckDBConnection, sql: string): Promise<Record<string, number>> {
  const rows = (await connection.runAndReadAll(sql)).getRowsJson();
  return Object.fromEntries(rows.map(([name, count]) => [String(name), Number(count)]));
}

/** Gathers what the build's tables tell, while they are there. */
export async function readTables(
  connection: DuckDBConnection,
): Promise<Pick<ImportReport, 'merges' | 'removed' | 'rejects' | 'ambiguous'>> {
  const merges = await counts(
    connection,
    `select rule, count(*)::integer from entity where state = 'merged' group by rule order by 2 desc, 1`,
  );
  const removed = await counts(connection, `select 'n', count(*)::integer from entity where state = 'removed'`);
  const rejects = (
    await connection.runAndReadAll(
      'select recipe, reason, count(*)::integer as count from reject group by all order by recipe, count desc, reason',
    )
  ).getRowObjectsJson();
  const ambiguous = (
    await connection.runAndReadAll(
      'select kind, name, keys from ambiguous order by len(keys) desc, kind, name, keys limit 100',
    )
  ).getRowObjectsJson();
  const total = await counts(connection, `select 'n', count(*)::integer from ambiguous`);
  return {
    merges,
    removed: removed.n ?? 0,
    rejects: rejects.map((row) => ({recipe: String(row.recipe), reason: String(row.reason), count: Number(row.count)})),
    ambiguous: {
      count: total.n ?? 0,
      first: ambiguous.map((row) => ({
        kind: String(row.kind),
        name: String(row.name),
        keys: (row.keys as unknown[]).map(String),
      })),
    },
  };
}

/** What the manifest counts, without the zeroes. */
export function countsOf(manifest: Manifest): Pick<ImportReport, 'entities' | 'edges'> {
  const filled = (record: Record<string, number>) =>
    Object.fromEntries(Object.entries(record).filter(([, n]) => n > 0));
  return {entities: filled(manifest.counts.entities), edges: filled(manifest.counts.relations)};
}

const thousands = (n: number) => n.toLocaleString('en-US');

/** The report for people: plain lines, widest facts first. */
export function formatReport(report: ImportReport): string {
  const lines: string[] = [];
  const table = (title: string, rows: [string, number][]) => {
    if (rows.length === 0) return;
    lines.push('', title);
    const width = Math.max(...rows.map(([name]) => name.length));
    for (const [name, count] of rows) lines.push(`  ${name.padEnd(width)}  ${thousands(count).padStart(11)}`);
  };
  lines.push(`Snapshot ${report.out} (${report.snapshot_id}), as of ${report.as_of}`);
  table(
    'Read, rows by recipe',
    report.recipes.map((run) => [`${run.name} (${run.files} files)`, run.entities + run.edges + run.diseases]),
  );
  table('Entities', Object.entries(report.entities));
  table('Edges', Object.entries(report.edges));
  table('Folded, by rule', Object.entries(report.merges));
  table('Enriched, by rule', Object.entries(report.enriched));
  table('Left out: known to no other recipe', Object.entries(report.left_out));
  table(
    'Refused',
    report.rejects.map(({recipe, reason, count}) => [`${recipe}: ${reason}`, count]),
  );
  if (report.suppressed > 0) lines.push('', `Suppressed: ${thousands(report.suppressed)} rows`);
  if (report.rejects_file !== null) lines.push(`  each row with its reason: ${report.rejects_file}`);
  if (report.ambiguous.count > 0) {
    lines.push('', `Kept apart: ${thousands(report.ambiguous.count)} names borne under different identifiers, such as`);
    for (const {kind, name, keys} of report.ambiguous.first.slice(0, 5)) {
      lines.push(
        `  ${kind} "${name}": ${keys.slice(0, 4).join(', ')}${keys.length > 4 ? ` and ${keys.length - 4} more` : ''}`,
      );
    }
  }
  lines.push('', `${report.seconds.toFixed(1)} s, at most ${Math.round(report.peak_rss / 2 ** 20)} MiB of memory`);
  return lines.join('\n');
}
