// The cell for an analytic: a target, a modality, a therapeutic area, or a combination of them.
import {useEffect, useState} from 'preact/hooks';
import {useAnswer} from '../answers.ts';
import {besides, go, here, place, type Query} from '../place.ts';
import type {Buckets} from '../types.ts';

export const CELL = ['target', 'modality', 'therapeutic_area', 'min_confidence'] as const;

/** The page decides how many rows it shows. */
const KNOWN = [...CELL, 'limit'];

/** The cell in the address, as parameters of an analytic. */
export function cellQuery(query: URLSearchParams): Query {
  return {...besides(query, KNOWN), ...Object.fromEntries(CELL.map((name) => [name, query.get(name)]))};
}

export function hasCell(query: URLSearchParams): boolean {
  // What the page does not know is asked too, so that the server says what was meant.
  return (
    Object.keys(besides(query, KNOWN)).length > 0 ||
    ['target', 'modality', 'therapeutic_area'].some((name) => (query.get(name) ?? '') !== '')
  );
}

/** The cell in words, for a heading. */
export function cellWords(query: URLSearchParams): string {
  return ['target', 'modality', 'therapeutic_area'].flatMap((name) => query.get(name) || []).join(', ');
}

export function CellForm() {
  const {query} = place.value;
  const given = query.get('target') ?? '';
  const [target, setTarget] = useState(given);
  useEffect(() => setTarget(given), [given]);
  const set = (name: string, value: string) => go(here({[name]: value}));
  return (
    <form
      class="settings"
      onSubmit={(event) => {
        event.preventDefault();
        set('target', target.trim());
      }}
    >
      <label>
        Target
        <input
          type="text"
          value={target}
          placeholder="PD-1, EGFR…"
          onInput={(event) => setTarget(event.currentTarget.value)}
          onChange={(event) => set('target', event.currentTarget.value.trim())}
        />
      </label>
      <Choice name="modality" words="Modality" value={query.get('modality') ?? ''} onChoice={set} />
      <Choice
        name="therapeutic_area"
        words="Therapeutic area"
        value={query.get('therapeutic_area') ?? ''}
        onChoice={set}
      />
      <button type="submit">Show</button>
    </form>
  );
}

interface ChoiceProps {
  name: string;
  words: string;
  value: string;
  onChoice: (name: string, value: string) => void;
}

function Choice({name, words, value, onChoice}: ChoiceProps) {
  const {answer} = useAnswer<Buckets>('v1/aggregate', {field: name, limit: 100});
  const known = answer?.value.buckets.map((bucket) => bucket.value) ?? [];
  return (
    <label>
      {words}
      <select value={value} onChange={(event) => onChoice(name, event.currentTarget.value)}>
        <option value="">Any</option>
        {(value === '' || known.includes(value) ? known : [value, ...known]).map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
