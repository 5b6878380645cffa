import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {edge, numberOf, openRows, row} from '../helpers/few-rows.ts';

const drug = (n: number) =>
  row(n, 'product', `glotinib ${n}`, {disease_id: 'MONDO:1', disease_label: 'gout', moa_confidence: 0.9});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows(
    [
      row(1, 'company', 'Barco'),
      row(2, 'company', 'Barco Registration'),
      row(3, 'company', 'Foobio'),
      row(5, 'company', 'Gout Supplies'),
      ...[11, 12, 13, 14, 15, 16, 17].map(drug),
      ...Array.from({length: 12}, (_, n) => row(50 + n, 'company', `Maker ${n}`)),
    ],
    [
      edge(2, 'subsidiary_of', 1),
      edge(2, 'develops', 11),
      edge(2, 'develops', 12),
      edge(1, 'develops', 13),
      ...[14, 15, 16].map((n) => edge(3, 'develops', n)),
      ...Array.from({length: 12}, (_, n) => edge(50 + n, 'develops', 17)),
    ],
  );
});
afterAll(() => graph.close());

const found = async (q: string) =>
  (await graph.entities({q, limit: 20})).results.filter(({kind}) => kind === 'company').map(({id}) => numberOf(id));

describe('companies for a disease', () => {
  it('are groups, each as its head', async () => {
    const companies = await found('gout companies');
    expect(companies.slice(0, 3)).toContain(1);
    expect(companies).not.toContain(2);
  });

  it('are those that work on it before those that are only called so', async () => {
    const companies = await found('gout companies');
    expect(companies.indexOf(1)).toBeLessThan(companies.indexOf(5) === -1 ? companies.length : companies.indexOf(5));
  });
});

it('failed drugs are those that were given up', async () => {
  await using failing = await openRows(
    [
      row(1, 'product', 'glocestat', {
        disease_label: 'gout',
        disease_id: 'MONDO:1',
        moa_confidence: 0.9,
        attributes: JSON.stringify({development_status: 'discontinued', max_phase: 3}),
      }),
      row(2, 'product', 'farcestat', {
        disease_label: 'gout',
        disease_id: 'MONDO:1',
        moa_confidence: 0.9,
        attributes: JSON.stringify({max_phase: 3}),
      }),
    ],
    [],
  );
  const {results, understood} = await failing.entities({q: 'failed gout drugs'});
  expect(results.map(({id}) => numberOf(id))[0]).toBe(1);
  expect(understood).toMatchObject({kind: 'product', development_status: 'discontinued', met: true});
});

it('a university is the institution of that name, whatever an agency lists as a company', async () => {
  await using named = await openRows(
    [row(1, 'company', 'University of Foo'), row(2, 'institution', 'University of Foo'), row(3, 'company', 'Foobar')],
    [],
  );
  const {results} = await named.resolve({inputs: ['University of Foo', 'Foobar']});
  expect(results.map(({match}) => match?.kind)).toEqual(['institution', 'company']);
  expect((await named.entities({q: 'University of Foo'})).results[0]?.kind).toBe('institution');
});
