import {useAnswer} from '../answers.ts';
import {BarTable} from '../parts/bar-table.tsx';
import {EntityLink} from '../parts/entity-link.tsx';
import {Caveats} from '../parts/notes.tsx';
import {Page} from '../parts/page.tsx';
import {RequestBehind} from '../parts/request.tsx';
import {Empty, View} from '../parts/states.tsx';
import {besides, go, here, place} from '../place.ts';
import type {Funding} from '../types.ts';
import {count, counted, day, plain, usd} from '../words.ts';

const SPANS = [12, 24, 36, 60];

export function FundingPage() {
  const months = place.value.query.get('months') ?? '12';
  const asked = {...besides(place.value.query, ['months']), months};
  const found = useAnswer<Funding>('v1/funding/analytics', asked);
  return (
    <Page title="Funding by month, type and recipient">
      <form class="settings" onSubmit={(event) => event.preventDefault()}>
        <label>
          Months
          <select value={months} onChange={(event) => go(here({months: event.currentTarget.value}))}>
            {[...new Set([...SPANS, Number(months) || 12])].map((n) => (
              <option key={n} value={n}>
                {n}
              </option>
            ))}
          </select>
        </label>
      </form>
      <View of={found} what="funding">
        {(funding) => <Shown of={funding} />}
      </View>
      <RequestBehind path="v1/funding/analytics" query={asked} />
    </Page>
  );
}

function Shown({of}: {of: Funding}) {
  const {totals, data_until: until} = of;
  // Months for which the sources have no data yet are not months without deals.
  const held = of.by_month.filter(({month}) => until === null || month <= until.slice(0, 7));
  return (
    <>
      <p class="total">
        {counted(totals.deals, 'deal', 'deals')} from {day(of.from)} until {day(of.to)}; {usd(totals.amount_usd)} in
        grants, of {counted(totals.with_amount, 'deal', 'deals')} with an amount.
      </p>
      {until !== null && held.length < of.by_month.length && (
        <p class="note meant">The latest deal in the sources is dated {day(until)}; later deals are not known here.</p>
      )}
      <Caveats caveats={of.caveats} />
      {totals.deals === 0 ? (
        <Empty>The sources have no funding in these months.</Empty>
      ) : (
        <div class="columns">
          <Deals id="months" by="month" groups={held.map((one) => ({...one, key: one.month, name: day(one.month)}))} />
          <div>
            <Deals
              id="types"
              by="type"
              groups={of.by_type.map((one) => ({...one, key: one.type, name: plain(one.type)}))}
            />
            <section aria-labelledby="recipients">
              <h2 id="recipients">Largest recipients</h2>
              <BarTable
                caption="Recipients by grants received"
                heads={['Recipient', 'Grants', 'Deals']}
                bars={of.top_recipients.map((one) => ({
                  key: one.id,
                  name: <EntityLink of={one} />,
                  value: one.amount_usd,
                  text: amount(one, '–'),
                  more: [count(one.deals)],
                }))}
              />
            </section>
          </div>
        </div>
      )}
    </>
  );
}

type Sum = {deals: number; amount_usd: number};

function amount({amount_usd: sum}: Sum, none = ''): string {
  return sum === 0 ? none : usd(sum);
}

function Deals({id, by, groups}: {id: string; by: string; groups: (Sum & {key: string; name: string})[]}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>By {by}</h2>
      <BarTable
        caption={`Deals and grants by ${by}`}
        heads={[plain(by), 'Deals', 'Grants']}
        bars={groups.map((one) => ({
          key: one.key,
          name: one.name,
          value: one.deals,
          text: count(one.deals),
          more: [amount(one)],
        }))}
      />
    </section>
  );
}
