import type {RowStream} from '../operation.ts';

/** Number of rows written together: a slow reader has this much text waiting, not a whole chunk. */
const AT_ONCE = 1000;

async function* pieces({chunks}: RowStream): AsyncGenerator<readonly string[]> {
  for await (const rows of chunks)
    for (let start = 0; start < rows.length; start += AT_ONCE) yield rows.slice(start, start + AT_ONCE);
}

/** One JSON text per line. */
export async function* ndjsonStream(stream: RowStream): AsyncGenerator<string> {
  for await (const rows of pieces(stream)) yield `${rows.join('\n')}\n`;
}

/** One JSON array. */
export async function* jsonStream(stream: RowStream): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of pieces(stream)) {
    yield before + rows.join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/**
 * RFC 4180, with a header line. A cell that a spreadsheet would run as a formula is escaped.
 * @param bom Starts with a byte order mark, without which Excel misreads UTF-8.
 */
export async function* csvStream(stream: RowStream, {bom = false} = {}): AsyncGenerator<string> {
  const {csvText} = await import('../csv.ts');
  const {columns} = stream;
  yield `${bom ? '\ufeff' : ''}${csvText([columns])}`;
  for await (const rows of pieces(stream)) {
    yield csvText(
      rows.map((row) => {
        const values = JSON.parse(row) as Record<string, unknown>;
        return columns.map((column) => values[column]);
      }),
    );
  }
}
