import {stateDigest} from '../../src/store/digest.ts';
import {generationFile, readPointer} from '../../src/store/store.ts';
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
    return await stateDigest(shell.connection);
  } finally {
    shell.close();
  }
}

/** What a generation says of how it was made, not of what is in it. */
const OF_ITSELF = ['release', 'upkeep'];

const ROW_NUMBERS = new Set(['rid', 'src', 'dst', 'survivor', 'work', 'person', 'company']);
const LISTS_OF_ROW_NUMBERS = new Set(['others', 'rids']);

/** A column as it is compared: row and term numbers are a store's own, so what they stand for is written out. */
function comparable(column: string): string | undefined {
  const id = (rid: string) => `(select e.id from graph.entity e where e.rid = ${rid})`;
  if (ROW_NUMBERS.has(column)) return `${id(`t.${column}`)} as ${column}`;
  if (LISTS_OF_ROW_NUMBERS.has(column)) {
    const rows = `(select unnest(t.${column}) as one, generate_subscripts(t.${column}, 1) as place)`;
    return `(select list(e.id order by place) from ${rows} join graph.entity e on e.rid = one) as ${column}`;
  }
  return column === 'tid' ? '(select w.term from graph.term w where w.tid = t.tid) as tid' : undefined;
}

/** Base tables of the current generation as sorted rows of text, but for what states the release itself. */
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
    const all = new Map<string, string[]>();
    for (const {name, columns} of tables) {
      if (OF_ITSELF.includes(String(name)) || !isAsked(String(name))) continue;
      const replaced = (columns as string[]).flatMap((column) => comparable(column) ?? []);
      const rows = await shell.rows(
        `select to_json(x)::varchar as row from (select t.* ${replaced.length > 0 ? `replace (${replaced.join(', ')})` : ''} from graph.${name} t) x order by 1`,
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
