import {rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {quote} from '../../src/sql/sql.ts';
import {whole} from './document.ts';
import {microseconds, type Params, type Peer, type Place} from './peer.ts';
import {CONCENTRATION, FACETS, WHITESPACE} from './shared-sql.ts';

interface Statement {
  all(...values: unknown[]): Record<string, string | number>[];
  get(...values: unknown[]): Record<string, string | number> | undefined;
  run(...values: unknown[]): unknown;
  raw(): Statement;
}

interface Sqlite {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  pragma(text: string): unknown;
  close(): void;
}

/** Not a dependency of biograph: it is there where benchmarks/peers was installed. */
async function database(file: string, readonly: boolean): Promise<Sqlite> {
  const name: string = 'better-sqlite3';
  const {default: Database} = (await import(name)) as {default: new (file: string, options: object) => Sqlite};
  return new Database(file, {readonly});
}

const fileOf = ({folder}: Place) => join(folder, 'graph.sqlite');

export function size(place: Place): number {
  return statSync(fileOf(place)).size;
}

const TABLES = `
  create table entity (rid integer primary key, id text not null, kind text not null, slug text not null, name text not null, day text,
    recent integer not null, prominence real not null, document text not null, cut integer not null, fields text not null);
  create table edge (source integer not null, relation text not null, target integer not null, observed integer, origin text, confidence real, record text);
  create table label (field text not null, value text not null, rid integer not null, kind text not null, recent integer not null);
  create virtual table text using fts5(words, content='', tokenize='porter unicode61');
  create table word (word text not null, prominence real not null, rid integer not null);`;

const INDEXES = `
  create unique index entity_id on entity (id);
  create index entity_slug on entity (kind, slug);
  create index entity_recent on entity (recent desc, id);
  create index edge_source on edge (source);
  create index edge_target on edge (target);
  create index label_value on label (field, value, recent desc, rid);
  create index label_rid on label (rid, field, value);
  create index word_word on word (word, prominence desc, rid);
  analyze;`;

export async function load(place: Place): Promise<void> {
  rmSync(fileOf(place), {force: true});
  const db = await database(fileOf(place), false);
  db.pragma('journal_mode = off');
  db.pragma('synchronous = off');
  db.exec(TABLES);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const each = async (table: string, take: (row: (string | number | null)[]) => void) => {
    const result = await connection.stream(`FROM ${quote(join(place.rows.folder, `${table}.parquet`))}`);
    db.exec('begin');
    for await (const rows of result.yieldRows())
      for (const row of rows) take(row.map((value) => (typeof value === 'bigint' ? Number(value) : (value as string))));
    db.exec('commit');
  };
  const entity = db.prepare('insert into entity values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const text = db.prepare('insert into text (rowid, words) values (?, ?)');
  const word = db.prepare('insert into word values (?, ?, ?)');
  await each('entity', ([rid, id, kind, slug, name, day, recent, prominence, words, document, cut, fields]) => {
    entity.run(rid, id, kind, slug, name, day, recent, prominence, document, cut, fields);
    text.run(rid, words);
    for (const one of new Set(
      String(name)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu),
    ))
      word.run(one, prominence, rid);
  });
  const edge = db.prepare('insert into edge values (?, ?, ?, ?, ?, ?, ?)');
  await each('edge', (row) => edge.run(...row));
  const label = db.prepare('insert into label values (?, ?, ?, ?, ?)');
  await each('label', (row) => label.run(...row));
  connection.disconnectSync();
  instance.closeSync();
  db.exec(INDEXES);
  db.exec("insert into text(text) values ('optimize')");
  db.close();
}

export async function open(place: Place): Promise<Peer> {
  const db = await database(fileOf(place), true);
  db.pragma('mmap_size = 268435456');
  db.pragma('cache_size = -65536');
  const column = (sql: string) => {
    const statement = db.prepare(sql);
    return (...values: unknown[]) => statement.all(...values).map((row) => Object.values(row).join(' '));
  };
  const documents = (sql: string) => {
    const statement = db.prepare(sql);
    return (...values: unknown[]) =>
      statement.all(...values).map(({document}) => (JSON.parse(String(document)) as {id: string}).id);
  };
  const alone = (where: string) => {
    const statement = db.prepare(`select document, cut, fields from entity where ${where}`);
    return (...values: unknown[]) => {
      const {document, cut, fields} = statement.get(...values) ?? {};
      return whole(String(document), Number(cut), String(fields));
    };
  };
  const byId = alone('id = ?');
  const bySlug = alone('kind = ? and slug = ?');
  const edges = db.prepare(`
    with own as (select rid from entity where id = ?)
    select relation, 'out' as direction, observed, origin, confidence, record, n.id, n.kind, n.slug, n.name, n.day from own join edge on source = own.rid join entity n on n.rid = target
    union all
    select relation, 'in', observed, origin, confidence, record, n.id, n.kind, n.slug, n.name, n.day from own join edge on target = own.rid join entity n on n.rid = source`);
  const newest = documents('select document from entity order by recent desc, id limit 25');
  const filtered = documents(`
    select document from label t join entity e on e.rid = t.rid
    where t.field = 'target' and t.value = ? and t.kind = ?
      and exists (select 1 from label a where a.rid = t.rid and a.field = 'therapeutic_area' and a.value = ?)
    order by t.recent desc, t.rid limit 25`);
  const typing = column(`
    select id from (select distinct rid, prominence from word where word >= ? and word < ? order by prominence desc limit 10) join entity using (rid)`);
  const matching = documents(
    'select document from (select rowid as rid, rank from text where text match ? order by rank limit 25) join entity using (rid)',
  );
  const text = ({q = ''}: Params) =>
    matching(
      q
        .split(' ')
        .map((one) => `"${one}"`)
        .join(' OR '),
    );
  const walk = db.prepare(`
    with recursive near(rid, depth) as (
      select rid, 0 from entity where id = @id
      union
      select case when e.source = near.rid then e.target else e.source end, depth + 1
      from near join edge e on (e.source = near.rid or e.target = near.rid) where depth < @depth)
    select id, kind, slug, name, rid from (select distinct rid from near) join entity using (rid)`);
  const between = db.prepare(
    `select source, relation, target, observed, origin, confidence, record from edge
    where source in (select value from json_each(@nodes)) and target in (select value from json_each(@nodes))`,
  );
  const hops = ({id}: Params, depth: number) => {
    const nodes = walk.all({id, depth});
    const among = between.all({nodes: JSON.stringify(nodes.map(({rid}) => rid))});
    return [...nodes.map((node) => String(node.id)).sort(), `${among.length} edges`];
  };
  const facets = column(FACETS('?'));
  const aggregate = column(`
    select m.value, count(*) from label a join label m on m.rid = a.rid and m.field = 'modality'
    where a.field = 'therapeutic_area' and a.value = ? group by 1`);
  const concentration = column(CONCENTRATION('?'));
  const whitespace = column(WHITESPACE('?'));
  // In the direction of the index, so that nothing is sorted.
  const changes = documents('select document from entity where recent >= ? order by recent, id desc limit 200');
  const patents = column("select count(*) from label where field = 'target' and value = ? and kind = 'patent'");
  const rows = db.prepare('select document from entity where kind = ? limit 50000');
  return {
    title: `SQLite ${String(db.prepare('select sqlite_version() as v').get()?.v)} (better-sqlite3)`,
    answers: {
      id: ({id}) => [(JSON.parse(byId(id)) as {name: string}).name],
      slug: ({kind, slug}) => [(JSON.parse(bySlug(kind, slug)) as {id: string}).id],
      edges: ({id}) =>
        edges
          .all(id)
          .map(({relation, direction, id: other}) => `${relation} ${direction} ${other}`)
          .sort(),
      newest: () => newest(),
      filtered: ({kind, target, area}) => filtered(target, kind, area),
      typing: ({q = ''}) => typing(q.toLowerCase(), `${q.toLowerCase()}\u{10ffff}`),
      'one word': text,
      'two words': text,
      'four words': text,
      'two hops': (params) => hops(params, 2),
      'three hops': (params) => hops(params, 3),
      facets: ({kind}) =>
        facets(kind)
          .filter((line) => /^(?:modality|therapeutic_area) /.test(line))
          .sort(),
      aggregate: ({area}) => aggregate(area).sort(),
      concentration: ({target}) => [`${patents(target)} patents`, ...concentration(target)],
      whitespace: ({area}) => whitespace(area).sort(),
      changes: ({since = ''}) => changes(microseconds(since)),
      export: ({kind}) => [String(rows.all(kind).map(({document}) => JSON.parse(String(document)) as unknown).length)],
    },
    document: byId,
    close: () => db.close(),
  };
}
