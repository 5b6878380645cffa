import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Graph} from '../../src/index.ts';
import {numberOf, openRows, row} from '../helpers/few-rows.ts';

const gene = (n: number, name: string, groups: unknown) =>
  row(n, 'target', name, {attributes: JSON.stringify({gene_groups: groups})});

let graph: Graph;
beforeAll(async () => {
  graph = await openRows([
    gene(1, 'QRAS', ['QRAS type GTPases', 'GTPases']),
    gene(2, 'QRASP1', []),
    gene(3, 'ZRAS', ['QRAS type GTPases']),
    gene(4, 'WAB1', ['GTPases']),
    gene(5, 'BXL', ['Kinases']),
    gene(6, 'ODD', {no: 'list'}),
    row(7, 'product', 'qrasib', {attributes: JSON.stringify({gene_groups: ['QRAS type GTPases']})}),
    ...Array.from({length: 30}, (_, n) => gene(20 + n, `BALLAST${n}`, ['GTPases'])),
  ]);
});
afterAll(() => graph.close());

it('a target is similar to those of the rarest group of its gene, before a name that is alike', async () => {
  const {results} = await graph.similar({entity_id: 'QRAS', limit: 3});
  expect(results.map(({id}) => numberOf(id))[0]).toBe(3);
  expect(results[0]?.shared).toContainEqual({field: 'category', value: 'QRAS type GTPases'});
  expect(results.map(({name}) => name)).toContain('QRASP1');
});

it('groups are of targets alone', async () => {
  const {results} = await graph.similar({entity_id: 'QRAS', kind: 'product', limit: 3});
  expect(results.flatMap(({shared}) => shared).filter(({field}) => field === 'category')).toEqual([]);
  expect((await graph.similar({entity_id: 'ODD', limit: 3})).results.length).toBeLessThan(4);
});
