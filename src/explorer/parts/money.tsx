// The funding of a company, and how much of it is known.
import type {Dossier} from '../types.ts';
import {day, plain, usd} from '../words.ts';
import {EntityLink} from './entity-link.tsx';
import {LISTED, useFew} from './few.tsx';
import {Scroll} from './scroll.tsx';

const FEW = 8;

export function Money({funding, investors}: Pick<Dossier, 'funding' | 'investors'>) {
  const [shown, more] = useFew(funding, FEW, 'deals', LISTED.deals);
  const [named, moreNamed] = useFew(investors, FEW, 'investors', LISTED.investors);
  if (funding.length === 0 && investors.length === 0) return null;
  return (
    <section aria-labelledby="money">
      <h2 id="money">Funding</h2>
      {investors.length > 0 && (
        <>
          <h3 id="investors">Investors</h3>
          <ul class="inline-list" aria-labelledby="investors">
            {named.map((one) => (
              <li key={one.id}>
                <EntityLink of={one} />
              </li>
            ))}
          </ul>
          {moreNamed}
        </>
      )}
      {funding.length > 0 && (
        <Scroll label="Latest deals">
          <table class="rows">
            <caption class="hidden">Latest deals, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Deal</th>
                <th scope="col">Type</th>
                <th scope="col">Date</th>
                <th scope="col" class="number">
                  Amount
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    <EntityLink of={one} />
                  </th>
                  <td>{plain(one.type)}</td>
                  <td class="date">{day(one.date)}</td>
                  <td class="number">{one.amount_usd === null ? '' : usd(one.amount_usd)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {more}
    </section>
  );
}
