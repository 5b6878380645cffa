import {expect, it} from 'vitest';
import {numberOf, openRows, row} from '../../helpers/few-rows.ts';

it('new drugs of a class are those that were approved last, and nothing that is only called after it', async () => {
  const drug = (n: number, name: string, first_approval_year: number | undefined, ...class_names: string[]) =>
    row(n, 'product', name, {attributes: JSON.stringify({first_approval_year, class_names})});
  await using graph = await openRows([
    drug(1, 'oldban', 2015, 'anticoagulant'),
    drug(2, 'newban', 2020, 'anticoagulant'),
    drug(3, 'stopban', 2024, 'anticoagulant reversal agent'),
    drug(4, 'soonban', undefined, 'anticoagulant'),
  ]);
  const found = async (q: string) => (await graph.entities({q})).results.map(({id}) => numberOf(id));
  expect((await found('new anticoagulants')).slice(0, 3)).toEqual([2, 1, 4]);
  expect((await found('first approved anticoagulant')).slice(0, 2)).toEqual([1, 2]);
});
