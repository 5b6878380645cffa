import type {Comparison} from '../../snapshot/compare.ts';

/** A comparison as Markdown: what a person reads in a terminal, and what goes into a message. */
export function comparisonText(comparison: Comparison): string {
  const {from, to, filter, kinds, phases, approvals, merged, removed, added, occupied, emptied, edges} = comparison;
  const only = Object.entries(filter).map(([field, value]) => `${field.replaceAll('_', ' ')} ${value}`);
  const lines = [
    `# From release ${from.release} (${from.as_of.slice(0, 10)}) to release ${to.release} (${to.as_of.slice(0, 10)})`,
    ...(only.length > 0 ? ['', `Only ${only.join(', ')}.`] : []),
  ];
  if (kinds.length + edges.length + occupied.total + emptied.total === 0)
    return [...lines, '', 'Nothing changed.'].join('\n');
  table(
    lines,
    'Entities',
    ['kind', 'new', 'removed', 'merged', 'changed'],
    kinds.map((row) => [row.kind, row.added, row.removed, row.merged, row.changed]),
  );
  list(
    lines,
    'Moved to another phase',
    phases,
    (row) => `${name(row)}: ${row.from ?? 'none stated'} → ${row.to ?? 'none stated'}`,
  );
  list(
    lines,
    'New approvals',
    approvals,
    (row) => `${name(row)}${row.approved_at === null ? '' : `, ${row.approved_at.slice(0, 10)}`}`,
  );
  list(lines, 'Merged', merged, (row) => `${name(row)} → ${row.into === null ? 'nothing that lives' : name(row.into)}`);
  list(lines, 'Cells that are occupied now', occupied, cell);
  list(lines, 'Cells that are empty now', emptied, cell);
  list(lines, 'New', added, (row) => `${row.kind}: ${name(row)}`);
  list(lines, 'Removed', removed, (row) => `${row.kind}: ${name(row)}`);
  table(
    lines,
    'Edges',
    ['relation', 'new', 'gone'],
    edges.map((row) => [row.relation, row.added, row.removed]),
  );
  return lines.join('\n');
}

function cell({target, modality, therapeutic_area, entities}: Comparison['occupied']['rows'][number]): string {
  return `${escaped(target)} · ${escaped(modality)}${therapeutic_area === null ? '' : `, ${escaped(therapeutic_area)}`} (${entities})`;
}

function name({kind, name: text, slug}: {kind: string; name: string; slug: string}): string {
  return `${escaped(text)} (${kind}/${slug})`;
}

/** What Markdown would take for its own marks. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}]+/gu, ' ').replace(/[\\`*_[\]<>|#]/g, '\\$&');
}

function list<T>(
  lines: string[],
  title: string,
  {total, rows}: {total: number; rows: T[]},
  line: (row: T) => string,
): void {
  if (rows.length === 0) return;
  lines.push('', `## ${title}`, '', ...rows.map((row) => `- ${line(row)}`));
  if (total > rows.length) lines.push(`- … of ${total.toLocaleString('en')} in all`);
}

function table(lines: string[], title: string, heads: string[], rows: (string | number)[][]): void {
  if (rows.length === 0) return;
  const cells = [
    heads,
    ...rows.map((row) => row.map((value) => (typeof value === 'number' ? value.toLocaleString('en') : value))),
  ];
  const widths = heads.map((_, at) => Math.max(3, ...cells.map((row) => row[at]?.length ?? 0)));
  const text = (row: string[]) =>
    `| ${row.map((value, at) => (at === 0 ? value.padEnd(widths[at] ?? 0) : value.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  lines.push('', `## ${title}`, '', text(cells[0] ?? []), rule, ...cells.slice(1).map(text));
}
