import {attachedFolder} from '../../src/lookups/folder.ts';
import {recallPostings} from '../../src/lookups/postings.ts';
import {generationFile, readPointer} from '../../src/store/store.ts';
import {stateDigest} from '../../src/tables/digest.ts';
import {recallDocuments} from '../../src/tables/steps.ts';
import {openShell, type Shell} from './duckdb.ts';

/** A shell with the current generation of a store attached as `graph`. */
export async function openStore(store: string): Promise<Shell> {
  const shell = await openShell();
  await shell.connection.run(`attach '${generationFile(store, readPointer(store).generation)}' as graph (read_only)`);
  return shell;
}

/** The digest of what lives in a store. */
export async function digestOf(store: string): Promise<string> {
  const shell = await openStore(store);
  try {
    await recallDocuments(shell.connection);
    return await stateDigest(shell.connection);
  } finally {
    shell.close();
  }
}

/** What a generation says of how it was made, not of what is in it. */
const OF_ITSELF = ['release', 'refreshed'];

const ROW_NUMBERS = new Set([
  'rid',
  'src',
  'dst',
  'survivor',
  'work',
  'person',
  'company',
  'head',
  'patent',
  'party',
  'asset',
]);
const LISTS_OF_ROW_NUMBERS = new Set(['others', 'rids']);

/** Tables that repeat the numbers of an order, by column. */
const NUMBERS_IN_ORDER: Record<string, Record<string, string>> = {
  order_key: {recent: 'recent', name: 'name', date: 'date', prominence: 'prominence', momentum: 'momentum'},
  label: {recent: 'recent', name: 'name', date: 'date', prominence: 'prominence', momentum: 'momentum'},
  name_word: {order_key: 'prominence'},
  full_name: {order_key: 'prominence'},
};
const CELLS = new Set(['cell', 'in_cell', 'company_count', 'company_cell', 'cell_gate']);
const VALUES = new Set(['label_id', 'given', 'beside']);

/** A column as it is compared: row, value, word and term numbers are a store's own, so what they stand for is written out. */
function comparable(table: string, column: string): string | undefined {
  const id = (rid: string) => `(select e.id from graph.entity e where e.rid = ${rid})`;
  if (ROW_NUMBERS.has(column)) return `${id(`t.${column}`)} as ${column}`;
  if (LISTS_OF_ROW_NUMBERS.has(column)) {
    const rows = `(select unnest(t.${column}) as one, generate_subscripts(t.${column}, 1) as place)`;
    return `(select list(e.id order by place) from ${rows} join graph.entity e on e.rid = one) as ${column}`;
  }
  const order = NUMBERS_IN_ORDER[table]?.[column];
  if (order !== undefined)
    return `coalesce((select p.place from place_in_order p where p."order" = '${order}' and p.number = t.${column}), t.${column}) as ${column}`;
  if (VALUES.has(column) || (CELLS.has(table) && ['target', 'modality', 'area'].includes(column)))
    return `coalesce((select v.field || v.norm from graph.value v where v.label_id = t.${column}), t.${column}::varchar) as ${column}`;
  if (column === 'wid') return '(select w.word from graph.word w where w.wid = t.wid) as wid';
  return column === 'tid' ? '(select w.term from graph.term w where w.tid = t.tid) as tid' : undefined;
}

/** The places that numbers of an order stand for, first, second and so on. */
const PLACES = ['recent', 'name', 'date', 'prominence', 'momentum']
  .map(
    (order) =>
      `select '${order}' as "order", ${order} as number, row_number() over (order by ${order}) as place from graph.order_key where ${order} is not null`,
  )
  .join(' union all ');

/** Base tables of the current generation as sorted rows of text, with its postings, but for what states the release itself. */
export async function tablesOf(
  store: string,
  isAsked: (table: string) => boolean = () => true,
): Promise<Map<string, string[]>> {
  const shell = await openStore(store);
  try {
    const tables = await shell.rows(
      `select table_name as name, list(column_name) as columns from duckdb_columns() c semi join duckdb_tables() using (database_name, table_name)
       where database_name = 'graph' group by 1 order by 1`,
    );
    await shell.connection.run('use graph');
    const file = generationFile(store, readPointer(store).generation);
    await recallPostings(shell.connection, {
      folder: await attachedFolder(shell.connection, file),
      table: 'posting',
    });
    tables.push({name: 'posting', columns: ['tid', 'rid', 'impact']});
    await shell.connection.run(`create temp table place_in_order as ${PLACES}`);
    const all = new Map<string, string[]>();
    for (const {name, columns} of tables) {
      if (OF_ITSELF.includes(String(name)) || !isAsked(String(name))) continue;
      const replaced = (columns as string[]).flatMap((column) => comparable(String(name), column) ?? []);
      const rows = await shell.rows(
        `select to_json(x)::varchar as row from (select t.* ${replaced.length > 0 ? `replace (${replaced.join(', ')})` : ''} from ${name} t) x order by 1`,
      );
      all.set(
        String(name),
        rows.map(({row}) => String(row)),
      );
    }
    return all;
  } finally {
    shell.close();
  }
}

/** What two stores' tables differ in: a few rows of each such table, short enough to read. */
export async function differences(got: string, want: string, but: readonly string[] = []): Promise<string[]> {
  const isAsked = (table: string) => !but.includes(table);
  const [ours, theirs] = [await tablesOf(got, isAsked), await tablesOf(want, isAsked)];
  const short = (rows: readonly string[]) => rows.slice(0, 3).map((row) => row.slice(0, 200));
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((table) => {
    const [a, b] = [ours.get(table) ?? ['no table'], theirs.get(table) ?? ['no table']];
    const [inA, inB] = [new Set(a), new Set(b)];
    const [more, less] = [a.filter((row) => !inB.has(row)), b.filter((row) => !inA.has(row))];
    if (more.length + less.length === 0 && a.length === b.length) return [];
    return [`${table} ${a.length}/${b.length} +${JSON.stringify(short(more))} -${JSON.stringify(short(less))}`];
  });
}
