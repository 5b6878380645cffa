import writeWorkbook, {type Cell} from 'write-excel-file/node';
import {type Column, valueAt} from '../engine/columns.ts';
import type {Lines, Rows} from './workbook.ts';

/** Maximum number of characters in an Excel cell. */
const MOST_LETTERS = 32_767;

const WIDTHS: Record<string, number> = {id: 38, source_id: 38, target_id: 38, name: 60, slug: 40};

process.once('message', (asked) => {
  const {rows, about} = asked as {rows: Rows; about: Lines};
  void write(rows, about).then((written) => process.send?.(new Uint8Array(written)));
});

function write({columns, texts, name}: Rows, about: Lines): Promise<Buffer> {
  const head = columns.map((column) => ({value: column.name, fontWeight: 'bold' as const}));
  const data = texts.map((text) => {
    const row = JSON.parse(text) as unknown;
    return columns.map((column) => cellOf(column, valueAt(row, column)));
  });
  const said = about.map((line) =>
    line.map((value, place) => (value === null ? null : {value, ...(place === 0 && {fontWeight: 'bold' as const})})),
  );
  return writeWorkbook([
    {
      sheet: name,
      data: [head, ...data],
      stickyRowsCount: 1,
      columns: columns.map((column) => ({width: WIDTHS[column.name] ?? 20})),
    },
    {sheet: 'About', data: said, columns: [{width: 30}, {width: 60}, {width: 80}]},
  ]).toBuffer();
}

function cellOf({type}: Column, value: unknown): Cell {
  if (value === null) return null;
  if (type === 'timestamp') return {value: new Date(String(value)), type: Date, format: 'yyyy-mm-dd hh:mm:ss'};
  if (typeof value === 'number') return {value, type: Number};
  if (typeof value === 'boolean') return {value, type: Boolean};
  const text = Array.isArray(value) ? value.join('; ') : String(value);
  return {value: text.slice(0, MOST_LETTERS), type: String};
}
