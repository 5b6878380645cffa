import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {generateSnapshot} from '../../src/snapshot/generate/index.ts';
import {STOPWORDS, stem, typedWords} from '../../src/store/words.ts';
import {type Live, readTable} from '../helpers/oracle.ts';

let graph: Graph;
let index: Index;
beforeAll(async () => {
  // Large enough for words that are frequent, whose best bearers are kept apart.
  const at = mkdtempSync(join(tmpdir(), 'biograph-relevance-'));
  await generateSnapshot({entities: 50_000, seed: 11, out: join(at, 'snapshot'), degree: 1});
  const rows = await readTable(join(at, 'snapshot'), 'entities');
  index = build(rows.filter((row) => row.state === 'live') as Live[]);
  graph = await openGraph(join(at, 'snapshot'), {cache: join(at, 'cache')});
});
afterAll(() => graph.close());

interface Index {
  /** term → entity → weighted frequency tf~ */
  postings: Map<string, Map<string, number>>;
  entities: number;
  kinds: Map<string, string>;
}

/** Weight and length normalisation of name, alias and identifier, label, text (docs/decisions/0004). */
const FIELDS = [
  [6, 0.6],
  [4, 0.4],
  [2, 0.3],
  [1, 0.75],
] as const;

function texts(row: Live): (string | null)[] {
  const raw = row as Record<string, string | null>;
  const joined = (parts: unknown[]) => parts.filter((part) => part !== null && part !== undefined).join(' | ') || null;
  const identifiers = [raw.ticker, raw.domain, raw.doi, raw.orcid, raw.uei, raw.cik?.replace(/^0+/, '')];
  const labels = [
    raw.target,
    raw.target_symbol === raw.target ? null : raw.target_symbol,
    raw.modality,
    raw.mechanism,
    raw.therapeutic_area,
    raw.disease_label,
    raw.target_id,
    raw.disease_id,
  ];
  const attributes = Object.values(JSON.parse(raw.attributes ?? '{}') as Record<string, unknown>)
    .filter((value) => value !== null)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .filter((text) => !/^([-0-9.:TZ/]+|true|false|https?:\/\/.*)$/.test(text));
  return [
    row.name,
    joined([...((row.aliases as string[] | null) ?? []), ...identifiers]),
    joined(labels),
    joined(attributes),
  ];
}

const wordsOf = (text: string) =>
  typedWords(text).flatMap(({parts, joined}) => [...parts, ...(joined === undefined ? [] : [joined])]);

/** BM25F as it stands in the literature, summed plainly. */
function build(rows: Live[]): Index {
  const symbols = new Set(
    rows
      .filter(({kind}) => kind === 'target')
      .flatMap((row) =>
        [row.name, ...((row.aliases as string[] | null) ?? [])].filter((name) => !name.includes(' ')).flatMap(wordsOf),
      ),
  );
  const bags = rows.map((row) => ({
    id: row.id,
    fields: texts(row).map((text) => (text === null ? [] : wordsOf(text))),
  }));
  const means = FIELDS.map((_, field) => {
    const lengths = bags.map(({fields}) => fields[field]?.length ?? 0).filter((length) => length > 0);
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    return 2 ** (Math.round(2 * Math.log2(mean)) / 2);
  });
  const postings: Index['postings'] = new Map();
  for (const {id, fields} of bags)
    fields.forEach((words, field) => {
      const [weight, b] = FIELDS[field] ?? [0, 0];
      const occurrence = weight / (1 - b + (b * words.length) / (means[field] ?? 1));
      for (const word of words) {
        if (field === 3 && STOPWORDS.has(word)) continue;
        const term = symbols.has(word) ? word : stem(word);
        const own = postings.get(term) ?? new Map<string, number>();
        own.set(id, (own.get(id) ?? 0) + occurrence);
        postings.set(term, own);
      }
    });
  return {postings, entities: rows.length, kinds: new Map(rows.map((row) => [row.id, row.kind]))};
}

function expected(words: string[], kind?: string): {id: string; score: number}[] {
  const hits = new Map<string, {matched: Set<number>; sum: number}>();
  const terms = [
    ...new Map(
      words.map((word, place) => [
        index.postings.has(word) && !index.postings.has(stem(word)) ? word : stem(word),
        place,
      ]),
    ),
  ];
  for (const [term, place] of terms) {
    const own = index.postings.get(term);
    if (own === undefined) continue;
    const idf = Math.log(1 + (index.entities - own.size + 0.5) / (own.size + 0.5));
    for (const [id, tf] of own) {
      if (kind !== undefined && index.kinds.get(id) !== kind) continue;
      const hit = hits.get(id) ?? {matched: new Set(), sum: 0};
      hit.matched.add(place);
      hit.sum += (idf * tf) / (1.2 + tf);
      hits.set(id, hit);
    }
  }
  return [...hits]
    .map(([id, {matched, sum}]) => ({id, score: matched.size + sum / (1 + sum)}))
    .sort((a, b) => b.score - a.score);
}

describe('relevance', {tags: ['long']}, () => {
  it('has words of each sort to look at', () => {
    const sizes = [...index.postings.values()].map(({size}) => size);
    expect(Math.max(...sizes)).toBeGreaterThan(4096);
    expect(sizes.filter((size) => size > 0.02 * index.entities).length).toBeGreaterThan(10);
  });

  it('is the plain sum of BM25F within the same number of matched words, whatever shortcuts are taken', async () => {
    // Plain words of the graph, frequent ones among them; each is one term.
    const known = [...index.postings].filter(
      ([term]) => /^[a-z]{4,}$/.test(term) && stem(term) === term && !STOPWORDS.has(term),
    );
    const byFrequency = known.sort((a, b) => b[1].size - a[1].size).map(([term]) => term);
    const word = fc.oneof(
      fc.constantFrom(...byFrequency.slice(0, 30)),
      fc.constantFrom(...byFrequency.slice(30, 2000)),
    );
    const kind = fc.option(fc.constantFrom('paper', 'trial', 'patent'), {nil: undefined, freq: 3});
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(word, {minLength: 1, maxLength: 4}), kind, async (words, kindOf) => {
        const want = expected(words, kindOf);
        const {results} = await graph.entities({
          q: words.join(' '),
          limit: 50,
          ...(kindOf && {kind: kindOf as 'paper'}),
        });
        const scores = new Map(want.map(({id, score}) => [id, score]));
        expect(results.length).toBe(Math.min(50, want.length));
        results.forEach((row, place) => {
          // Impacts are kept as 16-bit fractions, so equals may change places.
          expect(row.score).toBeCloseTo(scores.get(row.id) ?? -1, 3);
          expect(row.score).toBeCloseTo(want[place]?.score ?? -1, 3);
        });
      }),
      {numRuns: 150},
    );
  });
});
