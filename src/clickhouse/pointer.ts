import type {Connection} from './connection.ts';

/** A kept generation and its database. */
export interface Kept {
  number: number;
  database: string;
}

/** The latest publication: a single row, so that it is replaced atomically. */
export interface Pointer {
  /** Increases with each publication. */
  turn: number;
  /** The store's layout; another version reads a different one. */
  format: string;
  /** The first is the current generation. */
  kept: readonly Kept[];
  /** The key that signs cursors: 64 hexadecimal digits. */
  cursorKey: string;
  /** The cluster that it is sharded over; empty for none. */
  cluster: string;
}

const TABLE = 'pointer';

/** Creates the pointer's database and table on a node. */
export async function preparePointer(connection: Connection, node: number, name: string): Promise<void> {
  await connection.run(node, `create database if not exists ${name}`);
  await connection.run(
    node,
    `create table if not exists ${name}.${TABLE} (turn UInt64, format String, numbers Array(UInt32), databases Array(String), cursor_key String, cluster String, moved_at DateTime64(3, 'UTC') default now64(3))
     engine = MergeTree order by turn`,
  );
}

/** A node's pointer; undefined if nothing was published. */
export async function readPointer(connection: Connection, name: string, node?: number): Promise<Pointer | undefined> {
  const {columns, rows} = await connection.ask(
    {
      text: `select turn, format, numbers, databases, cursor_key, cluster from ${name}.${TABLE} order by turn desc limit 1`,
      values: [],
    },
    {node, timeout: 5000},
  );
  if (rows === 0) return undefined;
  const [turn, format, numbers, databases, cursorKey, cluster] = columns.map(([first]) => first);
  const names = databases as string[];
  return {
    turn: Number(turn),
    format: String(format),
    kept: (numbers as number[]).map((number, index) => ({number, database: names[index] ?? ''})),
    cursorKey: String(cursorKey),
    cluster: String(cluster),
  };
}

/** Replaces the pointer on a node, which then answers from another generation. */
export async function movePointer(connection: Connection, node: number, name: string, pointer: Pointer): Promise<void> {
  const {turn, format, kept, cursorKey, cluster} = pointer;
  const numbers = kept.map(({number}) => number).join(', ');
  const databases = kept.map(({database}) => `'${database}'`).join(', ');
  await connection.run(
    node,
    `insert into ${name}.${TABLE} (turn, format, numbers, databases, cursor_key, cluster)
     select ${turn}, {format:String}, [${numbers}]::Array(UInt32), [${databases}]::Array(String), '${cursorKey}', {cluster:String}`,
    {values: {cluster, format}},
  );
}
