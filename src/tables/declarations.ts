import {sqlTexts} from '../inline.ts';

/**
 * How a refresh updates a table when some entities change:
 * - `by-key`: the file's own statements run over the changed rows alone; the result replaces the rows of these entities
 * - `by-difference`: the rows that differ are found and replaced by statements of their own (refresh/)
 * - `full`: the table is rebuilt from what it reads
 * - `once`: the table stays as it is; a change that would alter it requires a build
 */
export const REFRESHES = ['by-key', 'by-difference', 'full', 'once'] as const;

export type Refresh = (typeof REFRESHES)[number];

/** A file of ddl/: statements that make tables, and what its header declares. */
export interface Declaration {
  name: string;
  /** Tables it reads that other files make, or that exist before the first file runs (`INPUTS`). */
  reads: readonly string[];
  refresh: Refresh;
  text: string;
  /** The tables it adds to the generation. */
  tables: readonly string[];
  /** Everything it makes: those tables, and the temporary tables, views and macros that other files read. */
  makes: readonly string[];
  /** Temporary tables of other files that it drops, being the last to read them. */
  drops: readonly string[];
}

/** Tables that exist before the statements run, made by code. */
export const INPUTS = [
  'snapshot_entities',
  'snapshot_edges',
  'snapshot_provenance',
  'snapshot_diseases',
  'shipped_disease',
  'stemmed',
  'posting_count',
  'stopword',
  'kind',
  'release',
];

/** SQL without its comments; `--` within quotes does not begin one. */
export function withoutComments(text: string): string {
  return text.replace(/'(?:[^']|'')*'|--[^\n]*/g, (match) => (match.startsWith('--') ? '' : match));
}

function declare(name: string, text: string): Declaration {
  const [, reads = '', refresh] = /^(?:-- reads: (.+)\n)?-- refresh: (\S+)\n/.exec(text) ?? [];
  if (!REFRESHES.includes(refresh as Refresh))
    throw new Error(`ddl/${name}.sql does not begin with how it is refreshed`);
  const code = withoutComments(text);
  const created = [...code.matchAll(/\bcreate (?:or replace )?(?:temp )?(?:table|view|macro) (?:\w+\.)?(\w+)/g)];
  const makes = [...new Set(created.map(([, made]) => made as string))];
  const dropped = [...code.matchAll(/\bdrop table ([\w, ]+)/g)].flatMap(([, list]) => (list ?? '').split(/,\s*/));
  return {
    name,
    reads: reads === '' ? [] : reads.split(', '),
    refresh: refresh as Refresh,
    text,
    tables: [...code.matchAll(/^create table (\w+)/gm)].map(([, table]) => table as string),
    makes,
    drops: dropped.filter((table) => !makes.includes(table)),
  };
}

const byName = new Map(
  Object.entries(sqlTexts('./ddl/', import.meta.url))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => [name, declare(name, text)]),
);

export function declarationOf(name: string): Declaration {
  const declaration = byName.get(name);
  if (declaration === undefined) throw new Error(`There is no ddl/${name}.sql`);
  return declaration;
}

/**
 * Sorts the declarations so that each follows those it reads and, if it drops a temporary table, all other readers of
 * that table. Otherwise each comes as late as possible, so that temporary tables do not live longer than needed.
 */
export function inOrder(): Declaration[] {
  const all = [...byName.values()];
  const makerOf = new Map(all.flatMap((one) => one.makes.map((table) => [table, one] as const)));
  const before = (one: Declaration) => [
    ...one.reads.flatMap((table) => makerOf.get(table) ?? []),
    ...all.filter((other) => other !== one && other.reads.some((table) => one.drops.includes(table))),
  ];
  const needed = new Set(all.flatMap(before));
  const order = new Set<Declaration>();
  const place = (one: Declaration, waiting: readonly Declaration[]): void => {
    if (order.has(one)) return;
    if (waiting.includes(one)) throw new Error(`ddl: ${[...waiting, one].map(({name}) => name).join(' reads ')}`);
    for (const other of before(one)) place(other, [...waiting, one]);
    order.add(one);
  };
  // Macros come first because every file calls them.
  place(declarationOf('macros'), []);
  for (const one of all) if (!needed.has(one)) place(one, []);
  return [...order];
}
