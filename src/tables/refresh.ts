import {basename} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf, keepTexts, rowsOf} from '../engine/ask.ts';
import type {Release} from '../generation.ts';
import {CHANGED, type Folders, keepEdgesUp, keepTextsUp} from '../lookups/keep.ts';
import {keepTablesUp} from '../lookups/keep-tables.ts';
import {isText, recordPath, writeText} from '../lookups/make.ts';
import {writeNeighbours} from '../lookups/neighbours.ts';
import type {OnProgress} from '../progress.ts';
import {stem} from '../text/words.ts';
import type {MadeBy} from '../vectors/embedding.ts';
import {type Declaration, inOrder, type Refresh} from './declarations.ts';
import {swapEmbeddings} from './refresh/embeddings.ts';
import {glue, Obstacle, within} from './refresh/glue.ts';
import {swapLabels} from './refresh/labels.ts';
import {numberProminent, swapNames, swapWords} from './refresh/names.ts';
import {describe, runStep, stemWords} from './steps.ts';

/** So many generations are refreshed in a row before one is built anew: what was appended stands outside the order of its table. */
const MOST_TIMES = 24;

/** Shares of the entities: above it in one go, or in all since the last build, building anew is no dearer. */
const MOST_AT_ONCE = 0.1;
const MOST_IN_ALL = 0.25;

const refreshed = (how: Refresh) => inOrder().filter(({refresh}) => refresh === how);

/** Made again while rows and texts are exchanged, by those who read them there. */
const EARLY = ['survivor', 'relation_count', 'mean', 'target_name', 'bearer', 'index'];

/** What holds rows of one entity each, made from its own row alone. */
const byKey = () => refreshed('by-key');

/** What counts or ranks over all entities and moves with every edge or day, made again when rows and texts are in their place. */
const again = () => refreshed('full').filter(({name}) => !EARLY.includes(name));

/** Tables whose indexes are made again with them, or with the rest of the indexes. */
const INDEXES = ['entity_id'];

/** What is found out on the way. */
interface Found {
  /** Nobody comes or goes, and no edge does. */
  isLinkedAsBefore: boolean;
}

type Step = [note: string, run: () => Promise<unknown>];

export interface RefreshInput extends Folders {
  release: Release;
  madeBy: MadeBy;
  /** Attaches the copy that may be written in the place of the generation itself; asked once all that is only read has been read. */
  attachCopy(): Promise<void>;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Would a refresh pay? Asked with the generation attached as `graph` and the change tables filled.
 * @throws Obstacle when building anew is as cheap, or overdue
 */
export async function weigh(connection: DuckDBConnection): Promise<void> {
  const [row] = await rowsOf(
    connection,
    `SELECT (SELECT count(*) FROM graph.entity), (SELECT count(*) FROM change_entities), generations, replaced FROM graph.refreshed`,
  );
  const [entities = 0, changed = 0, generations = 0, replaced = 0] = (row ?? []).map(Number);
  if (generations >= MOST_TIMES) throw new Obstacle(`It has been refreshed ${generations} times`);
  if (changed > MOST_AT_ONCE * entities) throw new Obstacle('Too much changes at once');
  if (replaced + changed > MOST_IN_ALL * entities) throw new Obstacle('Too much has changed since it was built');
}

/**
 * Makes of a copy of the generation attached as `graph` what a build from its rows and the change tables would make: rows of
 * changed entities are replaced, ranks and counts made again.
 * @throws Obstacle when the change reaches too far; the copy is then of no use.
 */
export async function refreshGeneration(connection: DuckDBConnection, input: RefreshInput): Promise<void> {
  const {release, madeBy, before, folder, onProgress, signal} = input;
  const run = (statement: string) => connection.run(statement);
  const found = {isLinkedAsBefore: false};
  let isWhole = false;
  const steps: Step[] = [
    ['changed', () => findChanged(connection, release)],
    ['own', () => makeOwn(connection, folder)],
    ['texts', async () => (isWhole = await keepTextsUp(connection, {before, folder}))],
    ['edges', () => glue(connection, 'edges_before')],
    ['copy', () => input.attachCopy()],
    ['release', () => run('USE graph; DROP TABLE release; DROP TABLE kind')],
    ['release', () => describe(connection, release, basename(folder))],
    ['entities', () => swapOwn(connection)],
    ['survivor', () => runStep(connection, 'survivor')],
    ['edges', () => swapEdges(connection)],
    ['edges', () => keepEdgesUp(connection, {before, folder}, isWhole)],
    ['text', () => swapText(connection)],
    ['words', () => swapWords(connection)],
    ['clear', () => clear(connection, found)],
    ...laterSteps(connection, found),
    ['index', () => runStep(connection, 'index')],
    ['look-ups', () => keepTablesUp(connection, {before, folder})],
    ['look-ups', () => writeNeighbours(connection, recordPath(folder, 'neighbours'))],
    ['embeddings', () => swapEmbeddings(connection, madeBy)],
    ['checkpoint', () => run('CHECKPOINT graph')],
  ];
  await run(`SET checkpoint_threshold = '1TB'`);
  await run('USE graph');
  for (const [index, [note, step]] of steps.entries()) {
    signal?.throwIfAborted();
    onProgress?.({phase: 'build', done: index, total: steps.length, note});
    await step();
  }
  onProgress?.({phase: 'build', done: steps.length, total: steps.length});
}

/** What ranks, counts and names, in the order in which tables read one another: exchanged by statements of its own, or made again. */
function laterSteps(connection: DuckDBConnection, found: Found): Step[] {
  const byDifference: Record<string, () => Promise<unknown>> = {
    prominent: () => numberProminent(connection),
    label: () => swapLabels(connection),
    name: async () => {
      await swapNames(connection);
      // What was updated is read faster once it is written.
      await connection.run('CHECKPOINT graph');
    },
    dated: async () => {
      await keepDates(connection);
      await runStep(connection, 'dated');
    },
    adjacency: async () => found.isLinkedAsBefore || runStep(connection, 'adjacency'),
  };
  const whole = again();
  return inOrder()
    .filter((one) => one.name in byDifference || whole.includes(one))
    .map(({name}) => [name, byDifference[name] ?? (() => runStep(connection, name))]);
}

async function findChanged(connection: DuckDBConnection, release: Release): Promise<void> {
  const foreign = await countOf(
    connection,
    'SELECT count(*) FROM change_provenance WHERE entity_id NOT IN (SELECT id FROM change_entities)',
  );
  if (foreign > 0) throw new Obstacle('Provenance of entities that do not change');
  const others = `SELECT count(*) FROM release WHERE trusted_confidence <> ${release.trusted_confidence}`;
  if ((await countOf(connection, others)) > 0) throw new Obstacle('Another confidence is trusted');
  if ((await countOf(connection, 'SELECT count(*) FROM change_diseases')) > 0)
    throw new Obstacle('The tree of diseases changes');
  await keepTexts(connection, 'suppressed_id', 'id', release.suppressed);
  const barred = `SELECT count(*) FROM entity WHERE id::VARCHAR IN (FROM suppressed_id) AND id::VARCHAR NOT IN (SELECT id FROM change_entities)`;
  if ((await countOf(connection, barred)) > 0)
    throw new Obstacle('An entity is suppressed without a word in the changes');
  await glue(connection, 'changed');
}

/** The changed rows through the build's own statements, in a small database beside the generation. */
async function makeOwn(connection: DuckDBConnection, folder: string): Promise<void> {
  await within(connection, 'own', async () => {
    await runStep(connection, 'macros');
    for (const {name} of byKey()) {
      await runStep(connection, name);
      if (isText(name)) await writeText(connection, name, folder, CHANGED);
      if (name !== 'entity') continue;
      await glue(connection, 'numbers');
      const full = await countOf(connection, 'SELECT count(*) FROM fitted WHERE (above - below) // (guests + 1) < 1');
      if (full > 0) throw new Obstacle('No room is left between two row numbers');
      await runStep(connection, 'gone');
    }
  });
}

async function swapOwn(connection: DuckDBConnection): Promise<void> {
  for (const index of INDEXES) await connection.run(`DROP INDEX ${index}`);
  for (const table of byKey().flatMap(({tables}) => tables)) {
    await connection.run(`DELETE FROM ${table} WHERE rid IN (SELECT rid FROM replaced)`);
    await connection.run(`INSERT INTO ${table} FROM own.${table}`);
  }
  await connection.run(`
    DELETE FROM gone WHERE id IN (SELECT id::UUID FROM change_entities);
    INSERT INTO gone FROM own.gone`);
}

async function swapEdges(connection: DuckDBConnection): Promise<void> {
  await glue(connection, 'edges_after');
  const unknown = 'SELECT count(*) FROM change_edges WHERE relation NOT IN (SELECT relation FROM relation)';
  if ((await countOf(connection, unknown)) > 0) throw new Obstacle('A relation comes that there was not');
  await within(connection, 'own', () => runStep(connection, 'edge'));
  await glue(connection, 'edges_swap');
  await connection.run('DROP TABLE relation_count');
  await runStep(connection, 'relation_count');
  const lost = await countOf(
    connection,
    `SELECT count(*) FROM relation ANTI JOIN relation_count USING (rel) WHERE relation NOT IN (SELECT relation FROM change_edges)`,
  );
  if (lost > 0) throw new Obstacle('The last edge of a relation goes');
}

async function swapText(connection: DuckDBConnection): Promise<void> {
  await connection.run('ALTER TABLE field_mean RENAME TO mean_before');
  await runStep(connection, 'mean');
  const moved = await countOf(
    connection,
    'SELECT count(*) FROM field_mean a FULL JOIN mean_before b USING (field) WHERE a.mean IS DISTINCT FROM b.mean',
  );
  if (moved > 0) throw new Obstacle('The mean length of a field changes');
  await connection.run('DROP TABLE mean_before; CREATE TABLE own.field_mean AS FROM field_mean');
  await glue(connection, 'protected');
  await checkProtected(connection);
  await within(connection, 'own', async () => {
    await runStep(connection, 'occurrence');
    await stemWords(connection);
  });
  await glue(connection, 'dictionary');
  await within(connection, 'own', () => runStep(connection, 'posting'));
  await glue(connection, 'postings');
}

/** A symbol that the stemmer would cut stands in texts as another term than the same word did before. */
async function checkProtected(connection: DuckDBConnection): Promise<void> {
  const words = (
    await rowsOf(connection, `SELECT word FROM protected_changed WHERE regexp_full_match(word, '[a-z]{3,}')`)
  )
    .map(([word]) => String(word))
    .filter((word) => stem(word) !== word);
  await keepTexts(
    connection,
    'term_at_stake',
    'term',
    words.flatMap((word) => [word, stem(word)]),
  );
  if ((await countOf(connection, 'SELECT count(*) FROM term SEMI JOIN term_at_stake USING (term)')) > 0)
    throw new Obstacle('A word becomes a symbol of a target, or ceases to be one');
}

/** Days that were stated before, for those who do not change; `day_stated` holds the others'. */
async function keepDates(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    'INSERT INTO day_stated SELECT rid, day FROM past.dated WHERE rid NOT IN (SELECT rid FROM replaced)',
  );
}

/** Where nobody comes or goes and no edge does, degrees are what they were, and with them prominence and everybody's neighbours in its order. */
async function linksStay(connection: DuckDBConnection): Promise<boolean> {
  const others = `SELECT (SELECT count(*) FROM edge_dead) + (SELECT count(*) FROM own.edge_out)
    + (SELECT count(*) FROM ended) + (SELECT count(*) FROM numbered WHERE is_new)`;
  return (await countOf(connection, others)) === 0;
}

/** What is made again goes first, so that the new tables find its place in the file. */
async function clear(connection: DuckDBConnection, found: Found): Promise<void> {
  found.isLinkedAsBefore = await linksStay(connection);
  const goes = ({name}: Declaration) => name !== 'adjacency' || !found.isLinkedAsBefore;
  for (const table of again()
    .filter(goes)
    .flatMap(({tables}) => tables))
    await connection.run(`DROP TABLE ${table}`);
  await connection.run(
    `UPDATE refreshed SET generations = generations + 1, replaced = replaced + (SELECT count(*) FROM change_entities)`,
  );
  await connection.run('CHECKPOINT graph');
}
