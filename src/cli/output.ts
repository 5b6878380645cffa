import {once} from 'node:events';
import type {z} from 'zod';
import {columnsOf} from '../engine/columns.ts';
import {at, cell, isColumn} from '../formats/cell.ts';
import {type Format, UsageError} from './options.ts';
import {bold, type Page} from './pages/style.ts';

/** A result to print, and its rows as a flat table if it has rows. */
export interface Printable {
  result: Record<string, unknown>;
  rows: readonly unknown[];
  schema: z.ZodObject;
  /** Paths shown in a terminal's table; default: every scalar column. */
  columns?: readonly string[] | undefined;
  /** A line below the table. */
  footer?: string | undefined;
  /** Formats the whole result for a terminal, instead of a table. */
  page?: ((result: never, page: Page) => string) | undefined;
  isList: boolean;
}

export async function print(printable: Printable, format: Format, color: boolean): Promise<void> {
  const {result, rows, schema} = printable;
  if (format === 'json') return write(`${JSON.stringify(result, null, process.stdout.isTTY ? 2 : undefined)}\n`);
  if (format !== 'table') {
    const {writeRows} = await import('../formats/index.ts');
    // Formats of results that are not an operation's answer; the option accepts only these.
    return write(await writeRows(schema, rows, format as 'csv', beside(result, rows)));
  }
  const page = {color, width: process.stdout.columns ?? 120};
  const text = printable.isList ? await tableText(printable, page) : recordText(filled(withoutCaveats(result)), page);
  const caveats = Array.isArray(result.caveats) ? `\n\n${await caveatText(result.caveats as string[], page)}` : '';
  return write(`${printable.page === undefined ? text : printable.page(result as never, page)}${caveats}\n`);
}

async function caveatText(caveats: string[], page: Page): Promise<string> {
  const {caveatLines} = await import('./pages/index.ts');
  return caveatLines(caveats, page);
}

/** The members of an answer other than its rows. */
function beside(result: Record<string, unknown>, rows: readonly unknown[]): Record<string, unknown> {
  return Array.isArray(result) ? {} : Object.fromEntries(Object.entries(result).filter(([, value]) => value !== rows));
}

function withoutCaveats({caveats: _, ...result}: Record<string, unknown>): Record<string, unknown> {
  return result;
}

/**
 * Waits for slow readers, so that output does not accumulate in memory.
 * @throws UsageError for bytes on a terminal, which nobody can read there
 */
export async function write(text: string | Uint8Array): Promise<void> {
  if (typeof text !== 'string' && process.stdout.isTTY)
    throw new UsageError('This format is for files: add > and the name of one, or choose another with --format.');
  if (text.length > 0 && !process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** A table that fits the terminal. */
export async function tableText(
  {rows, columns, schema, footer}: Pick<Printable, 'rows' | 'columns' | 'schema' | 'footer'>,
  page: Page,
): Promise<string> {
  const paths =
    columns ??
    columnsOf(schema)
      .filter(({type}) => type !== 'json')
      .map(({name}) => name);
  const last = paths.map((path) => (isColumn(rows[0], path) ? path : (path.split('.').at(-1) ?? path)));
  const heads = last.map((name, index) =>
    last.indexOf(name) === last.lastIndexOf(name) ? name : (paths[index] ?? name),
  );
  const {tableLines} = await import('./table.ts');
  const {lines, dropped} = await tableLines(
    paths.map((path, index) => ({
      path,
      head: heads[index] ?? path,
      isNumber: rows.some((row) => typeof at(row, path) === 'number'),
    })),
    rows.map((row) => paths.map((path) => cell(at(row, path)))),
    page,
  );
  const hidden = dropped.length === 0 ? undefined : `too narrow to show ${dropped.join(', ')}`;
  const below = [footer, rows.length === 0 ? undefined : hidden].filter((part) => part !== undefined).join(' · ');
  return [...(rows.length === 0 ? ['Nothing found.'] : lines), ...(below === '' ? [] : [below])].join('\n');
}

/** A list of objects as aligned columns. */
function itemLines(items: readonly unknown[], indent: string): string {
  const names = [...new Set(items.flatMap((item) => Object.keys(item as object)))];
  const lines = items.map((item) =>
    names.map((name) => {
      const value = (item as Record<string, unknown>)[name];
      return Array.isArray(value) ? value.map(cell).join(', ') : cell(value);
    }),
  );
  const width = names.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map((line) => `${indent}${line.map((text, i) => text.padEnd(width[i] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

/** Leaves out null, and empty lists, objects and texts. */
function filled(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      const isNested = value !== null && typeof value === 'object' && !Array.isArray(value);
      const kept = isNested ? filled(value as Record<string, unknown>) : value;
      const isEmpty =
        kept === null || kept === '' || (typeof kept === 'object' && Object.keys(kept as object).length === 0);
      return isEmpty ? [] : [[key, kept]];
    }),
  );
}

/** An object as indented `key  value` lines. */
export function recordText(record: Record<string, unknown>, page: Pick<Page, 'color'>, indent = ''): string {
  const keys = Object.keys(record);
  const width = Math.max(...keys.map((key) => key.length), 0);
  const lines = keys.map((key) => {
    const value = record[key];
    const label = bold(key.padEnd(width), page);
    if (value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 0) {
      return `${indent}${label}\n${recordText(value as Record<string, unknown>, page, `${indent}  `)}`;
    }
    if (Array.isArray(value) && value.some((item) => typeof item === 'object')) {
      return `${indent}${label}\n${itemLines(value, `${indent}  `)}`;
    }
    // A year is not formatted as an amount.
    const shown = /year$/.test(key) && typeof value === 'number' ? String(value) : cell(value);
    return `${indent}${label}  ${Array.isArray(value) ? value.join(', ') : value === null ? '–' : shown}`;
  });
  return lines.join('\n');
}
