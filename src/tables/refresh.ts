import {basename} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf, keepTexts, rowsOf} from '../engine/ask.ts';
import type {Release} from '../generation.ts';
import type {Beside} from '../lookups/beside.ts';
import {writeDocuments} from '../lookups/documents.ts';
import {recallPostings} from '../lookups/postings.ts';
import {beginEdges, beginNeighbours, CHANGED, type Folders, refreshDocuments} from '../lookups/refresh.ts';
import {beginTables, rowSetOf} from '../lookups/refresh-tables.ts';
import type {OnProgress} from '../progress.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {stem} from '../text/words.ts';
import type {MadeBy} from '../vectors/embedding.ts';
import {type Declaration, inOrder, type Refresh} from './declarations.ts';
import {EarlyFiles} from './early-files.ts';
import {replaceEmbeddings} from './refresh/embeddings.ts';
import {numberByProminence, replaceNames, replaceWords} from './refresh/names.ts';
import {inOwn, Obstacle, refuseIfAny, runStatements} from './refresh/statements.ts';
import {attachedRowNumbers, describe, runStep, stemWords} from './steps.ts';

/** After this many refreshes in a row a generation is built, because appended rows are outside the sort order of their table. */
const MOST_REFRESHES = 24;

/** Shares of the entities, changed at once or since the last build, above which a build costs no more than a refresh. */
const MOST_AT_ONCE = 0.1;
const MOST_IN_ALL = 0.25;

const declared = (refresh: Refresh) => inOrder().filter((one) => one.refresh === refresh);

/** Rebuilt while rows and texts are replaced, by the steps that read them. */
const EARLY = ['survivor', 'relation_count', 'mean'];

/** Tables that are rebuilt once rows and texts have been replaced: counts and ranks over all entities. */
const rebuilt = () => declared('full').filter(({name}) => !EARLY.includes(name));

type Step = [note: string, run: () => Promise<unknown>];

export interface RefreshInput extends Folders {
  release: Release;
  madeBy: MadeBy;
  beside: Beside;
  /** Replaces the attached generation by a copy that may be written. Called when everything that is only read has been read. */
  attachCopy(): Promise<void>;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Decides whether a refresh is worth it. Called with the generation attached as `graph` and the change tables filled.
 * @throws Obstacle if a build costs no more, or is due
 */
export async function weigh(connection: DuckDBConnection): Promise<void> {
  const [row] = await rowsOf(
    connection,
    `SELECT (SELECT count(*) FROM graph.entity), (SELECT count(*) FROM change_entities), generations, replaced FROM graph.refreshed`,
  );
  const [entities = 0, changed = 0, generations = 0, replaced = 0] = (row ?? []).map(Number);
  if (generations >= MOST_REFRESHES) throw new Obstacle(`It has been refreshed ${generations} times`);
  if (changed > MOST_AT_ONCE * entities) throw new Obstacle('Too much changes at once');
  if (replaced + changed > MOST_IN_ALL * entities) throw new Obstacle('Too much has changed since it was built');
}

/**
 * Turns a copy of the generation attached as `graph` into what a build from its rows and the change tables would make: replaces rows of
 * changed entities, and rebuilds ranks and counts.
 * @throws Obstacle if the changes reach too far; the copy is then useless.
 */
export async function refreshGeneration(connection: DuckDBConnection, input: RefreshInput): Promise<void> {
  const {release, madeBy, before, folder, beside, onProgress, signal} = input;
  const run = (statement: string) => connection.run(statement);
  let isWhole = false;
  const rows = await attachedRowNumbers(connection);
  const later = laterSteps(connection, async () => {
    await beginTables(connection, input);
    beginNeighbours(input, isWhole);
  });
  const files = new EarlyFiles(input, later, ['edges', 'neighbours']);
  const beginFiles = async () => {
    beside.begin((other) => other.run('USE graph'));
    files.begin();
    await beginEdges(connection, input, isWhole);
  };
  const steps: Step[] = [
    ['changed', () => findChanged(connection, release)],
    ['own', () => makeOwn(connection, folder, rows)],
    ['documents', async () => (isWhole = await refreshDocuments(connection, {before, folder}))],
    ['edges', () => runStatements(connection, 'edges_before')],
    ['copy', () => input.attachCopy()],
    ['release', () => run('USE graph; DROP TABLE release; DROP TABLE kind')],
    ['release', () => describe(connection, release, basename(folder), rows)],
    ['entities', () => replaceOwn(connection)],
    ['survivor', () => runStep(connection, 'survivor')],
    ['edges', () => replaceEdges(connection)],
    ['text', () => replaceText(connection, before)],
    ['words', () => replaceWords(connection)],
    ['clear', () => clear(connection)],
    ['edges', () => beginFiles()],
    ...later,
    ['look-ups', () => beside.end()],
    ['embeddings', () => replaceEmbeddings(connection, madeBy)],
    ['checkpoint', () => run('CHECKPOINT graph')],
  ];
  await run(`SET checkpoint_threshold = '1TB'`);
  await run('USE graph');
  for (const [index, [note, step]] of steps.entries()) {
    signal?.throwIfAborted();
    onProgress?.({phase: 'build', done: index, total: steps.length, note});
    await step();
    files.begin(note);
  }
  onProgress?.({phase: 'build', done: steps.length, total: steps.length});
}

/**
 * Ranks, counts and names, in the order in which tables read each other: refreshed by statements of their own, or rebuilt. Slugs and names
 * come as early as they can, since the look-up files that follow from them are written beside the rest.
 * @param afterNames Called once names have been replaced.
 */
function laterSteps(connection: DuckDBConnection, afterNames: () => Promise<unknown>): Step[] {
  const others: Record<string, () => Promise<unknown>> = {
    prominent: () => numberByProminence(connection),
    name: () => replaceNames(connection).then(afterNames),
    // Days of entities that do not change; `day_stated` has those of the others.
    dated: () =>
      connection
        .run('INSERT INTO day_stated SELECT rid, day FROM past.dated WHERE rid NOT IN (SELECT rid FROM replaced)')
        .then(() => runStep(connection, 'dated')),
  };
  const names = inOrder()
    .filter((one) => one.name in others || rebuilt().includes(one))
    .map(({name}) => name);
  const early = ['slug', 'name'];
  const order = names.filter((name) => !early.includes(name));
  order.splice(order.indexOf('order_key') + 1, 0, ...early);
  return order.map((name) => [name, others[name] ?? (() => runStep(connection, name))]);
}

async function findChanged(connection: DuckDBConnection, release: Release): Promise<void> {
  const refuse = (from: string, reason: string) => refuseIfAny(connection, from, reason);
  const isUnchanged = 'NOT IN (SELECT id FROM change_entities)';
  await refuse(`change_provenance WHERE entity_id ${isUnchanged}`, 'Provenance of entities that do not change');
  await refuse(`release WHERE trusted_confidence <> ${release.trusted_confidence}`, 'Another confidence is trusted');
  await refuse('change_diseases', 'The tree of diseases changes');
  await keepTexts(connection, 'suppressed_id', 'id', release.suppressed);
  const suppressed = `entity WHERE id::VARCHAR IN (FROM suppressed_id) AND id::VARCHAR ${isUnchanged}`;
  await refuse(suppressed, 'A suppressed entity is not among the changes');
  await runStatements(connection, 'changed');
}

/** Runs the statements of a build over the changed rows alone, in a small database beside the generation. */
async function makeOwn(connection: DuckDBConnection, folder: string, rows: RowNumbers): Promise<void> {
  await inOwn(connection, async () => {
    await runStep(connection, 'macros', rows);
    for (const {name} of declared('by-key')) {
      await runStep(connection, name);
      if (name === 'document') await writeDocuments(connection, folder, CHANGED);
      if (name !== 'entity') continue;
      await runStatements(connection, 'numbers');
      const full = 'fitted WHERE (above - below) // (guests + 1) < 1';
      await refuseIfAny(connection, full, 'No room is left between two row numbers');
      await runStep(connection, 'gone');
    }
  });
}

async function replaceOwn(connection: DuckDBConnection): Promise<void> {
  for (const table of declared('by-key').flatMap(({tables}) => tables)) {
    await connection.run(`DELETE FROM ${table} WHERE rid IN (SELECT rid FROM replaced)`);
    await connection.run(`INSERT INTO ${table} FROM own.${table}`);
  }
  await connection.run(`
    DELETE FROM gone WHERE id IN (SELECT id::UUID FROM change_entities);
    INSERT INTO gone FROM own.gone`);
}

async function replaceEdges(connection: DuckDBConnection): Promise<void> {
  await runStatements(connection, 'edges_after');
  const unknown = 'change_edges WHERE relation NOT IN (SELECT relation FROM relation)';
  await refuseIfAny(connection, unknown, 'There is a new relation');
  await inOwn(connection, () => runStep(connection, 'edge'));
  await runStatements(connection, 'edges_swap');
  await runStep(connection, 'relation_count');
  const lost =
    'relation ANTI JOIN relation_count USING (rel) WHERE relation NOT IN (SELECT relation FROM change_edges)';
  await refuseIfAny(connection, lost, 'The last edge of a relation is removed');
}

async function replaceText(connection: DuckDBConnection, before: string): Promise<void> {
  await connection.run('ALTER TABLE field_mean RENAME TO mean_before');
  await runStep(connection, 'mean');
  const moved = 'field_mean a FULL JOIN mean_before b USING (field) WHERE a.mean IS DISTINCT FROM b.mean';
  await refuseIfAny(connection, moved, 'The mean length of a field changes');
  await connection.run('DROP TABLE mean_before; CREATE TABLE own.field_mean AS FROM field_mean');
  await runStatements(connection, 'protected');
  await checkProtected(connection);
  await addReweighed(connection);
  await inOwn(connection, async () => {
    await runStep(connection, 'occurrence');
    await stemWords(connection);
  });
  await runStatements(connection, 'dictionary');
  await inOwn(connection, () => runStep(connection, 'posting'));
  const of = await rowSetOf(connection, 'SELECT rid FROM replaced UNION ALL FROM reweighed');
  await recallPostings(connection, {folder: before, table: 'posting_before', of});
  await runStatements(connection, 'postings');
}

/** Words of unchanged entities weigh more or less if these have gained or lost many edges. */
async function addReweighed(connection: DuckDBConnection): Promise<void> {
  await runStatements(connection, 'boost');
  if ((await countOf(connection, 'SELECT count(*) FROM reweighed')) === 0) return;
  await runStatements(connection, 'bag_reweighed');
  await inOwn(connection, () => runStep(connection, 'bag'));
  await runStatements(connection, 'bag_joined');
}

/** A symbol that the stemmer would cut is in texts as another term than the same word was before. */
async function checkProtected(connection: DuckDBConnection): Promise<void> {
  const changed = `SELECT word FROM protected_changed WHERE regexp_full_match(word, '[a-z]{3,}')`;
  const words = (await rowsOf(connection, changed)).map(([word]) => String(word)).filter((word) => stem(word) !== word);
  const terms = words.flatMap((word) => [word, stem(word)]);
  await keepTexts(connection, 'affected_term', 'term', terms);
  const known = 'term SEMI JOIN affected_term USING (term)';
  await refuseIfAny(connection, known, 'A word becomes the symbol of a target, or is none any longer');
}

/** Drops the tables that are rebuilt, so that the new ones take their space in the file. */
async function clear(connection: DuckDBConnection): Promise<void> {
  const drop = ({tables}: Declaration) => tables.map((table) => `DROP TABLE ${table};`);
  await connection.run(`
    ${rebuilt().flatMap(drop).join('\n')}
    UPDATE refreshed SET generations = generations + 1, replaced = replaced + (SELECT count(*) FROM change_entities);
    CHECKPOINT graph`);
}
