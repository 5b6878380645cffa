import {readdir, rm} from 'node:fs/promises';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {isRunning} from '../disk/lock.ts';

const host = hostname().replace(/[^A-Za-z0-9]/g, '');

/** How the working folders of this process begin; they lie beside the snapshot and are gone when it is written. */
export function workPrefix(): string {
  return `.biograph-work-${host}-${process.pid}-`;
}

/** Removes the working folders of processes on this machine that were killed before they could do so themselves. */
export async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const owner = /^\.biograph-work-([A-Za-z0-9]*)-(\d+)-/.exec(name);
    if (owner?.[1] === host && !isRunning(Number(owner[2])))
      await rm(join(folder, name), {recursive: true, force: true});
  }
}
