import {cell} from '../formats/cell.ts';

/** Fragments of HTML; everything from the graph is escaped by `escaped` or `td`. */

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** The colour of bars and cells, readable in light and dark notebooks. */
export const TINT = '64,140,180';

const LEFT = 'text-align:left;vertical-align:top';
const RIGHT = 'text-align:right;vertical-align:top';

export function td(value: unknown): string {
  return `<td style="${typeof value === 'number' ? RIGHT : LEFT}">${escaped(cell(value))}</td>`;
}

export function table(heads: readonly string[], rows: readonly (readonly unknown[])[], caption = ''): string {
  const numbers = heads.map((_, at) => rows.some((row) => typeof row[at] === 'number'));
  const head = heads.map((name, at) => `<th style="${numbers[at] ? RIGHT : LEFT}">${escaped(name)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map(td).join('')}</tr>`).join('');
  const title = caption === '' ? '' : `<caption style="text-align:left">${escaped(caption)}</caption>`;
  return `<table>${title}<thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

interface Bar {
  name: string;
  value: number;
  /** Text next to the number. */
  more?: string;
}

/** Bars as a table, so that they can be read and copied. */
export function bars(caption: string, list: readonly Bar[]): string {
  const most = Math.max(1, ...list.map(({value}) => value));
  const rows = list.map(({name, value, more = ''}) => {
    const width = Math.round((value / most) * 200);
    const bar = `<span style="display:inline-block;height:0.8em;width:${width}px;background:rgba(${TINT},0.75)"></span>`;
    return `<tr><th style="${LEFT};font-weight:normal">${escaped(name)}</th><td style="${LEFT}">${bar} ${escaped(cell(value))}</td><td style="${RIGHT}">${escaped(more)}</td></tr>`;
  });
  return `<table><caption style="text-align:left">${escaped(caption)}</caption><tbody>${rows.join('')}</tbody></table>`;
}

/** Notes below a picture. */
export function note(texts: readonly string[]): string {
  return texts.map((text) => `<div style="opacity:0.75;font-size:0.9em">${escaped(text)}</div>`).join('');
}
