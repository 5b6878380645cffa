// The start of a long list, with a button for the rest.
import type {VNode} from 'preact';
import {useState} from 'preact/hooks';
import {count} from '../words.ts';

/** @returns The visible part of the list, and the button that shows all of it, or null if that is all. */
export function useFew<T>(list: readonly T[], few: number, what: string): [readonly T[], VNode | null] {
  const [isAll, setAll] = useState(false);
  if (list.length <= few) return [list, null];
  const button = (
    <button type="button" class="link" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
      {isAll ? `Fewer ${what}` : `All ${count(list.length)} ${what}`}
    </button>
  );
  return [isAll ? list : list.slice(0, few), button];
}
