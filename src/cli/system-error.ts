import {isDiskFull} from '../engine/memory.ts';
import {reasonOf} from '../errors.ts';

/** An error of the system as one line that names the thing and the remedy; undefined for any other error. */
export function systemLine(error: Error): string | undefined {
  const {path, address, hostname, port, syscall, code} = error as NodeJS.ErrnoException & Place;
  const place = path ?? hostname ?? (address !== undefined && port !== undefined ? `${address}:${port}` : address);
  // Neither an open file nor the engine says which file it is in a field.
  if (place === undefined && isDiskFull(error)) return diskFull(error);
  if (syscall === undefined || code === undefined || place === undefined) return undefined;
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo') return LISTENING[code]?.(place);
  const reason = reasonOf(error);
  return reason === undefined ? undefined : `${place}: ${reason}. ${REMEDIES[code] ?? 'Name another one.'}`;
}

function diskFull({message}: Error): string {
  const [, file] = /file "([^"]+)"/.exec(message) ?? [];
  return `${file === undefined ? 'No' : `${file}: no`} space left on the disk. ${REMEDIES.ENOSPC}`;
}

interface Place {
  address?: string;
  port?: number;
  hostname?: string;
}

const noAddress = (place: string) =>
  `${place}: is no address of this machine. Give one with --host; 0.0.0.0 stands for all.`;

/** Why a server cannot be reached at an address. */
const LISTENING: Partial<Record<string, (place: string) => string>> = {
  EADDRINUSE: (place) => `${place}: is in use by another program. Stop it, or give another --port; 0 picks a free one.`,
  EACCES: (place) => `${place}: this user may not listen there. Give a --port above 1023; 0 picks a free one.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
};

const REMEDIES: Partial<Record<string, string>> = {
  EACCES: 'Change its permissions, or name another one.',
  EPERM: 'Change its permissions, or name another one.',
  ENOSPC: 'Make room, or name another disk.',
  EMFILE: 'Raise the limit with ulimit -n.',
};
