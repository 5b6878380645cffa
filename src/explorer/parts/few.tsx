// The start of a long list, with a button for the rest.
import type {VNode} from 'preact';
import {useState} from 'preact/hooks';
import {count} from '../words.ts';

/** The most of each that a company’s dossier lists. */
export const LISTED = {programs: 200, assets: 200, people: 50, investors: 50, deals: 20};

/**
 * @param most The most that an answer lists; a list of that length may be cut.
 * @returns The visible part of the list, and the button that shows all of it, or null if that is all.
 */
export function useFew<T>(
  list: readonly T[],
  few: number,
  what: string,
  most = Number.POSITIVE_INFINITY,
): [readonly T[], VNode | null] {
  const [isAll, setAll] = useState(false);
  if (list.length <= few) return [list, null];
  const button = (
    <button type="button" class="link" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
      {isAll ? `Fewer ${what}` : `${list.length < most ? 'All' : 'The first'} ${count(list.length)} ${what}`}
    </button>
  );
  return [isAll ? list : list.slice(0, few), button];
}
