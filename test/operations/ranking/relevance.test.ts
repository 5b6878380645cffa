/** @module-tag long */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type Graph, openGraph} from '../../../src/index.ts';
import {questionIn} from '../../../src/operations/reading/kind-words.ts';
import {reworded} from '../../../src/operations/reading/wording.ts';
import {generateSnapshot} from '../../../src/snapshot/generate/index.ts';
import {STOPWORDS, stem, textWords, typedWords} from '../../../src/text/words.ts';
import {type Live, readOracle} from '../../helpers/oracle.ts';

interface World {
  graph: Graph;
  index: Index;
}

/** A generated graph and, beside it, what its texts come to. */
async function world(entities: number): Promise<World> {
  const at = mkdtempSync(join(tmpdir(), 'biograph-relevance-'));
  await generateSnapshot({entities, seed: 11, out: join(at, 'snapshot'), degree: 1});
  const {live, edges} = await readOracle(join(at, 'snapshot'));
  const known = new Map<string, Known>();
  for (const {source, target} of edges)
    for (const [one, other] of source === target
      ? [[source, target]]
      : [
          [source, target],
          [target, source],
        ]) {
      const kind = live.get(other ?? '')?.kind ?? '';
      const {edges: n, approvals} = known.get(one ?? '') ?? NOBODY;
      const next = {edges: n + Number(!UNTELLING.includes(kind)), approvals: approvals + Number(kind === 'approval')};
      known.set(one ?? '', next);
    }
  return {
    index: build([...live.values()], (id) => known.get(id) ?? NOBODY),
    graph: await openGraph(join(at, 'snapshot'), {cache: join(at, 'cache')}),
  };
}

interface Index {
  /** term → entity → weighted frequency tf~ */
  postings: Map<string, Map<string, number>>;
  /** What is left of the impacts of an entity. */
  shares: Map<string, number>;
  entities: number;
  rows: Map<string, Live>;
}

/** Weight and length normalisation of name, alias and identifier, label, text, year of approval (docs/decisions/0004). */
const FIELDS = [
  [6, 0.6],
  [4, 0],
  [2, 0.3],
  [1, 0.75],
  [2, 0],
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
    // What a drug is first of all for counts three times.
    ...Array.from({length: BOOSTED.includes(row.kind) ? 3 : 1}, () => raw.disease_label),
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
    ['product', 'approval'].includes(row.kind) ? approvedIn(raw.attributes ?? '{}') : null,
  ];
}

function approvedIn(attributes: string): string | null {
  const {first_approval_year: first, approved_at: at} = JSON.parse(attributes) as Record<string, unknown>;
  const year = String(first ?? at).slice(0, 4);
  // The year is a term that only a text about approvals asks for.
  return /^\d{4}$/.test(year) ? 'approved' : null;
}

const wordsOf = (text: string) =>
  textWords(text).flatMap(({parts, joined}) => [...parts, ...(joined === undefined ? [] : [joined])]);

const BOOSTED = ['product', 'program', 'company'];

/** Kinds to which an edge makes nobody better known. */
const UNTELLING = ['approval', 'target'];

/** What words count in a kind. */
const SHARES: Record<string, number> = {
  ...{product: 1, company: 1, target: 0.85, technology: 0.85, institution: 0.8, funder: 0.8, person: 0.85},
  ...{program: 0.7, trial: 0.7, approval: 0.75, paper: 0.75, patent: 0.65, catalyst: 0.75, opportunity: 0.75},
  funding_event: 0.75,
};

/** What makes an entity known: its edges to others than approvals and targets, and its approvals. */
interface Known {
  edges: number;
  approvals: number;
}

const NOBODY: Known = {edges: 0, approvals: 0};

/** The prior of an entity: what multiplies its weights, and its saturated sum of them (docs/decisions/0004). */
function priorOf({kind}: Live, {edges, approvals}: Known): {boost: number; share: number} {
  if (!BOOSTED.includes(kind)) return {boost: 1, share: SHARES[kind] ?? 1};
  const steps = Math.min(8, Math.floor(Math.log2(1 + edges)) + (approvals > 0 ? 3 : 0));
  return {boost: 1 + steps / 2, share: (SHARES[kind] ?? 1) * (0.75 + steps / 32)};
}

/** BM25F as it stands in the literature, summed plainly, with such a prior. */
function build(rows: Live[], knownOf: (id: string) => Known): Index {
  const symbols = new Set(
    rows
      .filter(({kind}) => kind === 'target')
      .flatMap((row) =>
        [row.name, ...((row.aliases as string[] | null) ?? [])].filter((name) => !name.includes(' ')).flatMap(wordsOf),
      ),
  );
  const bags = rows.map((row) => ({
    id: row.id,
    ...priorOf(row, knownOf(row.id)),
    fields: texts(row).map((text) => (text === null ? [] : wordsOf(text))),
  }));
  const means = FIELDS.map((_, field) => {
    const lengths = bags.map(({fields}) => fields[field]?.length ?? 0).filter((length) => length > 0);
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    return 2 ** (Math.round(2 * Math.log2(mean)) / 2);
  });
  const postings: Index['postings'] = new Map();
  const shares = new Map(bags.map(({id, share}) => [id, share]));
  for (const {id, boost, fields} of bags)
    fields.forEach((words, field) => {
      const [weight, b] = FIELDS[field] ?? [0, 0];
      const occurrence = (boost * weight) / (1 - b + (b * words.length) / (means[field] ?? 1));
      for (const word of words) {
        if (field === 3 && STOPWORDS.has(word)) continue;
        const term = symbols.has(word) ? word : stem(word);
        const own = postings.get(term) ?? new Map<string, number>();
        own.set(id, (own.get(id) ?? 0) + occurrence);
        postings.set(term, own);
      }
    });
  return {postings, shares, entities: rows.length, rows: new Map(rows.map((row) => [row.id, row]))};
}

/** The sum of every entity, each word once. */
function expected(index: Index, words: readonly string[], passes: (row: Live) => boolean): Map<string, number> {
  const sums = new Map<string, number>();
  const terms = new Set(
    words.map((word) => (index.postings.has(word) && !index.postings.has(stem(word)) ? word : stem(word))),
  );
  for (const term of terms) {
    const own = index.postings.get(term);
    if (own === undefined) continue;
    const idf = Math.log(1 + (index.entities - own.size + 0.5) / (own.size + 0.5));
    for (const [id, tf] of own) {
      const impact = (tf / (1.2 + tf)) * (index.shares.get(id) ?? 1);
      if (passes(index.rows.get(id) as Live)) sums.set(id, (sums.get(id) ?? 0) + idf * impact);
    }
  }
  return sums;
}

const called = (row: Live) =>
  [row.name, ...((row.aliases as string[] | null) ?? [])].map((name) =>
    typedWords(name)
      .flatMap(({parts}) => parts)
      .join(' '),
  );

/** Asks random questions and compares every answer with the plain sums. */
async function compare({graph, index}: World, most: number, numRuns: number): Promise<void> {
  // Plain words of the graph, frequent ones among them; each is one term. A word with digits that nobody has is no other's misspelling, as one that
  // at most five have may be (mistyped-search.test.ts).
  const known = [...index.postings]
    .filter(([term, {size}]) => /^[a-z]{4,}$/.test(term) && size > 5 && stem(term) === term && !STOPWORDS.has(term))
    .sort((a, b) => b[1].size - a[1].size)
    .map(([term]) => term);
  const rows = [...index.rows.values()];
  const word = fc.oneof(
    {arbitrary: fc.constantFrom(...known.slice(0, 30)), weight: 4},
    {arbitrary: fc.constantFrom(...known.slice(30, 2000)), weight: 4},
    {arbitrary: fc.constantFrom('x9q9z', '7k7k7k'), weight: 1},
  );
  const question = fc.oneof(
    {arbitrary: fc.array(word, {minLength: 1, maxLength: 5}), weight: 5},
    {arbitrary: fc.array(word, {minLength: 30, maxLength: most}), weight: 1},
  );
  const filter = fc.oneof(
    {arbitrary: fc.constant({}), weight: 3},
    {arbitrary: fc.constantFrom('paper', 'trial', 'patent', 'company').map((kind) => ({kind})), weight: 1},
    {
      arbitrary: fc
        .constantFrom(...new Set(rows.map((row) => row.therapeutic_area as string).filter(Boolean)))
        .map((therapeutic_area) => ({therapeutic_area, min_confidence: 0})),
      weight: 1,
    },
  );
  await fc.assert(
    fc.asyncProperty(question, filter, fc.integer({min: 1, max: 50}), async (words, given, size) => {
      const want = expected(index, words, (row) =>
        Object.entries(given).every(([name, value]) => name === 'min_confidence' || row[name as keyof Live] === value),
      );
      const text = [...words].join(' ');
      // Words that say nothing are left out (wording.test.ts).
      if (reworded(text) !== text) return;
      // What asks for a kind adds to the sum (kind-words.test.ts).
      if (questionIn(text).kinds.length > 0) return;
      // So does what companies and people do (wanted.test.ts).
      if (['company', 'person'].includes(String((given as {kind?: string}).kind))) return;
      for (const row of rows) if (want.has(row.id) && called(row).includes(text)) return;
      const best = [...want.values()].sort((a, b) => b - a).slice(0, 50);
      const pages: {id: string; score?: number | undefined}[] = [];
      for (let offset = 0; offset < Math.max(1, best.length); offset += size) {
        const page = await graph.entities({q: text.slice(0, 1000), limit: size, offset, ...(given as object)});
        // So does a disease that trials are to be for (reading-labels.test.ts).
        if (page.understood !== undefined) return;
        expect(page.total).toBe(best.length);
        pages.push(...page.results);
      }
      expect(new Set(pages.map(({id}) => id)).size).toBe(best.length);
      pages.forEach(({id, score}, place) => {
        // Impacts are kept as 16-bit fractions, so equals may change places.
        expect(score).toBeCloseTo(want.get(id) ?? -1, 2);
        expect(score).toBeCloseTo(best[place] ?? -1, 2);
      });
    }),
    {numRuns},
  );
}

describe('the score is the plain sum of BM25F, whatever shortcuts are taken', () => {
  it('of random questions over a small graph', async () => {
    const small = await world(4000);
    await using _ = small.graph;
    await compare(small, 60, 60);
  });

  it('of random questions over one whose frequent words have their best bearers kept apart', {
    tags: ['long'],
  }, async () => {
    const large = await world(50_000);
    await using _ = large.graph;
    const sizes = [...large.index.postings.values()].map(({size}) => size);
    expect(Math.max(...sizes)).toBeGreaterThan(4096);
    expect(sizes.filter((size) => size > 0.02 * large.index.entities).length).toBeGreaterThan(10);
    await compare(large, 40, 150);
  });
});
