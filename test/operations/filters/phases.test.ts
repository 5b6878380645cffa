import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../../src/index.ts';
import {meaningsOf} from '../../../src/operations/filters/vocabulary.ts';
import {writeRandomGraph} from '../../helpers/random-graph.ts';

/** Every phase in the spellings of registers and of people; the first is the one that registers give. */
const PHASES = [
  ['early phase 1', 'EARLY_PHASE1', 'Early Phase I', 'phase 0', 'Phase0', '0'],
  ['phase 1', 'Phase I', 'PHASE1', 'phase-i', '1', 'I', 'i', 'p1', 'Phase Ia', 'phase 1b', 'Ph 1'],
  ['phase 1/2', 'Phase I/II', 'PHASE1/PHASE2', 'PHASE1, PHASE2', 'PHASE1|PHASE2', 'Phase 1 / Phase 2'],
  ['phase 1/2', 'i/ii', '1/2', 'Phase 1-2', 'phase I-II', 'phase 1b/2', 'Phase Ib/IIa', 'phase I and II', 'II/I'],
  ['phase 2', 'Phase II', 'PHASE2', 'phase-ii', '2', 'II', 'p2', 'Phase IIa', 'phase 2b', 'IIa/IIb', 'Phase 2a/2b'],
  ['phase 2/3', 'Phase II/III', 'PHASE2/PHASE3', 'PHASE2, PHASE3', 'ii/iii', '2/3', '2b/3', 'Phase IIb/III'],
  ['phase 3', 'Phase III', 'phase iii', 'PHASE3', 'PHASE_III', 'PhaseIII', '3', 'III', 'iii', 'p3', 'IIIb', 'pivotal'],
  ['phase 4', 'Phase IV', 'PHASE4', 'phase-iv', '4', 'IV', 'p4', 'Phase IIII', 'post-marketing'],
  ['not applicable', 'N/A', 'NA', 'none'],
].flatMap(([phase = '', ...spellings]) => [phase, ...spellings].map((spelling) => [spelling, phase] as const));

describe('the words of phases', () => {
  it.each(PHASES)('%s is %s', (spelling, phase) => {
    expect(meaningsOf('phase', spelling)[0]).toBe(phase);
  });

  it.each(['12', 'phase 12', 'phase 23', '5', 'V', 'i/v', 'iiiii', 'vi', '1/2/3', 'phase', '/', ''])(
    '%j is none',
    (spelling) => {
      expect(meaningsOf('phase', spelling)).toEqual([]);
    },
  );
});

const REGISTERS = {
  arabic: ['early phase 1', 'phase 1', 'phase 1/2', 'phase 2', 'phase 2/3', 'phase 3', 'phase 4', 'not applicable'],
  roman: ['Early Phase I', 'Phase I', 'Phase I/II', 'Phase II', 'Phase II/III', 'Phase III', 'Phase IV', 'N/A'],
  upper: ['EARLY_PHASE1', 'PHASE1', 'PHASE1, PHASE2', 'PHASE2', 'PHASE2, PHASE3', 'PHASE3', 'PHASE4', 'NA'],
};

/** As many trials of each phase as its place among the phases says. */
const trials = (values: readonly string[]) =>
  values.flatMap((phase, at) =>
    Array.from({length: at + 1}, (_, n) => ({
      ...{id: `4000${at}0${String(n).padStart(2, '0')}-0000-4000-8000-000000000000`, kind: 'trial', state: 'live'},
      ...{name: `trial ${at} ${n}`, slug: `trial-${at}-${n}`, source: 'test', updated_at: '2026-01-01T00:00:00Z'},
      attributes: JSON.stringify({phase}),
    })),
  );

describe.each(Object.entries(REGISTERS))('a graph with %s phases', (_, values) => {
  let graph: Graph;
  beforeAll(async () => {
    const snapshot = await writeRandomGraph({entities: trials(values), edges: []} as never);
    graph = await openGraph(snapshot, {cache: `${snapshot}-cache`});
  });
  afterAll(() => graph.close());

  it.each(PHASES)('answers %s by the trials of %s', async (spelling, phase) => {
    const at = REGISTERS.arabic.indexOf(phase);
    const {total, filters} = await graph.entities({phase: spelling, limit: 1});
    expect({total, phase: String(filters.phase).toLowerCase()}).toEqual({
      total: at + 1,
      phase: expect.toBeOneOf([values[at]?.toLowerCase(), spelling.toLowerCase()]),
    });
    const predicates = [{field: 'phase', operator: 'eq' as const, value: spelling}];
    expect((await graph.search({predicates, limit: 1})).total).toBe(at + 1);
    const {buckets} = await graph.aggregate({field: 'kind', phase: spelling});
    expect(buckets.map(({count}) => count)).toEqual([at + 1]);
  });

  it('answers a number that is no phase by none, and says what may have been meant', async () => {
    const {total, did_you_mean} = await graph.entities({phase: 'phase 12', limit: 1});
    expect(total).toBe(0);
    expect(did_you_mean?.phase).toBeDefined();
  });
});

it('an asset stands where its sources say that it got, unless it states a phase of its own', async () => {
  const row = (n: number, kind: string, name: string, attributes: object = {}) => ({
    ...{id: `50000000-0000-4000-8000-00000000000${n}`, kind, state: 'live', name, slug: name, source: 'test'},
    ...{updated_at: '2026-01-01T00:00:00Z', attributes: JSON.stringify(attributes)},
  });
  const products = [
    row(1, 'product', 'three', {max_phase: 3}),
    row(2, 'product', 'half', {max_phase: 0.5}),
    row(3, 'product', 'four', {max_phase: 4}),
    row(4, 'product', 'stated', {max_phase: 4, phase: 'Phase 2'}),
    row(5, 'product', 'text', {max_phase: '2.0'}),
    row(6, 'product', 'unknown', {max_phase: -1}),
    row(7, 'program', 'program', {max_phase: 3}),
    row(8, 'product', 'no number', {max_phase: 'NaN'}),
    row(0, 'product', 'huge', {max_phase: 1e300}),
  ];
  const company = row(9, 'company', 'maker');
  const edges = products.map(({id}) => ({source: company.id, relation: 'develops', target: id, observed_at: null}));
  const snapshot = await writeRandomGraph({entities: [company, ...products], edges} as never);
  const graph = await openGraph(snapshot, {cache: `${snapshot}-cache`});
  const {assets, maturity} = await graph.dossier(company.id);
  await graph.close();
  expect(Object.fromEntries(assets.map(({name, furthest_stage}) => [name, furthest_stage]))).toEqual({
    ...{four: 'approved', three: 'phase 3', stated: 'phase 2', text: 'phase 2', half: 'phase 1'},
    ...{program: 'preclinical', unknown: 'preclinical', 'no number': 'preclinical', huge: 'preclinical'},
  });
  expect(maturity.stage).toBe('approved');
});
