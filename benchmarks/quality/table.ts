export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const thousands = (n: number): string => n.toLocaleString('en-US');

/** A table of Markdown, figures to the right. */
export function table(head: string[], rows: string[][]): string {
  return [head, head.map((_, i) => (i === 0 ? '---' : '--:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}
