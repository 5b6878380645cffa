import {readFileSync} from 'node:fs';
import {type DuckDBConnection, DuckDBTimestampTZValue} from '@duckdb/node-api';
import {FileError, reasonOf} from '../errors.ts';
import {quote} from '../sql/sql.ts';
import {GuardedSets} from './guard.ts';
import {readSql} from './sql-file.ts';

const TYPES = ['same', 'different', 'name', 'field', 'not-an-edge'];
const COLUMNS = ['type', 'key', 'value', 'field', 'source', 'who', 'when'];

/** Fields that a correction may set, besides `attributes.<key>`. */
const FIELDS = [
  ...[
    'domain',
    'cik',
    'ticker',
    'uei',
    'orcid',
    'doi',
    'target',
    'target_id',
    'target_symbol',
    'modality',
    'mechanism',
  ],
  ...['therapeutic_area', 'disease_id', 'disease_label', 'platform_type', 'product_family'],
];
const isField = (name: string) => FIELDS.includes(name) || /^attributes\.[a-z][a-z0-9_]*$/.test(name);
const NAMED = /^\s*([A-Za-z][A-Za-z0-9_]*:\s*\S|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)/i;

const REMEDY = 'See "Corrections" in docs/recipes.md.';

/**
 * Reads a build's corrections into the table `correction`: `type,key,value,field,source,who,when`, one fact per line.
 * It is empty if there is no file.
 * @throws FileError naming an invalid line.
 */
export async function readCorrections(connection: DuckDBConnection, path: string | undefined): Promise<void> {
  await connection.run(
    `create table correction (line integer, type varchar, key varchar, value varchar, field varchar, source varchar, who varchar, said_at timestamptz);
     create table correction_used (line integer)`,
  );
  if (path === undefined) return;
  try {
    readFileSync(path);
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : reasonOf(cause);
    throw new FileError(path, reason ?? 'there is no such corrections file', REMEDY, {cause});
  }
  let rows: Record<string, unknown>[];
  try {
    const read = await connection.runAndReadAll(
      `from read_csv(${quote(path)}, header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', strict_mode = true, null_padding = true)`,
    );
    rows = read.getRowObjectsJson();
    const known = read.columnNames();
    const missing = ['type', 'key', 'value', 'source', 'who', 'when'].filter((name) => !known.includes(name));
    const strange = known.filter((name) => !COLUMNS.includes(name));
    if (missing.length > 0) throw new FileError(path, `has no column ${missing.join(', ')}`, REMEDY);
    if (strange.length > 0) throw new FileError(path, `has an unknown column ${strange.join(', ')}`, REMEDY);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(path, 'is not CSV with a header', REMEDY, {cause: error});
  }
  const appender = await connection.createAppender('correction');
  for (const [index, row] of rows.entries()) {
    const line = index + 2;
    const text = (name: string) => String(row[name] ?? '').trim();
    const fact = parseFact(path, line, text);
    if (fact === undefined) continue;
    const at = text('when') === '' ? null : new Date(text('when'));
    if (at !== null && Number.isNaN(at.getTime()))
      throw new FileError(path, `line ${line}: when is "${text('when')}", which is not a date`, REMEDY);
    appender.appendInteger(line);
    for (const value of [fact.type, fact.key, fact.value, fact.field, text('source'), text('who')])
      appender.appendVarchar(value);
    if (at === null) appender.appendNull();
    else appender.appendTimestampTZ(new DuckDBTimestampTZValue(BigInt(at.getTime()) * 1000n));
    appender.endRow();
  }
  appender.closeSync();
}

type Fact = Record<'type' | 'key' | 'value' | 'field', string>;

/** A line of the file, with the field or relation in its own column; undefined for an empty line. */
function parseFact(path: string, line: number, text: (name: string) => string): Fact | undefined {
  const fail = (problem: string) => new FileError(path, `line ${line}: ${problem}`, REMEDY);
  const type = text('type').toLowerCase();
  const key = text('key');
  let value = text('value');
  let field = text('field');
  if (type === '' && key === '') return undefined;
  if (!TYPES.includes(type)) throw fail(`type is "${type}", which is not one of ${TYPES.join(', ')}`);
  if (!NAMED.test(key)) throw fail(`key is "${key}", which is neither prefix:value nor an id`);
  // Without that column, a field is written field=value, and a relation before its target.
  if (type === 'field' && field === '') [, field = '', value = ''] = /^([a-z_.0-9]+)=(.*)$/s.exec(value) ?? [];
  if (type === 'not-an-edge' && field === '') [, field = '', value = ''] = /^([a-z][a-z0-9_]*) (.+)$/.exec(value) ?? [];
  if (type === 'field' && !isField(field)) throw fail(`"${field}" is not a field that can be corrected`);
  if (type === 'not-an-edge' && !/^[a-z][a-z0-9_]*$/.test(field))
    throw fail('no relation is given, as field or before the value');
  if (type === 'name' && value === '') throw fail('no name is given as value');
  if (['same', 'different', 'not-an-edge'].includes(type) && !NAMED.test(value))
    throw fail(`value is "${value}", which is neither prefix:value nor an id`);
  return {type, key, value, field};
}

/**
 * Removes links found by a rule that would connect two entities that a correction keeps apart, the least confident
 * first. Does nothing without such a correction.
 */
export async function keepApart(connection: DuckDBConnection): Promise<void> {
  const apart = (await connection.runAndReadAll('select record, scheme, value from apart order by all')).getRows();
  if (apart.length === 0) return;
  const sets = new GuardedSets();
  for (const [record, scheme, value] of apart) sets.carry(String(record), String(scheme), String(value));
  for (const [a, b] of (await connection.runAndReadAll('select a, b from link order by all')).getRows())
    sets.join(String(a), String(b));
  const found = await connection.runAndReadAll(
    'select rowid::integer, a, b from likeness order by confidence desc, a, b',
  );
  const refused = found
    .getRows()
    .filter(([, a, b]) => !sets.join(String(a), String(b)))
    .map(([row]) => Number(row));
  if (refused.length > 0) await connection.run(`delete from likeness where rowid in (${refused.join(', ')})`);
}

/** Applies corrections of names, fields and edges: once before anything is derived from them, and once after. */
export async function applyCorrections(connection: DuckDBConnection): Promise<void> {
  const columns = FIELDS.map(
    (name) =>
      `${name} = case when list_contains(c.fields, '${name}') then nullif(c.given['${name}'], '') else entity.${name} end`,
  );
  await connection.run(readSql('./correct.sql').replace('{columns}', columns.join(',\n  ')));
}

/** A correction without effect: its line in the file, its content, and the reason. */
export interface IdleCorrection {
  line: number;
  type: string;
  key: string;
  why: string;
}

export async function idleCorrections(connection: DuckDBConnection): Promise<IdleCorrection[]> {
  const rows = await connection.runAndReadAll(`select c.line, c.type, c.key, case
      when k.line is null then 'nothing in this build bears the key'
      when v.line is null and c.type in ('same', 'different', 'not-an-edge') then 'nothing in this build bears the value'
      else 'the sources no longer say otherwise' end as why
    from correction c left join correction_end k on k.line = c.line and k.place = 'key' left join correction_end v on v.line = c.line and v.place = 'value'
    where k.line is null or (v.line is null and c.type in ('same', 'different', 'not-an-edge'))
      or (c.type in ('name', 'not-an-edge') and c.line not in (select line from correction_used))
    order by c.line`);
  return rows
    .getRowObjectsJson()
    .map((row) => ({line: Number(row.line), type: String(row.type), key: String(row.key), why: String(row.why)}));
}
