import {existsSync} from 'node:fs';
import type {Document, Header, Standing} from '../generation.ts';
import {kindOfRid} from '../schema/rid.ts';
import {recordPath} from './make.ts';
import {RecordFile} from './record-file.ts';

const PIECES = '\u001e';
const FIELDS = '\u001f';

/** Records by row number as a build wrote them, and before them what refreshes wrote since. */
export class Layers {
  readonly #files: RecordFile[];

  /** @throws FileError when a file is missing or damaged. */
  constructor(folder: string, name: string) {
    const later = recordPath(folder, name, 1);
    this.#files = [];
    try {
      if (existsSync(`${later}.index`)) this.#files.push(new RecordFile(later));
      this.#files.push(new RecordFile(recordPath(folder, name)));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The record of a row, good until the next one is read; undefined where there is none. */
  read(rid: number): Buffer | undefined {
    for (const file of this.#files) {
      const found = file.read(rid);
      if (found !== undefined) return found.length === 0 ? undefined : found;
    }
    return undefined;
  }

  /** The rows that have a record. */
  keys(): Set<number> {
    const keys = new Set<number>();
    for (const file of this.#files) for (const key of file.keys()) keys.add(key);
    for (const key of keys) if (this.read(key) === undefined) keys.delete(key);
    return keys;
  }

  close(): void {
    for (const file of this.#files) file.close();
  }
}

/** The packed text of ddl/header.sql. */
export function headerOf(rid: number, record: Buffer): Header {
  const [id = '', slug = '', name = '""'] = record.toString('utf8').split(FIELDS);
  return {id, kind: kindOfRid(rid), slug, name};
}

/** The packed text of ddl/document.sql. */
export function documentOf(standing: Standing, record: Buffer): Document {
  return {...standing, pieces: record.toString('utf8').split(PIECES) as Document['pieces']};
}
