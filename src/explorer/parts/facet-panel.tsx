// Values with counts beside a list; each count is the length of the list with that value alone in its filter.
import {useState} from 'preact/hooks';
import {type RequestState, useAnswer} from '../answers.ts';
import {filterQuery, without, withValue} from '../listing.ts';
import {here} from '../place.ts';
import type {Buckets, Facets} from '../types.ts';
import {count, FILTER_WORDS, kindWord} from '../words.ts';
import {Failed} from './states.tsx';

interface Bucket {
  value: string;
  count: number;
}

/** Number of values shown before "more". */
const FEW = 7;
const MOST = 200;

export function FacetPanel({query}: {query: URLSearchParams}) {
  const filters = filterQuery(query);
  const kinds = query.getAll('kind');
  const {kind: _, ...others} = filters;
  const byKind = useAnswer<Buckets>('v1/aggregate', {field: 'kind', ...others});
  const [only] = kinds.length === 1 ? kinds : [];
  const facets = useAnswer<Facets>(only === undefined ? null : 'v1/facets', filters);
  return (
    <aside class="facets" aria-label="Narrow down">
      {query.has('q') && <p class="faint">Counted without the search words.</p>}
      <Facet name="kind" buckets={byKind.answer?.value.buckets} query={query} total={undefined} />
      {byKind.error !== null && <Failed error={byKind.error} retry={byKind.retry} />}
      {only === undefined ? (
        MIXED.map((name) => <Counted key={name} name={name} filters={filters} query={query} />)
      ) : (
        <OfKind facets={facets} query={query} />
      )}
    </aside>
  );
}

/** Filters offered for a list of several kinds. */
const MIXED = ['therapeutic_area', 'modality', 'target'];

function Counted({name, filters, query}: {name: string; filters: Record<string, string[]>; query: URLSearchParams}) {
  const {[name]: _, ...others} = filters;
  const {answer} = useAnswer<Buckets>('v1/aggregate', {field: name, ...others});
  return <Facet name={name} buckets={answer?.value.buckets} query={query} total={answer?.value.total_values} />;
}

const ORDER = ['therapeutic_area', 'modality', 'target', 'mechanism', 'phase', 'status', 'agency', 'country', 'year'];

function OfKind({facets, query}: {facets: RequestState<Facets>; query: URLSearchParams}) {
  if (facets.error !== null) return <Failed error={facets.error} retry={facets.retry} />;
  const found = facets.answer?.value;
  return (
    <>
      {ORDER.map((name) => (
        <Facet
          key={name}
          name={name}
          buckets={(found?.facets as Record<string, Bucket[]> | undefined)?.[name]}
          query={query}
          total={(found as {total_values?: Record<string, number>} | undefined)?.total_values?.[name]}
        />
      ))}
    </>
  );
}

interface FacetProps {
  name: string;
  buckets: readonly Bucket[] | undefined;
  query: URLSearchParams;
  total: number | undefined;
}

function Facet({name, buckets, query, total}: FacetProps) {
  const [isAll, setAll] = useState(false);
  if (buckets === undefined || buckets.length === 0) return null;
  const chosen = query.getAll(name);
  const most = Math.max(1, ...buckets.map((bucket) => bucket.count));
  const few = name === 'kind' ? 15 : FEW;
  // Chosen values stay visible, so that they can be removed in the same place.
  const shown = buckets.filter(({value}, n) => n < (isAll ? MOST : few) || chosen.includes(value));
  return (
    <section>
      <h2>{FILTER_WORDS[name]}</h2>
      <ul>
        {shown.map(({value, count: n}) => {
          const isChosen = chosen.includes(value);
          const change = isChosen ? without(query, name, value) : withValue(query, name, value);
          return (
            <li key={value}>
              <a href={here(change)} aria-current={isChosen ? 'true' : undefined}>
                <span>{name === 'kind' ? kindWord(value, 2) : value}</span> <span class="number">{count(n)}</span>
                <i style={{'--share': n / most}} aria-hidden="true" />
              </a>
            </li>
          );
        })}
      </ul>
      {buckets.length > few && (
        <button type="button" class="link" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'Fewer' : `More of ${count(total ?? buckets.length)}`}
          <span class="hidden"> values of {FILTER_WORDS[name]}</span>
        </button>
      )}
    </section>
  );
}
