import type {Context} from '../../context.ts';
import {nameKey} from '../../text/words.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {rowsByBareName} from '../names/bare-names.ts';

/** Letters of the shortest and the longest text that may be two words of a name, and of the shortest of these. */
const SHORTEST = 7;
const LONGEST = 30;
const SHORTEST_WORD = 3;

/** Neighbours from which on a company is meant by a word that others have. */
const WELL_KNOWN = 100;

/**
 * What is called by a word, if there were a blank in it (elililly), of a word that others have only what is known well: novonordisk.
 * @param unknown The words that nothing has.
 */
export async function joinedNames(
  context: Context,
  text: string,
  filters: Filters,
  unknown: Promise<readonly string[]>,
): Promise<readonly number[]> {
  const key = nameKey(text);
  if (key.includes(' ') || key.length < SHORTEST || key.length > LONGEST || /\d/.test(key)) return [];
  const places = Array.from({length: key.length - 2 * SHORTEST_WORD + 1}, (_, at) => at + SHORTEST_WORD);
  const found = await rowsByBareName(
    context.generation,
    places.map((at) => `${key.slice(0, at)} ${key.slice(at)}`),
    context,
  );
  const isUnknown = (await unknown).length > 0;
  const neighbours = await context.generation.lookups.neighbours(found, context);
  const meant = found.filter((rid) => isUnknown || (neighbours.get(rid)?.count ?? 0) >= WELL_KNOWN);
  return rowsPassing(context, meant, filters);
}
