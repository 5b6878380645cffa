import {existsSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {FileError} from '../../errors.ts';
import type {Downloaded} from './download.ts';

/** A downloaded file: its address, date, hash and licence. */
export interface Origin extends Omit<Downloaded, 'unchanged'> {
  /** The path relative to the folder of all downloads. */
  file: string;
  recipe: string;
  /** ISO 8601, UTC: when it was downloaded, or last found unchanged. */
  fetched_at: string;
  licence: string;
}

const COLUMNS = ['file', 'recipe', 'url', 'fetched_at', 'bytes', 'sha256', 'etag', 'modified', 'licence'] as const;

/** PROVENANCE.tsv of a folder of downloads, one line per file, updated as files arrive. */
export class Provenance {
  readonly path: string;
  readonly #origins = new Map<string, Origin>();

  /** @throws FileError if the folder has a PROVENANCE.tsv of other origin. */
  constructor(folder: string) {
    this.path = join(folder, 'PROVENANCE.tsv');
    if (!existsSync(this.path)) return;
    const [header, ...lines] = readFileSync(this.path, 'utf8').split('\n');
    if (header !== COLUMNS.join('\t'))
      throw new FileError(this.path, 'was not written by biograph fetch', 'Give another folder with --to.');
    for (const line of lines.filter((one) => one !== '')) {
      const cells = line.split('\t');
      const [file = '', recipe = '', url = '', fetched_at = '', bytes, sha256 = '', etag, modified, licence = ''] =
        cells;
      this.#origins.set(file, {
        file,
        recipe,
        url,
        fetched_at,
        bytes: Number(bytes),
        sha256,
        etag: etag || null,
        modified: modified || null,
        licence,
      });
    }
  }

  of(file: string): Origin | undefined {
    return this.#origins.get(file);
  }

  set(origin: Origin): void {
    this.#origins.set(origin.file, origin);
    this.#write();
  }

  delete(file: string): void {
    if (this.#origins.delete(file)) this.#write();
  }

  #write(): void {
    const rows = [...this.#origins.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
    const text = rows.map((origin) => COLUMNS.map((column) => plain(origin[column])).join('\t'));
    writeFileSync(`${this.path}.part`, `${[COLUMNS.join('\t'), ...text].join('\n')}\n`);
    renameSync(`${this.path}.part`, this.path);
  }
}

function plain(value: string | number | null): string {
  return String(value ?? '').replace(/[\t\r\n]+/g, ' ');
}
