import {existsSync, readFileSync} from 'node:fs';
import {basename, resolve} from 'node:path';
import {FileError, GraphError} from '../errors.ts';
import {sqlTexts} from '../inline.ts';
import {readTime} from '../time.ts';
import {type FileFormat, parseFormats} from './check/format.ts';
import {type Address, parseAddresses} from './fetch/addresses.ts';

/** A file that a recipe reads: its variable, and its possible names. */
export interface RecipeFile {
  name: string;
  glob: string;
  optional: boolean;
  /**
   * The reader of a file that DuckDB cannot read itself: these XML elements, each as a JSON line `{element, line,
   * doc}`.
   */
  reader: {format: 'xml'; elements: string[]} | null;
  /** What the file is checked for before the recipe runs; null if the recipe does not say. */
  format: FileFormat | null;
}

/** The facts that a recipe declares in the comment block at its start. */
export interface Recipe {
  name: string;
  title: string;
  /** The label in provenance. */
  source: string;
  licence: string;
  attribution: string;
  /** The page that offers the files. */
  url: string | null;
  files: RecipeFile[];
  /** Where its files can be downloaded; empty if they are not published in the form that the recipe reads. */
  download: Address[];
  /** The folder of its downloads, within that of all; default: its name. */
  folder: string;
  /** ISO date of the files, if the recipe belongs to one release of them. */
  as_of: string | null;
  /** If two recipes state the same field with the same confidence, the higher priority wins. Default 50. */
  priority: number;
  /** The confidence of edges for which the recipe states none, 0–1; null if unknown. */
  confidence: number | null;
  /** The entities that are left out if no other recipe has them, unless the recipe is built alone; undefined: none. */
  matched: Matched | undefined;
  /** What it fills, in a sentence. */
  fills: string;
  /** The path of the SQL file. */
  path: string;
  sql: string;
}

export interface Matched {
  /** Only those of this kind; undefined: of every kind. */
  kind: string | undefined;
  /** The macro whose truth about a name keeps its entity all the same. */
  unless: string | undefined;
}

const BUILT_IN = sqlTexts('./recipes/', import.meta.url);
const FACT = /^--\s?([a-z_]+):\s*(.*)$/;
const REQUIRED = ['name', 'title', 'source', 'licence', 'files'] as const;

/** The names of the built-in recipes. */
export function listRecipes(): string[] {
  return Object.keys(BUILT_IN);
}

/**
 * The declared facts of a built-in recipe (`hgnc`) or of a recipe file (`./mine.sql`).
 * @throws GraphError if there is no built-in recipe of that name; FileError if the file is missing or its facts are
 * wrong.
 */
export function describeRecipe(recipe: string): Recipe {
  if (!/[/\\]|\.sql$/i.test(recipe)) {
    const text = Object.hasOwn(BUILT_IN, recipe) ? BUILT_IN[recipe] : undefined;
    if (text === undefined) {
      throw new GraphError(
        'validation_error',
        `There is no recipe "${recipe}". Built-in recipes: ${listRecipes().join(', ')}. Give your own recipe as a path, such as ./mine.sql`,
      );
    }
    return parseRecipe(`${recipe}.sql`, text);
  }
  const path = resolve(recipe);
  if (!existsSync(path)) throw new FileError(path, 'there is no such recipe file', 'Check the path.');
  return parseRecipe(path, readFileSync(path, 'utf8'));
}

/** Parses the facts at the start of a recipe. A comment line that is not `key: value` continues the fact above it. */
export function parseRecipe(path: string, sql: string): Recipe {
  const facts = new Map<string, string>();
  let last: string | undefined;
  for (const line of sql.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    if (!line.startsWith('--')) break;
    const fact = FACT.exec(line);
    if (fact?.[1] !== undefined) {
      last = fact[1];
      facts.set(last, (fact[2] ?? '').trim());
    } else if (last !== undefined) {
      facts.set(last, `${facts.get(last)} ${line.slice(2).trim()}`.trim());
    }
  }
  const fail = (problem: string) =>
    new FileError(
      path,
      problem,
      'Start the file with lines such as "-- name: mine" (docs/recipes.md lists the facts).',
    );
  const missing = REQUIRED.filter((key) => !facts.get(key));
  if (missing.length > 0) throw fail(`the recipe does not declare ${missing.join(', ')}`);
  const name = facts.get('name') ?? '';
  if (!/^[a-z][a-z0-9_-]*$/.test(name))
    throw fail(`the recipe's name "${name}" must consist of lower-case letters, digits, - and _`);
  const priority = Number(facts.get('priority') ?? 50);
  if (!Number.isFinite(priority)) throw fail(`the priority "${facts.get('priority')}" is not a number`);
  const confidence = facts.has('confidence') ? Number(facts.get('confidence')) : null;
  if (confidence !== null && !(confidence >= 0 && confidence <= 1))
    throw fail(`the confidence "${facts.get('confidence')}" is not a number from 0 to 1`);
  const asOf = facts.get('as_of') || null;
  const moment = asOf === null ? undefined : readTime(asOf);
  if (moment !== undefined && 'problem' in moment) throw fail(`as_of: ${moment.problem}`);
  return {
    name,
    title: facts.get('title') ?? '',
    source: facts.get('source') ?? '',
    licence: facts.get('licence') ?? '',
    attribution: facts.get('attribution') ?? '',
    url: facts.get('url') || null,
    download: parseAddresses(facts.get('download') ?? '', fail),
    folder: folderOf(facts.get('folder') || name, fail),
    files: parseFiles(facts.get('files') ?? '', facts.get('reader') ?? '', facts.get('columns') ?? '', fail),
    as_of: asOf,
    priority,
    confidence,
    matched: matchedOf(facts.get('keep') ?? 'all', fail),
    fills: facts.get('fills') ?? '',
    path,
    sql,
  };
}

function matchedOf(text: string, fail: (problem: string) => FileError): Matched | undefined {
  if (text === 'all') return undefined;
  const found = /^matched(?: (?!or )([a-z_]+))?(?: or ([a-z_]+)\(name\))?$/.exec(text);
  if (found === null)
    throw fail(`keep is "${text}", but must be all, matched or matched KIND, and may end with "or MACRO(name)"`);
  return {kind: found[1], unless: found[2]};
}

function folderOf(text: string, fail: (problem: string) => FileError): string {
  if (/^[\w-]+$/.test(text)) return text;
  throw fail(`the folder "${text}" must consist of letters, digits, - and _`);
}

function parseFiles(
  text: string,
  readers: string,
  columns: string,
  fail: (problem: string) => FileError,
): RecipeFile[] {
  const read = parseReaders(readers, fail);
  const formats = parseFormats(columns, fail);
  const files = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const match = /^([a-z][a-z0-9_]*)=([^?\s]+)(\?)?$/.exec(item);
      if (match?.[1] === undefined || match[2] === undefined) {
        throw fail(`the file "${item}" is not written as name=pattern`);
      }
      return {
        name: match[1],
        glob: match[2],
        optional: match[3] === '?',
        reader: read.get(match[1]) ?? null,
        format: formats.get(match[1]) ?? null,
      };
    });
  const stray = [...read.keys(), ...formats.keys()].find((name) => !files.some((file) => file.name === name));
  if (stray !== undefined) throw fail(`a reader or columns are given for a file "${stray}", which is not declared`);
  if (new Set(files.map((file) => file.name)).size < files.length) throw fail('two files have the same name');
  return files;
}

/** `papers=xml PubmedArticle DeleteCitation, …` */
function parseReaders(text: string, fail: (problem: string) => FileError): Map<string, RecipeFile['reader']> {
  const readers = new Map<string, RecipeFile['reader']>();
  for (const item of text.split(',').map((part) => part.trim())) {
    if (item === '') continue;
    const match = /^([a-z][a-z0-9_]*)=xml((?: [A-Za-z_][\w.:-]*)+)$/.exec(item);
    if (match?.[1] === undefined || match[2] === undefined) {
      throw fail(`the reader "${item}" is not written as name=xml ELEMENT …`);
    }
    readers.set(match[1], {format: 'xml', elements: match[2].trim().split(' ')});
  }
  return readers;
}

/** Whether a file's name matches the pattern; `*` is any run of characters, and `.gz` may follow. */
export function matchesGlob(path: string, glob: string): boolean {
  const pattern = glob.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${pattern}(\\.gz)?$`, 'i').test(basename(path));
}
