import {createWriteStream, mkdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {open} from 'yauzl';

/** Unpacks a zip as an installer does: names and modes of files as they are in it. */
export function unzip(file: string, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    open(file, {lazyEntries: true}, (error, zip) => {
      if (error !== null || zip === undefined) return reject(error);
      const write = async (name: string, mode: number, stream: Readable) => {
        const to = join(folder, name);
        mkdirSync(dirname(to), {recursive: true});
        await pipeline(stream, createWriteStream(to, {mode}));
        zip.readEntry();
      };
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (problem, stream) => {
          if (problem !== null || stream === undefined) return reject(problem);
          write(entry.fileName, (entry.externalFileAttributes >>> 16) & 0o777, stream).catch(reject);
        });
      });
      zip.on('end', resolve);
      zip.on('error', reject);
      zip.readEntry();
    });
  });
}
