import type {Part} from './digest.ts';

/** As Markdown, for terminals and messages. */
export function markdown(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if ('heading' in part) return `${'#'.repeat(part.level)} ${escaped(part.heading)}`;
      if ('paragraph' in part) return inMarkdown(part.paragraph);
      if ('heads' in part) return markdownTable(part.heads, part.rows);
      return [...part.list.map(inMarkdown), ...(part.left === undefined ? [] : [part.left])]
        .map((line) => `- ${line}`)
        .join('\n');
    })
    .join('\n\n');
}

function inMarkdown(inline: readonly (string | {code: string})[]): string {
  return inline.map((piece) => (typeof piece === 'string' ? escaped(piece) : piece.code)).join('');
}

/** Escapes characters that Markdown would interpret. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}]+/gu, ' ').replace(/[\\`*_[\]<>|#]/g, '\\$&');
}

function markdownTable(heads: readonly string[], rows: readonly (string | number)[][]): string {
  const cells = [
    [...heads],
    ...rows.map((row) => row.map((value) => (typeof value === 'number' ? value.toLocaleString('en') : value))),
  ];
  const widths = heads.map((_, at) => Math.max(3, ...cells.map((row) => row[at]?.length ?? 0)));
  const text = (row: string[]) =>
    `| ${row.map((value, at) => (at === 0 ? value.padEnd(widths[at] ?? 0) : value.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [text(cells[0] ?? []), rule, ...cells.slice(1).map(text)].join('\n');
}

/** As a page for mail: no script, no external resources, styles where mail programs support them. */
export function html(parts: readonly Part[]): string {
  const [first] = parts;
  const title = first !== undefined && 'heading' in first ? first.heading : '';
  const body = parts.map((part) => {
    if ('heading' in part) return `<h${part.level}>${safe(part.heading)}</h${part.level}>`;
    if ('paragraph' in part) return `<p>${inHtml(part.paragraph)}</p>`;
    if ('heads' in part) return htmlTable(part.heads, part.rows);
    const items = [...part.list.map(inHtml), ...(part.left === undefined ? [] : [safe(part.left)])];
    return `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${safe(title)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 50em">
${body.join('\n')}
</body></html>`;
}

function inHtml(inline: readonly (string | {code: string})[]): string {
  return inline.map((piece) => (typeof piece === 'string' ? safe(piece) : `<code>${safe(piece.code)}</code>`)).join('');
}

const ENTITIES: Record<string, string> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

function safe(text: string): string {
  return text.replace(/[\p{Cc}]+/gu, ' ').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

function htmlTable(heads: readonly string[], rows: readonly (string | number)[][]): string {
  const style = ' style="padding: 0 1em 0 0; text-align: left"';
  const line = (tag: 'th' | 'td', cells: readonly (string | number)[]) =>
    `<tr>${cells.map((value) => `<${tag}${style}>${safe(typeof value === 'number' ? value.toLocaleString('en') : value)}</${tag}>`).join('')}</tr>`;
  return `<table>\n${line('th', heads)}\n${rows.map((row) => line('td', row)).join('\n')}\n</table>`;
}
