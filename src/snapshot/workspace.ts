import {readdir, rm} from 'node:fs/promises';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {isRunning} from '../disk/lock.ts';

const host = hostname().replace(/[^A-Za-z0-9]/g, '');

/** The prefix of this process's working folders; they are next to the snapshot, and removed when it is written. */
export function workPrefix(): string {
  return `.biograph-work-${host}-${process.pid}-`;
}

/** Removes working folders left by killed processes on this machine. */
export async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const owner = /^\.biograph-work-([A-Za-z0-9]*)-(\d+)-/.exec(name);
    if (owner?.[1] === host && !isRunning(Number(owner[2])))
      await rm(join(folder, name), {recursive: true, force: true});
  }
}
