import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import {type Graph, openGraph} from '../../src/index.ts';
import {openFixture} from '../helpers/graph.ts';
import {type Live, type Oracle, readOracle} from '../helpers/oracle.ts';

let graph: Graph;
let sample: Graph;
let oracle: Oracle;
let everyone: Live[];
beforeAll(async () => {
  oracle = await readOracle(inject('snapshot'));
  everyone = [...oracle.live.values()];
  graph = await openFixture();
  sample = await openGraph();
});
afterAll(async () => {
  await graph.close();
  await sample.close();
});

const words = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
const names = (entity: Live) => [entity.name, ...((entity.aliases as string[] | null) ?? [])];

/** Damerau–Levenshtein distance (optimal string alignment) of a typed word to the nearest prefix of a word. */
function prefixDistance(typed: string, word: string): number {
  const table = Array.from({length: typed.length + 1}, (_, i) =>
    Array.from({length: word.length + 1}, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => table[i]?.[j] ?? 99;
  for (let i = 1; i <= typed.length; i++)
    for (let j = 1; j <= word.length; j++) {
      let best = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (typed[i - 1] === word[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1])
        best = Math.min(best, at(i - 2, j - 2) + 1);
      (table[i] as number[])[j] = best;
    }
  return Math.min(...(table[typed.length] ?? []));
}

describe('autocomplete', () => {
  it('finds the start of any word of a name or alias, and fills up with near misses only', async () => {
    const typed = fc
      .constantFrom(...everyone)
      .chain((entity) =>
        fc
          .constantFrom(...names(entity).flatMap(words))
          .chain((word) => fc.integer({min: 1, max: word.length}).map((length) => word.slice(0, length))),
      );
    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        const {suggestions, count} = await graph.autocomplete({q, limit: 25});
        expect(count).toBe(suggestions.length);
        // A run that marks hold together is one word too: UAV-64 is found by "uav6".
        const joined = (name: string) =>
          words(
            (name.match(/[\p{L}\p{N}]+(?:[-/+.'’‐-―][\p{L}\p{N}]+)+/gu) ?? [])
              .map((run) => run.replace(/[^\p{L}\p{N}]+/gu, ''))
              .join(' '),
          );
        const starts = (entity: Live) =>
          names(entity).some((name) => [...words(name), ...joined(name)].some((word) => word.startsWith(q)));
        const expected = everyone.filter(starts).length;
        const found = suggestions.map(({id}) => oracle.live.get(id) as Live);
        expect(new Set(found).size).toBe(found.length);
        expect(found.filter(starts).length).toBeGreaterThanOrEqual(Math.min(25, expected));
        // What does not start so is near, and comes after what does.
        const misses = found.filter((entity) => !starts(entity));
        expect(found.slice(found.length - misses.length)).toEqual(misses);
        const allowed = q.length >= 8 ? 2 : 1;
        for (const miss of misses) {
          const spelled = names(miss).flatMap((name) => [...words(name), words(name).join('')]);
          expect(
            Math.min(...spelled.map((word) => prefixDistance(q, word))),
            `${q} → ${miss.name}`,
          ).toBeLessThanOrEqual(allowed);
        }
      }),
      {numRuns: 150},
    );
  });

  it('puts exact names first, then the prominent', async () => {
    for (const entity of everyone.filter((_, index) => index % 61 === 0)) {
      const {suggestions} = await graph.autocomplete({q: entity.name, limit: 25});
      const exact = suggestions.findIndex(({name}) => words(name).join(' ') !== words(entity.name).join(' '));
      const own = suggestions.findIndex(({id}) => id === entity.id);
      expect(own, entity.name).toBeGreaterThanOrEqual(0);
      if (exact >= 0) expect(own).toBeLessThanOrEqual(exact);
    }
  });

  it('forgives one slip, and never in a token with digits', async () => {
    const q = async (text: string) => (await sample.autocomplete(text)).suggestions.map(({name}) => name);
    expect(await q('pembrolizumba')).toContain('pembrolizumab');
    expect(await q('pembrolizmab')).toContain('pembrolizumab');
    expect(await q('Pfzier')).toContain('Pfizer');
    expect(await q('universty of oxf')).toContain('University of Oxford');
    // Somebody's name has each of these words, and one name has nearly both.
    expect(await q('Alnylam Arvinas')).toEqual([]);
    expect(await q('Davis Liu')).toContain('David R. Liu');
    // BEAM-101, by its name.
    expect(await q('BEAM-10')).toContain('ristoglogene autogetemcel');
    expect(await q('BEAM-181')).not.toContain('ristoglogene autogetemcel');
  });

  it('knows identifiers, wherever they stand', async () => {
    const first = async (q: string) => (await sample.autocomplete({q})).suggestions[0]?.name ?? '';
    expect(await first('NCT02142738')).toMatch(/KEYNOTE-024/);
    expect(await first('trial nct02142738 pembrolizumab')).toMatch(/KEYNOTE-024/);
    expect(await first('10.1126/science.1225829')).toMatch(/dual-RNA/);
    expect(await first('22745249')).toMatch(/dual-RNA/);
    expect(await first('PMID: 22745249')).toMatch(/dual-RNA/);
    expect(await first('0000-0001-9161-999X')).toBe('Jennifer Doudna');
    expect(await first('PFE')).toBe('Pfizer');
    expect(await first('0000078003')).toBe('Pfizer');
    expect(await first('ENSG00000146648')).toMatch(/epidermal growth factor receptor/);
    expect(await first('HGNC:3236')).toMatch(/epidermal growth factor receptor/);
    const {id} = await sample.entity('company/pfizer');
    expect(await first(id)).toBe('Pfizer');
  });

  it('of nothing is nothing', async () => {
    for (const q of ['', '   ', '!?', '–'])
      expect(await graph.autocomplete({q})).toMatchObject({
        query: expect.any(String),
        kind: null,
        count: 0,
        suggestions: [],
      });
    await expect(graph.autocomplete({q: 'a', limit: 26})).rejects.toMatchObject({status: 422});
  });

  it('keeps to a kind', async () => {
    for (const kind of ['person', 'target', 'trial'] as const)
      for (const suggestion of (await sample.autocomplete({q: 'a', kind, limit: 25})).suggestions)
        expect(suggestion.kind).toBe(kind);
  });
});

describe('q', () => {
  const top = async (q: string, more = {}) =>
    (await sample.entities({q, limit: 5, ...more})).results.map(({name}) => name ?? '');

  it('finds an entity by its name', async () => {
    let first = 0;
    const asked = everyone.filter((_, index) => index % 29 === 0);
    for (const entity of asked) {
      const {results} = await graph.entities({q: entity.name, limit: 50});
      const place = results.findIndex(({id}) => id === entity.id);
      // Several may share a name; the one asked for is among the first of them.
      const same = everyone.filter(({name}) => words(name).join(' ') === words(entity.name).join(' ')).length;
      if (place >= 0 && place < same) first += 1;
    }
    expect(first / asked.length).toBeGreaterThan(0.97);
  });

  it('stems plain words and keeps codes whole, whole and in parts', async () => {
    expect(await top('inhibitors of KRAS')).toEqual(
      expect.arrayContaining([expect.stringMatching(/KRAS|K-Ras|sotorasib|adagrasib|divarasib/i)]),
    );
    expect((await top('PD-L1', {kind: 'target'}))[0]).toBe('CD274 molecule');
    expect((await top('pdl1', {kind: 'target'}))[0]).toBe('CD274 molecule');
    expect((await top('HER2/neu', {kind: 'target'}))[0]).toMatch(/erb-b2 receptor tyrosine kinase 2/);
    expect((await top('her2', {kind: 'target'}))[0]).toMatch(/erb-b2/);
    expect((await top('NCT02142738'))[0]).toMatch(/KEYNOTE-024/);
    expect((await top('KEYNOTE 024'))[0]).toMatch(/KEYNOTE-024/);
    expect((await top('Ozlem Tureci'))[0]).toBe('Özlem Türeci');
  });

  it('ranks by the sum over all words', async () => {
    const {results} = await sample.entities({q: 'osimertinib versus gefitinib lung', limit: 50});
    expect(results[0]?.name).toMatch(/FLAURA/);
    const scores = results.map(({score}) => score ?? 0);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    // Words that come twice count once, and the 32nd is one of its own.
    const again = await sample.entities({q: 'osimertinib versus gefitinib lung lung osimertinib', limit: 50});
    expect(again.results).toEqual(results);
    const filler = Array.from({length: 31}, (_, n) => `zz${n}zz`).join(' ');
    const late = await sample.entities({q: `${filler} gefitinib osimertinib`, limit: 1});
    expect(late.results[0]?.score).toBe(
      (await sample.entities({q: 'gefitinib osimertinib', limit: 1})).results[0]?.score,
    );
  });

  it('puts whom the whole text names before all others, in the order of kinds', async () => {
    const first = async (q: string, more = {}) => (await sample.entities({q, limit: 1, ...more})).results[0];
    expect(await first('EGFR')).toMatchObject({kind: 'target'});
    expect(await first('kras')).toMatchObject({kind: 'target'});
    expect(await first('pfizer inc.')).toMatchObject({kind: 'company', name: 'Pfizer'});
    expect(await first('the Pfizer')).toMatchObject({kind: 'company', name: 'Pfizer'});
    expect(await first('MRNA')).toMatchObject({kind: 'company', name: 'Moderna'});
    expect(await first('keytruda')).toMatchObject({kind: 'product', name: 'pembrolizumab'});
    // Only if it passes the filters.
    expect(await first('EGFR', {kind: 'trial'})).toMatchObject({kind: 'trial'});
    expect((await sample.entities({q: 'Pfizer', kind: 'product'})).results.every(({kind}) => kind === 'product')).toBe(
      true,
    );
    const {results} = await graph.entities({kind: 'company', limit: 20});
    for (const {id, name = ''} of results) {
      const found = (await graph.entities({q: name})).results;
      const place = found.findIndex((row) => row.id === id);
      expect(place, name).toBeGreaterThanOrEqual(0);
      for (const row of found.slice(0, place)) expect(words(row.name ?? '')).toEqual(words(name));
    }
  });

  it('is one window of 50, paged by offset, in relevance order unless filters bring a sort', async () => {
    const all = await graph.entities({q: 'disease', limit: 1000});
    expect(all.results.length).toBeLessThanOrEqual(50);
    expect(all.total).toBe(all.results.length);
    expect(all.next_cursor).toBeNull();
    const second = await graph.entities({q: 'disease', limit: 20, offset: 20});
    expect(second.results).toEqual(all.results.slice(20, 40));
    const ignored = await graph.entities({q: 'disease', limit: 50, sort: 'name'});
    expect(ignored.results.map(({id}) => id)).toEqual(all.results.map(({id}) => id));
    const area = {therapeutic_area: 'oncology'};
    const ranked = await sample.entities({q: 'lung cancer', ...area, limit: 50});
    const sorted = await sample.entities({q: 'lung cancer', ...area, limit: 50, sort: 'name'});
    expect(new Set(sorted.results.map(({id}) => id))).toEqual(new Set(ranked.results.map(({id}) => id)));
    const lowered = sorted.results.map(({name}) => (name ?? '').toLowerCase());
    expect(lowered).toEqual([...lowered].sort());
  });

  it('keeps to its filters', async () => {
    for (const filter of [
      {kind: 'trial'},
      {modality: 'monoclonal antibody'},
      {target: 'PD-1', kind: 'product'},
    ] as const) {
      const {results} = await sample.entities({q: 'melanoma cancer', ...filter, limit: 50});
      for (const row of results) {
        if ('kind' in filter) expect(row.kind).toBe(filter.kind);
        if ('modality' in filter) expect(row.moa?.modality).toBe('monoclonal antibody');
        if ('target' in filter) expect(row.moa?.target).toBe('PDCD1');
      }
      expect(results.length).toBeGreaterThan(0);
    }
  });

  it('answers any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({unit: 'grapheme', maxLength: 40}),
          fc.constantFrom("'", '%', '_', '\\', '*', '"a b"', 'NOT x', 'a'.repeat(900)),
        ),
        async (q) => {
          fc.pre(!q.includes('\u0000'));
          expect((await graph.entities({q})).results.length).toBeLessThanOrEqual(50);
          expect((await graph.autocomplete({q: q.slice(0, 200)})).suggestions.length).toBeLessThanOrEqual(10);
        },
      ),
      {numRuns: 120},
    );
  });
});
