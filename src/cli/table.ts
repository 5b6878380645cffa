import {bold, type Page} from './pages/style.ts';

/** A column of a table for people; the more useful ones come first. */
export interface TableColumn {
  /** The path in a row, such as `moa.target`. */
  path: string;
  head: string;
  isNumber: boolean;
}

/** Blanks between columns. */
const GAP = 2;

/** Columns that people copy into the next command are never shortened. */
const KEY = /^(?:.*[._])?(?:id|slug)$/;

/** What an id or slug may take of a line at most; one that takes more leaves no room for what an answer says. */
const LONGEST_KEY = 0.5;

/** Columns that stay, however narrow the terminal is. */
const KEPT = /^(?:.*\.)?(?:kind|name|value|relation)$/;

/** Minimum width of shortened texts; names need more. */
const LEAST = {name: 20, kept: 24, other: 10};

/**
 * A table at most as wide as the terminal: texts are shortened first, then the least useful columns are left out. Ids
 * and slugs stay complete, unless they would take half of a line that is too short.
 */
export async function tableLines(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  page: Page,
): Promise<{lines: string[]; dropped: string[]}> {
  const {default: widthOf} = await import('string-width');
  const wanted = columns.map(({head}, at) => Math.max(widthOf(head), ...rows.map((row) => widthOf(row[at] ?? ''))));
  const least = columns.map(({path, isNumber}, at) => {
    const whole = wanted[at] ?? 0;
    if (isNumber || KEY.test(path)) return whole;
    return Math.min(whole, path.endsWith('name') ? LEAST.name : KEPT.test(path) ? LEAST.kept : LEAST.other);
  });
  const shown = columns.map((_, at) => at);
  const sum = (widths: readonly number[]) =>
    shown.reduce((all, at) => all + (widths[at] ?? 0), GAP * (shown.length - 1));
  const dropped: string[] = [];
  const headAt = (one: string) => columns.findIndex(({head}) => head === one);
  const isKey = (at: number) => KEY.test(columns[at]?.path ?? '');
  const isNeeded = (at: number) => isKey(at) || KEPT.test(columns[at]?.path ?? '');
  for (const at of columns.map((_, one) => one).filter(isKey)) {
    if (shown.length === 1 || sum(least) <= page.width || (wanted[at] ?? 0) <= page.width * LONGEST_KEY) continue;
    shown.splice(shown.indexOf(at), 1);
    dropped.push(columns[at]?.head ?? '');
  }
  while (sum(least) > page.width) {
    const at = shown.findLast((one) => !isNeeded(one));
    if (at === undefined) break;
    shown.splice(shown.indexOf(at), 1);
    dropped.push(columns[at]?.head ?? '');
  }
  dropped.sort((a, b) => headAt(a) - headAt(b));
  const widths = [...wanted];
  while (sum(widths) > page.width) {
    const widest = shown
      .filter((at) => (widths[at] ?? 0) > (least[at] ?? 0))
      .sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))[0];
    if (widest === undefined) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  const line = (cells: readonly string[]) =>
    shown
      .map((at) => {
        const text = cut(cells[at] ?? '', widths[at] ?? 0, widthOf);
        const blank = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(text)));
        return columns[at]?.isNumber === true ? blank + text : text + blank;
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  return {lines: [bold(line(columns.map(({head}) => head)), page), ...rows.map(line)], dropped};
}

/** As many characters as fit, counted as people see them. */
function cut(text: string, places: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= places) return text;
  let kept = '';
  let width = 1;
  for (const {segment} of new Intl.Segmenter('en').segment(text)) {
    width += widthOf(segment);
    if (width > places) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
