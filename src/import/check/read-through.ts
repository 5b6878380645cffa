import {isUtf8} from 'node:buffer';
import {once} from 'node:events';
import {createReadStream, createWriteStream, statSync} from 'node:fs';
import {createGunzip} from 'node:zlib';
import {FileError} from '../../errors.ts';

/** An unreadable line: it is left out, and the rest of the file is read. */
export interface RefusedLine {
  file: string;
  /** From 1. */
  line: number;
  reason: string;
  /** Its text, with undecodable bytes as U+FFFD. */
  text: string;
}

/** The bytes of a file, decompressed if it is gzipped; its end and checksum are checked. */
export async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, {highWaterMark: 1 << 20});
  const isZipped = /\.gz$/i.test(path);
  const source = isZipped ? file.pipe(createGunzip()) : file;
  // A pipe does not forward errors: an unreadable file has to end the stream being read.
  if (isZipped) file.on('error', (error) => source.destroy(error));
  try {
    for await (const chunk of source) yield chunk as Buffer;
  } catch (error) {
    throw isZipped ? notGzip(path, error) : error;
  } finally {
    file.destroy();
  }
}

function notGzip(path: string, error: unknown): FileError {
  const {code, message} = error as NodeJS.ErrnoException;
  const problem =
    code === 'Z_BUF_ERROR'
      ? 'the gzip file is truncated'
      : message === 'incorrect header check'
        ? 'its name ends in .gz, but it is not a gzip file'
        : code?.startsWith('Z_')
          ? `the gzip file is damaged (${message})`
          : `cannot be read (${message})`;
  return new FileError(path, problem, 'Download it again, and check its size against the source’s.', {cause: error});
}

/**
 * Reads a text file to its end, once, so that a damaged one fails before anything is built from it.
 * @throws FileError if it is empty, truncated, damaged, or UTF-16.
 */
export async function readThrough(path: string, signal?: AbortSignal): Promise<void> {
  let isFirst = true;
  for await (const chunk of bytesOf(path)) {
    signal?.throwIfAborted();
    if (isFirst) refuseUtf16(path, chunk);
    isFirst = false;
  }
  if (isFirst) throw empty(path);
}

/**
 * Reads a file of JSON lines to its end. If lines are not UTF-8 or not JSON, or their line ends differ, writes a copy
 * with these lines blank, so that the others keep their numbers.
 * @returns the file to read, and the lines left out.
 * @throws FileError like `readThrough`.
 */
export async function readLines(
  path: string,
  copy: string,
  signal?: AbortSignal,
): Promise<{path: string; refused: RefusedLine[]}> {
  const refused: RefusedLine[] = [];
  const ends = new Set<boolean>();
  for await (const {line, bytes} of linesOf(path)) {
    signal?.throwIfAborted();
    ends.add(bytes.at(-1) === CR);
    const reason = problemOf(bytes);
    if (reason !== null) refused.push({file: path, line, reason, text: bytes.toString('utf8').slice(0, 10_000)});
  }
  // DuckDB accepts one type of line end per file, not both.
  if (refused.length === 0 && ends.size < 2) return {path, refused};
  const blank = new Set(refused.map(({line}) => line));
  const out = createWriteStream(copy);
  for await (const {line, bytes} of linesOf(path)) {
    if (!blank.has(line)) out.write(bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes);
    if (!out.write('\n')) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  return {path: copy, refused};
}

function problemOf(bytes: Buffer): string | null {
  if (!isUtf8(bytes)) return 'the line is not UTF-8';
  const text = bytes.toString('utf8').trim();
  if (text === '') return null;
  try {
    JSON.parse(text);
    return null;
  } catch {
    return 'the line is not JSON';
  }
}

/** Every line of a file without its end, and without a byte order mark. */
export async function* linesOf(path: string): AsyncGenerator<{line: number; bytes: Buffer}> {
  let line = 0;
  let rest: Buffer[] = [];
  let isFirst = true;
  for await (const read of bytesOf(path)) {
    if (isFirst) refuseUtf16(path, read);
    let chunk = isFirst && read.subarray(0, 3).equals(BOM) ? read.subarray(3) : read;
    isFirst = false;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10)) {
      line++;
      const piece = chunk.subarray(0, end);
      yield {line, bytes: rest.length === 0 ? piece : Buffer.concat([...rest, piece])};
      rest = [];
      chunk = chunk.subarray(end + 1);
    }
    if (chunk.length > 0) rest.push(chunk);
  }
  if (isFirst) throw empty(path);
  if (rest.length > 0) yield {line: line + 1, bytes: Buffer.concat(rest)};
}

const CR = 13;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** UTF-16 has a byte order mark, or a NUL in every other byte of plain text. */
function refuseUtf16(path: string, start: Buffer): void {
  const mark = start.length >= 2 ? start.readUInt16BE(0) : 0;
  const isMarked = mark === 0xfeff || mark === 0xfffe;
  const sample = start.subarray(0, 512);
  const isSpaced =
    sample.length >= 8 && [0, 1].some((at) => sample.every((byte, index) => index % 2 !== at || byte === 0));
  if (!isMarked && !isSpaced) return;
  throw new FileError(
    path,
    'is written in UTF-16 instead of UTF-8',
    'Save it as UTF-8, for example with: iconv -f UTF-16 -t UTF-8 FILE > NEW-FILE',
  );
}

function empty(path: string): FileError {
  const {size} = statSync(path);
  return new FileError(path, size === 0 ? 'is empty' : 'is empty when unpacked', 'Download it again.');
}
