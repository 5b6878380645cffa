import {useAnswer} from '../answers.ts';
import {EntityLink, Kind} from '../parts/entity-link.tsx';
import {Page} from '../parts/page.tsx';
import {RequestBehind} from '../parts/request.tsx';
import {Scroll} from '../parts/scroll.tsx';
import {Empty, View} from '../parts/states.tsx';
import {go, here, place, type Query} from '../place.ts';
import type {Changes, Schema} from '../types.ts';
import {counted, day} from '../words.ts';

const LIMIT = 100;
const USUAL = 90 * 86_400_000;

type Change = Changes['changes'][number];

export function ChangesPage() {
  const {query} = place.value;
  const schema = useAnswer<Schema>('v1/schema');
  const asOf = schema.answer?.value.snapshot.as_of;
  // Relative to the release, never to the clock.
  const usual = asOf === undefined ? null : new Date(Date.parse(asOf) - USUAL).toISOString().slice(0, 10);
  const since = query.get('since') ?? usual;
  const after = query.get('after');
  const asked: Query = after === null ? {since, limit: LIMIT} : {after, limit: LIMIT};
  const found = useAnswer<Changes>(since === null ? null : 'v1/changes', asked);
  return (
    <Page title={since === null ? 'Changes' : `Changes since ${day(since)}`}>
      <form class="settings" onSubmit={(event) => event.preventDefault()}>
        <label>
          Since
          <input
            type="date"
            value={since?.slice(0, 10) ?? ''}
            onChange={(event) => go(here({since: event.currentTarget.value, after: null}))}
          />
        </label>
      </form>
      <View of={since === null ? {...found, error: schema.error} : found} what="changes">
        {({changes, next_cursor: next}) => (
          <>
            <p class="total">
              {counted(changes.length, 'change', 'changes')} on this page, oldest first
              {asOf !== undefined && `; the release is as of ${day(asOf)}`}.
            </p>
            {changes.length === 0 ? <Empty>Nothing more has changed.</Empty> : <Rows changes={changes} />}
            <nav class="pager" aria-label="Pages of changes">
              {after !== null && <a href={here({after: null})}>First page</a>}
              {changes.length === LIMIT && <a href={here({since, after: next})}>Next</a>}
            </nav>
          </>
        )}
      </View>
      {since !== null && <RequestBehind path="v1/changes" query={asked} />}
    </Page>
  );
}

function Rows({changes}: {changes: readonly Change[]}) {
  return (
    <Scroll label="Changes">
      <table class="rows">
        <caption class="hidden">Changed and merged entities, oldest first</caption>
        <thead>
          <tr>
            <th scope="col">Changed</th>
            <th scope="col">Name</th>
            <th scope="col">Kind</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.id}>
              <td class="date">{day(change.updated_at)}</td>
              <th scope="row">{change.op === 'upsert' ? <EntityLink of={change} /> : change.name}</th>
              <td>{change.kind !== undefined && <Kind of={change.kind} />}</td>
              <td>
                <Happened change={change} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Happened({change}: {change: Change}) {
  if (change.op === 'upsert') return <>new or changed</>;
  const into = (change as {merged_into?: string | null}).merged_into;
  if (into === null || into === undefined) return <>removed</>;
  return (
    <>
      merged into <EntityLink of={{id: into, name: 'another one'}} />
    </>
  );
}
