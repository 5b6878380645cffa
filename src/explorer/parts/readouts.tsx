import {useAnswer} from '../answers.ts';
import type {Calendar} from '../types.ts';
import {plain} from '../words.ts';
import {EntityLink} from './entity-link.tsx';
import {EventDate} from './event-date.tsx';
import {Caveats} from './notes.tsx';

/** Upcoming catalysts of a product; nothing if there are none. */
export function Readouts({id}: {id: string}) {
  const {answer} = useAnswer<Calendar>('v1/calendar', {product: id, limit: 10});
  if (answer === null || answer.value.results.length === 0) return null;
  return (
    <section aria-labelledby="readouts">
      <h2 id="readouts">To come</h2>
      <ul class="events">
        {answer.value.results.map((event) => (
          <li key={event.id}>
            <EventDate of={event} /> <EntityLink of={{id: event.id, name: event.name}} />{' '}
            <small>{plain(event.type ?? '')}</small>
          </li>
        ))}
      </ul>
      <Caveats caveats={answer.value.caveats} />
    </section>
  );
}
