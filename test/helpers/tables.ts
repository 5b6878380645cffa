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

/** Every base table of the current generation as sorted rows of text, but for what states the release itself. */
export async function tablesOf(store: string, but: readonly string[] = ['release']): Promise<Map<string, string[]>> {
  const shell = await openStore(store);
  try {
    const tables = await shell.rows(
      "select table_name as name from duckdb_tables() where database_name = 'graph' order by 1",
    );
    const all = new Map<string, string[]>();
    for (const {name} of tables) {
      if (but.includes(String(name))) continue;
      const rows = await shell.rows(`select to_json(t)::varchar as row from graph.${name} t order by 1`);
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
export async function differences(got: string, want: string, but: readonly string[] = ['release']): Promise<string[]> {
  const [ours, theirs] = [await tablesOf(got, but), await tablesOf(want, but)];
  const short = (rows: readonly string[]) => rows.slice(0, 3).map((row) => row.slice(0, 200));
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((table) => {
    const [a, b] = [ours.get(table) ?? ['no table'], theirs.get(table) ?? ['no table']];
    const [inA, inB] = [new Set(a), new Set(b)];
    const [more, less] = [a.filter((row) => !inB.has(row)), b.filter((row) => !inA.has(row))];
    if (more.length + less.length === 0 && a.length === b.length) return [];
    return [`${table} ${a.length}/${b.length} +${JSON.stringify(short(more))} -${JSON.stringify(short(less))}`];
  });
}
