import {meaningsOf} from '../filters/vocabulary.ts';
import {KIND_WORDS, kindAskedBy} from './kind-words.ts';
import {STATUS_WORDS} from './status-words.ts';

/** The parts of a text that can be expressed as filters, and the remaining words. */
export interface Spoken {
  /** Parameters by name, as a caller would give them. */
  filters: Record<string, string>;
  rest: string;
}

const PHASE = /\b(?:early )?phase\s+(?:[0-4](?:\s*\/\s*[2-3])?|i{1,3}(?:\s*\/\s*i{2,3})?|iv)\b/i;
const STATUS = new RegExp(`\\b(?:${STATUS_WORDS})\\b`, 'i');
const DAY = '((?:19|20)\\d{2})(-\\d{2}-\\d{2})?';
const SINCE = new RegExp(`\\b(?:since|from)\\s+${DAY}(?![\\d-])`, 'i');
const UNTIL = new RegExp(`\\b(?:until|till|up to)\\s+${DAY}(?![\\d-])`, 'i');
const BEFORE = /\bbefore\s+((?:19|20)\d{2})(?![\d-])/i;
const IN_YEAR = /\bin\s+((?:19|20)\d{2})(?![\d-])/i;
const KIND = new RegExp(`\\b(?:${KIND_WORDS.join('|')})\\b`, 'i');
/** A name where nothing but a name can follow: capitalised, to the end of the text. */
const OF_WHOM = /\b(?:of|by|sponsored by)\s+(\p{Lu}[\p{L}\p{N}&.-]*(?:\s+[\p{Lu}&][\p{L}\p{N}&.-]*)*)\s*$/u;

/** Names of the parts, in the order in which they are read. */
type Part = 'date_from' | 'date_to' | 'year' | 'phase' | 'status' | 'kind' | 'organization';

const ALL: readonly Part[] = ['date_from', 'date_to', 'year', 'phase', 'status', 'kind', 'organization'];

/**
 * Reads "phase 3 KRAS trials of Amgen since 2023" as filters. A text search looks for these words, which rarely occur
 * in titles; whoever typed them mostly meant the filters. Only unambiguous phrases are recognised, and nothing is
 * applied.
 * @returns undefined if there are none, or just one that may be a word of a title.
 */
export function filtersInText(text: string): Spoken | undefined {
  const {filters, rest} = filtersSpoken(text, ALL);
  const without = rest
    .replace(/^(?:(?:the|all|any|for|on|in|about|with)\b\s*)+|\s*\b(?:and|of|by|in|with|for|on)$/gi, '')
    .trim();
  return Object.keys(filters).length < 2 ? undefined : {filters, rest: without};
}

/** The same of some parts, however few there are. */
export function filtersSpoken(text: string, parts: readonly Part[]): Spoken {
  const filters: Record<string, string> = {};
  let rest = text;
  const take = (part: Part, pattern: RegExp, read: (match: RegExpExecArray) => string | undefined) => {
    const match = parts.includes(part) ? pattern.exec(rest) : null;
    const found = match === null ? undefined : read(match);
    if (match === null || found === undefined) return;
    filters[part] = found;
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`.replace(/\s+/g, ' ').trim();
  };
  take('date_from', SINCE, ([, year, day]) => `${year}${day ?? '-01-01'}`);
  take('date_to', UNTIL, ([, year, day]) => `${year}${day ?? '-12-31'}`);
  take('date_to', BEFORE, ([, year]) => `${Number(year) - 1}-12-31`);
  take('year', IN_YEAR, ([, year]) => year);
  take('phase', PHASE, ([words]) => meaningsOf('phase', words.replace(/\s*\/\s*/g, '/').replace(/\s+/g, ' '))[0]);
  take('status', STATUS, ([words]) => meaningsOf('status', words.replace(/\s+/g, ' '))[0]);
  take('kind', KIND, ([word]) => kindAskedBy(word.toLowerCase()));
  // A name counts only with another filter, since titles mention cities and authors in the same way.
  if (Object.keys(filters).length > 0) take('organization', OF_WHOM, ([, name]) => name);
  return {filters, rest};
}
