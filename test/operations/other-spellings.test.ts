import {afterAll, beforeAll, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {writeRandomGraph} from '../helpers/random-graph.ts';

const row = (n: number, kind: string, name: string, aliases: string[] = []) => ({
  ...{
    id: `3${String(n).padStart(7, '0')}-0000-4000-8000-000000000000`,
    kind,
    name,
    aliases,
    state: 'live',
    source: 'test',
  },
  ...{slug: `row-${n}`, updated_at: '2026-01-01T00:00:00Z'},
});

let graph: Graph;
beforeAll(async () => {
  const snapshot = await writeRandomGraph({
    entities: [
      row(1, 'product', 'losartan', ['MK-0954']),
      row(2, 'product', 'montelukast', ['MK-476']),
      row(3, 'target', 'ADAMTS5'),
      row(4, 'target', 'F2RL1', ['PAR2']),
      row(5, 'target', 'MAPK14', ['p38ALPHA']),
      row(6, 'person', 'William Klein'),
      row(7, 'target', 'CD207', ['Langerin']),
      row(8, 'target', 'SNCG', ['g-synuclein']),
      row(9, 'institution', 'National Supercomputing Centre', ['NSCC Singapore']),
      row(10, 'target', 'MAPT', ['tau']),
      row(11, 'target', 'MAPT-AS1', ['MAPT-AS']),
      row(12, 'company', 'Symphogen A/S'),
      row(13, 'institution', 'Little College', ['LCX']),
      row(14, 'institution', 'Large College', ['LCX']),
      row(15, 'product', 'Foosartan, barmeterol'),
      row(16, 'target', 'FOOC', ['beta-fooclein']),
      row(17, 'institution', 'Wellcome Sanger Institute'),
      row(18, 'trial', 'A trial of the Sanger Institute'),
      row(40, 'target', 'GSK3B'),
      row(41, 'target', 'IL13RA2'),
      row(42, 'target', 'CD247', ['CD3Z']),
      row(43, 'institution', 'Association of Some Medicine', ['ASMA']),
      ...Array.from({length: 9}, (_, at) => row(20 + at, 'person', `Ada Byron ${at}`)),
    ],
    edges: Array.from({length: 9}, (_, at) => ({
      id: `edge-${at}`,
      source: row(20 + at, '', '').id,
      target: row(14, '', '').id,
      relation: 'affiliated_with',
      state: 'live',
      confidence: 1,
    })),
  });
  graph = await openGraph(snapshot);
});
afterAll(() => graph.close());

async function named(input: string): Promise<string | undefined> {
  const {results} = await graph.resolve({inputs: [input], min_confidence: 0.7});
  return results[0]?.match?.name;
}

it('a code or a gene is found with and without blanks, hyphens and zeros before its number', async () => {
  const spelled = ['MK-954', 'MK 0954', 'mk954', 'MK-0476', 'ADAMTS-5', 'PAR-2', 'p38 alpha', 'P38-alpha'];
  const found = await Promise.all(spelled.map(named));
  expect(found).toEqual([
    ...['losartan', 'losartan', 'losartan', 'montelukast'],
    ...['ADAMTS5', 'F2RL1', 'MAPK14', 'MAPK14'],
  ]);
});

it('a gene in Greek letters is the one with their Latin ones in its symbol, and nothing else is', async () => {
  const {results} = await graph.resolve({
    inputs: ['GSK3β', 'GSK-3β', 'IL-13Rα2', 'CD3ζ', 'α-SMA'],
    min_confidence: 0.9,
  });
  expect(results.map(({match}) => match?.name)).toEqual(['GSK3B', 'GSK3B', 'IL13RA2', 'CD247', undefined]);
  expect((await graph.autocomplete({q: 'IL-13Rα2'})).suggestions[0]?.name).toBe('IL13RA2');
  expect((await graph.entities({q: 'CD3ζ'})).results[0]?.name).toBe('CD247');
  expect((await graph.entities({q: 'GSK3β inhibitors'})).results[0]?.name).toBe('GSK3B');
  expect((await graph.autocomplete({q: 'IL-13Rα2', kind: 'institution'})).suggestions).toEqual([]);
});

it('another family name, another short word and another acronym are no mistakes', async () => {
  for (const input of ['William Kaelin', 'Langer R', 'a-synuclein', 'NCCS Singapore'])
    expect(await named(input), input).toBeUndefined();
  expect(await named('Wiliam Klein')).toBe('William Klein');
});

it('only organizations are called without a legal form: MAPT-AS is another gene', async () => {
  const {results} = await graph.entities({q: 'MAPT'});
  expect(results[0]?.name).toBe('MAPT');
  expect((await graph.entities({q: 'Symphogen'})).results[0]?.name).toBe('Symphogen A/S');
  expect((await graph.entities({q: 'MAPT-AS'})).results[0]?.name).toBe('MAPT-AS1');
});

it('of two with one score the better known comes first', async () => {
  const {results} = await graph.entities({q: 'LCX'});
  expect(results.map(({name}) => name).slice(0, 2)).toEqual(['Large College', 'Little College']);
  expect(results[0]?.score).toBe(results[1]?.score);
});

it('of a code that nobody has neither the letters of its maker nor its number alone find anything', async () => {
  expect((await graph.entities({q: 'MK-0653A'})).results).toEqual([]);
  expect((await graph.entities({q: 'US 8,697,359'})).results).toEqual([]);
  expect((await graph.entities({q: 'MK-0954'})).results[0]?.name).toBe('losartan');
});

it('a combination is found however its parts are joined, and a Greek letter by its own', async () => {
  const found = await Promise.all(['barmeterol and foosartan', 'foosartan/barmeterol', 'b-fooclein'].map(named));
  expect(found).toEqual(['Foosartan, barmeterol', 'Foosartan, barmeterol', 'FOOC']);
});

it('what nothing is called offers those whose names have all its words', async () => {
  const offered = async (input: string, kind?: 'person' | 'trial') => {
    const {results} = await graph.resolve({inputs: [input], ...(kind && {kind})});
    return [results[0]?.match, results[0]?.candidates.map(({name}) => name)];
  };
  expect(await offered('Sanger Institute')).toEqual([null, ['Wellcome Sanger Institute']]);
  expect(await offered('Sanger Institute', 'trial')).toEqual([null, ['A trial of the Sanger Institute']]);
  expect(await offered('Sanger Institute', 'person')).toEqual([null, []]);
  expect(await offered('Sanger College')).toEqual([null, []]);
});
