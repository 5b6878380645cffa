// Filters of a list: values of one filter are alternatives (or), different filters must all match (and).
import {useState} from 'preact/hooks';
import {filtersOf, without, withValue} from '../listing.ts';
import {go, here} from '../place.ts';
import {FILTER_WORDS, KINDS, kindWord} from '../words.ts';

export function Chips({query}: {query: URLSearchParams}) {
  const filters = filtersOf(query);
  const q = query.get('q');
  const least = query.get('min_confidence');
  if (filters.length === 0 && !q && least === null) return null;
  return (
    <ul class="chips" aria-label="Active filters">
      {q && (
        <li>
          <span class="chip">
            Words: <b>{q}</b>
            <a href={here({q: null, offset: null, after: null})} aria-label={`Remove the words ${q}`}>
              ×
            </a>
          </span>
        </li>
      )}
      {filters.map(([name, values], n) => (
        <li key={name}>
          {(n > 0 || q) && <span class="joint">and </span>}
          <span class="chip">
            {FILTER_WORDS[name]}:{' '}
            {values.map((value, m) => (
              <>
                {m > 0 && <span class="joint"> or </span>}
                <b>{name === 'kind' ? kindWord(value, 2) : value}</b>
                <a href={here(without(query, name, value))} aria-label={`Remove ${FILTER_WORDS[name]} ${value}`}>
                  ×
                </a>
              </>
            ))}
          </span>
        </li>
      ))}
      {least !== null && (
        <li>
          <span class="chip">
            Confidence from <b>{least}</b>
            <a href={here({min_confidence: null, offset: null, after: null})} aria-label="Count trusted labels only">
              ×
            </a>
          </span>
        </li>
      )}
      <li>
        <a
          href={here({
            q: null,
            min_confidence: null,
            offset: null,
            after: null,
            ...Object.fromEntries(filters.map(([name]) => [name, null])),
          })}
        >
          Clear all
        </a>
      </li>
    </ul>
  );
}

const OFFERED = Object.keys(FILTER_WORDS).filter((name) => !['ids', 'min_confidence'].includes(name));

export function FilterForm({query}: {query: URLSearchParams}) {
  const [name, setName] = useState('target');
  const [value, setValue] = useState('');
  const isDay = name === 'date_from' || name === 'date_to';
  return (
    <form
      class="add-filter"
      onSubmit={(event) => {
        event.preventDefault();
        const text = value.trim();
        if (text === '') return;
        setValue('');
        go(here(withValue(query, name, text)));
      }}
    >
      <label>
        <span class="hidden">Filter by</span>
        <select
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setValue('');
          }}
        >
          {OFFERED.map((one) => (
            <option key={one} value={one}>
              {FILTER_WORDS[one]}
            </option>
          ))}
        </select>
      </label>
      {name === 'kind' ? (
        <select aria-label="Value" value={value} onChange={(event) => setValue(event.currentTarget.value)}>
          <option value="">Choose…</option>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {kindWord(kind, 2)}
            </option>
          ))}
        </select>
      ) : (
        <Input isDay={isDay} value={value} hint={HINTS[name] ?? ''} onValue={setValue} />
      )}
      <button type="submit">Add filter</button>
    </form>
  );
}

function Input({
  isDay,
  value,
  hint,
  onValue,
}: {
  isDay: boolean;
  value: string;
  hint: string;
  onValue: (text: string) => void;
}) {
  const onInput = (event: {currentTarget: HTMLInputElement}) => onValue(event.currentTarget.value);
  return isDay ? (
    <input type="date" aria-label="Value" value={value} onInput={onInput} />
  ) : (
    <input type="text" aria-label="Value" value={value} placeholder={hint} onInput={onInput} />
  );
}

const HINTS: Record<string, string> = {
  target: 'PD-1, EGFR…',
  modality: 'antibody, siRNA…',
  mechanism: 'PD-1 inhibitor…',
  therapeutic_area: 'oncology…',
  disease: 'melanoma, MONDO:0005105…',
  organization: 'Pfizer, company/pfizer…',
  technology: 'a technology’s name',
  phase: 'phase 3…',
  status: 'recruiting…',
  country: 'Japan…',
  year: '2024',
};
