import {distance} from 'fastest-levenshtein';

/** Names that people use for the search text. */
const TEXT_OF_SEARCH = ['query', 'search', 'text', 'term'];

/** Words that are recognised as parameters wherever they occur. */
const TELLING = new Set([...TEXT_OF_SEARCH, 'sponsor']);

/** The known name that an unknown one was probably meant to be. */
export function meantBy(name: string, known: readonly string[]): string | undefined {
  const plain = fold(name);
  const same = [plain, `${plain}s`, plain.replace(/s$/, '')].flatMap(
    (it) => known.find((one) => fold(one) === it) ?? [],
  )[0];
  if (same !== undefined) return same;
  if (TEXT_OF_SEARCH.includes(plain) && known.includes('q')) return 'q';
  const whole = known.find((one) => fold(one).endsWith(`_${plain}`));
  if (whole !== undefined) return whole;
  const [nearest] = known
    .filter((one) => one.length >= 4)
    .map((one) => ({one, edits: distance(plain, fold(one))}))
    .filter(({edits}) => edits <= Math.min(2, plain.length / 2))
    .sort((a, b) => a.edits - b.edits);
  return nearest?.one;
}

/**
 * Whether an unknown name in a query string can be ignored. Not if it may be a misspelt filter, because the whole graph
 * would then be returned silently.
 * @param known parameters of the route
 * @param elsewhere parameters of any route
 */
export function isHarmless(name: string, known: readonly string[], elsewhere: ReadonlySet<string>): boolean {
  const plain = name.toLowerCase();
  return !(
    meantBy(name, known) !== undefined ||
    elsewhere.has(plain) ||
    elsewhere.has(fold(name)) ||
    TELLING.has(plain)
  );
}

/** The message about an unknown name. */
export function unknownName(name: string, known: readonly string[]): string {
  const shown = JSON.stringify([...name].slice(0, 60).join(''));
  const meant = meantBy(name, known);
  if (meant !== undefined) return `Unknown parameter ${shown}: did you mean ${meant}?`;
  if ([...TEXT_OF_SEARCH, 'q'].includes(name.toLowerCase()) && known.includes('predicates'))
    return `Unknown parameter ${shown}: this searches by predicates; words are searched by entities({q}), GET /v1/entities?q= and biograph search.`;
  const takes = known.length === 0 ? 'There are no parameters.' : `Parameters: ${known.join(', ')}.`;
  if (name.toLowerCase() === 'sponsor')
    return `Unknown parameter ${shown}: use organization to find the trials of a sponsor. ${takes}`;
  return `Unknown parameter ${shown}. ${takes}`;
}

/** A name as it is compared: some clients write a list as `kind[]` or `kind[0]`. */
function fold(name: string): string {
  return name
    .toLowerCase()
    .replace(/\[\w*\]$/, '')
    .replaceAll('-', '_');
}
