import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {FileError} from '../errors.ts';
import {readManifest} from '../snapshot/manifest.ts';
import {quote} from '../sql/sql.ts';
import {readSql} from './sql-file.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const KEY = /^[A-Za-z][A-Za-z0-9_]*:\s*\S/;

/** What must never enter a build: natural keys as written, and ids. */
export interface Suppressed {
  keys: string[];
  ids: string[];
}

/**
 * Reads a suppression list: one natural key (`orcid:0000-0002-1825-0097`) or entity id per line; `#` starts a comment.
 * A key that ends in a colon stands for every key that begins with it.
 * @throws FileError naming an invalid line.
 */
export function readSuppressions(path: string): Suppressed {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new FileError(path, 'cannot be read', 'Give a text file with one natural key or id per line.', {cause});
  }
  const keys: string[] = [];
  const ids: string[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const entry = line.replace(/(^|\s)#.*$/, '').trim();
    if (entry === '') continue;
    if (UUID.test(entry)) ids.push(entry.toLowerCase());
    else if (KEY.test(entry)) keys.push(entry);
    else if (/^[A-Za-z][A-Za-z0-9_]*:$/.test(entry)) {
      throw new FileError(path, `line ${index + 1} would suppress every key of a scheme`, 'Write a longer prefix.');
    } else {
      throw new FileError(
        path,
        `line ${index + 1} is neither a natural key nor an id`,
        'Write prefix:value, as in orcid:0000-0002-1825-0097, or the entity’s UUID.',
      );
    }
  }
  return {keys, ids};
}

/** The ids suppressed by an earlier snapshot in the same place; they stay suppressed in every later build. */
export function suppressedBefore(out: string): string[] {
  return existsSync(join(out, 'manifest.json')) ? (readManifest(out).suppressed ?? []) : [];
}

/**
 * Removes suppressed entities from the staged rows completely: all rows that share a key with one, and every edge to
 * it. Only their ids, which is all a manifest keeps, are left in the table `suppressed_id`.
 * @returns the number of staged rows removed.
 */
export async function suppress(connection: DuckDBConnection, {keys, ids}: Suppressed): Promise<number> {
  const list = (values: string[]) =>
    values.length === 0 ? 'select null::varchar where false' : `select unnest([${values.map(quote).join(', ')}])`;
  await connection.run(
    `create temp table suppressed_key (key) as ${list(keys)}; create table suppressed_id (id) as ${list(ids)}`,
  );
  await connection.run(readSql('./suppress.sql'));
  const removed = await connection.runAndReadAll('select n::integer from suppressed_rows');
  await connection.run('drop table suppressed_rows');
  return Number(removed.getRows()[0]?.[0] ?? 0);
}

/** The ids for the manifest, in order. */
export async function suppressedIds(connection: DuckDBConnection): Promise<string[]> {
  const rows = await connection.runAndReadAll('select distinct id from suppressed_id order by id');
  return rows.getRows().map(([id]) => String(id));
}
