import {readdirSync, readFileSync, readlinkSync} from 'node:fs';

/** What `look` finds for each entry of a folder of /proc; entries that vanish in between, as threads and descriptors do, are passed over. */
function present<T>(folder: string, look: (entry: string) => T): T[] {
  return readdirSync(folder).flatMap((entry) => {
    try {
      return [look(`${folder}/${entry}`)];
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  });
}

/** Paths of the files a process holds open, pruned ones too. Only Linux tells. */
export const openFiles = (pid: number): string[] => present(`/proc/${pid}/fd`, (fd) => readlinkSync(fd));

/** Processes whose parent this is. Only Linux tells. */
export const childrenOf = (pid: number): number[] =>
  present(`/proc/${pid}/task`, (task) => readFileSync(`${task}/children`, 'utf8'))
    .flatMap((list) => list.split(/\s+/))
    .filter((child) => child !== '')
    .map(Number);
