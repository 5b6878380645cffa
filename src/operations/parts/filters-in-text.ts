import {KIND_WORDS, kindAskedBy} from './kind-words.ts';
import {meaningsOf} from './vocabulary.ts';

/** The parts of a text that can be expressed as filters, and the remaining words. */
export interface Spoken {
  /** Parameters by name, as a caller would give them. */
  filters: Record<string, string>;
  rest: string;
}

const PHASE = /\b(?:early )?phase\s+(?:[0-4](?:\s*\/\s*[2-3])?|i{1,3}(?:\s*\/\s*i{2,3})?|iv)\b/i;
const STATUS =
  /\b(?:not yet recruiting|active,? not recruiting|enrolling by invitation|recruiting|completed|terminated|withdrawn|suspended)\b/i;
const DAY = '((?:19|20)\\d{2})(-\\d{2}-\\d{2})?';
const SINCE = new RegExp(`\\b(?:since|from)\\s+${DAY}(?![\\d-])`, 'i');
const UNTIL = new RegExp(`\\b(?:until|till|up to)\\s+${DAY}(?![\\d-])`, 'i');
const BEFORE = /\bbefore\s+((?:19|20)\d{2})(?![\d-])/i;
const IN_YEAR = /\bin\s+((?:19|20)\d{2})(?![\d-])/i;
const KIND = new RegExp(`\\b(?:${KIND_WORDS.join('|')})\\b`, 'i');
/** A name where nothing but a name can follow: capitalised, to the end of the text. */
const OF_WHOM = /\b(?:of|by|sponsored by)\s+(\p{Lu}[\p{L}\p{N}&.-]*(?:\s+[\p{Lu}&][\p{L}\p{N}&.-]*)*)\s*$/u;

/**
 * Reads "phase 3 KRAS trials of Amgen since 2023" as filters. A text search looks for these words, which rarely occur
 * in titles; whoever typed them mostly meant the filters. Only unambiguous phrases are recognised, and nothing is
 * applied.
 * @returns undefined if there are none, or just one that may be a word of a title.
 */
export function filtersInText(text: string): Spoken | undefined {
  const filters: Record<string, string> = {};
  let rest = text;
  const take = (pattern: RegExp, read: (match: RegExpExecArray) => Record<string, string> | undefined) => {
    const match = pattern.exec(rest);
    const found = match === null ? undefined : read(match);
    if (match === null || found === undefined) return;
    Object.assign(filters, found);
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`.replace(/\s+/g, ' ').trim();
  };
  take(SINCE, ([, year, day]) => ({date_from: `${year}${day ?? '-01-01'}`}));
  take(UNTIL, ([, year, day]) => ({date_to: `${year}${day ?? '-12-31'}`}));
  take(BEFORE, ([, year]) => ({date_to: `${Number(year) - 1}-12-31`}));
  take(IN_YEAR, ([, year = '']) => ({year}));
  take(PHASE, ([words]) => {
    const [phase] = meaningsOf('phase', words.replace(/\s*\/\s*/g, '/').replace(/\s+/g, ' '));
    return phase === undefined ? undefined : {phase};
  });
  take(STATUS, ([words]) => {
    const [status] = meaningsOf('status', words);
    return status === undefined ? undefined : {status};
  });
  take(KIND, ([word]) => {
    const kind = kindAskedBy(word.toLowerCase());
    return kind === undefined ? undefined : {kind};
  });
  // A name counts only with another filter, since titles mention cities and authors in the same way.
  if (Object.keys(filters).length > 0) take(OF_WHOM, ([, name = '']) => ({organization: name}));
  rest = rest
    .replace(/^(?:(?:the|all|any|for|on|in|about|with)\b\s*)+|\s*\b(?:and|of|by|in|with|for|on)$/gi, '')
    .trim();
  return Object.keys(filters).length < 2 ? undefined : {filters, rest};
}
