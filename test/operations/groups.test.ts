import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, loadSnapshot, openGraph} from '../../src/index.ts';
import {writeRandomGraph} from '../helpers/random-graph.ts';

const ids = new Map<string, string>();
const idOf = (name: string) => {
  const known = ids.get(name) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
  ids.set(name, known);
  return known;
};

interface Said {
  target?: string;
  modality?: string;
  confidence?: number;
  merged_into?: string;
  attributes?: object;
}

const entity = (kind: string, name: string, {target, modality, confidence, merged_into, attributes}: Said = {}) => ({
  id: idOf(name),
  kind,
  state: merged_into === undefined ? 'live' : 'merged',
  merged_into: merged_into === undefined ? null : idOf(merged_into),
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  target: target ?? null,
  modality: modality ?? null,
  moa_confidence: confidence ?? (target === undefined ? null : 0.9),
  attributes: attributes === undefined ? null : JSON.stringify(attributes),
  source: 'test',
  identity_confidence: 0.95,
  updated_at: '2026-01-01T00:00:00Z',
});

const edge = (text: string, more: object = {}) => {
  const [source = '', relation = '', target = ''] = text.split(' > ');
  return {source: idOf(source), relation, target: idOf(target), observed_at: null, ...more};
};

const drug = (target: string) => ({target, modality: 'small molecule'});

// Ids in this order, so that the smaller of two is known.
for (const name of ['Aco', 'Bco', 'Cco', 'Dco', 'Eco', 'Peer']) idOf(name);

const GRAPH = {
  entities: [
    ...['Aco', 'Bco', 'Cco', 'Dco', 'Eco', 'Sub', 'Subsub', 'Sister', 'Ring', 'Round', 'Guest', 'Peer', 'Peersub'].map(
      (name) => entity('company', name),
    ),
    entity('company', 'Formerly', {merged_into: 'Sub'}),
    entity('institution', 'University'),
    ...['HDAC1', 'HDAC6', 'KRAS', 'EGFR'].map((name) => ({...entity('target', name), target_symbol: name})),
    entity('patent', 'Patent one', {...drug('KRAS'), attributes: {filed_at: '2020-01-01'}}),
    entity('patent', 'Patent two', {...drug('KRAS'), attributes: {filed_at: '2021-01-01'}}),
    entity('patent', 'Patent three', {...drug('KRAS')}),
    entity('product', 'Aco drug', {...drug('HDAC1'), attributes: {}}),
    entity('program', 'Sub project', {attributes: {phase: 'filed'}}),
    entity('product', 'Sub drug', drug('KRAS')),
    entity('product', 'Peer drug', drug('HDAC6')),
    entity('product', 'Peersub drug', drug('HDAC1')),
    entity('product', 'Dco drug', drug('KRAS')),
    entity('product', 'Guess of Eco', {...drug('EGFR'), confidence: 0.4}),
    entity('product', 'Guess of Guest', {...drug('EGFR'), confidence: 0.5}),
    entity('trial', 'Trial of Sub', {attributes: {phase: 'phase 3', start_date: '2024-01-01'}}),
    entity('trial', 'Trial of Aco', {attributes: {phase: 'phase 1', start_date: '2025-01-01'}}),
    entity('trial', 'Trial of both', {attributes: {start_date: '2025-01-01'}}),
    entity('approval', 'Approval', {attributes: {approved_at: '2023-01-01'}}),
    entity('funder', 'Fund'),
    entity('catalyst', 'Soon', {attributes: {date: '2026-03-01', date_precision: 'month', type: 'data_readout'}}),
    entity('catalyst', 'Later', {attributes: {date: '2026-08-15', date_precision: 'quarter', type: 'pdufa'}}),
    entity('catalyst', 'In a year', {attributes: {date: '2027', type: 'pdufa'}}),
    entity('catalyst', 'In a half', {attributes: {date: '2026-11-05', date_precision: 'half', type: 'pdufa'}}),
    entity('catalyst', 'Long ago', {attributes: {date: '2020-01-01', type: 'pdufa'}}),
  ],
  edges: [
    edge('Formerly > subsidiary_of > Aco', {confidence: 0.9}),
    edge('Sub > subsidiary_of > Bco', {confidence: 0.8}),
    edge('Subsub > subsidiary_of > Sub', {confidence: 0.9}),
    edge('Sister > subsidiary_of > Aco'),
    // Two parents, equally sure: the one with the smaller id.
    edge('Peersub > subsidiary_of > Peer', {confidence: 0.8}),
    edge('Peersub > subsidiary_of > Guest', {confidence: 0.8}),
    edge('Ring > subsidiary_of > Round'),
    edge('Round > subsidiary_of > Ring'),
    edge('Patent one > assigned_to > Subsub'),
    edge('Patent one > assigned_to > Sub'),
    edge('Patent two > assigned_to > Aco'),
    edge('Patent two > assigned_to > University'),
    edge('Patent three > assigned_to > Ring'),
    edge('Aco > develops > Aco drug'),
    edge('Sub > develops > Sub drug'),
    edge('Peer > develops > Peer drug'),
    edge('Peersub > develops > Peersub drug'),
    edge('Dco > develops > Dco drug'),
    edge('Eco > develops > Guess of Eco'),
    edge('Guest > develops > Guess of Guest'),
    edge('Sister > develops > Sub drug'),
    edge('Sub > develops > Sub project'),
    edge('Sub project > program_of > Sub drug'),
    edge('Sub > sponsors > Trial of Sub'),
    edge('Aco > sponsors > Trial of Aco'),
    edge('Aco > sponsors > Trial of both'),
    edge('Sub > sponsors > Trial of both'),
    edge('Sub drug > tested_in > Trial of Sub'),
    edge('Approval > approval_of > Aco drug'),
    edge('Aco > holds > Approval'),
    edge('Fund > invested_in > Subsub'),
    edge('Soon > concerns > Sub drug'),
    edge('Later > concerns > Sub drug'),
    edge('Long ago > concerns > Sub drug'),
    edge('Later > announced_by > Subsub'),
    edge('In a year > announced_by > Peersub'),
  ],
  provenance: [
    {
      entity_id: idOf('Soon'),
      field: 'attributes.date',
      source: 'test',
      confidence: 0.3,
      observed_at: null,
      record: null,
    },
  ],
};

let graph: Graph;
beforeAll(async () => {
  const store = join(mkdtempSync(join(tmpdir(), 'biograph-groups-')), 'store');
  await loadSnapshot({snapshot: await writeRandomGraph(GRAPH), store});
  graph = await openGraph(store);
});
afterAll(() => graph.close());

const names = (rows: readonly {name: string}[]) => rows.map(({name}) => name);
const groups = (rows: readonly {head: {name: string}; subsidiaries: readonly {name: string}[]}[]) =>
  Object.fromEntries(rows.map(({head, subsidiaries}) => [head.name, names(subsidiaries).sort()]));

describe('companies as groups', () => {
  it('hold patents as their heads: the surer parent, merges followed; a circle has none', async () => {
    const found = await graph.concentration({target: 'KRAS'});
    expect(found.assignees.map(({name, patents}) => `${name} ${patents}`)).toEqual(['Aco 2', 'Ring 1']);
    expect(groups(found.rolled_up)).toEqual({Aco: ['Sub', 'Subsub']});
    // Aco has one whole and half of another, the university the other half, Ring one: thirds of 3.
    expect(found.hhi).toBeCloseTo(((1.5 / 3) ** 2 + (0.5 / 3) ** 2 + (1 / 3) ** 2) * 1e4, 1);
    const apart = await graph.concentration({target: 'KRAS', rollup: false});
    expect(names(apart.assignees)).toEqual(
      ['Aco', 'Sub', 'Ring', 'Subsub'].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1)),
    );
    expect(apart.rolled_up).toEqual([]);
    expect((await graph.patentLandscape({target: 'KRAS'})).rolled_up).toEqual(found.rolled_up);
  });

  it('have one dossier: the company and everything below it, each thing once', async () => {
    const found = await graph.dossier('Aco');
    expect(found.maturity).toEqual({papers: 0, patents: 2, trials: 3, approvals: 1, stage: 'approved'});
    expect(found.trials_by_phase).toEqual([
      {phase: 'phase 1', trials: 1},
      {phase: 'phase 3', trials: 1},
      {phase: 'unknown', trials: 1},
    ]);
    expect(groups(found.rolled_up)).toEqual({Aco: ['Sister', 'Sub', 'Subsub']});
    expect(names(found.investors)).toEqual(['Fund']);
    expect(found.assets).toMatchObject([
      {name: 'Aco drug', target: 'HDAC1', modality: 'small molecule', furthest_stage: 'approved', next_catalyst: null},
      // As far as the program of it is.
      {name: 'Sub drug', target: 'KRAS', furthest_stage: 'filed', next_catalyst: {date: '2026-03-01', name: 'Soon'}},
    ]);
    const kras = found.programs.find(({target}) => target === 'KRAS');
    expect(kras).toMatchObject({patents: 2, furthest_stage: 'preclinical'});
    const alone = await graph.dossier({entity_id: 'Aco', rollup: false});
    expect(alone.maturity).toMatchObject({patents: 1, trials: 2});
    expect(names(alone.assets)).toEqual(['Aco drug']);
    expect(alone.rolled_up).toEqual([]);
    // Asked of a subsidiary, what is above it does not count.
    expect((await graph.dossier('Sub')).maturity).toMatchObject({patents: 1, trials: 2, approvals: 0});
  });

  it('have peers by families of targets, as heads, never among their own', async () => {
    const found = await graph.comparables('Aco');
    expect(found.results).toMatchObject(
      [
        {name: 'Ring', shared_cells: 1, cells: [{target: 'KRAS', modality: 'small molecule'}], evidence: 1},
        {name: 'Dco', shared_cells: 1, evidence: 1},
        {name: 'Peer', shared_cells: 1, cells: [{target: 'HDAC1–11', modality: 'small molecule'}], evidence: 2},
      ].sort((a, b) => b.evidence - a.evidence || (idOf(a.name) < idOf(b.name) ? -1 : 1)),
    );
    expect(groups(found.rolled_up)).toEqual({Aco: ['Sister', 'Sub', 'Subsub'], Peer: ['Peersub']});
    const apart = await graph.comparables({entity_id: 'Sister', rollup: false});
    expect(new Set(names(apart.results))).toEqual(new Set(['Dco', 'Ring']));
  });

  it('announce catalysts, dated as exactly as is known', async () => {
    const found = await graph.calendar({});
    expect(found.results).toMatchObject([
      {name: 'Soon', date: '2026-03-01', date_precision: 'month', confidence: 0.3},
      {name: 'Later', date: '2026-07-01', date_precision: 'quarter', confidence: 0.95},
      {name: 'In a half', date: '2026-07-01', date_precision: 'half'},
      {name: 'In a year', date: '2027-01-01', date_precision: 'year'},
    ]);
    expect(names(found.results[1]?.companies ?? [])).toEqual(['Aco']);
    expect(names(found.results[3]?.companies ?? [])).toEqual(['Peer']);
    expect(groups(found.rolled_up)).toEqual({Aco: ['Sister', 'Sub', 'Subsub'], Peer: ['Peersub']});
    expect(found.caveats.join(' ')).toMatch(/1 of these catalysts have a date with a confidence below 0.7/);
    const sure = await graph.calendar({min_confidence: 0.9});
    expect(names(sure.results)).not.toContain('Soon');
    const apart = await graph.calendar({rollup: false});
    expect(new Set(names(apart.results[1]?.companies ?? []))).toEqual(new Set(['Sub', 'Sister', 'Subsub']));
    expect((await graph.calendar({from: '2026-07-02'})).results.map(({name}) => name)).toEqual(['In a year']);
  });
});

describe('an analytic that the gate empties', () => {
  it('says which min_confidence would fill it', async () => {
    const found = await graph.comparables('Eco');
    expect(found).toMatchObject({count: 0, gate: {counted: 0, dropped: 1, would_fill: 0.4}});
    expect((await graph.comparables({entity_id: 'Eco', min_confidence: 0.4})).count).toBe(1);
    const alone = await graph.comparables({entity_id: 'Eco', min_confidence: 0.41});
    expect(alone.count).toBe(0);
    expect(alone.caveats).toContainEqual(expect.stringContaining('nothing to compare by'));
    const none = await graph.concentration({target: 'EGFR'});
    expect(none.gate).toEqual({min_confidence: 0.7, counted: 0, dropped: 0});
    expect((await graph.comparables('Aco')).gate).not.toHaveProperty('would_fill');
  });
});
