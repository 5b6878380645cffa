import type {DuckDBConnection} from '@duckdb/node-api';
import type {Manifest} from '../snapshot/manifest.ts';
import type {IdleCorrection} from './corrections.ts';
import type {Excluded} from './licence.ts';
import type {RecipeRun} from './run-recipe.ts';

/** Names that several organisations of one kind bear under different identifiers: kept apart. */
export interface Ambiguous {
  kind: string;
  name: string;
  /** Natural keys of those that bear it. */
  keys: string[];
}

/** An identifier that sources give to different things, and the record it was refused to. */
export interface Distrusted {
  kind: string;
  identifier: string;
  /** What the record that claims it is called, and its natural key. */
  name: string;
  key: string;
  /** Natural keys of the records it stays with. */
  held_by: string[];
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
  /** Records left out because their recipe keeps only what others know too, by recipe; and rows a recipe leaves out itself, by `recipe: reason`. */
  left_out: Record<string, number>;
  /** Sources left out for their licence, with the rows that went with them. */
  excluded: Excluded[];
  rejects: {recipe: string; reason: string; count: number}[];
  /** Newline-delimited JSON beside the snapshot, or null where nothing was refused. */
  rejects_file: string | null;
  ambiguous: {count: number; first: Ambiguous[]};
  /** Shared identifiers that were not believed, since different things would have become one. */
  distrusted: {count: number; first: Distrusted[]};
  /** Corrections that found nothing to correct. */
  corrections: IdleCorrection[];
  seconds: number;
  /** Most memory the process held at any time, in bytes. */
  peak_rss: number;
}

/** A two-column result as an object. */
async function counts(connection: DuckDBConnection, sql: string): Promise<Record<string, number>> {
  const rows = (await connection.runAndReadAll(sql)).getRowsJson();
  return Object.fromEntries(rows.map(([name, count]) => [String(name), Number(count)]));
}

/** What recipes left out by their own rules, as `recipe: reason`. */
export function leftOutByRecipes(connection: DuckDBConnection): Promise<Record<string, number>> {
  return counts(
    connection,
    `select recipe || ': ' || reason, sum(rows)::bigint from left_out where rows > 0 group by recipe, reason order by recipe, reason`,
  );
}

/** Gathers what the build's tables tell, while they are there. */
export async function readTables(
  connection: DuckDBConnection,
): Promise<Pick<ImportReport, 'merges' | 'removed' | 'rejects' | 'ambiguous' | 'distrusted'>> {
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
      'select kind, name, keys from ambiguous order by len(keys) desc, kind, name, keys limit 10000',
    )
  ).getRowObjectsJson();
  const total = await counts(connection, `select 'n', count(*)::integer from ambiguous`);
  const distrusted = (
    await connection.runAndReadAll(
      'select kind, key as identifier, name, record as key, coalesce(held_by, []) as held_by from distrusted_identifier order by kind, identifier, record',
    )
  ).getRowObjectsJson();
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
    distrusted: {
      count: distrusted.length,
      first: distrusted.slice(0, 200).map((row) => ({
        kind: String(row.kind),
        identifier: String(row.identifier),
        name: String(row.name),
        key: String(row.key),
        held_by: (row.held_by as unknown[]).map(String),
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
    'Rows read, by recipe',
    report.recipes.map((run) => [`${run.name} (${run.files} files)`, run.entities + run.edges + run.diseases]),
  );
  table('Entities', Object.entries(report.entities));
  table('Edges', Object.entries(report.edges));
  table('Merged, by rule', Object.entries(report.merges));
  table('Enriched, by rule', Object.entries(report.enriched));
  if (report.excluded.length > 0) {
    lines.push('', 'Left out for their licence');
    for (const {recipe, licence, entities, edges, diseases} of report.excluded) {
      const rows = [...Object.entries(entities), ...Object.entries(edges), ['disease terms', diseases] as const];
      const told = rows.filter(([, count]) => count > 0).map(([what, count]) => `${what} ${thousands(count)}`);
      lines.push(`  ${recipe} (${licence}): ${told.join(', ') || 'nothing'}`);
    }
  }
  table(
    'Left out',
    Object.entries(report.left_out).map(([what, count]) => [
      what.includes(': ') ? what : `${what}: unknown to other recipes`,
      count,
    ]),
  );
  table(
    'Refused',
    report.rejects.map(({recipe, reason, count}) => [`${recipe}: ${reason}`, count]),
  );
  if (report.suppressed > 0) lines.push('', `Suppressed: ${thousands(report.suppressed)} rows`);
  if (report.rejects_file !== null) lines.push(`  each row with its reason: ${report.rejects_file}`);
  if (report.ambiguous.count > 0) {
    lines.push('', `Kept apart: ${thousands(report.ambiguous.count)} names with different identifiers, such as`);
    for (const {kind, name, keys} of report.ambiguous.first.slice(0, 5)) {
      lines.push(
        `  ${kind} "${name}": ${keys.slice(0, 4).join(', ')}${keys.length > 4 ? ` and ${keys.length - 4} more` : ''}`,
      );
    }
  }
  if (report.distrusted.count > 0) {
    lines.push('', `Distrusted: ${thousands(report.distrusted.count)} identifiers given to different things, such as`);
    for (const {identifier, name, held_by} of report.distrusted.first.slice(0, 5)) {
      lines.push(
        `  ${identifier} for "${name}"${held_by.length > 0 ? `, kept for ${held_by.slice(0, 3).join(', ')}` : ''}`,
      );
    }
  }
  if (report.corrections.length > 0) {
    lines.push('', 'Corrections without effect');
    for (const {line, type, key, why} of report.corrections) lines.push(`  line ${line}, ${type} ${key}: ${why}`);
  }
  lines.push('', `${report.seconds.toFixed(1)} s, at most ${Math.round(report.peak_rss / 2 ** 20)} MiB of memory`);
  return lines.join('\n');
}
