import {createHash} from 'node:crypto';
import {createReadStream, existsSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {basename, join, relative} from 'node:path';
import {FileError, GraphError} from '../../errors.ts';
import {matchesGlob, type Recipe, type RecipeFile} from '../recipe.ts';
import type {Address} from './addresses.ts';
import {type Client, PassingFault} from './client.ts';
import {download, sha256Of} from './download.ts';
import type {Provenance} from './provenance.ts';
import {unzip} from './unzip.ts';

/** The parameters of a recipe's download. */
export interface Job {
  client: Client;
  recipe: Recipe;
  /** The folder of all downloads. */
  to: string;
  /** This recipe's folder in it. */
  folder: string;
  provenance: Provenance;
  /** Download complete and unchanged files again. */
  again: boolean;
  /** For a folder of many files: only the last ones by name. */
  last?: number | undefined;
  /** Added to the address of an answer in pages, such as `query.cond=melanoma`. */
  query?: string | undefined;
  onBytes: (file: string, done: number, total: number | null) => void;
  signal?: AbortSignal | undefined;
}

/** The result of one address: paths, and which of them already existed. */
export interface Fetched {
  files: string[];
  unchanged: number;
  bytes: number;
}

/**
 * Downloads an address into the recipe's folder.
 * @throws GraphError, FileError like `download`.
 */
export async function fetchAddress(address: Address, job: Job): Promise<Fetched> {
  if (address.form === 'zip') return archive(address, job);
  if (address.form === 'folder') return listing(address, job);
  if (address.form === 'pages') return pages(address, job);
  return one(address.url, fileName(address, job.recipe), job);
}

/** A file keeps the site's name if the recipe accepts it. */
function fileName({name, url}: Address, recipe: Recipe): string {
  const {glob} = declared(recipe, name);
  const given = basename(decodeURIComponent(new URL(url).pathname));
  return matchesGlob(given, glob) && /^[\w .()+-]+$/.test(given) ? given : glob.replaceAll('*', '');
}

function declared(recipe: Recipe, name: string): RecipeFile {
  const file = recipe.files.find((entry) => entry.name === name);
  if (file === undefined)
    throw new FileError(
      recipe.path,
      `a download names the file "${name}", which is not declared`,
      'Declare it in files.',
    );
  return file;
}

async function one(url: string, name: string, job: Job): Promise<Fetched> {
  const {client, recipe, to, folder, provenance, again, onBytes, signal} = job;
  const path = join(folder, name);
  const file = relative(to, path);
  const got = await download(url, path, {
    client,
    known: again ? undefined : provenance.of(file),
    onBytes: (done, total) => onBytes(file, done, total),
    signal,
  });
  const {unchanged, ...facts} = got;
  provenance.set({...facts, file, recipe: recipe.name, fetched_at: new Date().toISOString(), licence: recipe.licence});
  return {files: [path], unchanged: unchanged ? 1 : 0, bytes: unchanged ? 0 : got.bytes};
}

async function archive(address: Address, job: Job): Promise<Fetched> {
  const {recipe, folder, to, provenance} = job;
  const zip = `${recipe.name}${address.name === '*' ? '' : `-${address.name}`}.zip`;
  const got = await one(address.url, zip, job);
  const wanted = recipe.files.filter((file) => address.name === '*' || file.name === address.name);
  const files = await unzip(join(folder, zip), (name) =>
    /^[\w .()+-]+$/.test(name) && wanted.some(({glob}) => matchesGlob(name, glob)) ? join(folder, name) : undefined,
  );
  const missing = wanted.filter(({glob, optional}) => !optional && !files.some((file) => matchesGlob(file, glob)));
  if (missing.length > 0)
    throw new FileError(
      join(folder, zip),
      `the archive of ${address.url} has no ${missing.map(({glob}) => glob).join(', ')}`,
      'The source may have renamed its files: biograph import --describe names its page.',
    );
  for (const path of files) {
    const {fetched_at, etag, modified, licence} = provenance.of(relative(to, join(folder, zip))) ?? {};
    const {size, sha256} = await measured(path);
    provenance.set({
      file: relative(to, path),
      recipe: recipe.name,
      url: `${address.url}#${basename(path)}`,
      fetched_at: fetched_at ?? new Date().toISOString(),
      bytes: size,
      sha256,
      etag: etag ?? null,
      modified: modified ?? null,
      licence: licence ?? recipe.licence,
    });
  }
  return {...got, files};
}

async function listing(address: Address, job: Job): Promise<Fetched> {
  const {client, recipe, last, folder, provenance, to} = job;
  const page = await client.persist(async () => text(await client.get(address.url)));
  const {glob} = declared(recipe, address.name);
  const names = [
    ...new Set([...page.matchAll(/href="([^"/?#:]+)"/gi)].map(([, name = '']) => decodeURIComponent(name))),
  ];
  const wanted = names.filter((name) => matchesGlob(name, glob) && /^[\w.()+-]+$/.test(name)).sort();
  if (wanted.length === 0)
    throw new GraphError(
      'not_found',
      `${address.url} lists no file ${glob}. The address may have changed: biograph import --describe names the page of the source.`,
    );
  const all: Fetched = {files: [], unchanged: 0, bytes: 0};
  for (const name of last === undefined ? wanted : wanted.slice(-last)) {
    const got = await one(new URL(name, address.url).href, name, job);
    const path = join(folder, name);
    if (got.unchanged === 0 && names.includes(`${name}.md5`)) {
      const sums = await client.persist(async () => text(await client.get(new URL(`${name}.md5`, address.url).href)));
      const stated = /\b[0-9a-f]{32}\b/i.exec(sums)?.[0]?.toLowerCase();
      if (stated !== undefined && stated !== (await md5Of(path))) {
        rmSync(path);
        provenance.delete(relative(to, path));
        throw new FileError(
          path,
          `its MD5 differs from the one that the site states (${stated})`,
          'It was removed. Run the command again.',
        );
      }
    }
    all.files.push(...got.files);
    all.unchanged += got.unchanged;
    all.bytes += got.bytes;
  }
  return all;
}

/** The progress through an answer in pages. */
interface Followed {
  url: string;
  files: string[];
  /** The parameter for the next page; null at the end. */
  next: string | null;
}

/** Each page becomes a file as sent; after an interruption, the next run continues after the last complete page. */
async function pages(address: Address, job: Job): Promise<Fetched> {
  const {client, recipe, folder, to, provenance, again, query, onBytes, signal} = job;
  const first = new URL(address.url);
  for (const [name, value] of new URLSearchParams(query ?? '')) first.searchParams.append(name, value);
  const note = join(folder, `.${address.name}.pages.json`);
  let followed = readFollowed(note);
  const isSame = followed?.url === first.href && followed.files.every((file) => existsSync(join(folder, file)));
  if (followed !== undefined && isSame && followed.next === null && !again)
    return {files: followed.files.map((file) => join(folder, file)), unchanged: followed.files.length, bytes: 0};
  if (followed === undefined || !isSame || (again && followed.next === null)) {
    for (const file of followed?.files ?? []) {
      rmSync(join(folder, file), {force: true});
      provenance.delete(relative(to, join(folder, file)));
    }
    followed = {url: first.href, files: [], next: ''};
  }
  const stem = declared(recipe, address.name)
    .glob.replaceAll('*', address.name)
    .replace(/\.json$/, '');
  let bytes = 0;
  while (followed.next !== null) {
    const url = new URL(first);
    if (followed.next !== '' && address.next !== null) url.searchParams.set(address.next.parameter, followed.next);
    const body = await client.persist(async () => text(await client.get(url.href)));
    signal?.throwIfAborted();
    const next = nextOf(body, address, url.href);
    const file: string = `${stem}-${String(followed.files.length + 1).padStart(5, '0')}.json`;
    const path = join(folder, file);
    writeFileSync(`${path}.part`, body);
    renameSync(`${path}.part`, path);
    const {size, sha256} = await measured(path);
    bytes += size;
    provenance.set({
      file: relative(to, path),
      recipe: recipe.name,
      url: url.href,
      fetched_at: new Date().toISOString(),
      bytes: size,
      sha256,
      etag: null,
      modified: null,
      licence: recipe.licence,
    });
    followed = {url: followed.url, files: [...followed.files, file], next};
    writeFileSync(`${note}.part`, JSON.stringify(followed));
    renameSync(`${note}.part`, note);
    onBytes(relative(to, path), bytes, null);
  }
  return {files: followed.files.map((file) => join(folder, file)), unchanged: 0, bytes};
}

function readFollowed(note: string): Followed | undefined {
  if (!existsSync(note)) return undefined;
  try {
    const {url, files, next} = JSON.parse(readFileSync(note, 'utf8')) as Followed;
    return Array.isArray(files) && files.every((file) => /^[\w.-]+$/.test(file)) ? {url, files, next} : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The parameter for the page after this one, or null.
 * @throws PassingFault if the page is incomplete.
 */
function nextOf(body: string, {next}: Address, url: string): string | null {
  try {
    const value = (JSON.parse(body) as Record<string, unknown>)[next?.member ?? ''];
    return typeof value === 'string' && value !== '' ? value : null;
  } catch (error) {
    throw new GraphError(
      'unavailable',
      `${url} did not send JSON. Run the command again: it continues where it stopped.`,
      {cause: error},
    );
  }
}

/**
 * The complete answer.
 * @throws PassingFault if it is interrupted.
 */
async function text(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw new PassingFault(`${response.url} broke off`, undefined, {cause: error});
  }
}

async function measured(path: string): Promise<{size: number; sha256: string}> {
  let size = 0;
  for await (const chunk of createReadStream(path)) size += (chunk as Buffer).length;
  return {size, sha256: await sha256Of(path)};
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
