import {homedir} from 'node:os';
import {join, resolve} from 'node:path';

/**
 * The state folder, which is outside the store so that a read-only store can be served: the given folder, or else
 * `BIOGRAPH_STATE`, or else the platform's data folder for the user.
 */
export function stateFolder(given?: string): string {
  const {BIOGRAPH_STATE, XDG_DATA_HOME, LOCALAPPDATA} = process.env;
  if (given) return resolve(given);
  if (BIOGRAPH_STATE) return resolve(BIOGRAPH_STATE);
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'biograph', 'state');
  if (process.platform === 'darwin') return join(home(), 'Library', 'Application Support', 'biograph');
  return join(XDG_DATA_HOME || join(home(), '.local', 'share'), 'biograph');
}

/** The user's home; the root of the file system for one that the system does not know, as in many containers. */
export function home(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}
