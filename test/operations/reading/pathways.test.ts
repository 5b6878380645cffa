import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import {edge, numberOf, openRows, row} from '../../helpers/few-rows.ts';

const attributes = (given: object) => ({attributes: JSON.stringify(given)});
const gout = {disease_label: 'gout', moa_confidence: 0.9};

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'product', 'glotinib', {
        ...gout,
        ...attributes({designations: ['orphan (FDA)', 'priority medicine, PRIME (EMA)']}),
      }),
      row(2, 'product', 'farinib', {...gout, ...attributes({designations: ['breakthrough therapy (FDA)']})}),
      row(3, 'product', 'accelerated gout approval cream', gout),
      row(4, 'product', 'fast cream', gout),
      row(
        11,
        'approval',
        'Glotix, NDA 1',
        attributes({
          agency: 'FDA',
          review: ['A', 'P'],
          approved_at: '2020-01-01',
          last_patent_expiry: '2031-05-01',
          exclusivities: [{code: 'NCE', until: '2025-01-01'}],
        }),
      ),
      row(
        12,
        'approval',
        'Farix, EMA 2',
        attributes({agency: 'EMA', is_conditional: true, is_orphan: false, approved_at: '2021-01-01'}),
      ),
      row(
        13,
        'approval',
        'Accelerated conditional approvals, NDA 3',
        attributes({agency: 'FDA', approved_at: '2022-01-01'}),
      ),
      row(14, 'approval', 'Bazix, EMA 4', attributes({agency: 'EMA', exceptional_circumstances: true})),
      row(15, 'approval', 'Copix, BLA 5', attributes({agency: 'FDA', pathway: '351(k) Biosimilar'})),
      row(16, 'approval', 'Copex, EMA 6', attributes({agency: 'EMA', application_type: 'biosimilar'})),
      row(17, 'approval', 'Origix, BLA 7, a biosimilar reference', attributes({agency: 'FDA', pathway: '351(a)'})),
      row(21, 'patent', 'US1', attributes({expires_at: '2031-02-02'})),
      row(22, 'patent', 'US2', attributes({expires_at: '2033-02-02'})),
      row(23, 'patent', 'Expiring patents of 2031', attributes({filed_at: '2001-01-01'})),
    ],
    [edge(11, 'approval_of', 1)],
  );
});
afterAll(() => graph.close());

const ask = async (q: string) => {
  const {results, understood} = await graph.entities({q});
  return {found: results.map(({id}) => numberOf(id)), understood};
};

it.each([
  ['accelerated approvals', [11], 'accelerated approval'],
  ['priority review approvals', [11], 'priority review'],
  ['conditional approvals', [12], 'conditional approval'],
  ['biosimilars', [15, 16], 'biosimilar'],
  ['conditional marketing authorisations ema approvals', [12], 'conditional approval'],
  ['approvals under exceptional circumstances', [14], 'exceptional circumstances'],
])('%s were given so, whatever others are called', async (q, numbers, pathway) => {
  const {found, understood} = await ask(q);
  expect(found.filter((n) => n > 10 && n < 20)).toEqual(numbers);
  expect(understood).toMatchObject({kind: 'approval', pathway, met: true});
});

it.each([
  ['orphan drugs', 1, 'orphan'],
  ['gout drugs with orphan designation', 1, 'orphan'],
  ['breakthrough designation gout', 2, 'breakthrough therapy'],
  ['drugs with PRIME designation', 1, 'priority medicine'],
])('%s have it', async (q, number, pathway) => {
  const {found, understood} = await ask(q);
  expect(found[0]).toBe(number);
  expect(understood).toMatchObject({kind: 'product', pathway, met: true});
});

it('a designation that no file tells of is left to the words of texts that do', async () => {
  const {found, understood} = await ask('fast track designation');
  expect(understood ?? {}).not.toHaveProperty('pathway');
  expect(found[0]).toBe(4);
});

it('patents and the protection of approvals end in a year', async () => {
  expect((await ask('patents expiring 2031')).found).toEqual([21]);
  expect((await ask('patents that expire in 2033')).found).toEqual([22]);
  const {found, understood} = await ask('drugs losing exclusivity in 2031');
  expect(found[0]).toBe(11);
  expect(understood).toMatchObject({kind: 'approval', expires: '2031', met: true});
});

it('what finds nothing is not met', async () => {
  const {found, understood} = await ask('drugs losing exclusivity in 2077');
  expect(found).toEqual([]);
  expect(understood).toEqual({kind: 'approval', met: false});
});

it('a pathway that no source tells of is met by none, and approvals follow', async () => {
  const fast = await ask('fast track approvals');
  expect(fast.understood).toMatchObject({kind: 'approval', pathway: 'fast track', met: false});
  expect(fast.found[0]).toBeLessThan(20);
  expect(fast.found[0]).toBeGreaterThan(10);
  await using none = await openRows([row(1, 'approval', 'Glotix, NDA 1', attributes({agency: 'FDA'}))]);
  expect((await none.entities({q: 'biosimilars'})).understood).toEqual({
    kind: 'approval',
    pathway: 'biosimilar',
    met: false,
  });
});
