import {useAnswer} from '../answers.ts';
import {Combobox} from '../parts/combobox.tsx';
import {EntityLink} from '../parts/entity-link.tsx';
import {EventDate, precise} from '../parts/event-date.tsx';
import {Caveats, Confidence} from '../parts/notes.tsx';
import {Page} from '../parts/page.tsx';
import {RequestBehind} from '../parts/request.tsx';
import {Scroll} from '../parts/scroll.tsx';
import {Empty, View} from '../parts/states.tsx';
import {besides, go, here, place, type Query} from '../place.ts';
import type {Calendar} from '../types.ts';
import {count, counted, day, plain} from '../words.ts';

type Event = Calendar['results'][number] & {date_precision?: string; confidence?: number | null};

/** The most that the server returns at once. */
const MOST = 200;
const DAY = 86_400_000;

export function CalendarPage() {
  const {query} = place.value;
  const asked: Query = {
    ...besides(query, ['from', 'to', 'type', 'product', 'limit']),
    from: query.get('from'),
    to: query.get('to'),
    type: query.get('type'),
    product: query.get('product'),
    limit: MOST,
  };
  const found = useAnswer<Calendar>('v1/calendar', asked);
  return (
    <Page title="Calendar of readouts and decisions">
      <Settings found={found.answer?.value} />
      <View of={found} what="the calendar">
        {(calendar) => {
          const events = calendar.results as Event[];
          return (
            <>
              <p class="total">
                {events.length < MOST ? counted(events.length, 'event', 'events') : `The first ${count(MOST)} events`}{' '}
                from {day(calendar.from)}
                {calendar.to !== null && ` until ${day(calendar.to)}`}
                {events.length === MOST && '; see below for later ones'}
              </p>
              <Caveats caveats={calendar.caveats} />
              {events.length === 0 ? (
                <Empty>
                  No events are expected in this period.{' '}
                  <a href={here({from: null, to: null, type: null, product: null})}>Show all upcoming events</a>
                </Empty>
              ) : (
                <Months events={events} />
              )}
              {events.length === MOST && <Onward events={events} until={calendar.to} />}
            </>
          );
        }}
      </View>
      <RequestBehind path="v1/calendar" query={asked} />
    </Page>
  );
}

/** The way on from a full page. */
function Onward({events, until}: {events: readonly Event[]; until: string | null}) {
  const [first = '', last = ''] = [events[0]?.date, events.at(-1)?.date];
  // The rest of a day comes with the day itself, unless that fills a page: the same page would follow for ever.
  const isOneDay = first === last;
  const next = isOneDay ? new Date(Date.parse(last) + DAY).toISOString().slice(0, 10) : last;
  return (
    <nav class="pager" aria-label="Later events">
      {isOneDay && (
        <span>
          No more than {count(MOST)} events of {day(last)} can be shown at once: choose a type or product for others.
        </span>
      )}
      {(until === null || next <= until) && <a href={here({from: next})}>Continue from {day(next)}</a>}
    </nav>
  );
}

function Settings({found}: {found: Calendar | undefined}) {
  const {query} = place.value;
  const date = (name: string, words: string) => (
    <label>
      {words}{' '}
      <input
        type="date"
        value={query.get(name) ?? (name === 'from' ? (found?.from ?? '') : '')}
        onChange={(event) => go(here({[name]: event.currentTarget.value}))}
      />
    </label>
  );
  const type = query.get('type') ?? '';
  const product = query.get('product');
  const types = [
    ...new Set([...(found?.results ?? []).flatMap((event) => event.type ?? []), ...(type === '' ? [] : [type])]),
  ].sort();
  return (
    <form class="settings" onSubmit={(event) => event.preventDefault()}>
      {date('from', 'From')}
      {date('to', 'Until')}
      <label>
        Type{' '}
        <select value={type} onChange={(event) => go(here({type: event.currentTarget.value}))}>
          <option value="">All</option>
          {types.map((one) => (
            <option key={one} value={one}>
              {plain(one)}
            </option>
          ))}
        </select>
      </label>
      {product === null ? (
        <Combobox label="Product" kind="product" placeholder="Any" onPick={({id}) => go(here({product: id}))} />
      ) : (
        <a href={here({product: null})}>All products</a>
      )}
    </form>
  );
}

/** The month of an event, or the longer period if its date is less precise. */
function spanOf({date, date_precision: precision}: Event): string {
  return precise(date, precision === 'day' ? 'month' : precision);
}

function Months({events}: {events: Event[]}) {
  const hasProducts = events.some(({products}) => products.length > 0);
  const hasCompanies = events.some(({companies}) => companies.length > 0);
  // A full page may end within a period.
  const isCut = (group: readonly Event[]) => events.length === MOST && group.at(-1)?.date === events.at(-1)?.date;
  return (
    <>
      {[...Map.groupBy(events, spanOf)].map(([span, group]) => (
        <section key={span} class="month" aria-labelledby={`in ${span}`.replaceAll(' ', '-')}>
          <h2 id={`in ${span}`.replaceAll(' ', '-')}>
            {span} <small>{isCut(group) ? `the first ${count(group.length)}` : count(group.length)}</small>
          </h2>
          <Scroll label={`Events in ${span}`}>
            <table class="rows events-table">
              <caption class="hidden">Events in {span}</caption>
              <thead>
                <tr>
                  <th scope="col" class="date">
                    Date
                  </th>
                  <th scope="col" class="name">
                    Event
                  </th>
                  <th scope="col">Type</th>
                  {hasProducts && <th scope="col">Products</th>}
                  {hasCompanies && <th scope="col">Companies</th>}
                  <th scope="col">Source</th>
                </tr>
              </thead>
              <tbody>
                {group.map((event) => (
                  <tr key={event.id}>
                    <td class="date">
                      <EventDate of={event} />
                      {event.confidence !== undefined && event.confidence !== null && (
                        <small>
                          <Confidence value={event.confidence} />
                        </small>
                      )}
                    </td>
                    <th scope="row">
                      <EntityLink of={{id: event.id, name: event.name}} />
                    </th>
                    <td>{plain(event.type ?? '')}</td>
                    {hasProducts && (
                      <td>
                        <Several of={event.products} />
                      </td>
                    )}
                    {hasCompanies && (
                      <td>
                        <Several of={event.companies} />
                      </td>
                    )}
                    <td class="source">{event.source}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        </section>
      ))}
    </>
  );
}

function Several({of}: {of: Event['products']}) {
  return (
    <>
      {of.map((one, n) => (
        <span key={one.id}>
          {n > 0 && ', '}
          <EntityLink of={one} />
        </span>
      ))}
    </>
  );
}
