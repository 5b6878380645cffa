import {createWriteStream, renameSync} from 'node:fs';
import {basename} from 'node:path';
import {Transform} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {promisify} from 'node:util';
import {crc32} from 'node:zlib';
import yauzl from 'yauzl';
import {FileError} from '../../errors.ts';

const open = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open);

/**
 * Writes the members of a ZIP file selected by `wanted`, ignoring folders inside it. Names in the archive never
 * determine paths: the caller says where a member goes.
 * @param wanted Returns the path for the member of this name; undefined leaves it out.
 * @returns the names of the members written.
 * @throws FileError if the file is not a ZIP file, or a member's checksum is wrong.
 */
export async function unzip(path: string, wanted: (name: string) => string | undefined): Promise<string[]> {
  const written: string[] = [];
  let zip: yauzl.ZipFile | undefined;
  try {
    zip = await open(path, {lazyEntries: true, autoClose: false});
    const stream = promisify(
      zip.openReadStream.bind(zip) as (
        entry: yauzl.Entry,
        done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
      ) => void,
    );
    for await (const entry of entriesOf(zip)) {
      const to = entry.fileName.endsWith('/') ? undefined : wanted(basename(entry.fileName));
      if (to === undefined) continue;
      let sum = 0;
      const check = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          sum = crc32(chunk, sum);
          next(null, chunk);
        },
      });
      await pipeline(await stream(entry), check, createWriteStream(`${to}.part`));
      if (sum >>> 0 !== entry.crc32 >>> 0) throw new Error(`the checksum of ${entry.fileName} is wrong`);
      renameSync(`${to}.part`, to);
      written.push(to);
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(
      path,
      `cannot be unpacked (${error instanceof Error ? error.message : error})`,
      'Remove it, and download it again.',
      {cause: error},
    );
  } finally {
    zip?.close();
  }
  return written;
}

async function* entriesOf(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  for (;;) {
    const entry = await new Promise<yauzl.Entry | null>((resolve, reject) => {
      const settle = (value: yauzl.Entry | null, error?: Error) => {
        zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error');
        if (error === undefined) resolve(value);
        else reject(error);
      };
      zip.once('entry', (found: yauzl.Entry) => settle(found));
      zip.once('end', () => settle(null));
      zip.once('error', (error: Error) => settle(null, error));
      zip.readEntry();
    });
    if (entry === null) return;
    yield entry;
  }
}
