import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {writeRandomGraph} from '../helpers/random-graph.ts';
import {listen} from '../helpers/server.ts';

const id = (n: number) => `2${String(n).padStart(7, '0')}-0000-4000-8000-000000000000`;
const row = (n: number, kind: string, name: string, more: object = {}) => ({
  ...{id: id(n), kind, name, slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'), state: 'live'},
  ...{source: 'test', updated_at: '2026-01-01T00:00:00Z', ...more},
});

let graph: Graph;
beforeAll(async () => {
  const snapshot = await writeRandomGraph({
    entities: [
      row(1, 'company', 'Amgen Inc.', {
        ticker: 'AMGN',
        cik: '0000318154',
        domain: 'amgen.com',
        aliases: ['Applied Molecular Genetics'],
      }),
      row(2, 'company', 'Mirati Therapeutics'),
      row(3, 'company', 'Twin Bio', {slug: 'twin-bio-1'}),
      row(4, 'company', 'Twin Bio Ltd', {slug: 'twin-bio-2'}),
      row(5, 'product', 'Sotorasib', {aliases: ['Lumakras', 'UK-92480']}),
      row(6, 'trial', 'Sotorasib', {
        slug: 'sotorasib-trial',
        attributes: '{"nct":"NCT03600883","phase":"PHASE2","start_date":"2018-08"}',
      }),
      row(7, 'company', 'Amgen Old', {state: 'merged', merged_into: id(1)}),
      row(8, 'company', 'Onyx Pharmaceuticals'),
      row(9, 'paper', 'A paper', {
        doi: '10.1056/NEJMoa1917239',
        attributes: '{"published_at":"2020","pmid":"32955177"}',
      }),
      row(10, 'company', 'Twin Bio SA', {slug: 'twin-bio-3'}),
      row(11, 'company', 'Carlisle Companies Inc', {ticker: 'CSL'}),
      row(12, 'company', 'CSL Limited'),
      row(13, 'company', 'Corning Inc', {ticker: 'GLW'}),
      row(14, 'company', 'GLW Pharma', {aliases: ['GLW']}),
      row(15, 'target', 'KRAS', {attributes: '{"hgnc_id":"HGNC:6407","ensembl_id":"ENSG00000133703"}'}),
      row(16, 'company', 'Candel Therapeutics'),
      row(17, 'company', 'ORA, Inc.'),
      row(18, 'product', 'Zimbus'),
      row(19, 'company', 'Cade Therapeutics'),
      row(20, 'technology', 'Primary vaccine'),
      row(21, 'company', 'Fooza Pharmaceutical'),
      row(22, 'company', 'Fooza Pharmaceuticals'),
      row(23, 'company', 'Spark Gene Works'),
      row(24, 'company', 'Sparc'),
      row(25, 'person', 'Meng Zhang'),
      row(26, 'person', 'Olga Petrowa'),
      row(27, 'company', 'Alectos Therapeutics', {aliases: ['Alectos']}),
      row(28, 'target', 'TP53', {aliases: ['P53']}),
      row(29, 'product', 'Tetrofoomin', {aliases: ['P53']}),
      row(30, 'target', 'DLK2', {aliases: ['EGFL9']}),
      row(61, 'product', 'Orgafoo'),
      row(63, 'target', 'MUFOO1', {aliases: ['EFA']}),
      row(64, 'target', 'ETFOO', {aliases: ['EFA']}),
      row(65, 'institution', 'European Foo Agency', {aliases: ['EFA']}),
      row(62, 'company', 'Orgafoo & Co.'),
      row(40, 'program', 'Sotorasif'),
      row(41, 'company', 'Auxol Biotechnologies'),
      row(42, 'company', 'Auxol Pharmaceuticals'),
      row(43, 'company', 'SQ Innovations'),
      row(44, 'company', 'Ventoria Medical Systems Inc'),
      row(45, 'company', 'Quarterly Widgets'),
      ...Array.from({length: 9}, (_, n) => row(50 + n, 'paper', `Autonomous ${n}`)),
      row(46, 'company', 'Autonomous Technologies'),
      ...[31, 32, 33].map((n) => row(n, 'person', `Feng Lu${n}`)),
      ...[34, 35, 36].map((n) => row(n, 'person', `Ana${n} Zhang`)),
    ],
    edges: [
      {source: id(1), relation: 'sponsors', target: id(6), observed_at: null},
      {source: id(8), relation: 'subsidiary_of', target: id(1), observed_at: null},
      {source: id(8), relation: 'sponsors', target: id(9), observed_at: null},
      {source: id(12), relation: 'develops', target: id(5), observed_at: null},
      {source: id(13), relation: 'develops', target: id(5), observed_at: null},
      {source: id(22), relation: 'sponsors', target: id(6), observed_at: null},
      {source: id(22), relation: 'develops', target: id(18), observed_at: null},
      {source: id(5), relation: 'targets', target: id(28), observed_at: null},
      {source: id(18), relation: 'targets', target: id(28), observed_at: null},
    ],
  } as never);
  graph = await openGraph(snapshot, {cache: `${snapshot}-cache`});
});
afterAll(() => graph.close());

describe('resolve', () => {
  const one = async (input: string, more: object = {}) => {
    const {results} = await graph.resolve({inputs: [input], ...more});
    const {match, how, confidence, candidates} = results[0] ?? {};
    return [match?.id ?? null, how, confidence, candidates?.map((ref) => ref.id)];
  };

  it.each([
    ['amgen', 1, 'name', 0.95],
    ['AMGEN, Inc', 1, 'name', 0.95],
    ['applied molecular genetics', 1, 'alias', 0.9],
    ['$AMGN', 1, 'identifier', 1],
    ['HGNC:6407', 15, 'identifier', 1],
    ['hgnc_6407', 15, 'identifier', 1],
    // Letters that are one company's ticker and another's name mean the one that has more to it.
    ['CSL', 12, 'name', 0.95],
    ['$CSL', 11, 'identifier', 1],
    ['ticker:CSL', 11, 'identifier', 1],
    ['GLW', 13, 'identifier', 1],
    ['UK92480', 5, 'alias', 0.9],
    ['UK 92480', 5, 'alias', 0.9],
    [id(7), 1, 'identifier', 1],
    ['Company/Amgen-Inc-', 1, 'identifier', 1],
    ['Onyx Pharma, Inc.', 8, 'alias', 0.9],
    ['mirati therapeutic', 2, 'alias', 0.9],
    ['Miratti Therapeutics', 2, 'typo', 0.7],
    ['Candal Therapeutics', 16, 'typo', 0.7],
    ['Zimbis', 18, 'typo', 0.7],
    ['Sotarasip', 5, 'typo', 0.7],
    ['Zotorasib', 5, 'typo', 0.7],
    ['Olga Petrova', 26, 'typo', 0.7],
    // Such words count where the name is no company's.
    ['Primery vacine', 20, 'typo', 0.7],
    // Of a symbol that a drug has as an alias too, the better-known target.
    ['p53', 28, 'alias', 0.9],
    ['Cade Theraputics', 19, 'typo', 0.7],
    ['sotorasib', 5, 'name', 0.95],
    ['Orgafoo', 61, 'name', 0.95],
    ['Orgafoo & Co.', 62, 'name', 0.95],
    ['nct 03600883', 6, 'identifier', 1],
    ['https://clinicaltrials.gov/study/NCT03600883', 6, 'identifier', 1],
    ['https://doi.org/10.1056/nejmoa1917239', 9, 'identifier', 1],
    ['PMID32955177', 9, 'identifier', 1],
    ['CIK0000318154', 1, 'identifier', 1],
    ['Nasdaq: AMGN', 1, 'identifier', 1],
    ['NASDAQ:AMGN', 1, 'identifier', 1],
    ['https://www.amgen.com/', 1, 'identifier', 1],
    ['www.amgen.com', 1, 'identifier', 1],
    ['HGNC 6407', 15, 'identifier', 1],
    ['ENSG00000133703.14', 15, 'identifier', 1],
  ])('%s', async (input, found, how, confidence) => {
    expect(await one(input)).toEqual([id(found), how, confidence, []]);
  });

  it('lists what two of a kind bear, best first, and says nothing of what nobody does', async () => {
    expect(await one('Twin Bio Corp')).toEqual([null, null, null, [id(3), id(4), id(10)]]);
    expect(await one('Fooza Pharma')).toEqual([null, null, null, [id(22), id(21)]]);
    expect(await one('nobody bears this')).toEqual([null, null, null, []]);
    // Of other kinds too, after those that made it ambiguous.
    expect(await one('EFA')).toEqual([null, null, null, [id(63), id(64), id(65)]]);
    // A code that differs in a letter is another maker's.
    expect(await one('CC-92480')).toEqual([null, null, null, []]);
    expect(await one('UK-S92480')).toEqual([null, null, null, []]);
    expect(await one('Miratti Therapeutics', {min_confidence: 0.8})).toEqual([null, null, null, []]);
    expect(await one('Onyx Pharma', {kind: 'product'})).toEqual([null, null, null, []]);
    expect(await one('Onyx Pharma', {min_confidence: 0.95})).toEqual([null, null, null, []]);
    expect((await one('Sotorasib', {kind: 'trial'}))[0]).toBe(id(6));
  });

  it('takes for no mistake what begins another name, or has the words of others’ names', async () => {
    expect(await one('Spark')).toEqual([null, null, null, [id(23)]]);
    expect(await one('Sparck')).toEqual([id(24), 'typo', 0.7, []]);
    expect(await one('Feng Zhang')).toEqual([null, null, null, []]);
    // Companies invent names that differ in their endings.
    expect(await one('Alector')).toEqual([null, null, null, [id(27)]]);
    expect(await one('Alector Therapeutics')).toEqual([null, null, null, [id(27)]]);
    expect(await one('Alecttos')).toEqual([id(27), 'typo', 0.7, []]);
    // A short word that differs by more than a letter is another word.
    expect(await one('GI Innovations')).toEqual([null, null, null, [id(43)]]);
    // Another consonant makes another company; people double letters, drop and swap them, and mistake vowels.
    expect(await one('TQ Innovations')).toEqual([null, null, null, [id(43)]]);
    expect(await one('Cabe Therapeutics')).toEqual([null, null, null, [id(19)]]);
  });

  it('is a company that alone begins so, if only words of the trade follow', async () => {
    expect(await one('Ventoria')).toEqual([id(44), 'alias', 0.9, []]);
    expect(await one('ventoria', {kind: 'product'})).toEqual([null, null, null, []]);
    expect(await one('Quarterly')).toEqual([null, null, null, [id(45)]]);
    // A word that many names have is not what one company is called.
    expect(await one('Autonomous')).toEqual([null, null, null, [id(46)]]);
  });

  it('is found as a search finds it: the gene of a symbol, not a drug with such a code', async () => {
    const {results} = await graph.entities({q: 'p53'});
    expect(results[0]?.id).toBe(id(28));
  });

  it('offers what begins so where nothing is called so', async () => {
    const [match, how, , candidates] = await one('Auxol');
    expect([match, how, (candidates as string[]).sort()]).toEqual([null, null, [id(41), id(42)]]);
    expect(await one('Auxol', {min_confidence: 0.8})).toEqual([null, null, null, []]);
  });

  it('takes no gene or code for another whose name has other letters, nor what is something else', async () => {
    expect(await one('EGFR9')).toEqual([null, null, null, []]);
    expect(await one('Sotorasif', {kind: 'product'})).toEqual([null, null, null, []]);
    expect(await one('Sotorasig', {kind: 'product'})).toEqual([id(5), 'typo', 0.7, []]);
  });

  it('takes a word that begins otherwise for another drug, which it may be', async () => {
    expect(await one('Kitorasib', {kind: 'product'})).toEqual([null, null, null, [id(5)]]);
  });

  it.each([
    // Two letters of six: what many companies are called does not count.
    'Candid Therapeutics',
    'Orna',
    // A short word with another first letter is another word.
    'Nimbus',
    'Jade Therapeutics',
    'Jade Theraputics',
  ])('takes no other name for %s', async (input) => {
    expect(await one(input)).toEqual([null, null, null, []]);
  });

  it('takes the place of ids, in any case', async () => {
    expect((await graph.entity('nct03600883')).id).toBe(id(6));
    expect((await graph.edges('10.1056/NEJMoa1917239')).edges).toHaveLength(1);
    expect((await graph.dossier('amgen')).company.id).toBe(id(1));
    expect((await graph.entity(id(7))).meta.redirected_from).toBe(id(7));
    await expect(graph.entity('twin bio gmbh')).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining(id(4)),
    });
    await expect(graph.entity('amgenn')).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('company/amgen-inc'),
    });
    await expect(graph.entity(id(99))).rejects.toMatchObject({message: expect.not.stringContaining('Nearest')});
  });

  it('names the organization of a filter, with its group', async () => {
    const total = async (given: object) => (await graph.entities({...given, limit: 1})).total;
    expect(await total({organization: 'amgen'})).toBe(2);
    expect(await total({organization: 'amgen', rollup: false})).toBe(1);
    expect(await total({organization: ['mirati therapeutics', 'amgen'], kind: 'trial', phase: '2'})).toBe(1);
    expect((await graph.entities({organization: 'amgenn'})).did_you_mean).toEqual({organization: ['Amgen Inc.']});
    await expect(graph.entities({organization: 'twin bio kk'})).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('twin-bio-2'),
    });
  });
});

describe('over HTTP', () => {
  let server: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    server = await listen(graph);
  });
  afterAll(() => server.close());

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(server.url + path, {headers});
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  };

  it('filters and inputs repeat, and ids are a list', async () => {
    const {body} = await get('/v1/resolve?input=amgen&input=lumakras');
    const found = (body.results as {match: {id: string}}[]).map(({match}) => match.id);
    expect(found).toEqual([id(1), id(5)]);
    const listed = await get(
      `/v1/entities?kind=paper&kind=trial&ids=10.1056/nejmoa1917239,nobody%252Cno,${id(6)}&fields=id`,
    );
    expect(listed.body).toMatchObject({total: 2, missing: ['nobody,no'], kind: ['paper', 'trial']});
    expect((listed.body.results as {id: string}[]).map((one) => one.id)).toEqual([id(9), id(6)]);
    expect((await get('/v1/entities?limit=1&limit=2')).status).toBe(422);
    const sent = await fetch(`${server.url}/v1/export?ids=nobody,${id(6)}&phase=phase3`);
    expect([sent.headers.get('x-biograph-missing'), sent.headers.get('x-biograph-total')]).toEqual(['nobody', '0']);
    expect(sent.headers.get('x-biograph-did-you-mean')).toBe('phase=PHASE2');
    const cut = await fetch(`${server.url}/v1/export?max=2`);
    expect([cut.headers.get('x-biograph-truncated'), cut.headers.get('x-biograph-total')]).toEqual(['true', '56']);
  });

  it('a request header pins a generation that is kept', async () => {
    const now = (await graph.stats({})).meta.generation;
    expect((await get('/v1/stats', {'x-biograph-generation': String(now)})).status).toBe(200);
    const expired = await get('/v1/stats', {'x-biograph-generation': String(now + 7)});
    expect(expired).toMatchObject({
      status: 400,
      body: {error: {code: 'bad_request', message: expect.stringContaining('expired')}},
    });
    expect((await get('/v1/stats', {'x-biograph-generation': 'x'})).status).toBe(400);
    expect((await get('/v1/stats')).headers.get('vary')).toContain('X-Biograph-Generation');
  });
});

describe('a name as tables write it', () => {
  it.each([
    ['Lumakras (sotorasib)', 5],
    ['Sotorasib (Lumakras)', 5],
    ['sotorasib 120 mg tablets', 5],
    ['Sotorasib tablets', 5],
    ['Sotorasib (G12C)', 5],
    ['Sotorasib/Lumakras', 5],
  ])('%s', async (input, found) => {
    const {results} = await graph.resolve({inputs: [input]});
    expect(results[0]).toMatchObject({match: {id: id(found)}, how: 'alias', confidence: 0.9, candidates: []});
  });

  it('is nobody’s where its parts mean two, or a company’s is half unknown', async () => {
    const {results} = await graph.resolve({inputs: ['Sotorasib (Zimbus)', 'Amgen (Germany)', 'NSCLC']});
    expect(results.map(({match, candidates}) => [match, candidates.map((one) => one.id)])).toEqual([
      [null, [id(5), id(18)]],
      [null, [id(1)]],
      [null, []],
    ]);
  });

  it('is found by search under both spellings of a code', async () => {
    for (const q of ['UK92480', 'UK 92480', 'UK-92480'])
      expect((await graph.entities({q})).results[0]?.id, q).toBe(id(5));
  });
});
