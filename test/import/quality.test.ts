import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {wrongTickers} from '../../benchmarks/quality/joins.ts';
import {mergePrecision, readJudgements} from '../../benchmarks/quality/merges.ts';
import {random, withTypo} from '../../benchmarks/quality/retrieval.ts';
import {openSnapshot, type Tables} from '../../benchmarks/quality/snapshot.ts';
import {DATA, hasRealData, publicGraph} from '../helpers/real-graph.ts';

describe('the pairs judged by hand', () => {
  it('are 200 of each kind, each once', () => {
    const judgements = readJudgements();
    for (const kind of new Set(judgements.map((one) => one.kind))) {
      expect(judgements.filter((one) => one.kind === kind).length, kind).toBe(200);
    }
    expect(new Set(judgements.map(({folded}) => folded)).size).toBe(judgements.length);
  });

  describe.skipIf(!hasRealData)(
    'hold for the graph of the public files (skipped where BIOGRAPH_TEST_DATA is absent)',
    {tags: ['real']},
    () => {
      let tables: Tables;
      beforeAll(async () => {
        tables = await openSnapshot((await publicGraph()).out);
      });
      afterAll(() => tables.close());

      it('with a precision of 0.98 for organisations, and nearly all of what is the same found to be so', async () => {
        const all = await mergePrecision(tables);
        const sum = (field: 'right' | 'one') =>
          all
            .filter(({kind}) => kind === 'company' || kind === 'institution')
            .reduce((total, row) => total + row[field], 0);
        expect(sum('right') / sum('one')).toBeGreaterThanOrEqual(0.98);
        for (const {kind, judged, one, precision} of all) {
          expect(precision, kind).toBeGreaterThanOrEqual(0.97);
          expect(one / judged, kind).toBeGreaterThan(0.95);
        }
      });

      it('and the wrong tickers of the screener are not repeated', async () => {
        const {trials, repeated} = await wrongTickers(tables, DATA);
        expect(trials).toBeGreaterThan(500);
        expect(repeated / trials).toBeLessThan(0.005);
      });
    },
  );
});

describe('a typo', () => {
  it('is one slip in one word, the same for the same seed', () => {
    const next = random(3);
    const again = random(3);
    for (const name of ['Vertex Pharmaceuticals', 'pembrolizumab', 'Alzheimer Disease Research Centers']) {
      const typed = withTypo(name, next);
      expect(typed).not.toBeNull();
      expect(typed).not.toBe(name);
      expect(Math.abs((typed ?? '').length - name.length)).toBeLessThanOrEqual(1);
      expect(withTypo(name, again)).toBe(typed);
    }
    expect(withTypo('PD-1 x', random(1))).toBeNull();
  });
});
