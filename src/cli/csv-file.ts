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
 * @throws FileError naming the line if the file is not CSV, or not UTF-8
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
  const options = {bom: true, relax_column_count_less: true, skip_empty_lines: true, info: true};
  const reader = source.pipe(parse({...options, delimiter: await separatorOf(path)}));
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

async function separatorOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const {buffer, bytesRead} = await file.read({buffer: Buffer.alloc(HEAD)});
    const [first = ''] = buffer
      .toString('utf8', 0, bytesRead)
      .replace(/"[^"]*"/g, '')
      .split(/\r?\n/);
    const counts = SEPARATORS.map((sign) => first.split(sign).length);
    return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
  } finally {
    await file.close();
  }
}
