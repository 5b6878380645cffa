export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const thousands = (n: number): string => n.toLocaleString('en-US');

/** A table of Markdown, aligned as it is read, figures to the right. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, i) => Math.max(3, ...[head, ...rows].map((row) => row[i]?.length ?? 0)));
  const line = (row: string[]) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}
