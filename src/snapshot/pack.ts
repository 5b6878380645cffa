import {createHash} from 'node:crypto';
import {createReadStream, createWriteStream, existsSync, statSync} from 'node:fs';
import {mkdir, mkdtemp, open, rename, rm, stat} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {extract, type Header, pack} from 'tar-stream';
import {makeFolder} from '../disk/files.ts';
import {FileError} from '../errors.ts';
import type {OnProgress} from '../progress.ts';
import {checkSizes} from './load.ts';
import {type Manifest, parseManifest, readManifest} from './manifest.ts';
import {checkTarget, putInPlace} from './target.ts';

export interface PackOptions {
  /** Replace an existing file or folder. */
  replace?: boolean | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/** Longer than any manifest: enough for a hundred thousand files. */
const LONGEST_MANIFEST = 32 * 1024 * 1024;

const FIRST = 'manifest.json';
const SIGNATURE = 'manifest.sig';

/**
 * Packs a snapshot into one file: a plain tar whose first entry is the manifest, followed by its signature and the
 * files in the manifest's order. The Parquet files are already compressed. Equal snapshots give equal bytes.
 * @throws FileError if a file is missing or its size differs from the manifest.
 */
export async function packSnapshot(folder: string, out: string, options: PackOptions = {}): Promise<Manifest> {
  const manifest = readManifest(folder);
  checkSizes(folder, manifest);
  if (existsSync(out) && statSync(out).isDirectory())
    throw new FileError(out, 'is a folder', 'Name a file to pack the snapshot into.');
  if (existsSync(out) && options.replace !== true)
    throw new FileError(out, 'exists', 'Name another file, or remove it first.');
  const building = join(dirname(resolve(out)), `.${basename(out)}.${process.pid}`);
  makeFolder(dirname(building));
  const tar = pack();
  const names = [
    FIRST,
    ...(existsSync(join(folder, SIGNATURE)) ? [SIGNATURE] : []),
    ...manifest.files.map(({path}) => path),
  ];
  try {
    const writing = pipeline(tar, createWriteStream(building), {signal: options.signal});
    writing.catch(() => undefined);
    for (const [index, name] of names.entries()) {
      options.onProgress?.({phase: 'pack', done: index, total: names.length, note: name});
      await addFile(tar, join(folder, name), name);
    }
    tar.finalize();
    await writing;
    options.onProgress?.({phase: 'pack', done: names.length, total: names.length});
    await rename(building, out);
    return manifest;
  } finally {
    tar.destroy();
    await rm(building, {force: true});
  }
}

async function addFile(tar: ReturnType<typeof pack>, path: string, name: string): Promise<void> {
  const {size} = await stat(path);
  const entry = tar.entry({name, size, mode: 0o644, mtime: new Date(0), type: 'file'});
  await pipeline(createReadStream(path), entry);
}

/**
 * Unpacks a snapshot into a folder. Writes only files that the manifest names, with this size and hash; the folder
 * appears when it is complete.
 * @throws FileError for an entry that is altered, missing, unexpected, duplicate, or outside the folder.
 */
export async function unpackSnapshot(path: string, out: string, options: PackOptions = {}): Promise<Manifest> {
  const target = checkTarget(out, options.replace);
  const parent = dirname(target);
  makeFolder(parent);
  const building = await mkdtemp(join(parent, '.unpacking-'));
  try {
    const manifest = await unpackInto(path, building, options);
    await putInPlace(building, target);
    return manifest;
  } finally {
    await rm(building, {recursive: true, force: true});
  }
}

async function unpackInto(path: string, folder: string, {signal, onProgress}: PackOptions): Promise<Manifest> {
  const wrong = (problem: string, cause?: unknown) =>
    new FileError(path, problem, 'Fetch the packed snapshot again; nothing was unpacked.', {cause});
  let manifest: Manifest | undefined;
  const left = new Map<string, Manifest['files'][number]>();
  let done = 0;
  const take = async (header: Header, body: AsyncIterable<Buffer>) => {
    const {name} = header;
    if (header.type !== 'file' && header.type !== 'contiguous-file') throw wrong(`holds ${name}, which is not a file`);
    if (manifest === undefined) {
      if (name !== FIRST) throw wrong(`does not begin with ${FIRST}, so it is not a packed snapshot`);
      if ((header.size ?? 0) > LONGEST_MANIFEST) throw wrong('has a manifest that is too long');
      const bytes = await collected(body);
      manifest = parseManifest(bytes.toString('utf8'), `${path}#${FIRST}`);
      for (const file of manifest.files) left.set(file.path, file);
      await write(join(folder, FIRST), bytes);
      return;
    }
    if (name === SIGNATURE && done === 0 && header.size === 64) {
      await write(join(folder, SIGNATURE), await collected(body));
      return;
    }
    const file = left.get(name);
    if (file === undefined)
      throw wrong(`holds ${JSON.stringify(name)}, which its manifest does not list, or which occurs twice`);
    if (header.size !== file.bytes)
      throw wrong(`contains ${name} with ${header.size} bytes, but its manifest says ${file.bytes}`);
    left.delete(name);
    onProgress?.({phase: 'unpack', done, total: manifest.files.length, note: name});
    if ((await writeHashed(join(folder, name), body)) !== file.sha256)
      throw wrong(`contains an altered ${name}: its SHA-256 differs from the manifest`);
    done++;
  };
  await eachEntry(path, take, wrong, signal);
  if (manifest === undefined) throw wrong('is not a packed snapshot');
  const [missing] = left.keys();
  if (missing !== undefined) throw wrong(`is truncated: ${missing} is missing`);
  onProgress?.({phase: 'unpack', done, total: done});
  return manifest;
}

async function eachEntry(
  path: string,
  take: (header: Header, body: AsyncIterable<Buffer>) => Promise<void>,
  wrong: (problem: string, cause?: unknown) => FileError,
  signal: AbortSignal | undefined,
): Promise<void> {
  const reader = createReadStream(path);
  const tar = extract();
  const reading = pipeline(reader, tar, {signal}).catch((error: unknown) => {
    tar.destroy(error as Error);
    throw error;
  });
  reading.catch(() => undefined);
  try {
    for await (const entry of tar) await take(entry.header, entry as AsyncIterable<Buffer>);
    await reading;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof FileError) throw error;
    // The reader of tar files ends its stream with an error of its own where the file ends before the tar file does.
    if (error instanceof Error && /^(?:Stream was destroyed|Unexpected end of data)$/.test(error.message))
      throw wrong('is truncated', error);
    throw wrong(`cannot be read as a tar file (${error instanceof Error ? error.message : String(error)})`, error);
  } finally {
    tar.destroy();
    reader.destroy();
  }
}

async function collected(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

async function write(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx');
  await handle.writeFile(bytes).finally(() => handle.close());
}

async function writeHashed(path: string, body: AsyncIterable<Buffer>): Promise<string> {
  await mkdir(dirname(path), {recursive: true});
  const hash = createHash('sha256');
  const handle = await open(path, 'wx');
  try {
    for await (const part of body) {
      hash.update(part);
      await handle.write(part);
    }
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

/** The manifest of a packed snapshot: its first entry, read without the rest. */
export async function packedManifest(path: string): Promise<Manifest> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw new FileError(path, 'cannot be read', 'Check the path.', {cause});
  });
  try {
    const head = Buffer.alloc(512);
    await handle.read(head, 0, 512, 0);
    const name = head.toString('utf8', 0, 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(head.toString('ascii', 124, 136).replace(/\0.*$/s, '').trim(), 8);
    const isTar = head.toString('latin1', 257, 262) === 'ustar';
    if (!isTar || name !== FIRST || !(size <= LONGEST_MANIFEST))
      throw new FileError(
        path,
        'is not a packed snapshot',
        'Give a store, a snapshot folder, or a file made by `biograph snapshot pack`.',
      );
    const text = Buffer.alloc(size);
    await handle.read(text, 0, size, 512);
    return parseManifest(text.toString('utf8'), `${path}#${FIRST}`);
  } finally {
    await handle.close();
  }
}
