import {createHash} from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {Readable, Transform} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {FileError} from '../../errors.ts';
import {type Client, causeOf, PassingFault} from './client.ts';

/** Metadata of a downloaded file. */
export interface Downloaded {
  url: string;
  bytes: number;
  sha256: string;
  etag: string | null;
  modified: string | null;
  /** True if the site says that the existing file is current. */
  unchanged: boolean;
}

export interface DownloadOptions {
  client: Client;
  /** Metadata of the existing file, to avoid another download. */
  known?: Omit<Downloaded, 'unchanged'> | undefined;
  /** Called with the bytes so far and in total (null if the site does not say). */
  onBytes?: ((done: number, total: number | null) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** The file that a partial download belongs to. */
interface Part {
  url: string;
  validator: string;
}

/**
 * Downloads one file to `path`. A partial download is kept as `path.part` and continued if the site still has the same
 * file; the file is put in place when it is complete.
 * @throws GraphError if the site refuses or cannot be reached; FileError if the length differs from the announced one.
 */
export async function download(url: string, path: string, options: DownloadOptions): Promise<Downloaded> {
  return options.client.persist(() => attempt(url, path, options));
}

async function attempt(
  url: string,
  path: string,
  {client, known, onBytes, signal}: DownloadOptions,
): Promise<Downloaded> {
  const part = `${path}.part`;
  const note = `${part}.json`;
  const begun = begunPart(url, part, note);
  const isHere =
    known !== undefined && known.url === url && existsSync(path) && (await sha256Of(path)) === known.sha256;
  const response = await client.get(url, {
    ...(begun !== undefined && {Range: `bytes=${begun.bytes}-`, 'If-Range': begun.validator}),
    ...(begun === undefined && isHere && known.etag !== null && {'If-None-Match': known.etag}),
    ...(begun === undefined &&
      isHere &&
      known.etag === null &&
      known.modified !== null && {'If-Modified-Since': known.modified}),
  });
  if (response.status === 304 && isHere) {
    await response.body?.cancel();
    return {...known, unchanged: true};
  }
  if (response.status === 416 || (response.status === 206 && !continues(response, begun?.bytes))) {
    await response.body?.cancel();
    forget(part, note);
    throw new PassingFault(`${url} does not resume the download`, 0);
  }
  const from = response.status === 206 ? (begun?.bytes ?? 0) : 0;
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const total = Number.isFinite(length) ? from + length : null;
  const etag = response.headers.get('etag');
  const modified = response.headers.get('last-modified');
  // A weak validator does not guarantee the same bytes.
  const validator = etag !== null && !etag.startsWith('W/') ? etag : modified;
  if (from === 0) forget(part, note);
  if (validator !== null) writeFileSync(note, JSON.stringify({url, validator} satisfies Part));
  let done = from;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length;
      onBytes?.(done, total);
      next(null, chunk);
    },
  });
  try {
    if (response.body === null) writeFileSync(part, '', {flag: from > 0 ? 'a' : 'w'});
    else
      await pipeline(
        Readable.fromWeb(response.body as import('node:stream/web').ReadableStream),
        count,
        createWriteStream(part, {flags: from > 0 ? 'a' : 'w'}),
        {signal},
      );
  } catch (error) {
    signal?.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new FileError(
        part,
        'the disk is full',
        'Free some, and run the command again: it continues where it stopped.',
        {cause: error},
      );
    throw new PassingFault(`${url} broke off after ${done} bytes (${causeOf(error)})`, undefined, {cause: error});
  }
  const {size} = statSync(part);
  if (total !== null && size < total) throw new PassingFault(`${url} broke off after ${size} of ${total} bytes`);
  if (total !== null && size > total) {
    forget(part, note);
    throw new FileError(path, `${url} sent ${size} bytes but announced ${total}`, 'Try again later.');
  }
  const sha256 = await sha256Of(part);
  renameSync(part, path);
  rmSync(note, {force: true});
  return {url, bytes: size, sha256, etag, modified, unchanged: false};
}

function begunPart(url: string, part: string, note: string): {bytes: number; validator: string} | undefined {
  const bytes = statSync(part, {throwIfNoEntry: false})?.size ?? 0;
  if (bytes === 0 || !existsSync(note)) return undefined;
  try {
    const begun = JSON.parse(readFileSync(note, 'utf8')) as Part;
    return begun.url === url ? {bytes, validator: begun.validator} : undefined;
  } catch {
    return undefined;
  }
}

function continues(response: Response, bytes: number | undefined): boolean {
  return (
    bytes !== undefined && /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] === String(bytes)
  );
}

function forget(part: string, note: string): void {
  rmSync(part, {force: true});
  rmSync(note, {force: true});
}

/** The SHA-256 of a file, in hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
