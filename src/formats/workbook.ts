import {fork} from 'node:child_process';
import {entryFile, loaderOf} from '../engine/child.ts';
import type {Column} from '../engine/columns.ts';

/** A sheet, as passed to the process that writes it. */
export interface Rows {
  name: string;
  columns: readonly Column[];
  /** A JSON text for each row. */
  texts: readonly string[];
}

/** The second sheet, a list of cells for each line. */
export type Lines = readonly (readonly (string | number | null)[])[];

/**
 * An Excel workbook: a sheet of rows with typed columns and a header that stays visible, and one that describes them.
 * Writing 50,000 rows occupies a core for a second or two, so a separate process does it.
 */
export async function workbook(rows: Rows, about: Lines, signal?: AbortSignal): Promise<Uint8Array> {
  const entry = entryFile('formats-workbook-child.js', () => new URL('./workbook-child.ts', import.meta.url));
  const child = fork(entry, {
    execArgv: loaderOf(entry),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (part: Buffer) => {
    said += part;
  });
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      child.once('message', (written) => resolve(written as Uint8Array));
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`No workbook was written (${code}). ${said}`)));
      signal?.addEventListener('abort', () => reject(signal.reason), {once: true});
      child.send({rows, about});
    });
  } finally {
    child.kill('SIGKILL');
  }
}
