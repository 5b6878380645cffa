import {execFileSync} from 'node:child_process';
import {chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {whole} from './document.ts';
import {memoryOf} from './memory.ts';
import {microseconds, type Params, type Peer, type Place} from './peer.ts';
import {CONCENTRATION, FACETS, WHITESPACE} from './shared-sql.ts';

interface Pool {
  query(question: {text: string; name?: string; values?: unknown[]; rowMode?: 'array'}): Promise<{rows: unknown[]}>;
  end(): Promise<void>;
  on(event: 'error', heard: () => void): void;
}

/** The user nobody: PostgreSQL refuses to run as root. */
const NOBODY = 65534;

const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '512MB',
  work_mem: '64MB',
  maintenance_work_mem: '512MB',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'off',
};

const dataOf = ({folder}: Place) => join(folder, 'data');

function as(command: string, words: readonly string[]): void {
  const isRoot = process.getuid?.() === 0;
  execFileSync(command, words, {stdio: ['ignore', 'ignore', 'inherit'], ...(isRoot && {uid: NOBODY, gid: NOBODY})});
}

/** Starts the server on a private socket, in the peer's own folder. */
function start(place: Place): void {
  const options = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}='${value}'`);
  as('pg_ctl', [
    '-D',
    dataOf(place),
    '-w',
    '-l',
    join(place.folder, 'log'),
    '-o',
    `-k '${place.folder}' ${options.join(' ')}`,
    'start',
  ]);
}

const stop = (place: Place) => as('pg_ctl', ['-D', dataOf(place), '-m', 'fast', '-w', 'stop']);

/** As many connections as keep two cores busy, the client's own work included. */
const CONNECTIONS = 4;

async function connected({folder}: Place): Promise<Pool> {
  // Not a dependency of biograph: it is there where benchmarks/peers was installed.
  const name: string = 'pg';
  const {default: pg} = (await import(name)) as {default: {Pool: new (options: object) => Pool}};
  const pool = new pg.Pool({host: folder, user: 'peer', database: 'postgres', max: CONNECTIONS});
  // A connection that is still closing when the server is stopped fails, and nobody waits for it; what a query fails with its caller hears.
  pool.on('error', () => undefined);
  return pool;
}

export function size(place: Place): number {
  const files = readdirSync(dataOf(place), {recursive: true, encoding: 'utf8'});
  return files
    .filter((file) => !file.startsWith('pg_wal'))
    .reduce((sum, file) => sum + statSync(join(dataOf(place), file)).size, 0);
}

const TABLES = `
  create unlogged table entity (rid int primary key, id uuid not null, kind text not null, slug text not null, name text not null, day text,
    recent bigint not null, prominence float8 not null, words text not null, document text not null, cut int not null, fields text not null);
  create unlogged table edge (source int not null, relation text not null, target int not null, observed bigint, origin text, confidence float8, record text);
  create unlogged table label (field text not null, value text not null, rid int not null, kind text not null, recent bigint not null);`;

const INDEXES = `
  create unique index on entity (id);
  create index on entity (kind, slug);
  create index on entity (recent desc, id);
  create index on edge (source);
  create index on edge (target);
  create index on label (field, value, recent desc, rid);
  create index on label (rid, field, value);
  create unlogged table text as select rid, to_tsvector('english', words) as words from entity;
  create index on text using gin (words);
  create unlogged table word as
    select distinct word, prominence, rid from entity, regexp_split_to_table(lower(name), '[^[:alnum:]]+') word where word <> '';
  create index on word (word collate "C", prominence desc, rid);
  alter table entity drop column words;
  vacuum full analyze entity;
  analyze;`;

export async function load(place: Place): Promise<void> {
  rmSync(place.folder, {recursive: true, force: true});
  mkdirSync(place.folder, {recursive: true});
  if (process.getuid?.() === 0) chownSync(place.folder, NOBODY, NOBODY);
  chmodSync(place.folder, 0o700);
  as('initdb', ['-D', dataOf(place), '-U', 'peer', '--auth=trust', '--encoding=UTF8', '--locale=C']);
  start(place);
  const pool = await connected(place);
  await pool.query({text: TABLES});
  for (const table of ['entity', 'edge', 'label']) {
    const file = join(place.rows.folder, `${table}.csv`).replaceAll("'", "''");
    await pool.query({text: `copy ${table} from '${file}' (format csv)`});
  }
  for (const text of INDEXES.split(';').filter((one) => one.trim() !== '')) await pool.query({text});
  await pool.end();
  stop(place);
}

/** Whether the server runs. One that was killed leaves its lock file behind. */
function isRunning(place: Place): boolean {
  const lock = join(dataOf(place), 'postmaster.pid');
  if (!existsSync(lock)) return false;
  const command = `/proc/${Number.parseInt(readFileSync(lock, 'utf8'), 10)}/comm`;
  return existsSync(command) && readFileSync(command, 'utf8').trim() === 'postgres';
}

/** The processes of the server, by the number in its lock file and those it started. */
function processes(place: Place): number[] {
  const main = Number(readFileSync(join(dataOf(place), 'postmaster.pid'), 'utf8').split('\n')[0]);
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`));
  return [main, ...all.map(Number).filter((pid) => fields(pid)[1] === String(main))];
}

/** What `/proc` says of a process, from its state on. */
function fields(pid: number): string[] {
  const text = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

export async function open(place: Place): Promise<Peer> {
  const isMine = !isRunning(place);
  if (isMine) start(place);
  const pool = await connected(place);
  let last = 0;
  const asked = (text: string) => {
    const name = `q${last++}`;
    return async (...values: unknown[]) =>
      (await pool.query({name, text, values, rowMode: 'array'})).rows as unknown[][];
  };
  const documents = (text: string) => {
    const ask = asked(text);
    return async (...values: unknown[]) =>
      (await ask(...values)).map(([document]) => (JSON.parse(String(document)) as {id: string}).id);
  };
  const lines = (rows: unknown[][]) => rows.map((row) => row.join(' '));
  const alone = (where: string) => {
    const ask = asked(`select document, cut, fields from entity where ${where}`);
    return async (...values: unknown[]) => {
      const [[document, cut, fields] = []] = await ask(...values);
      return whole(String(document), Number(cut), String(fields));
    };
  };
  const byId = alone('id = $1');
  const bySlug = alone('kind = $1 and slug = $2');
  const edges = asked(`
    with own as (select rid from entity where id = $1)
    select relation, 'out', n.id, n.kind, n.slug, n.name, n.day, observed, origin, confidence, record from own join edge on source = own.rid join entity n on n.rid = target
    union all
    select relation, 'in', n.id, n.kind, n.slug, n.name, n.day, observed, origin, confidence, record from own join edge on target = own.rid join entity n on n.rid = source`);
  const newest = documents('select document from entity order by recent desc, id limit 25');
  const filtered = documents(`
    select document from label t join entity e on e.rid = t.rid
    where t.field = 'target' and t.value = $1 and t.kind = $2
      and exists (select 1 from label a where a.rid = t.rid and a.field = 'therapeutic_area' and a.value = $3)
    order by t.recent desc, t.rid limit 25`);
  const typing = asked(`
    select id from (select distinct prominence, rid from word where word collate "C" >= $1 and word collate "C" < $2 order by prominence desc limit 10) w join entity using (rid)`);
  const matching = documents(`
    select document from (select rid, ts_rank(words, q) as score from text, to_tsquery('english', $1) q where words @@ q order by score desc limit 25) f
    join entity using (rid) order by score desc`);
  const text = ({q = ''}: Params) => matching(q.replaceAll(' ', ' | '));
  const walk = asked(`
    with recursive near(rid, depth) as (
      select rid, 0 from entity where id = $1
      union
      select n.other, depth + 1 from near, lateral (
        select target as other from edge where source = near.rid union all select source from edge where target = near.rid) n
      where depth < $2)
    select id, rid, kind, slug, name from (select distinct rid from near) f join entity using (rid)`);
  const between = asked(
    'select source, relation, target, observed, origin, confidence, record from edge where source = any($1) and target = any($1)',
  );
  const hops = async ({id}: Params, depth: number) => {
    const nodes = await walk(id, depth);
    const among = await between(nodes.map(([, rid]) => rid));
    return [...nodes.map(([found]) => String(found)).sort(), `${among.length} edges`];
  };
  const facets = asked(FACETS('$1'));
  const aggregate = asked(`
    select m.value, count(*) from label a join label m on m.rid = a.rid and m.field = 'modality'
    where a.field = 'therapeutic_area' and a.value = $1 group by 1`);
  const concentration = asked(CONCENTRATION('$1'));
  const whitespace = asked(WHITESPACE('$1'));
  const changes = documents('select document from entity where recent >= $1 order by recent, id desc limit 200');
  const patents = asked("select count(*) from label where field = 'target' and value = $1 and kind = 'patent'");
  const rows = asked('select document from entity where kind = $1 limit 50000');
  const [[version] = []] = await asked('show server_version')();
  return {
    title: `PostgreSQL ${String(version).split(' ')[0]} (pg)`,
    answers: {
      id: async ({id}) => [(JSON.parse(await byId(id)) as {name: string}).name],
      slug: async ({kind, slug}) => [(JSON.parse(await bySlug(kind, slug)) as {id: string}).id],
      edges: async ({id}) =>
        (await edges(id)).map(([relation, direction, other]) => `${relation} ${direction} ${other}`).sort(),
      newest: () => newest(),
      filtered: ({kind, target, area}) => filtered(target, kind, area),
      typing: async ({q = ''}) => lines(await typing(q.toLowerCase(), `${q.toLowerCase()}\u{10ffff}`)),
      'one word': text,
      'two words': text,
      'four words': text,
      'two hops': (params) => hops(params, 2),
      'three hops': (params) => hops(params, 3),
      facets: async ({kind}) =>
        lines(await facets(kind))
          .filter((line) => /^(?:modality|therapeutic_area) /.test(line))
          .sort(),
      aggregate: async ({area}) => lines(await aggregate(area)).sort(),
      concentration: async ({target}) => [`${await patents(target)} patents`, ...lines(await concentration(target))],
      whitespace: async ({area}) => lines(await whitespace(area)).sort(),
      changes: ({since = ''}) => changes(microseconds(since)),
      export: async ({kind}) => [
        String((await rows(kind)).map(([document]) => JSON.parse(String(document)) as unknown).length),
      ],
    },
    document: byId,
    cpuBeside: () =>
      processes(place).reduce(
        (sum, pid) => sum + 10 * (Number(fields(pid)[11] ?? 0) + Number(fields(pid)[12] ?? 0)),
        0,
      ),
    memoryBeside: () => processes(place).reduce((sum, pid) => sum + memoryOf(pid), 0),
    close: async () => {
      await pool.end();
      if (isMine) stop(place);
    },
  };
}
