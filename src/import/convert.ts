import {once} from 'node:events';
import {createWriteStream} from 'node:fs';
import {basename} from 'node:path';
import {createGzip} from 'node:zlib';
import type {RecipeFile} from './recipe.ts';
import {readXml, XmlError} from './xml.ts';

/** Where reading a file failed. */
export interface Unread {
  file: string;
  line: number;
  reason: string;
}

/**
 * Writes the records of a file that DuckDB cannot read itself as gzipped JSON lines `{element, line, doc}`, one at a
 * time.
 * @returns where and why the file ended early, or undefined if it was read to its end.
 */
export async function convertFile(
  path: string,
  reader: NonNullable<RecipeFile['reader']>,
  to: string,
  signal?: AbortSignal,
): Promise<Unread | undefined> {
  const zip = createGzip({level: 1});
  const out = createWriteStream(to);
  const written = once(out, 'close');
  zip.on('error', (error) => out.destroy(error));
  zip.pipe(out);
  // One listener for the whole file: adding one at every full buffer would accumulate them.
  const broken = failed(out);
  broken.catch(() => {});
  let unread: Unread | undefined;
  try {
    for await (const record of readXml(path, reader.elements)) {
      signal?.throwIfAborted();
      if (!zip.write(`${JSON.stringify(record)}\n`)) await Promise.race([once(zip, 'drain'), broken]);
    }
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    unread = {
      file: path,
      line: error.line,
      reason: `the XML of ${basename(path)} cannot be read from here on: ${error.message}`,
    };
  } finally {
    zip.end();
    await written;
  }
  return unread;
}

async function failed(stream: NodeJS.WritableStream): Promise<never> {
  const [error] = await once(stream, 'error');
  throw error;
}
