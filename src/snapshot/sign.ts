import {createPrivateKey, createPublicKey, type KeyObject, sign, verify} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {rename, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {FileError} from '../errors.ts';
import {type Manifest, readManifest} from './manifest.ts';

/**
 * Signs a snapshot: an Ed25519 signature over the bytes of `manifest.json`, 64 bytes in `manifest.sig`. The manifest
 * names every file with its hash, so the signature covers all of them. `openssl pkeyutl -verify -rawin` can check it
 * too.
 * @param keyFile A private key in PEM, as written by `openssl genpkey -algorithm ed25519`.
 * @param options.expires ISO 8601: added to the manifest first; after it readers are warned.
 * @throws FileError if the key is missing or of another kind, or the folder is not a snapshot.
 */
export async function signSnapshot(
  folder: string,
  keyFile: string,
  options: {expires?: string} = {},
): Promise<Manifest> {
  const key = readKey(keyFile, 'private');
  const path = join(folder, 'manifest.json');
  const manifest = readManifest(folder);
  if (options.expires !== undefined) {
    const given = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    await replace(path, `${JSON.stringify({...given, expires_at: options.expires}, null, 2)}\n`);
  }
  await replace(join(folder, 'manifest.sig'), sign(null, readFileSync(path), key));
  return options.expires === undefined ? manifest : readManifest(folder);
}

async function replace(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

/** The problem with a snapshot's signature under a public key; undefined if it is valid. */
export function signatureProblem(folder: string, keyFile: string): string | undefined {
  const path = join(folder, 'manifest.sig');
  if (!existsSync(path)) return 'is missing: the snapshot is not signed';
  return signatureHolds(readFileSync(join(folder, 'manifest.json')), readFileSync(path), keyFile)
    ? undefined
    : 'does not match the manifest and this key';
}

/** Whether a signature over these bytes is valid under the public key. */
export function signatureHolds(manifest: Buffer, signature: Buffer, keyFile: string): boolean {
  const key = readKey(keyFile, 'public');
  return signature.length === 64 && verify(null, manifest, key, signature);
}

/** @throws FileError if the file is not an Ed25519 key in PEM. */
function readKey(path: string, kind: 'private' | 'public'): KeyObject {
  const make =
    kind === 'private'
      ? '`openssl genpkey -algorithm ed25519 -out key.pem`'
      : '`openssl pkey -in key.pem -pubout -out key.pub.pem`';
  let key: KeyObject;
  try {
    const pem = readFileSync(path);
    key = kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
  } catch (cause) {
    throw new FileError(path, `cannot be read as a ${kind} key`, `Make one with ${make}.`, {cause});
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new FileError(path, `is a key for ${key.asymmetricKeyType}, not for Ed25519`, `Make one with ${make}.`);
  return key;
}
