import {createHash, randomBytes, randomUUID} from 'node:crypto';
import {readFile, rm} from 'node:fs/promises';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {makeFolder, privateFolder} from '../disk/files.ts';
import {clear, place, release} from '../disk/lock.ts';
import {FileError} from '../errors.ts';

/** The process that owns a state folder, as in `owner.json`: its socket and its token. */
export interface Owner {
  /** A local socket (on Windows a named pipe) that only this user can reach. */
  socket: string;
  /** Token sent with every request to the socket; only this user can read the file. */
  token: string;
  pid: number;
}

/** The longest socket path that all systems accept (macOS: 104 bytes with the terminating zero). */
const LONGEST_SOCKET = 100;

/** A path for this process's socket, in the state folder if it is short enough. */
export async function socketPath(folder: string): Promise<string> {
  const name = randomUUID().slice(0, 8);
  if (process.platform === 'win32') return `\\\\.\\pipe\\biograph-${name}`;
  makeFolder(folder, 0o700);
  const own = join(folder, `${name}.sock`);
  if (Buffer.byteLength(own) <= LONGEST_SOCKET) return own;
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  // Under /tmp another user may have created it first.
  const other = await privateFolder(join(tmpdir(), `biograph-${process.getuid?.() ?? 0}-${digest}`)).catch(
    (error: unknown) => {
      throw error instanceof FileError
        ? new FileError(error.path, error.problem, 'Remove it, or give --state a shorter path.')
        : error;
    },
  );
  return join(other, `${name}.sock`);
}

export function newOwner(socket: string): Owner {
  return {socket, token: randomBytes(32).toString('base64url'), pid: process.pid};
}

/** The running owner of a state folder; undefined if nothing answers. */
export async function ownerOf(folder: string): Promise<Owner | undefined> {
  const owner = parse(await read(folder));
  return owner !== undefined && (await answers(owner.socket)) ? owner : undefined;
}

/**
 * Makes `owner`, whose socket must already be listening, the owner of a folder. Another owner is alive if its socket
 * answers, so a killed owner leaves nothing to clean up by hand.
 * @returns a function that releases the folder
 * @throws FileError if another process owns it.
 */
export async function claim(folder: string, owner: Owner): Promise<() => Promise<void>> {
  const path = ownerFile(folder);
  const mine = JSON.stringify(owner);
  makeFolder(folder, 0o700);
  for (;;) {
    if (await place(path, mine, 0o600)) return () => release(path, mine);
    const found = await read(folder);
    if (found === undefined) continue;
    const other = parse(found);
    if (other !== undefined && (await answers(other.socket))) {
      throw new FileError(
        folder,
        `the state folder is in use by process ${other.pid}`,
        'Stop that server, or give this one another folder with --state.',
      );
    }
    await clear(path, found);
    if (other !== undefined && process.platform !== 'win32') await rm(other.socket, {force: true});
  }
}

function ownerFile(folder: string): string {
  return join(folder, 'owner.json');
}

async function read(folder: string): Promise<string | undefined> {
  return readFile(ownerFile(folder), 'utf8').catch(() => undefined);
}

function parse(text: string | undefined): Owner | undefined {
  try {
    const owner = JSON.parse(text ?? '') as Owner | null;
    return typeof owner?.socket === 'string' && typeof owner.token === 'string' ? owner : undefined;
  } catch {
    return undefined;
  }
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const call = connect(socket);
    call.once('connect', () => {
      call.destroy();
      resolve(true);
    });
    call.once('error', () => resolve(false));
  });
}
