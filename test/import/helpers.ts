import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {afterAll} from 'vitest';
import {type ImportOptions, type ImportReport, importSnapshot} from '../../src/import/index.ts';

export const AS_OF = '2025-06-30T00:00:00.000Z';

/** A folder that is gone when the tests of the file are done. */
export function workspace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'biograph-import-'));
  afterAll(() => rmSync(folder, {recursive: true, force: true}));
  return folder;
}

let number = 0;

/** A recipe of hand-written rows: `entities` and `edges` are SELECTs. */
export function recipe(
  folder: string,
  sql: {entities?: string; edges?: string; diseases?: string; more?: string},
  facts = '',
): string {
  const name = /-- name: (\S+)/.exec(facts)?.[1] ?? `hand${++number}`;
  const source = /-- source: (.+)/.exec(facts)?.[1] ?? name;
  const path = join(folder, `${name}-${++number}.sql`);
  const views = (['entities', 'edges', 'diseases'] as const)
    .filter((relation) => sql[relation] !== undefined)
    .map((relation) => `create temp view ${relation} as ${sql[relation]};`);
  writeFileSync(
    path,
    `-- name: ${name}\n-- title: Rows by hand\n-- source: ${source}\n-- licence: none\n-- files: none=none.csv?\n${facts.replace(/-- (?:name|source): .+\n?/g, '')}\n\n${sql.more ?? ''}\n${views.join('\n')}\n`,
  );
  return path;
}

/** Makes recipes of companies: rows of `columns`, the recipe's name, and lines of its head. */
export function companiesIn(folder: string) {
  return (rows: string, columns = 'key, name', name = 'one', facts = '') =>
    recipe(
      folder,
      {entities: `select *, 'company' as kind from (values ${rows}) v(${columns})`},
      `-- name: ${name}\n${facts}`,
    );
}

/** A recipe of some genes that drugs hit. */
export function genesIn(folder: string): string {
  return recipe(
    folder,
    {
      entities: `select key, 'target' as kind, name, aliases, {ensembl_id: 'ENSG' || name} as attributes from (values
        ('hgnc:HGNC:1', 'ALK', ['CD246']), ('hgnc:HGNC:2', 'RET', ['PTC']), ('hgnc:HGNC:3', 'ERBB2', ['HER2']), ('hgnc:HGNC:4', 'CDK4', ['PSK-J3']), ('hgnc:HGNC:5', 'CDK6', ['PLSTIRE']),
        ('hgnc:HGNC:6', 'DPP4', ['CD26']), ('hgnc:HGNC:7', 'TNF', ['DIF']), ('hgnc:HGNC:8', 'F10', ['FX1']), ('hgnc:HGNC:9', 'NECTIN4', ['PVRL4']), ('hgnc:HGNC:10', 'CD19', ['B4']),
        ('hgnc:HGNC:11', 'PDCD1', ['CD279']), ('hgnc:HGNC:12', 'FLT1', ['VEGFR1']), ('hgnc:HGNC:13', 'KDR', ['VEGFR2']), ('hgnc:HGNC:14', 'FLT4', ['VEGFR3']), ('hgnc:HGNC:15', 'CTLA4', ['CD152'])) v(key, name, aliases)`,
    },
    '-- name: genes\n',
  );
}

export interface Built {
  report: ImportReport;
  out: string;
  /** Rows of a SELECT over `entities`, `edges` and `provenance` of the snapshot. */
  rows(sql: string): Promise<Record<string, unknown>[]>;
  /** The rejects, as they were written. */
  rejects(): Record<string, unknown>[];
}

/** Imports into the folder and lets the result be asked. */
export async function build(
  folder: string,
  recipes: (string | {recipe: string; in: ImportOptions['recipes'][number]['in']})[],
  options: Partial<ImportOptions> = {},
): Promise<Built> {
  const out = join(folder, `snapshot-${++number}`);
  const report = await importSnapshot({
    recipes: recipes.map((entry) => (typeof entry === 'string' ? {recipe: entry, in: []} : entry)),
    out,
    asOf: AS_OF,
    // Several test files build at once: one thread each wastes least.
    threads: 1,
    ...options,
  });
  return {
    report,
    out,
    rows: (sql) => ask(out, sql),
    rejects: () =>
      report.rejects_file === null
        ? []
        : readFileSync(report.rejects_file, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

/** Rows of a SELECT over `entities`, `edges` and `provenance` of a snapshot. */
export async function ask(out: string, sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run("set TimeZone = 'UTC'");
    for (const table of ['entities', 'edges', 'provenance']) {
      await connection.run(`create view ${table} as from '${out}/${table}/*.parquet'`);
    }
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
}

/** A file of the given lines in the folder. */
export function file(folder: string, name: string, lines: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** A folder of its own that holds the given files, each by its lines: what a recipe is pointed at. */
export function inputFolder(folder: string, contents: Record<string, string[]>): string[] {
  const path = join(folder, `in${++number}`);
  mkdirSync(path);
  for (const [name, lines] of Object.entries(contents)) file(path, name, lines);
  return [path];
}

/** A recipe that makes two genes, each with its identifiers and aliases; one alias is both's. */
export const twoGenes = (folder: string) =>
  recipe(
    folder,
    {
      entities: `select key, 'target' as kind, name, same_as, aliases, {ensembl_id: 'ENSG' || name} as attributes from (values
      ('hgnc:HGNC:1', 'AAA1', ['entrez:101', 'uniprot:P00001', 'symbol:AAA1'], ['OLD1', 'BOTH']),
      ('hgnc:HGNC:2', 'BBB2', ['entrez:102', 'uniprot:P00002', 'symbol:BBB2'], ['BOTH'])) v(key, name, same_as, aliases)`,
    },
    '-- name: genes\n',
  );

/** Rows as the lines of a file of values apart by tabs. */
export const tsv = (...rows: string[][]) => rows.map((row) => row.join('\t'));

/** Every edge as s, r and t: the names of its ends and the relation between. */
export const EDGES = `select s.name as s, relation as r, t.name as t from edges e join entities s on s.id = e.source join entities t on t.id = e.target order by r, s, t`;

/** A SELECT of hand-written rows. */
export const values = (rows: string, columns: string) => `select * from (values ${rows}) v(${columns})`;

/** The same with the kind that all of them are of. */
export const entities = (kind: string, rows: string, columns = 'key, name') =>
  values(rows, columns).replace('*', `*, '${kind}' as kind`);

/** What was folded into what, and how surely. */
export const folded = `select e.natural_key as k, s.natural_key as into, e.identity_confidence as c from entities e join entities s on s.id = e.merged_into order by 1`;
