import {existsSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {loadSnapshot, openGraph} from '../../src/index.ts';
import {writeSnapshot} from '../../src/snapshot/write.ts';
import {quote} from '../../src/sql/sql.ts';
import {type Difference, MEASURES, type Measures, mean, measured, pairedBootstrap} from './measures.ts';
import {reference} from './reference.ts';
import {random} from './retrieval.ts';

export interface Judged {
  collection: string;
  documents: number;
  queries: number;
  ours: Measures;
  reference: Measures;
  /** Ours less the reference, by measure. */
  differences: Record<(typeof MEASURES)[number], Difference>;
}

/** The folders in BEIR's layout (corpus.jsonl, queries.jsonl, qrels.tsv or qrels/*.tsv) at a place: it itself, or those in it. */
export function collectionsIn(folder: string): string[] {
  const isOne = (path: string) => existsSync(join(path, 'corpus.jsonl')) && existsSync(join(path, 'queries.jsonl'));
  if (isOne(folder)) return [folder];
  const found = readdirSync(folder, {withFileTypes: true})
    .filter((entry) => entry.isDirectory())
    .map(({name}) => join(folder, name))
    .filter(isOne);
  if (found.length === 0)
    throw new Error(`${folder} holds no collection: corpus.jsonl, queries.jsonl and qrels are needed.`);
  return found.sort();
}

/** The judgements: of the test queries where there are several files. */
function judgements(folder: string): string {
  const tried = [join(folder, 'qrels', 'test.tsv'), join(folder, 'qrels.tsv')];
  const found =
    tried.find((path) => existsSync(path)) ??
    (existsSync(join(folder, 'qrels')) ? join(folder, 'qrels', '*.tsv') : undefined);
  if (found === undefined) throw new Error(`${folder} has no judgements: qrels.tsv or qrels/*.tsv.`);
  return found;
}

/** How many documents of an answer are looked at: the window of a text search. */
const DEPTH = 50;

/**
 * Asks every judged query of a collection, titles as names and texts as abstracts, and compares with Lucene's formula over the same texts
 * (see reference.ts).
 */
export async function judged(folder: string, seed: number): Promise<Judged> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const at = mkdtempSync(join(tmpdir(), 'biograph-judged-'));
  try {
    const rows = async (query: string) => (await connection.runAndReadAll(query)).getRowObjectsJson();
    const text = (file: string) =>
      `read_json(${quote(join(folder, file))}, format = 'newline_delimited', columns = {_id: 'VARCHAR', title: 'VARCHAR', text: 'VARCHAR'})`;
    await connection.run(`create table document as
      select _id as id, coalesce(nullif(trim(title), ''), _id) as title, coalesce(text, '') as text, md5(_id)::uuid::varchar as uuid from ${text('corpus.jsonl')}`);
    await connection.run(
      `create table query as select _id as id, left(text, 1000) as text from ${text('queries.jsonl')}`,
    );
    await connection.run(`create table grade as
      select #1 as query, #2 as document, #3::integer as grade
      from read_csv(${quote(judgements(folder))}, delim = '\\t', header = true, all_varchar = true)`);
    await writeSnapshot(connection, {
      out: join(at, 'snapshot'),
      tables: {
        entities: `select uuid as id, 'paper' as kind, 'live' as state, title as name, 'd-' || md5(id) as slug, 'judged' as source,
          timestamptz '2026-01-01' as updated_at, to_json({abstract: text})::varchar as attributes from document`,
        edges: 'select 1 where false',
        provenance: 'select 1 where false',
      },
      meta: {
        as_of: '2026-01-01T00:00:00Z',
        sources: [{source: 'judged', licence: 'unknown', attribution: 'a judged collection'}],
      },
    });
    await loadSnapshot({snapshot: join(at, 'snapshot'), store: join(at, 'store')});
    const documents = (await rows('select id, uuid, title, text from document')) as Record<string, string>[];
    const idOf = new Map(documents.map(({id, uuid}) => [uuid, id as string]));
    const grades = new Map<string, Map<string, number>>();
    for (const {query, document, grade} of await rows('from grade')) {
      const own = grades.get(String(query)) ?? new Map<string, number>();
      grades.set(String(query), own.set(String(document), Number(grade)));
    }
    const queries = (await rows('from query order by id')).filter(({id}) =>
      [...(grades.get(String(id))?.values() ?? [])].some((grade) => grade > 0),
    );
    const compared = reference(documents.map(({id = '', title, text: body}) => ({id, text: `${title} ${body}`})));
    const ours: Measures[] = [];
    const theirs: Measures[] = [];
    await using graph = await openGraph(join(at, 'store'));
    for (const {id, text: asked} of queries) {
      const own = grades.get(String(id)) as Map<string, number>;
      const {results} = await graph.entities({q: String(asked), limit: DEPTH, fields: 'name'});
      ours.push(
        measured(
          results.map((row) => idOf.get(row.id) ?? ''),
          own,
        ),
      );
      theirs.push(measured(compared(String(asked), DEPTH), own));
    }
    const next = random(seed);
    const all = (list: Measures[]) =>
      Object.fromEntries(MEASURES.map((name) => [name, mean(list.map((one) => one[name]))])) as unknown as Measures;
    return {
      collection: basename(folder),
      documents: documents.length,
      queries: queries.length,
      ours: all(ours),
      reference: all(theirs),
      differences: Object.fromEntries(
        MEASURES.map((name) => [
          name,
          pairedBootstrap(
            ours.map((one) => one[name]),
            theirs.map((one) => one[name]),
            next,
          ),
        ]),
      ) as Judged['differences'],
    };
  } finally {
    connection.disconnectSync();
    instance.closeSync();
    rmSync(at, {recursive: true, force: true});
  }
}
