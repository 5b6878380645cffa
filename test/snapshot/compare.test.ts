/** @module-tag long */
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Client, StreamableHTTPClientTransport} from '@modelcontextprotocol/client';
import {beforeAll, describe, expect, inject, it} from 'vitest';
import {loadSnapshot, openGraph} from '../../src/index.ts';
import {compareGenerations, type DiffFilter} from '../../src/snapshot/compare.ts';
import type {Digest} from '../../src/snapshot/watch.ts';
import {generationFile} from '../../src/store/store.ts';
import {syncStore} from '../../src/sync/sync.ts';
import {biograph} from '../helpers/command.ts';
import {writeRandomGraph} from '../helpers/random-graph.ts';
import {listen} from '../helpers/server.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const row = (n: number, kind: string, name: string, more: object = {}) => ({
  id: uuid(n),
  kind,
  state: 'live',
  name,
  slug: name.toLowerCase(),
  source: 'test',
  updated_at: '2026-01-01T00:00:00Z',
  ...more,
});
const moa = (target: string, modality: string, confidence = 0.9) => ({
  target,
  modality,
  therapeutic_area: 'oncology',
  moa_confidence: confidence,
});

const before = [
  row(1, 'company', 'Acme'),
  row(2, 'company', 'Acme Inc'),
  row(3, 'trial', 'Moving', {attributes: '{"phase":"Phase 1"}', ...moa('KRAS', 'peptide')}),
  row(4, 'trial', 'Staying', {attributes: '{"phase":"Phase 2"}', ...moa('EGFR', 'peptide')}),
  row(5, 'paper', 'Leaving', moa('TP53', 'mRNA')),
  row(6, 'paper', 'Quiet'),
];
const after = [
  row(1, 'company', 'Acme'),
  row(2, 'company', 'Acme Inc', {state: 'merged', merged_into: uuid(1)}),
  row(3, 'trial', 'Moving', {attributes: '{"phase":"Phase 2"}', ...moa('KRAS', 'peptide')}),
  row(4, 'trial', 'Staying', {attributes: '{"phase":"Phase 2"}', ...moa('EGFR', 'peptide')}),
  row(6, 'paper', 'Quiet, with an erratum'),
  row(7, 'approval', 'First | of its *kind*', {attributes: '{"approved_at":"2026-01-15"}', ...moa('KRAS', 'antibody')}),
  row(8, 'patent', 'Untrusted', moa('BRAF', 'mRNA', 0.1)),
];
const edge = (source: number, relation: string, target: number) => ({
  source: uuid(source),
  relation,
  target: uuid(target),
  observed_at: null,
});

let store = '';
let sides: {before: string; after: string};
let paths: [string, string];
beforeAll(async () => {
  const a = await writeRandomGraph({entities: before, edges: [edge(1, 'sponsors', 3), edge(2, 'sponsors', 4)]});
  const b = await writeRandomGraph(
    {entities: after, edges: [edge(1, 'sponsors', 3), edge(1, 'holds', 7)]},
    {release: 2, as_of: '2026-02-01T00:00:00.000Z'},
  );
  store = join(mkdtempSync(join(tmpdir(), 'biograph-compare-')), 'store');
  await loadSnapshot({snapshot: a, store});
  await loadSnapshot({snapshot: b, store});
  sides = {before: generationFile(store, 1), after: generationFile(store, 2)};
  paths = [a, b];
});

const compare = (filter: DiffFilter = {}) => compareGenerations({...sides, filter, spill: `${store}/spill`});
const names = ({rows}: {rows: {name: string}[]}) => rows.map(({name}) => name);

describe('a comparison of two generations', () => {
  it('speaks of phases, approvals, mergers, cells and edges', async () => {
    const told = await compare();
    expect(told.phases).toEqual({
      total: 1,
      rows: [{id: uuid(3), kind: 'trial', name: 'Moving', slug: 'moving', from: 'Phase 1', to: 'Phase 2'}],
    });
    expect(told.approvals.rows).toMatchObject([{name: 'First | of its *kind*', approved_at: '2026-01-15'}]);
    expect(told.merged.rows).toMatchObject([{name: 'Acme Inc', into: {name: 'Acme'}}]);
    expect(names(told.removed)).toEqual(['Leaving']);
    expect(names(told.added)).toEqual(['First | of its *kind*', 'Untrusted']);
    expect(told.occupied.rows).toEqual([
      {target: 'KRAS', modality: 'antibody', therapeutic_area: 'oncology', entities: 1},
    ]);
    expect(told.emptied.rows).toEqual([{target: 'TP53', modality: 'mRNA', therapeutic_area: 'oncology', entities: 1}]);
    expect(told.edges).toEqual([
      {relation: 'holds', added: 1, removed: 0},
      {relation: 'sponsors', added: 0, removed: 1},
    ]);
    expect(told.kinds).toEqual([
      {kind: 'approval', added: 1, removed: 0, merged: 0, changed: 0},
      {kind: 'company', added: 0, removed: 0, merged: 1, changed: 0},
      {kind: 'paper', added: 0, removed: 1, merged: 0, changed: 1},
      {kind: 'patent', added: 1, removed: 0, merged: 0, changed: 0},
      {kind: 'trial', added: 0, removed: 0, merged: 0, changed: 1},
    ]);
  });

  it('keeps to a kind or a label', async () => {
    expect((await compare({kind: 'trial'})).kinds.map(({kind}) => kind)).toEqual(['trial']);
    const kras = await compare({target: 'kras'});
    expect([names(kras.phases), names(kras.approvals), names(kras.removed)]).toEqual([
      ['Moving'],
      ['First | of its *kind*'],
      [],
    ]);
    expect(kras.emptied.rows).toEqual([]);
    expect((await compare({target: 'EGFR', modality: 'peptide'})).kinds).toEqual([]);
  });

  it('is read in a terminal and put into a message', async () => {
    const shown = await biograph(['diff', '--data', store, '--format', 'table']);
    expect(shown.stdout).toContain('- Moving (trial/moving): Phase 1 → Phase 2');
    expect(shown.stdout).toContain('First \\| of its \\*kind\\*');
    expect((await biograph(['diff', '--data', store, '--markdown'])).stdout).toBe(shown.stdout);
    const saved = join(mkdtempSync(join(tmpdir(), 'biograph-compare-')), 'kras.json');
    writeFileSync(saved, '{"target": "KRAS"}');
    const told = JSON.parse((await biograph(['diff', ...paths, '--filter', saved, '--kind', 'trial'])).stdout) as {
      filter: object;
    };
    expect(told.filter).toEqual({target: 'KRAS', kind: 'trial'});
    writeFileSync(saved, '{"targt": "KRAS"}');
    const refused = await biograph(['diff', ...paths, '--filter', saved]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/is not a filter.*targt.*Its keys: kind, target/);
    expect((await biograph(['diff', ...paths, '--kind', 'planet'])).code).toBe(2);
    expect((await biograph(['diff'])).stderr).toMatch(/Give two snapshots or stores/);
    expect((await biograph(['diff', '--data', store, '--from', '2', '--to', '9'])).stderr).toMatch(/but no 9/);
    expect((await biograph(['diff', '--data', store, '--from', '2', '--to', '2'])).stdout).toContain('"total":0');
  });
});

describe('a store that followed a feed', () => {
  it('differs from the store behind the feed in nothing', async () => {
    await using service = await openGraph(inject('store'));
    const server = await listen(service);
    const follower = join(mkdtempSync(join(tmpdir(), 'biograph-compare-')), 'store');
    await syncStore({store: follower, from: server.url, pause: 1});
    await server.close();
    const told = await compareGenerations({
      before: generationFile(inject('store'), 1),
      after: generationFile(follower, 1),
      spill: `${follower}/spill`,
    });
    expect([told.kinds, told.edges, told.phases.total]).toEqual([[], [], 0]);
  });
});

describe('the filters', () => {
  it('are those of a list, and hold before or after', async () => {
    const phase = await compare({phase: 'Phase 1'});
    expect([names(phase.phases), phase.filter]).toEqual([['Moving'], {phase: 'Phase 1'}]);
    expect(names((await compare({kind: ['approval', 'paper']})).added)).toEqual(['First | of its *kind*']);
    expect(names((await compare({organization: 'Acme', kind: 'approval'})).approvals)).toEqual([
      'First | of its *kind*',
    ]);
    expect((await compare({date_from: '2026-01-01'})).kinds).toMatchObject([{kind: 'approval', added: 1}]);
    // Of cells it is only known what they are of.
    expect((await compare({phase: 'Phase 1'})).occupied.total).toBe(0);
    expect((await compare({target: 'KRASS'})).did_you_mean).toEqual({target: ['KRAS']});
    await expect(compare({phse: 'x'} as never)).rejects.toMatchObject({code: 'validation_error'});
    const shown = await biograph([
      'diff',
      '--data',
      store,
      '--phase',
      'Phase 1',
      '--kind',
      'trial',
      '--format',
      'table',
    ]);
    expect(shown.stdout).toContain('Only kind trial, phase Phase 1.');
    expect((await biograph(['diff', '--data', store, '--therapeutic-area', 'oncology'])).code).toBe(0);
  });
});

describe('a watch list', () => {
  const list = (text: string) => {
    const path = join(mkdtempSync(join(tmpdir(), 'biograph-watch-')), 'watch.csv');
    writeFileSync(path, text);
    return path;
  };

  it('tells what happened around those it names, in the words of a mail', async () => {
    const path = list('\ufeffnr,company\r\n1,"Acme"\r\n2,ACME INC\r\n3,Nobody at all\r\n');
    const told = await biograph(['diff', '--data', store, '--watch', path]);
    expect(told.code).toBe(0);
    expect(told.stdout).toContain('## Acme');
    expect(told.stdout).toContain('- Moving (trial/moving): Phase 1 → Phase 2');
    expect(told.stdout).toContain('- Acme Inc (company/acme inc) → Acme (company/acme)');
    expect(told.stdout).toContain('Nobody at all: no match');
    const page = await biograph(['diff', '--data', store, '--watch', path, '--html']);
    expect(page.stdout).toContain('<h2>Acme</h2>');
    expect(page.stdout).toContain('First | of its *kind* (<code>approval/first | of its *kind*</code>)');
    expect(page.stdout).not.toMatch(/<script|https?:\/\//);
    const {changed, unknown, quiet} = JSON.parse(
      (await biograph(['diff', '--data', store, '--watch', path, '--format', 'json'])).stdout,
    ) as Digest;
    // A name that was folded into another is watched as that one, once.
    expect(changed.map(({entity}) => entity.name)).toEqual(['Acme']);
    expect([unknown.map(({input}) => input), quiet]).toEqual([['Nobody at all'], []]);
    expect(names(changed[0]?.approvals ?? {rows: []})).toEqual(['First | of its *kind*']);
  });

  it('ends with 3 where nothing changed for them', async () => {
    const told = await biograph(['diff', '--data', store, '--watch', list('Staying\n')]);
    expect([told.code, told.stdout]).toEqual([0, expect.stringContaining('Staying')]);
    const quiet = await biograph(['diff', '--data', store, '--from', '2', '--to', '2', '--watch', list('Acme\n')]);
    expect([quiet.code, quiet.stdout]).toEqual([
      3,
      expect.stringContaining('Nothing changed for the names on the watch list'),
    ]);
  });

  it('has a column of names, and no filters beside it', async () => {
    const path = list('company,group\nAcme,x\n');
    expect((await biograph(['diff', '--data', store, '--watch', path, '--column', 'firm'])).stderr).toMatch(
      /no column "firm".*Columns: company, group/,
    );
    expect((await biograph(['diff', '--data', store, '--watch', path, '--kind', 'trial'])).code).toBe(2);
    expect((await biograph(['diff', '--data', store, '--watch', '/no/such.csv'])).code).toBe(1);
    expect((await biograph(['diff', '--data', store, '--watch', list('name\n')])).stderr).toMatch(/names 0 to watch/);
  });
});

describe('the library and agents', () => {
  it('are given the same as JSON', async () => {
    const graph = await openGraph(store);
    const told = await graph.diff({kind: 'trial'});
    expect(told).toEqual(await compare({kind: 'trial'}));
    const digest = await graph.diff({watch: ['Acme']});
    expect(digest.changed.map(({entity}) => entity.name)).toEqual(['Acme']);
    await expect(graph.diff({from: 2, to: 9})).rejects.toMatchObject({code: 'bad_request'});
    await expect(graph.diff({watch: ['Acme'], kind: 'trial'})).rejects.toMatchObject({code: 'validation_error'});
    const {url, close} = await listen(graph);
    const agent = new Client({name: 'test', version: '1.0.0'});
    await agent.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
    for (const [asked, whole] of [
      [{kind: 'trial'}, told],
      [{watch: ['Acme']}, digest],
    ]) {
      const {structuredContent} = await agent.callTool({name: 'diff', arguments: asked as Record<string, unknown>});
      expect(structuredContent).toEqual(JSON.parse(JSON.stringify(whole)));
    }
    const refused = await agent.callTool({name: 'diff', arguments: {from: 7}});
    expect([refused.isError, JSON.stringify(refused.content)]).toEqual([true, expect.stringContaining('kept: 1, 2')]);
    expect(JSON.stringify(refused.content)).not.toContain(store);
    await agent.close();
    await close();
    await graph.close();
  });
});
