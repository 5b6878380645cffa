import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {collectionsIn, judged} from '../../benchmarks/quality/judged.ts';
import {isCertain, mean, measured, pairedBootstrap} from '../../benchmarks/quality/measures.ts';
import {random} from '../../benchmarks/quality/retrieval.ts';

describe('the measures of a ranking', () => {
  const grades = new Map([
    ['a', 2],
    ['b', 1],
    ['c', 0],
  ]);

  it('are those of the literature', () => {
    expect(measured(['a', 'b'], grades)).toEqual({ndcg10: 1, mrr: 1, recall: 1});
    // (1 + 2 / log2 3) of (2 + 1 / log2 3)
    expect(measured(['b', 'a'], grades).ndcg10).toBeCloseTo(2.26186 / 2.63093, 4);
    expect(measured(['x', 'c', 'b'], grades)).toEqual({ndcg10: 0.5 / (2 + 1 / Math.log2(3)), mrr: 1 / 3, recall: 0.5});
    expect(measured([], grades)).toEqual({ndcg10: 0, mrr: 0, recall: 0});
    expect(measured(['z', ...'0123456789', 'a'], grades)).toMatchObject({ndcg10: 0, recall: 0.5});
  });

  it('lie between nothing and all', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...'abcdefghijklm']),
        fc.dictionary(fc.constantFrom(...'abcdefgh'), fc.integer({min: -1, max: 3})),
        (ranked, own) => {
          for (const value of Object.values(measured(ranked, new Map(Object.entries(own))))) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1 + 1e-9);
          }
        },
      ),
    );
  });

  it('differ for certain only where zero lies outside of what samples of the queries give', () => {
    const next = random(3);
    const base = Array.from({length: 200}, () => next());
    const better = pairedBootstrap(
      base.map((value) => value + 0.05),
      base,
      random(1),
    );
    expect(better.mean).toBeCloseTo(0.05, 9);
    expect(isCertain(better)).toBe(true);
    const noise = base.map((value, index) => value + (index % 2 === 0 ? 0.3 : -0.3));
    const same = pairedBootstrap(noise, base, random(1));
    expect(Math.abs(same.mean)).toBeLessThan(1e-9);
    expect(isCertain(same)).toBe(false);
    expect(same.low).toBeLessThan(mean([0]));
    expect(() => pairedBootstrap([1], [], random(1))).toThrow('same queries');
  });
});

describe('a judged collection in BEIR layout', () => {
  it('is asked query by query, beside the reference', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'biograph-beir-')), 'tiny');
    mkdirSync(join(folder, 'qrels'), {recursive: true});
    const lines = (file: string, rows: unknown[]) =>
      writeFileSync(join(folder, file), `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
    lines('corpus.jsonl', [
      {_id: '1', title: 'Statins and cholesterol', text: 'Statins lower cholesterol in adults.'},
      {_id: '2', title: 'Vitamin D', text: 'Supplements and bone density in older women.'},
      {_id: '3', title: '', text: 'Aspirin lowers the risk of a second stroke.'},
      {_id: '4', title: 'Green tea', text: 'Nothing about the matter.', metadata: {url: 'x'}},
    ]);
    lines('queries.jsonl', [
      {_id: 'q1', text: 'do statins lower cholesterol?'},
      {_id: 'q2', text: 'risk of stroke'},
      {_id: 'q3', text: 'never judged'},
    ]);
    writeFileSync(join(folder, 'qrels', 'train.tsv'), 'query-id\tcorpus-id\tscore\nq3\t4\t1\n');
    writeFileSync(join(folder, 'qrels', 'test.tsv'), 'query-id\tcorpus-id\tscore\nq1\t1\t2\nq1\t4\t0\nq2\t3\t1\n');
    expect(collectionsIn(join(folder, '..'))).toEqual([folder]);
    expect(collectionsIn(folder)).toEqual([folder]);
    expect(await judged(folder, 1)).toMatchObject({
      collection: 'tiny',
      documents: 4,
      queries: 2,
      ours: {ndcg10: 1, mrr: 1, recall: 1},
      reference: {ndcg10: 1, mrr: 1, recall: 1},
      differences: {ndcg10: {mean: 0, low: 0, high: 0}},
    });
    expect(() => collectionsIn(join(folder, 'qrels'))).toThrow('corpus.jsonl');
  });
});
