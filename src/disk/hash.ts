import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import {pipeline} from 'node:stream/promises';

/** SHA-256 of a file in hex, read as a stream. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, {highWaterMark: 1 << 20}), hash);
  return hash.digest('hex');
}

const PART = 4 * 1024 * 1024;
const LANES = 2;

/**
 * SHA-256 over the SHA-256 of every four mebibytes of a file, in hex. One part is read while another is hashed on this
 * thread: if another thread (`webcrypto`) hashed it, each part would be copied first, which takes as long as hashing
 * it.
 */
export async function hashParts(path: string): Promise<string> {
  const file = await open(path);
  try {
    const {size} = await file.stat();
    const digests: Buffer[] = [];
    let next = 0;
    const lane = async () => {
      const buffer = new Uint8Array(Math.min(PART, size));
      while (next * PART < size) {
        const part = next++;
        const bytes = buffer.subarray(0, Math.min(PART, size - part * PART));
        await fill(file, bytes, part * PART);
        digests[part] = createHash('sha256').update(bytes).digest();
      }
    };
    await Promise.all(Array.from({length: LANES}, lane));
    const hash = createHash('sha256');
    for (const digest of digests) hash.update(digest);
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

/** A read may return less than requested. */
async function fill(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const {bytesRead} = await file.read(bytes, at, bytes.length - at, position + at);
    if (bytesRead === 0) throw new Error('The file became shorter while it was read');
    at += bytesRead;
  }
}
