import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {SAMPLE} from '../../src/source.ts';
import {embedStore} from '../../src/store/embed.ts';
import {tied} from '../helpers/cells.ts';
import {compare, type Live, lower, type Oracle, readOracle, readTable} from '../helpers/oracle.ts';

/** Everything expected here is computed in plain JavaScript over the raw rows. */
interface World {
  graph: Graph;
  oracle: Oracle;
  everyone: Live[];
  vectors: Map<string, number[]>;
}

const worlds: Record<string, World> = {};
beforeAll(async () => {
  for (const [name, snapshot, source] of [
    ['generated', inject('snapshot'), inject('store')],
    ['sample', SAMPLE, undefined],
  ] as const) {
    const oracle = await readOracle(snapshot);
    const rows = await readTable(snapshot, 'embeddings').catch(() => []);
    const vectors = new Map(rows.map((row) => [String(row.entity_id), row.vector as number[]]));
    worlds[name] = {graph: await openGraph(source), oracle, everyone: [...oracle.live.values()], vectors};
  }
});
afterAll(async () => {
  for (const {graph} of Object.values(worlds)) await graph.close();
});

const world = (name: string) => worlds[name] as World;

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, v, i) => sum + v * (y[i] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

const GREEK: Record<string, string> = {α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', κ: 'kappa', ω: 'omega'};
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[αβγδκω]/g, (letter) => GREEK[letter] ?? letter);

function wordsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [run] of folded(text).matchAll(/[\p{L}\p{N}]+(?:[-/+.'’‐-―][\p{L}\p{N}]+)*/gu)) {
    const parts = run.match(/[\p{L}\p{N}]+/gu) ?? [];
    for (const part of [...parts, parts.join('')]) found.add(part.slice(0, 40));
  }
  return found;
}

function grams(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of folded(text).match(/[\p{L}\p{N}]+/gu) ?? [])
    for (let at = 0; at < word.length + 1; at++) found.add(`  ${word} `.slice(at, at + 3));
  return found;
}

const dice = (a: Set<string>, b: Set<string>) => (2 * [...a].filter((x) => b.has(x)).length) / (a.size + b.size);

const FIELDS = ['target', 'modality', 'mechanism', 'therapeutic_area', 'disease_id', 'platform_type'];

const shipped = (file: string) =>
  parse(readFileSync(`src/tables/vocabulary/${file}.csv`, 'utf8'), {columns: true}) as Record<string, string>[];
const PARENTS = shipped('disease_parents').map(({label = '', parent = ''}) => [lower(label), lower(parent)] as const);
const KNOWN = new Set(PARENTS.flat());
const NAMES = new Map<string, Set<string>>();
for (const {label = '', term = ''} of shipped('diseases')) {
  KNOWN.add(lower(label));
  NAMES.set(lower(term), (NAMES.get(lower(term)) ?? new Set()).add(lower(label)));
}

/** The diseases that are trusted of an entity, with all they are kinds of in the list that comes with biograph. */
function diseasesOf(row: Live, trusted: number): Set<string> {
  const {indications = []} = JSON.parse(String(row.attributes ?? '{}')) as {
    indications?: {id?: string; label?: string; confidence?: number}[];
  };
  const sure = (row.moa_confidence as number | null) ?? -1;
  const stated = [{id: row.disease_id, label: row.disease_label, confidence: sure}, ...indications];
  const found = new Set<string>();
  for (const {id, label, confidence} of stated) {
    const said = lower(label ?? id ?? '');
    if (said === '' || (confidence ?? sure) < trusted) continue;
    const meant = NAMES.get(said);
    found.add(KNOWN.has(said) || meant?.size !== 1 ? said : ([...meant][0] as string));
  }
  for (const one of found) for (const [label, parent] of PARENTS) if (label === one) found.add(parent);
  return found;
}

/** How alike companies are by their cells to one: Σ idf of those both have, over the geometric mean of all of each. */
function colleaguesOf(graph: Pick<World, 'oracle' | 'everyone'>, subject: Live): Map<string, number> {
  const cellsOf = new Map<string, Set<string>>();
  for (const {id} of graph.everyone.filter(({kind}) => kind === 'company')) {
    const cells = new Set<string>();
    for (const other of tied(graph as never, id)) {
      const row = graph.oracle.live.get(other) as Live;
      for (const disease of diseasesOf(row, graph.oracle.trusted)) cells.add(`disease ${disease}`);
      if (((row.moa_confidence as number | null) ?? -1) < graph.oracle.trusted) continue;
      for (const target of graph.oracle.values(row, 'target').keys())
        for (const modality of graph.oracle.values(row, 'modality').keys()) cells.add(`${target} × ${modality}`);
      for (const field of ['target', 'modality', 'therapeutic_area'])
        for (const value of graph.oracle.values(row, field).keys()) cells.add(`${field} ${value}`);
    }
    if (cells.size > 0) cellsOf.set(id, cells);
  }
  const bearers = new Map<string, number>();
  for (const cells of cellsOf.values()) for (const cell of cells) bearers.set(cell, (bearers.get(cell) ?? 0) + 1);
  const idf = (cell: string) => {
    const n = bearers.get(cell) ?? 0;
    return Math.log(1 + (cellsOf.size - n + 0.5) / (n + 0.5));
  };
  const sum = (cells: Iterable<string>) => [...cells].reduce((total, cell) => total + idf(cell), 0);
  const own = cellsOf.get(subject.id) ?? new Set();
  return new Map(
    [...cellsOf].flatMap(([id, cells]) => {
      const shared = [...cells].filter((cell) => own.has(cell));
      return id === subject.id || shared.length === 0 ? [] : [[id, sum(shared) / Math.sqrt(sum(own) * sum(cells))]];
    }),
  );
}

/** The lexical order over everybody, with no index and no short cut. */
function lexical({oracle, everyone}: World, subject: Live, among: string | undefined) {
  const n = everyone.length;
  const idf = (bearers: number) => Math.log(1 + (n - bearers + 0.5) / (bearers + 0.5));
  const namesOf = (row: Live) => [row.name, ...((row.aliases as string[] | null) ?? [])];
  const words = new Map<string, Set<string>>();
  const labels = new Map<string, Set<string>>();
  const put = (map: Map<string, Set<string>>, key: string, id: string) =>
    map.set(key, (map.get(key) ?? new Set()).add(id));
  for (const row of everyone) {
    for (const name of namesOf(row)) for (const word of wordsOf(name)) put(words, word, row.id);
    for (const field of FIELDS)
      for (const [value, confidence] of oracle.values(row, field))
        if ((confidence ?? -1) >= oracle.trusted) put(labels, `${field} ${value}`, row.id);
    if (row.product_family) put(labels, `product_family ${lower(row.product_family)}`, row.id);
    for (const category of (row.product_categories as string[] | null) ?? [])
      put(labels, `category ${lower(category)}`, row.id);
  }
  const peers = everyone.filter(({kind}) => kind === subject.kind);
  const legal = new Set(
    ['company', 'institution', 'funder'].includes(subject.kind)
      ? (/^.+?((?: (?:inc|incorporated|corp|corporation|ltd|limited|llc|plc|sa|ag|gmbh|nv|bv|ab|co|company|holding|holdings|as|se))*)$/
          .exec([...wordsOf(subject.name)].join(' '))?.[1]
          ?.match(/\S+/g) ?? [])
      : [],
  );
  const own = [...wordsOf(subject.name)]
    .slice(0, 16)
    .filter((word) => !legal.has(word))
    .map((word) => ({word, bearers: words.get(word) as Set<string>}))
    .filter(({bearers}) => peers.filter(({id}) => bearers.has(id)).length <= Math.max(5, peers.length / 100));
  own.sort((a, b) => a.bearers.size - b.bearers.size || (a.word < b.word ? -1 : 1));
  const ownLabels = [...labels].filter(([, bearers]) => bearers.has(subject.id));
  const colleagues = subject.kind === 'company' ? colleaguesOf({oracle, everyone}, subject) : new Map<string, number>();
  const [plain, labelled] =
    colleagues.size > 0
      ? [
          [0.15, 0.1, 0, 0.75],
          [0.15, 0.1, 0.25, 0.5],
        ]
      : [
          [0.5, 0.5, 0, 0],
          [0.25, 0.25, 0.5, 0],
        ];
  const weights = (ownLabels.length > 0 ? labelled : plain) as number[];
  const traits: {bearers: Set<string>; weight: number}[] = [];
  const total = own.reduce((sum, {bearers}) => sum + idf(bearers.size), 0);
  for (const {bearers} of own) traits.push({bearers, weight: ((weights[0] ?? 0) * idf(bearers.size)) / total});
  const known = new Set(own.map(({word}) => word));
  for (const {word, bearers} of own.filter(({word}) => word.length >= 4 && !/\p{N}/u.test(word)).slice(0, 2)) {
    const alike = [...words.keys()]
      .filter((other) => other !== word && other.length >= 4 && other.length <= 32)
      .map((other) => {
        const [a, b] = [grams(word), grams(other)];
        return {other, alike: (2 * [...a].filter((x) => b.has(x)).length) / (a.size + other.length + 1)};
      })
      .filter((row) => row.alike >= 0.5)
      .sort((a, b) => b.alike - a.alike || (a.other < b.other ? -1 : 1))
      .slice(0, 8);
    for (const row of alike) {
      if (known.has(row.other)) continue;
      known.add(row.other);
      traits.push({
        bearers: words.get(row.other) as Set<string>,
        weight: ((weights[0] ?? 0) * row.alike * idf(bearers.size)) / total,
      });
    }
  }
  const ownIdf = ownLabels.reduce((sum, [, bearers]) => sum + idf(bearers.size), 0);
  for (const [, bearers] of ownLabels) traits.push({bearers, weight: ((weights[2] ?? 0) * idf(bearers.size)) / ownIdf});
  const sums = new Map<string, number>();
  for (const {bearers, weight} of traits) for (const id of bearers) sums.set(id, (sums.get(id) ?? 0) + weight);
  for (const id of colleagues.keys()) sums.set(id, sums.get(id) ?? 0);
  const letters = grams(subject.name);
  return [...sums]
    .filter(([id]) => id !== subject.id && (among === undefined || oracle.live.get(id)?.kind === among))
    .map(([id, sum]) => ({
      id,
      sum,
      score:
        sum +
        (weights[1] ?? 0) * dice(letters, grams(String(oracle.live.get(id)?.name))) +
        (weights[3] ?? 0) * (colleagues.get(id) ?? 0),
    }))
    .sort((a, b) => b.score - a.score || compare(a.id, b.id));
}

describe('similar', () => {
  it.each(['generated', 'sample'])(
    'shares words, letters and labels as plain JavaScript counts them (%s)',
    async (name) => {
      const {graph, everyone} = world(name);
      let compared = 0;
      for (const subject of everyone.filter((_, index) => index % Math.ceil(everyone.length / 25) === 3)) {
        for (const kind of [undefined, 'company' as const]) {
          const expected = lexical(world(name), subject, kind ?? subject.kind);
          const {results} = await graph.similar({
            entity_id: subject.id,
            limit: 200,
            ...(kind && {kind}),
          });
          const found = results
            .filter((row) => row.legs.lexical !== null)
            .sort((a, b) => (a.legs.lexical?.rank ?? 0) - (b.legs.lexical?.rank ?? 0));
          // Only the 200 that share most have their letters compared, so a row may be missing only if it shares less.
          const sums = expected.map((row) => row.sum).sort((a, b) => b - a);
          const least = sums[199] ?? 0;
          const sure = expected.filter((row) => row.sum > least + 1e-9 || sums.length <= 200).slice(0, 100);
          expect(found.length).toBe(Math.min(100, expected.length));
          const scores = new Map(expected.map((row) => [row.id, row.score]));
          for (const row of found) expect(row.legs.lexical?.score).toBeCloseTo(scores.get(row.id) ?? -1, 5);
          for (const [index, row] of sure.slice(0, 20).entries())
            expect(found[index]?.legs.lexical?.score ?? -1).toBeGreaterThanOrEqual(row.score - 1e-5);
          compared += found.length;
        }
      }
      expect(compared).toBeGreaterThan(500);
    },
  );

  it('ranks by cosine exactly, within a kind and over all', async () => {
    const {graph, vectors, oracle} = world('generated');
    const live = [...vectors.keys()].filter((id) => oracle.live.has(id));
    expect(live.length).toBeGreaterThan(50);
    for (const id of live.slice(0, 12)) {
      for (const kind of [undefined, 'paper' as const]) {
        const expected = live
          .filter((other) => other !== id && oracle.live.get(other)?.kind === (kind ?? oracle.live.get(id)?.kind))
          .map((other) => ({id: other, cosine: cosine(vectors.get(id) ?? [], vectors.get(other) ?? [])}))
          .sort((a, b) => b.cosine - a.cosine)
          .slice(0, 100);
        const answer = await graph.similar({entity_id: id, limit: 200, ...(kind && {kind})});
        expect(answer.method).toBe('hybrid');
        const dense = answer.results
          .filter((row) => row.legs.dense !== null)
          .sort((a, b) => (a.legs.dense?.rank ?? 0) - (b.legs.dense?.rank ?? 0));
        expect(dense.map((row) => row.id)).toEqual(expected.map((row) => row.id));
        dense.forEach((row, index) => {
          expect(row.legs.dense?.cosine).toBeCloseTo(expected[index]?.cosine ?? 9, 5);
        });
      }
    }
  });

  it('fuses the legs by reciprocal rank, the same whatever the limit', async () => {
    const {graph, vectors, oracle} = world('generated');
    const id = [...vectors.keys()].find((one) => oracle.live.has(one)) ?? '';
    const {results} = await graph.similar({entity_id: id, limit: 200});
    for (const {score, legs} of results) {
      const sum = [legs.dense, legs.lexical].reduce(
        (total, leg) => total + (leg === null ? 0 : 1 / (60 + leg.rank)),
        0,
      );
      expect(score).toBeCloseTo(sum, 5);
    }
    expect(results.map((row) => row.score)).toEqual(results.map((row) => row.score).sort((a, b) => b - a));
    expect((await graph.similar({entity_id: id, limit: 5})).results).toEqual(results.slice(0, 5));
    expect(results.some((row) => row.id === id)).toBe(false);
  });

  it('falls back to words where there is no embedding, and says why things are alike', async () => {
    const {graph} = world('sample');
    const {method, results} = await graph.similar({entity_id: 'product/pembrolizumab', kind: 'product', limit: 3});
    expect(method).toBe('lexical');
    expect(results.map((row) => row.name)).toContain('nivolumab');
    expect(results[0]?.shared).toEqual(
      expect.arrayContaining([
        {field: 'mechanism', value: 'PD-1 inhibitor'},
        {field: 'target', value: 'PDCD1'},
        {field: 'neighbour', value: 'programmed cell death 1'},
      ]),
    );
    for (const row of results) expect(row.legs.dense).toBeNull();
  });

  it('names a disease that two have in common, and does not number it', async () => {
    const {graph} = world('sample');
    const {results} = await graph.similar({entity_id: 'product/pembrolizumab', kind: 'product', limit: 50});
    const diseases = results.flatMap(({shared}) => shared).filter(({field}) => field.startsWith('disease'));
    expect(diseases.length).toBeGreaterThan(0);
    expect(diseases.filter(({field, value}) => field !== 'disease' || /^[A-Z]+:\d+$/.test(value))).toEqual([]);
  });

  it('answers for an entity that shares nothing with anybody', async () => {
    const {graph, everyone} = world('generated');
    const lonely = everyone.find((row) => row.kind === 'technology');
    const answer = await graph.similar({entity_id: lonely?.id ?? '', kind: 'funding_event', limit: 3});
    expect(answer.count).toBe(answer.results.length);
  });
});

describe('embeddings made from the graph', () => {
  let graph: Graph;
  let store: string;
  beforeAll(async () => {
    store = join(mkdtempSync(join(tmpdir(), 'biograph-embed-')), 'store');
    await loadSnapshot({snapshot: SAMPLE, store});
    await embedStore({store});
    graph = await openGraph(store);
  });
  afterAll(() => graph.close());

  it('bring together what nothing in the name says', async () => {
    const {method, results} = await graph.similar({
      entity_id: 'company/regeneron',
      kind: 'company',
      limit: 10,
    });
    expect(method).toBe('hybrid');
    expect(results.every((row) => row.legs.dense !== null || row.legs.lexical !== null)).toBe(true);
    const near = await graph.similar({entity_id: 'product/pembrolizumab', kind: 'product', limit: 10});
    const dense = near.results.filter((row) => (row.legs.dense?.rank ?? 99) <= 10).map((row) => row.name);
    expect(dense).toContain('nivolumab');
  });

  it('are the same each time', async () => {
    const once = await graph.similar({entity_id: 'product/pembrolizumab', limit: 50});
    const {pointer, entities} = await embedStore({store});
    expect(pointer.generation).toBe(3);
    expect(entities).toBeGreaterThan(1600);
    await using again = await openGraph(store);
    const twice = await again.similar({entity_id: 'product/pembrolizumab', limit: 50});
    expect(twice.results).toEqual(once.results);
  });
});

describe('ready vectors', () => {
  it('are taken from a file, and what does not fit is named', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'biograph-embed-'));
    const store = join(folder, 'store');
    await loadSnapshot({snapshot: SAMPLE, store});
    const {everyone} = world('sample');
    const some = everyone.slice(0, 40);
    const file = join(folder, 'vectors.jsonl');
    const write = (rows: object[]) => {
      writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    };
    const rows = some.map((row, index) => ({
      entity_id: row.id,
      vector: [Math.cos(index / 10), Math.sin(index / 10), 0.1],
    }));
    write([...rows, {entity_id: '00000000-0000-4000-8000-000000000000', vector: [1, 2, 3]}]);
    expect(await embedStore({store, embeddings: file})).toMatchObject({
      entities: 40,
      unknown: 1,
      pointer: {generation: 2},
    });
    await using graph = await openGraph(store);
    const {results} = await graph.similar({entity_id: some[0]?.id ?? '', limit: 200});
    const dense = results
      .filter((row) => row.legs.dense !== null)
      .sort((a, b) => (a.legs.dense?.rank ?? 0) - (b.legs.dense?.rank ?? 0));
    expect(dense.map((row) => row.id).slice(0, 5)).toEqual(some.slice(1, 6).map((row) => row.id));

    write([...rows.slice(0, 5), {entity_id: some[9]?.id, vector: [1, 2]}]);
    await expect(embedStore({store, embeddings: file})).rejects.toThrow(`entity ${some[9]?.id} has 2`);
    write([...rows.slice(0, 5), rows[0] as object]);
    await expect(embedStore({store, embeddings: file})).rejects.toThrow('twice');
    writeFileSync(file, '{"id": 1}');
    await expect(embedStore({store, embeddings: file})).rejects.toThrow('entity_id');
    await expect(embedStore({store, embeddings: join(folder, 'none.parquet')})).rejects.toThrow('is missing');
    await expect(embedStore({store, embeddings: join(folder, 'vectors.txt')})).rejects.toThrow('.parquet');
    await using still = await openGraph(store);
    expect((await still.similar({entity_id: some[0]?.id ?? ''})).meta.generation).toBe(2);
  });
});
