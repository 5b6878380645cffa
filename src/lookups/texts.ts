import {existsSync} from 'node:fs';
import type {Document, Header, Standing} from '../generation.ts';
import {kindOfRid} from '../schema/rid.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {NO_SIGNALS, recordPath} from './make.ts';
import {expanded, PIECES} from './phrases.ts';
import {RecordFile} from './record-file.ts';
import {wordsPerRow} from './rows.ts';

const FIELDS = '\u001f';

/** Records by row number as a build wrote them, and before them what refreshes wrote since. */
export class Layers {
  readonly #files: RecordFile[];

  /**
   * @param cached Cache size of each file's records in bytes; default: none, for those whose reader caches what it makes of them.
   * @throws FileError when a file is missing or damaged.
   */
  constructor(folder: string, name: string, rows: RowNumbers, cached?: number) {
    const keys = wordsPerRow(rows);
    const later = recordPath(folder, name, 1);
    this.#files = [];
    try {
      if (existsSync(`${later}.index`)) this.#files.push(new RecordFile(later, keys, cached));
      this.#files.push(new RecordFile(recordPath(folder, name), keys, cached));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The record of a row, good until the next one is read; undefined where there is none. */
  read(rid: number): Buffer | undefined {
    for (const file of this.#files) {
      const found = file.readRow(rid);
      if (found !== undefined) return found.length === 0 ? undefined : found;
    }
    return undefined;
  }

  /** The rows that have a record. */
  keys(): Set<number> {
    const keys = new Set<number>();
    for (const file of this.#files) for (const key of file.rids()) keys.add(key);
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
  return {id, kind: kindOfRid(rid), slug, name, plain: undefined, day: undefined};
}

/** The packed text of ddl/document.sql, abbreviated. */
export function documentOf(standing: Standing, record: Buffer): Document {
  return {...standing, pieces: expanded(record.toString('utf8')).split(PIECES) as Document['pieces']};
}

/** JSON text of a row of `standings` from its signals on; `null` without any. */
export function signalsOf(words: Uint32Array, computedAt: string): string {
  const [prominence = 0, momentum = 0, rank, degree, activity] = words;
  if (prominence === NO_SIGNALS) return 'null';
  return `{"prominence":${prominence / 10_000},"momentum":${(momentum | 0) / 10_000},"rank_in_kind":${rank},"degree":${degree},"activity_90d":${activity},"computed_at":"${computedAt}"}`;
}
