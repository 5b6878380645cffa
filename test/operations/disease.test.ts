import {cpSync, mkdtempSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type Graph, loadSnapshot, openGraph} from '../../src/index.ts';
import {createSnapshot} from '../../src/snapshot/create.ts';
import {applyDelta, diffSnapshots} from '../../src/snapshot/delta.ts';
import {verifySnapshot} from '../../src/snapshot/verify.ts';
import {property} from '../helpers/property.ts';
import {type RandomGraph, writeRandomGraph} from '../helpers/random-graph.ts';
import {differences} from '../helpers/tables.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-disease-'));
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

interface Said {
  id?: string | null;
  label?: string | null;
  confidence?: number;
}

interface Trial {
  first?: Said;
  confidence?: number | null;
  indications?: Said[];
}

/** Trials one after another, numbered from 0. */
const graphOf = (trials: readonly Trial[], diseases?: RandomGraph['diseases']): RandomGraph => ({
  entities: trials.map(({first, confidence = 0.9, indications}, n) => ({
    id: idOf(n),
    kind: 'trial',
    state: 'live',
    name: `Trial ${n}`,
    slug: `trial-${n}`,
    disease_id: first?.id ?? null,
    disease_label: first?.label ?? null,
    moa_confidence: confidence,
    attributes: JSON.stringify({phase: n % 2 === 0 ? 'phase 2' : 'phase 3', ...(indications && {indications})}),
    source: 'test',
    updated_at: '2026-01-01T00:00:00Z',
  })),
  edges: [],
  ...(diseases && {diseases}),
});

const disease = (id: string, label: string, parents: string[] | null = null, synonyms: string[] | null = null) => ({
  id,
  label,
  synonyms,
  parents,
});

const TREE = [
  disease('MONDO:1', 'cancer', ['MONDO:404'], ['malignancy']),
  disease('MONDO:2', 'Breast cancer', ['MONDO:1'], ['mammary cancer', 'cancer']),
  disease('MONDO:3', 'triple-negative breast carcinoma', ['MONDO:2'], ['TNBC']),
  disease('MONDO:4', 'skin disease'),
  disease('MONDO:5', 'melanoma', ['MONDO:1', 'MONDO:4']),
  disease('MONDO:6', 'round', ['MONDO:7']),
  disease('MONDO:7', 'about', ['MONDO:6']),
  disease('MONDO:8', 'nobody has it', ['MONDO:4']),
];

const TRIALS: Trial[] = [
  {first: {id: 'MONDO:1', label: 'cancer'}},
  {first: {id: 'MONDO:3', label: 'TNBC of a registry'}},
  {first: {id: 'MONDO:4'}, indications: [{id: 'MONDO:3', confidence: 0.8}, {id: 'MONDO:4'}]},
  {first: {id: 'MONDO:4'}, indications: [{id: 'MONDO:2', confidence: 0.5}]},
  {first: {label: 'Melanoma'}, confidence: 0.3},
  {first: {id: 'MONDO:6'}},
  {first: {id: 'X:9', label: 'a disease of its own'}},
  {first: {id: 'X:9', label: 'its own, otherwise'}},
  {},
  {first: {id: 'HP_7', label: 'as a source writes it'}},
];

async function storeOf(graph: RandomGraph): Promise<string> {
  const store = join(folder(), 'store');
  await loadSnapshot({snapshot: await writeRandomGraph(graph), store});
  return store;
}

async function numbersOf(graph: Graph, given: object): Promise<number[]> {
  const found = await graph.entities({...given, limit: 100});
  expect(found.total).toBe(found.results.length);
  return found.results.map(({id}) => Number(id.slice(-4))).sort((a, b) => a - b);
}

describe('a disease', () => {
  it('is whatever is below it, by id, label and synonym, each indication by its own confidence', async () => {
    await using graph = await openGraph(await storeOf(graphOf(TRIALS, TREE)));
    const found = (disease: string | string[], more: object = {}) => numbersOf(graph, {disease, ...more});
    expect(await found('cancer')).toEqual([0, 1, 2]);
    expect(await found('MALIGNANCY')).toEqual([0, 1, 2]);
    expect(await found('MONDO:1', {min_confidence: 0.3})).toEqual([0, 1, 2, 3, 4]);
    expect(await found('breast-cancer')).toEqual([1, 2]);
    expect(await found('mondo:2', {min_confidence: 0.5})).toEqual([1, 2, 3]);
    expect(await found('TNBC')).toEqual([1, 2]);
    expect(await found('TNBC of a registry')).toEqual([1, 2]);
    expect(await found('melanoma', {min_confidence: 0.3})).toEqual([4]);
    expect(await found('skin disease')).toEqual([2, 3]);
    expect(await found(['melanoma', 'cancer'])).toEqual([0, 1, 2]);
    expect(await found('round')).toEqual([5]);
    expect(await found('about')).toEqual([5]);
    // What the tree lacks is itself alone, by every name that it is stated with.
    expect(await found('X:9')).toEqual([6, 7]);
    expect(await found('a disease of its own')).toEqual([6, 7]);
    expect(await found('MONDO:404')).toEqual([]);
    // As browsers of ontologies print ids.
    expect(await found('MONDO_1')).toEqual([0, 1, 2]);
    expect(await found([' mondo_3', 'round'])).toEqual([1, 2, 5]);
    expect((await graph.entities({disease: 'MONDO_1'})).filters).toEqual({disease: 'cancer'});
    expect((await graph.search({predicates: [{field: 'disease', operator: 'eq', value: 'MONDO_1'}]})).total).toBe(3);
    expect((await graph.entities({disease: 'brest cancer'})).did_you_mean?.disease).toContain('Breast cancer');
  });

  it('is found by an abbreviation that no source is read by, and an ambiguous one is asked back', async () => {
    const trials: Trial[] = [
      {first: {label: 'psoriatic arthritis'}},
      {first: {label: 'Alzheimer disease'}},
      {first: {label: 'atopic eczema'}},
    ];
    await using graph = await openGraph(await storeOf(graphOf(trials)));
    const psa = await graph.entities({disease: 'PsA'});
    expect([psa.filters, psa.results.map(({name}) => name)]).toEqual([{disease: 'psoriatic arthritis'}, ['Trial 0']]);
    expect(await graph.entities({disease: 'ad'})).toMatchObject({
      count: 0,
      did_you_mean: {disease: ['Alzheimer disease', 'atopic eczema']},
    });
  });

  it('named by disease_id is that one alone, further indications included', async () => {
    await using graph = await openGraph(await storeOf(graphOf(TRIALS, TREE)));
    expect(await numbersOf(graph, {disease_id: 'MONDO:1'})).toEqual([0]);
    for (const id of ['mondo:3', 'MONDO_3', 'mondo_3'])
      expect(await numbersOf(graph, {disease_id: id})).toEqual([1, 2]);
    expect(await numbersOf(graph, {disease_id: 'HP_7'})).toEqual([9]);
    expect(await numbersOf(graph, {disease_id: 'HP:7'})).toEqual([9]);
    expect(await numbersOf(graph, {disease_id: 'MONDO:2'})).toEqual([]);
    const {buckets} = await graph.aggregate({field: 'disease_id'});
    for (const {value, count} of buckets)
      expect(await numbersOf(graph, {disease_id: value}), value).toHaveLength(count);
  });

  it('counts alike in facets, aggregate and predicates', async () => {
    await using graph = await openGraph(await storeOf(graphOf(TRIALS, TREE)));
    for (const disease of ['cancer', 'breast cancer', 'skin disease']) {
      const {total} = await graph.entities({disease, kind: 'trial'});
      const sum = (buckets: readonly {count: number}[]) => buckets.reduce((all, {count}) => all + count, 0);
      expect(sum((await graph.aggregate({field: 'phase', disease})).buckets)).toBe(total);
      expect(sum((await graph.facets({kind: 'trial', disease})).facets.phase ?? [])).toBe(total);
      const asked = await graph.search({predicates: [{field: 'disease', operator: 'eq', value: disease}]});
      expect(asked.total).toBe(total);
    }
  });
});

describe('the tree of diseases', () => {
  it('is the one that comes with biograph where a graph has none, and the schema says so', async () => {
    const shipped: Trial[] = [{first: {id: 'MONDO:0005233', label: 'non-small cell lung carcinoma'}}];
    await using graph = await openGraph(await storeOf(graphOf(shipped)));
    expect(await numbersOf(graph, {disease: 'lung cancer'})).toEqual([0]);
    expect(await numbersOf(graph, {disease: 'nsclc'})).toEqual([0]);
    // The best known of it have ids: of cancer, of lung cancer.
    for (const disease of ['MONDO:0004992', 'mondo_0008903']) expect(await numbersOf(graph, {disease})).toEqual([0]);
    const {disease_tree} = await graph.schema();
    expect(disease_tree).toMatchObject({origin: 'biograph'});
    await using own = await openGraph(await storeOf(graphOf(TRIALS, TREE)));
    expect((await own.schema()).disease_tree).toMatchObject({origin: 'snapshot', diseases: TREE.length});
    expect((await own.schema()).disease_tree.version).not.toBe(disease_tree.version);
  });

  it('is written back by `snapshot create`, and only where the snapshot had one', {tags: ['long']}, async () => {
    const out = join(folder(), 'again');
    await createSnapshot({store: await storeOf(graphOf(TRIALS, TREE)), out});
    expect((await verifySnapshot(out)).problems).toEqual([]);
    const store = join(folder(), 'store');
    await loadSnapshot({snapshot: out, store});
    await using graph = await openGraph(store);
    expect(await numbersOf(graph, {disease: 'cancer'})).toEqual([0, 1, 2]);
    const plain = join(folder(), 'plain');
    await createSnapshot({store: await storeOf(graphOf(TRIALS)), out: plain});
    expect(readdirSync(plain)).not.toContain('diseases');
  });

  it('stays under a delta without one, and is replaced by a delta with another', {tags: ['long']}, async () => {
    const lineage = '33333333-3333-4333-8333-333333333333';
    const at = (release: number) => ({lineage, release, as_of: `2026-0${release}-01T00:00:00.000Z`});
    const one = await writeRandomGraph(graphOf(TRIALS, TREE), at(1));
    const more = [...TRIALS, {first: {id: 'MONDO:5'}}];
    const two = await writeRandomGraph(graphOf(more, TREE), at(2));
    const other = TREE.map((row) => (row.id === 'MONDO:5' ? {...row, parents: ['MONDO:4']} : row));
    const three = await writeRandomGraph(graphOf(more, other), at(3));
    const out = folder();
    await diffSnapshots({from: one, to: two, out: join(out, '12')});
    expect(readdirSync(join(out, '12'))).not.toContain('diseases');
    await diffSnapshots({from: two, to: three, out: join(out, '23')});
    const store = join(folder(), 'store');
    await loadSnapshot({snapshot: one, store});
    const totalOf = async () => {
      await using graph = await openGraph(store);
      return await numbersOf(graph, {disease: 'cancer'});
    };
    await applyDelta(join(out, '12'), {store, by: 'refresh'});
    expect(await totalOf()).toEqual([0, 1, 2, TRIALS.length]);
    await applyDelta(join(out, '23'), {store, by: 'refresh'});
    expect(await totalOf()).toEqual([0, 1, 2]);
    const full = join(folder(), 'full');
    await loadSnapshot({snapshot: three, store: full});
    expect(await differences(store, full)).toEqual([]);
  });

  // As many words everywhere: where the mean length of a text changes, a store is built anew.
  const said = fc.record({
    id: fc.constantFrom('MONDO:1', 'MONDO:2', 'MONDO:3', 'MONDO:5', 'X:9'),
    label: fc.constantFrom('TNBC', 'melanoma', 'Melanoma', 'own'),
    confidence: fc.constantFrom(0.3, 0.7, 0.9),
  });
  const trial = fc.record({first: said, confidence: fc.constantFrom(0.3, 0.9), indications: fc.tuple(said)});
  property('is refreshed as it would be built', {few: 0, all: 8}, async (numRuns) => {
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(trial, {minLength: 12, maxLength: 12}), fc.nat(10), async (before, changed) => {
        const lineage = '33333333-3333-4333-8333-333333333333';
        const after = before.map((one, n) => (n === changed ? (before[n + 1] ?? one) : one));
        const still = Array.from({length: 30}, (): Trial => ({first: {id: 'MONDO:3', label: 'TNBC'}}));
        const at = (release: number) => ({lineage, release, as_of: `2026-0${release}-01T00:00:00.000Z`});
        const one = await writeRandomGraph(graphOf([...still, ...before], TREE), at(1));
        const two = await writeRandomGraph(graphOf([...still, ...after], TREE), at(2));
        const out = join(folder(), 'delta');
        await diffSnapshots({from: one, to: two, out});
        const store = join(folder(), 'kept');
        await loadSnapshot({snapshot: one, store});
        const built = join(folder(), 'built');
        cpSync(store, built, {recursive: true});
        let isKept = true;
        await applyDelta(out, {store, by: 'refresh', onObstacle: () => (isKept = false)});
        if (isKept) kept++;
        await applyDelta(out, {store: built, by: 'build'});
        expect(await differences(store, built)).toEqual([]);
      }),
      {numRuns, endOnFailure: true},
    );
    expect(kept).toBeGreaterThan(0);
  });
});
