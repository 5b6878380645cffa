import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import yargs from 'yargs';
import {type Graph, generateSnapshot, loadSnapshot, openGraph} from '../src/index.ts';
import {quote} from '../src/sql/sql.ts';
import {random} from './measure.ts';

/**
 * `npm run bench:quick`: what each question costs on a seeded graph in figures that do not depend on the machine: statements, rows that
 * they scan, and bytes that they read from an engine which has just started. Compares them with benchmarks/quick.json and ends with 1 where a
 * question needs more than it did; `--write` makes today's figures those to hold.
 */
const args = await yargs(process.argv.slice(2))
  .option('entities', {type: 'number', default: 100_000, describe: 'Size of the graph'})
  .option('folder', {
    type: 'string',
    default: '.cache/bench',
    describe: 'Where snapshot and store are kept between runs',
  })
  .option('write', {type: 'boolean', default: false, describe: 'Keep these figures as those to hold'})
  .strict()
  .parseAsync();

const KEPT = resolve('benchmarks/quick.json');

/** Questions of each sort; the figures are their sums. */
const VARIANTS = 5;

/** What may come on top without a word: the words drawn are the same, but a few rows more or less are no news. */
const SLACK = {share: 1.2, rows: 5_000, bytes: 512 * 1024};

interface Cost {
  statements: number;
  rows: number;
  bytes: number;
}

type Question = [name: string, operation: string, params: () => Record<string, unknown>];

const place = resolve(args.folder, `quick-${args.entities}`);
const [snapshot, store] = [join(place, 'snapshot'), join(place, 'store')];
mkdirSync(place, {recursive: true});
if (!existsSync(join(snapshot, 'manifest.json')))
  await generateSnapshot({entities: args.entities, seed: 7, out: snapshot});
await loadSnapshot({snapshot, store});

await using graph = await openGraph(store);
const costs: Record<string, Cost> = {};
for (const [name, operation, params] of await questionsOf(graph)) {
  const sum: Cost = {statements: 0, rows: 0, bytes: 0};
  for (let variant = 0; variant < VARIANTS; variant++) {
    const {queries, file} = await graph.explain(operation as Parameters<Graph['explain']>[0], params() as never);
    const read = await readBy(
      file,
      queries.map(({sql}) => sql),
    );
    sum.statements += queries.length;
    sum.rows += read.rows;
    sum.bytes += read.bytes;
  }
  costs[name] = sum;
  const count = (n: number) => n.toLocaleString('en').padStart(12);
  process.stdout.write(`${name.padEnd(40)}${count(sum.statements)}${count(sum.rows)}${count(sum.bytes)}\n`);
}

const kept = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, Cost>) : {};
const worse = Object.entries(costs).flatMap(([name, cost]) => {
  const before = kept[name];
  if (before === undefined) return [`${name}: is not in benchmarks/quick.json`];
  return [
    ...(cost.statements > before.statements
      ? [`${name}: ${cost.statements} statements, ${before.statements} before`]
      : []),
    ...(['rows', 'bytes'] as const).flatMap((what) =>
      cost[what] > before[what] * SLACK.share + SLACK[what]
        ? [`${name}: ${cost[what]} ${what}, ${before[what]} before`]
        : [],
    ),
  ];
});
if (args.write) writeFileSync(KEPT, `${JSON.stringify(costs, null, 2)}\n`);
else if (worse.length > 0) {
  process.stderr.write(`${worse.join('\n')}\nWhere that is meant: npm run bench:quick -- --write\n`);
  process.exitCode = 1;
}

/** What statements scan and read in an engine of their own, one thread. */
async function readBy(file: string, statements: readonly string[]): Promise<{rows: number; bytes: number}> {
  const instance = await DuckDBInstance.create(':memory:', {threads: '1'});
  const connection = await instance.connect();
  try {
    await connection.run(`ATTACH ${quote(file)} AS graph (READ_ONLY); USE graph`);
    let rows = 0;
    let bytes = 0;
    for (const statement of statements) {
      const result = await connection.runAndReadAll(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`);
      const told = JSON.parse(String(result.getRows()[0]?.[1])) as Record<string, number>;
      rows += told.cumulative_rows_scanned ?? 0;
      bytes += told.total_bytes_read ?? 0;
    }
    return {rows, bytes};
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
}

/** One question of each sort that people ask, over entities and words drawn by seed. */
async function questionsOf(from: Graph): Promise<Question[]> {
  const next = random(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const {rows} = await from.sql(
    'select e.id, e.name from entity e join kind k on k.kind_no = kind_of(e.rid) order by hash(e.rid + 7) limit 200',
  );
  const drawn = rows as unknown as {id: string; name: string}[];
  const words = drawn.flatMap(({name}) => name.split(/\s+/)).filter((word) => word.length > 4);
  const {facets} = await from.facets('trial');
  const best = async (kind: 'company' | 'person') =>
    (await from.entities({kind, sort: 'prominence', limit: 50})).results.map(({id = ''}) => id);
  const [companies, people] = [await best('company'), await best('person')];
  const area = () => pick(facets.therapeutic_area).value;
  const target = () => pick(facets.target).value;
  return [
    ['entity by id', 'entity', () => ({entity_id: pick(drawn).id})],
    ['edges of an entity', 'edges', () => ({entity_id: pick(drawn).id})],
    ['autocomplete, 3 letters', 'autocomplete', () => ({q: pick(words).slice(0, 3)})],
    ['autocomplete, 5 letters', 'autocomplete', () => ({q: pick(words).slice(0, 5)})],
    ['autocomplete, one letter missing', 'autocomplete', () => ({q: pick(words).replace(/^(.)./, '$1')})],
    ['q of 1 word', 'entities', () => ({q: pick(words)})],
    ['q of 4 words', 'entities', () => ({q: [pick(words), pick(words), 'cancer', 'study'].join(' ')})],
    ['newest 25', 'entities', () => ({})],
    ['newest 25, three filters', 'entities', () => ({kind: 'trial', phase: 'phase 3', therapeutic_area: area()})],
    ['facets of a kind', 'facets', () => ({kind: 'trial'})],
    ['facets within a filter', 'facets', () => ({kind: 'trial', therapeutic_area: area()})],
    ['aggregate within an area', 'aggregate', () => ({field: 'modality', therapeutic_area: area()})],
    ['similar', 'similar', () => ({entity_id: pick(drawn).id})],
    ['traverse, depth 2', 'traverse', () => ({entity_id: pick(drawn).id})],
    ['traverse, depth 3, from a hub', 'traverse', () => ({entity_id: pick(companies), depth: 3})],
    ['whitespace of an area', 'whitespace', () => ({therapeutic_area: area()})],
    ['concentration of a target', 'concentration', () => ({target: target()})],
    ['patent landscape of an area', 'patentLandscape', () => ({therapeutic_area: area()})],
    ['people ranked in an area', 'rankPeople', () => ({therapeutic_area: area()})],
    ['experts of a target', 'experts', () => ({target: target()})],
    ['dossier of a busy company', 'dossier', () => ({entity_id: pick(companies)})],
    ['comparables of a busy company', 'comparables', () => ({entity_id: pick(companies)})],
    ['collaborators of a busy person', 'collaborators', () => ({entity_id: pick(people)})],
    ['calendar', 'calendar', () => ({from: '2025-10-01'})],
    ['funding', 'fundingAnalytics', () => ({months: 24})],
    ['changes, page of 200', 'changes', () => ({since: '2024-01-01', limit: 200})],
  ];
}
