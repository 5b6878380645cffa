import {csvText} from '../csv.ts';
import type {RowStream} from '../operation.ts';

/** One JSON text per line. */
export async function* ndjsonStream({chunks}: RowStream): AsyncGenerator<string> {
  for await (const rows of chunks) yield `${rows.join('\n')}\n`;
}

/** RFC 4180, with a header line. A cell that a spreadsheet would run as a formula is defused. */
export async function* csvStream({columns, chunks}: RowStream): AsyncGenerator<string> {
  yield csvText([columns]);
  for await (const rows of chunks) {
    yield csvText(
      rows.map((row) => {
        const values = JSON.parse(row) as Record<string, unknown>;
        return columns.map((column) => values[column]);
      }),
    );
  }
}
