import {existsSync, readFileSync} from 'node:fs';

/** Bytes of a process in memory, what it shares divided among those that share it (PSS); 0 where it is gone. */
export function memoryOf(pid: number | undefined): number {
  const file = `/proc/${pid}/smaps_rollup`;
  return 1024 * Number(/^Pss:\s+(\d+)/m.exec(existsSync(file) ? readFileSync(file, 'utf8') : '')?.[1] ?? 0);
}
