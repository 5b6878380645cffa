import {expect, it} from 'vitest';
import {attributes} from '../helpers/cells.ts';
import {compare, lower} from '../helpers/oracle.ts';
import {describeWorlds, WORLDS, worldOf} from '../helpers/worlds.ts';

/** The first day of the period that a catalyst's date names. */
function firstDay({date = '', date_precision: precision}: {date?: string; date_precision?: string}): string {
  const [year = '', month = '01', day = '01'] = date.slice(0, 10).split('-');
  const starts: Record<string, number> = {
    quarter: Number(month) - ((Number(month) - 1) % 3),
    half: Number(month) > 6 ? 7 : 1,
    year: 1,
  };
  const first = String(starts[precision ?? ''] ?? Number(month)).padStart(2, '0');
  return date && `${year}-${first}-${(precision ?? 'day') === 'day' ? day : '01'}`;
}

describeWorlds(WORLDS, 'dates of the %s graph', (name) => {
  it('funding counts every deal, and sums grants only', async () => {
    const {oracle, everyone, graph} = await worldOf(name);
    for (const months of [1, 12, 37, 600]) {
      const found = await graph.fundingAnalytics({months});
      const deals = everyone
        .filter(({kind}) => kind === 'funding_event')
        .map((row) => {
          const block = JSON.parse(String(row.funding ?? '{}')) as {
            date?: string;
            type?: string;
            amount_usd?: number;
            is_grant?: boolean;
          };
          const stated = attributes(row) as {
            awarded_at?: string;
            amount_usd?: number;
            is_grant?: boolean;
            type?: string;
          };
          return {
            day: (block.date ?? stated.awarded_at ?? '').slice(0, 10),
            type: lower(block.type ?? stated.type ?? 'unknown'),
            amount: (block.is_grant ?? stated.is_grant) === true ? (block.amount_usd ?? stated.amount_usd ?? 0) : 0,
          };
        })
        .filter(({day}) => day >= found.from && day <= found.to);
      expect(found.by_month).toHaveLength(months);
      expect(found.by_month.at(-1)?.month).toBe(oracle.asOf.toISOString().slice(0, 7));
      expect(found.totals.deals).toBe(deals.length);
      expect(found.totals.amount_usd).toBeCloseTo(
        deals.reduce((sum, {amount}) => sum + amount, 0),
        2,
      );
      for (const {month, deals: count, amount_usd} of found.by_month) {
        const own = deals.filter(({day}) => day.startsWith(month));
        expect(count).toBe(own.length);
        expect(amount_usd).toBeCloseTo(
          own.reduce((sum, {amount}) => sum + amount, 0),
          2,
        );
      }
      for (const {type, deals: count} of found.by_type)
        expect(count).toBe(deals.filter((deal) => deal.type === type).length);
      expect(found.by_type.reduce((sum, {deals: count}) => sum + count, 0)).toBe(deals.length);
    }
  });

  it('the calendar lists catalysts from a day to a day, oldest first', async () => {
    const {oracle, everyone, graph} = await worldOf(name);
    const dated = everyone
      .filter(({kind}) => kind === 'catalyst')
      .map((row) => ({
        id: row.id,
        day: firstDay(attributes(row)),
        type: attributes(row).type as string,
      }))
      .filter(({day}) => day !== '');
    const asOf = oracle.asOf.toISOString().slice(0, 10);
    for (const question of [
      {},
      {from: '2020-01-01'},
      {from: '2020-01-01', to: asOf},
      {from: '2000-01-01', type: dated[0]?.type ?? 'x'},
    ]) {
      const {from = asOf, to = '9999', type} = question as {from?: string; to?: string; type?: string};
      const found = await graph.calendar({...question, limit: 200});
      const want = dated
        .filter((one) => one.day >= from && one.day <= to && (type === undefined || one.type === type))
        .sort((a, b) => compare(a.day, b.day) || compare(a.id, b.id));
      expect(found.results.map(({id}) => id)).toEqual(want.slice(0, 200).map(({id}) => id));
      for (const row of found.results.slice(0, 10)) {
        const about = oracle.edges
          .filter(
            ({source, relation, target}) =>
              source === row.id && relation === 'concerns' && oracle.live.get(target)?.kind === 'product',
          )
          .map(({target}) => target);
        for (const id of about) expect(row.products.map((product) => product.id)).toContain(id);
        if (about[0] !== undefined) {
          const own = await graph.calendar({from: '1990-01-01', product: about[0], limit: 200});
          expect(own.results.map(({id}) => id)).toContain(row.id);
        }
      }
    }
    await expect(graph.calendar({from: '2025-02-01', to: '2025-01-01'})).rejects.toMatchObject({status: 422});
    const typed = dated.find(({type}) => type?.includes('_'));
    if (typed !== undefined) {
      const of = async (type: string) => (await graph.calendar({from: '1900-01-01', type, limit: 200})).count;
      expect(await of(typed.type.replaceAll('_', ' '))).toBe(await of(typed.type));
    }
    const none = await graph.calendar({type: 'no such type'});
    expect(none.caveats.some((caveat) => caveat.startsWith('No catalyst has the type "no such type"'))).toBe(
      dated.length > 0,
    );
    const company = everyone.find(({kind}) => kind === 'company')?.id;
    if (company !== undefined) await expect(graph.calendar({product: company})).rejects.toMatchObject({status: 422});
  });
});
