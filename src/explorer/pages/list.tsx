import {Fragment} from 'preact';
import {useEffect} from 'preact/hooks';
import {announce} from '../announce.ts';
import {type RequestState, useAnswer} from '../answers.ts';
import {columnsOf} from '../columns.tsx';
import {filterQuery, filtersOf, listQuery, PER_PAGE, titleOf, unknownOf} from '../listing.ts';
import {EntityLink, Kind} from '../parts/entity-link.tsx';
import {ExportLinks} from '../parts/export-links.tsx';
import {FacetPanel} from '../parts/facet-panel.tsx';
import {Chips, FilterForm} from '../parts/filters.tsx';
import {GateNote} from '../parts/notes.tsx';
import {Page} from '../parts/page.tsx';
import {RequestBehind} from '../parts/request.tsx';
import {Scroll} from '../parts/scroll.tsx';
import {Empty, View} from '../parts/states.tsx';
import {go, here, place} from '../place.ts';
import type {Listing} from '../types.ts';
import {count, counted} from '../words.ts';

const SORTS = {
  prominence: 'Most connected, of those with links',
  momentum: 'Most active lately, of those with links',
  recent: 'Latest changes',
  date: 'Own date, newest first',
  name: 'Name',
};

export function ListPage() {
  const {query} = place.value;
  const asked = useAnswer<Listing>('v1/entities', listQuery(query));
  const found = asked.isLoading ? null : asked.answer?.value;
  const total = found?.total;
  useEffect(() => {
    if (total !== undefined) announce(`${counted(total, 'result', 'results')}`);
  }, [total]);
  return (
    <Page title={titleOf(query)}>
      <div class="list-page">
        <FacetPanel query={query} />
        <div class="results">
          <Chips query={query} />
          <FilterForm query={query} />
          <View of={asked} what="results">
            {(listing) => <Results listing={listing} asked={asked} />}
          </View>
          {asked.error?.status === 422 ? (
            <Without names={Object.keys(unknownOf(query))} />
          ) : (
            <ExportLinks query={filterQuery(query)} hasText={query.has('q')} />
          )}
          <RequestBehind path="v1/entities" query={listQuery(query)} />
        </div>
      </div>
    </Page>
  );
}

/** A way back from parameters that the server refuses, which no chip removes. */
function Without({names}: {names: readonly string[]}) {
  if (names.length === 0) return null;
  return (
    <p>
      <a href={here(Object.fromEntries(names.map((name) => [name, null])))}>Show the list without {names.join(', ')}</a>
    </p>
  );
}

function Results({listing, asked}: {listing: Listing; asked: RequestState<Listing>}) {
  const {query} = place.value;
  const {results, total = results.length, did_you_mean: meant, unknown_words: unknown = []} = listing;
  const ignored = asked.answer?.ignored ?? [];
  return (
    <>
      <div class="over-table">
        <p class="total">
          <strong>{count(total)}</strong> {total === 1 ? 'result' : 'results'}
          {query.get('q') && total >= PER_PAGE && ', the best of those with these words'}
        </p>
        <SortChoice />
      </div>
      {ignored.length > 0 && <p class="note">No effect here: {ignored.join(', ')}.</p>}
      <GateNote gate={asked.answer?.gate} />
      {listing.understood !== undefined && <p class="note">{said(listing.understood)}</p>}
      {listing.all_words === false && <p class="note">None of these has all of the words.</p>}
      {unknown.length > 0 && <p class="note">Nothing in this graph has: {unknown.join(', ')}.</p>}
      {meant !== undefined && Object.keys(meant).length > 0 && <Meant meant={meant} />}
      {results.length === 0 ? (
        <Nothing total={total} dropped={asked.answer?.gate?.dropped ?? 0} />
      ) : (
        <ResultTable listing={listing} />
      )}
      <Pager listing={listing} />
    </>
  );
}

/** What was read in the text. */
function said({met, met_by, untold, ...understood}: NonNullable<Listing['understood']>): string {
  const parts = Object.entries(understood).map(([name, value]) =>
    `${name.replaceAll('_', ' ')} ${[value].flat().join(' or ')}`.replace('phase phase', 'phase'),
  );
  const all = met_by === undefined ? '' : `; ${met_by === 1 ? 'the first has' : `the first ${met_by} have`} all of it`;
  const isFailed = !met && (untold === undefined || met_by === undefined);
  const read = `${isFailed ? 'None of these has all of' : 'First come those with'}: ${parts.join(', ')}${all}.`;
  return [...(parts.length > 0 ? [read] : []), ...(untold === undefined ? [] : [`No record tells: ${untold}.`])].join(
    ' ',
  );
}

/** Why a list is empty, with what may help. */
function Nothing({total, dropped}: {total: number; dropped: number}) {
  const {query} = place.value;
  const filters = filtersOf(query).flatMap(([, values]) => values).length;
  // The list has ended before this page.
  if (total > 0)
    return (
      <Empty>
        The list has no such page. <a href={here({offset: null, after: null})}>Show the first one</a>
      </Empty>
    );
  return (
    <Empty>
      {nothing(filters, query.has('q'))}{' '}
      {dropped > 0 && <a href={here({min_confidence: '0', offset: null, after: null})}>Count untrusted labels too</a>}
    </Empty>
  );
}

function nothing(filters: number, hasText: boolean): string {
  if (filters === 0) return hasText ? 'Nothing has these words. Try others.' : 'There is nothing here.';
  if (hasText) return 'Nothing matches both the words and the filters. Remove a filter, or try other words.';
  return filters === 1 ? 'Nothing matches this filter.' : 'Nothing matches all filters. Remove one.';
}

function Meant({meant}: {meant: Record<string, readonly string[]>}) {
  return (
    <p class="note meant">
      {Object.entries(meant).map(([name, values]) => (
        <span key={name}>
          No entity has that {name.replaceAll('_', ' ')}. {values.length > 0 && 'Did you mean '}
          {values.map((value, n) => (
            <>
              {n > 0 && ' or '}
              <a href={here({[name]: value, offset: null, after: null})}>{value}</a>
            </>
          ))}
          {values.length > 0 && '? '}
        </span>
      ))}
    </p>
  );
}

function SortChoice() {
  const {query} = place.value;
  const first = query.has('q') ? 'Relevance' : query.has('ids') ? 'As listed' : null;
  return (
    <label class="inline">
      Order{' '}
      <select
        value={query.get('sort') ?? (first === null ? 'recent' : '')}
        onChange={(event) => go(here({sort: event.currentTarget.value, offset: null, after: null}))}
      >
        {first !== null && <option value="">{first}</option>}
        {Object.entries(SORTS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function ResultTable({listing}: {listing: Listing}) {
  const {query} = place.value;
  const kinds = query.getAll('kind');
  const columns = columnsOf(kinds, listing.results);
  const from = listing.offset + 1;
  return (
    <Scroll label="Results">
      <table class="rows">
        <caption class="hidden">
          Results {count(from)} to {count(listing.offset + listing.results.length)} of {count(listing.total ?? 0)}
        </caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {kinds.length !== 1 && <th scope="col">Kind</th>}
            {columns.map(({name, isNumber}) => (
              <th scope="col" key={name} class={isNumber ? 'number' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listing.results.map((row, at) => (
            <Fragment key={row.id}>
              {at > 0 && listing.offset + at === listing.understood?.met_by && (
                <tr class="less">
                  <td colSpan={columns.length + (kinds.length === 1 ? 1 : 2)}>These have part of it</td>
                </tr>
              )}
              <tr>
                <th scope="row">
                  <EntityLink of={row} />
                </th>
                {kinds.length !== 1 && <td>{row.kind !== undefined && <Kind of={row.kind} />}</td>}
                {columns.map(({name, isNumber, show}) => (
                  <td key={name} class={isNumber ? 'number' : ''}>
                    {show(row)}
                  </td>
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Pager({listing}: {listing: Listing}) {
  const {offset, limit, next_offset: next, next_cursor: cursor, results} = listing;
  const hasAfter = place.value.query.has('after');
  // Beyond the window of offsets, a cursor continues.
  const forward =
    next !== null ? here({offset: next, after: null}) : cursor !== null ? here({offset: null, after: cursor}) : null;
  if (offset === 0 && forward === null && !hasAfter) return null;
  return (
    <nav class="pager" aria-label="Pages of results">
      {offset > 0 && <a href={here({offset: offset > limit ? offset - limit : null, after: null})}>Previous</a>}
      {hasAfter && <a href={here({offset: null, after: null})}>First page</a>}
      {!hasAfter && results.length > 0 && (
        <span>
          {count(offset + 1)}–{count(offset + results.length)} of {count(listing.total ?? 0)}
        </span>
      )}
      {forward !== null && results.length > 0 && <a href={forward}>Next</a>}
    </nav>
  );
}
