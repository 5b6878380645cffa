import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {wilson} from '../../benchmarks/quality/accuracy.ts';
import {wrongTickers} from '../../benchmarks/quality/joins.ts';
import {GOAL, linkPrecision, readLinkVerdicts} from '../../benchmarks/quality/links.ts';
import {mergePrecision, readJudgements, ruleMerges, WHOLE} from '../../benchmarks/quality/merges.ts';
import {random, withTypo} from '../../benchmarks/quality/retrieval.ts';
import {openSnapshot, type Tables} from '../../benchmarks/quality/snapshot.ts';
import {DATA, hasRealData, publicGraph} from '../helpers/real-graph.ts';

describe('the pairs judged by hand', () => {
  it('show for every rule that it is right 95 times of 100, mended merges aside', () => {
    const judgements = readJudgements();
    expect(new Set(judgements.map(({folded}) => folded)).size).toBe(judgements.length);
    const standing = judgements.filter(({rule, verdict}) => rule !== '' && verdict !== 'mended');
    for (const name of new Set(standing.map(({kind, rule}) => `${kind}, ${rule}`))) {
      const of = standing.filter(({kind, rule}) => `${kind}, ${rule}` === name);
      const right = of.filter(({verdict}) => verdict === 'same').length;
      expect(WHOLE.includes(name) ? right / of.length : wilson(right, of.length).low, name).toBeGreaterThanOrEqual(
        GOAL,
      );
    }
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
          expect(precision, kind).toBeGreaterThanOrEqual(GOAL);
          expect(one / judged, kind).toBeGreaterThan(0.85);
        }
      });

      it('and by each rule, of which none is left unjudged', async () => {
        for (const {rule, low} of await ruleMerges(tables)) expect(low, rule).toBeGreaterThanOrEqual(GOAL);
      });

      it('as do the links that reach the trust gate, rule by rule', async () => {
        for (const {rule, low} of await linkPrecision(tables)) expect(low, rule).toBeGreaterThanOrEqual(GOAL);
      });

      it('and the wrong tickers of the screener are not repeated', async () => {
        const {trials, repeated} = await wrongTickers(tables, DATA);
        expect(trials).toBeGreaterThan(500);
        expect(repeated / trials).toBeLessThan(0.005);
      });
    },
  );
});

/** So many right ones in a row have a lower end of 95 %. */
const LEAST = 73;

describe('the links judged by hand', () => {
  it('show for every rule that it is right 95 times of 100, mended links aside', () => {
    const verdicts = readLinkVerdicts();
    const key = ({rule, subject, object}: (typeof verdicts)[number]) => `${rule} ${subject} ${object}`;
    expect(new Set(verdicts.map(key)).size).toBe(verdicts.length);
    for (const rule of new Set(verdicts.map((one) => one.rule))) {
      const of = verdicts.filter((one) => one.rule === rule && one.verdict !== 'mended');
      const right = of.filter(({verdict}) => verdict === 'right').length;
      // Of a rule that makes too few links for an interval, all were looked at.
      if (of.length < LEAST) expect(right, rule).toBe(of.length);
      else expect(wilson(right, of.length).low, rule).toBeGreaterThanOrEqual(GOAL);
    }
  });

  it('say why each wrong one is', () => {
    for (const {rule, subject, verdict, why} of readLinkVerdicts())
      expect(why === '', `${rule} ${subject}`).toBe(verdict === 'right');
  });
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
