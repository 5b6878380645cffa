import {createReadStream} from 'node:fs';
import {open, stat} from 'node:fs/promises';
import {parse} from 'csv-parse';
import {FileError} from '../errors.ts';

/** A line of a CSV file with its number; if a record has several lines, that of the last one. */
export interface CsvLine {
  cells: string[];
  number: number;
}

/** Separators that Excel uses instead of commas in some regions. */
const SEPARATORS = [',', ';', '\t'];

/** Number of bytes in which the first line is searched. */
const HEAD = 64 * 1024;

/**
 * Reads a user's CSV file line by line, starting with its header: quotes by RFC 4180, line ends of any system, a byte
 * order mark, and commas, semicolons or tabs, whichever is most frequent in the first line.
 * @param onRead Called with the number of bytes read, and the total.
 * @throws FileError if the file is UTF-16, and naming the line if it is not CSV, or not UTF-8
 */
export async function* csvLines(
  path: string,
  onRead: (done: number, total: number) => void = () => undefined,
): AsyncGenerator<CsvLine> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new FileError(path, 'cannot be read', 'Name a CSV file.', {cause});
  });
  if (found.isDirectory()) throw new FileError(path, 'is a folder', 'Name a CSV file.');
  const {size} = found;
  const source = createReadStream(path);
  const head = await headOf(path);
  if (isWide(head)) {
    source.destroy();
    throw new FileError(path, 'is UTF-16', 'Save it as "CSV UTF-8".');
  }
  const options = {bom: true, relax_column_count_less: true, skip_empty_lines: true, info: true};
  const reader = source.pipe(parse({...options, delimiter: separatorOf(head)}));
  source.once('error', (error) => reader.destroy(error));
  try {
    for await (const {record, info} of reader as AsyncIterable<{record: string[]; info: {lines: number}}>) {
      if (record.some((cell) => cell.includes('\ufffd')))
        throw new FileError(path, `line ${info.lines}: is not UTF-8`, 'Save it as "CSV UTF-8".');
      yield {cells: record, number: info.lines};
      onRead(source.bytesRead, size);
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    const {message} = error as Error;
    throw new FileError(path, `is not CSV (${message})`, 'Save it as CSV with a header line.', {cause: error});
  } finally {
    source.destroy();
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const {buffer, bytesRead} = await file.read({buffer: Buffer.alloc(HEAD)});
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether a file begins with the mark of UTF-16, or with two letters of ASCII as they are there, each with an empty byte. */
const isWide = (head: Buffer): boolean =>
  (head[0] === 0xff && head[1] === 0xfe) ||
  (head[0] === 0xfe && head[1] === 0xff) ||
  [0, 1].some((at) => head[at] === 0 && head[at + 2] === 0 && head[1 - at] !== 0 && head[3 - at] !== 0);

function separatorOf(head: Buffer): string {
  const [first = ''] = head
    .toString('utf8')
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/);
  const counts = SEPARATORS.map((sign) => first.split(sign).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}
