import type {Context} from '../../context.ts';
import {CONTINENTS, COUNTRY_CALLED, COUNTRY_NAMES} from '../../schema/countries.ts';
import type {Kind} from '../../schema/kinds.ts';
import {clusterOrState, isInState, termsOfPlace} from '../../schema/places.ts';
import {kindNumber} from '../../schema/rid.ts';
import {kindOf, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {nameKey, STOPWORDS} from '../../text/words.ts';
import {resolveFilters} from '../filters/filters.ts';
import {recordsOf} from '../records/document.ts';
import {amongRows, rowsWith} from '../scoring/rows-with.ts';
import {INSTITUTIONS} from './kind-patterns.ts';
import type {Reading} from './read-so-far.ts';
import {isValue, type Span, spanThat, withoutDisease} from './spans.ts';

/** Words before a place. */
const BEFORE = '(?:in|from|near|around|within|outside)\\s+(?:the\\s+)?';

const BEING = new RegExp(`\\b${BEFORE}\\S`, 'i');

/** A text that begins with what companies are called together: what follows may be where they are (biotech munich). */
const COMPANIES = /^\s*(?:(?:listed|private|public|small|top)\s+)?(?:biotechs?|pharmas?|companies)\s+\S/i;

/** The same of institutions: hospitals germany. */
const ARE_INSTITUTIONS = new RegExp(`^\\s*${INSTITUTIONS}\\s+\\S`, 'i');

const CONTINENTS_SAID: ReadonlySet<string> = new Set(Object.keys(CONTINENTS));

/** Countries that are also called as something that texts mean oftener: a state, an animal. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['georgia', 'guinea', 'jersey']);

/** The country or continent that some words name, or by the people's name (Danish), with its name in capitals. */
export function countryIn(words: readonly string[]): Promise<Span<string> | undefined> {
  // New Mexico is not Mexico.
  const joined = words.flatMap((word, at) => {
    if (/^new$/i.test(word) && words[at + 1] !== undefined) return `${word} ${words[at + 1]}`;
    return /^new$/i.test(words[at - 1] ?? '') ? [] : word;
  });
  return spanThat(joined, (span) => {
    const called = span.toLowerCase().replace(/[,.;?!]$/, '');
    const name = Object.hasOwn(COUNTRY_CALLED, called) ? (COUNTRY_CALLED[called] ?? called) : called;
    const isOne = (COUNTRY_NAMES.has(name) && !AMBIGUOUS.has(name)) || CONTINENTS_SAID.has(name);
    return Promise.resolve(isOne ? name.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()) : undefined);
  });
}

/** The country, and the state, city or cluster of biotech companies in which companies or institutions are. */
export async function readPlace(context: Context, reading: Reading, kind: Kind): Promise<void> {
  if (await readOutside(context, reading, kind)) return;
  reading.filters.country = reading.takeSpan(await countryIn(reading.left));
  // Of Huntington's disease no town, unless somebody is in it.
  const words = BEING.test(reading.text) ? reading.left : await withoutDisease(context, reading.left);
  const place = await spanThat(words, async (span) =>
    (await isPlace(context, reading.text, span))
      ? rowsWith(context, termsOfPlace(nameKey(span), span.replace(/[,;.]+$/, '')), kind)
      : undefined,
  );
  if (place === undefined) return;
  reading.take(place.said);
  // What follows may be where the city is: London, Ontario.
  const isAlone = !/\p{L}/u.test(reading.text.slice(reading.text.indexOf(place.said) + place.said.length));
  const isCity = reading.filters.country === undefined && isAlone && !isOfOneCountry(nameKey(place.said));
  const there = isCity ? await inMainCountry(context, place.found) : place.found;
  reading.conditions.push(amongRows(there, 'place'));
  reading.told.place = place.said.replace(/[,;]$/, '');
}

/** Not in a country, nor in a part of the world. */
export const OUTSIDE = /\b(?:outside(?:\s+of)?|not\s+(?:based\s+)?(?:in|from))\s+(?:the\s+)?(\S+(?:\s+\S+)?)/i;

/** Those that are elsewhere than in the country that a text excepts. @returns Whether it excepts one. */
async function readOutside(context: Context, reading: Reading, kind: Kind): Promise<boolean> {
  const [, place] = OUTSIDE.exec(reading.text) ?? [];
  const country = place && (await countryIn(place.split(/\s+/)));
  if (!country) return false;
  const {groups} = await resolveFilters(context.generation, {country: country.found}, context);
  const excepted = groups.flatMap(({labelIds}) => [...labelIds]);
  const [elsewhere] = await context.generation.columns(
    sql`select distinct l.rid from label l join value v on v.label_id = l.label_id
        where v.field = 'country' and ${kindOf('l.rid')} = ${kindNumber(kind)} and v.label_id not in ${numbers(excepted)} order by l.rid`,
    [is.integer],
    context,
  );
  reading.takeBy(/\boutside(?:\s+of)?\b|\bnot\s+(?:based\s+)?(?:in|from)\b/i);
  reading.takeSpan(await countryIn(reading.left));
  reading.conditions.push(amongRows(elsewhere, 'country'));
  reading.told.outside = country.found;
  return true;
}

/** So many times as many are in one country as in all others together where a city of the name is meant. */
const MOSTLY = 3;

/** So many of those in cities of a name tell whether they are in several countries. */
const SAMPLE = 60;

/** Those in a city without those in its small namesakes in other countries: Heidelberg in Victoria. */
async function inMainCountry(context: Context, rids: readonly number[]): Promise<readonly number[]> {
  const every = Math.ceil(rids.length / SAMPLE);
  const some = await countriesOf(
    context,
    rids.filter((_, at) => at % every === 0),
  );
  if (new Set(some.values()).size < 2) return rids;
  const countries = every === 1 ? some : await countriesOf(context, rids);
  const counts = new Map<string, number>();
  for (const country of countries.values()) counts.set(country, (counts.get(country) ?? 0) + 1);
  const [[main, most] = ['', 0], ...others] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most < MOSTLY * others.reduce((sum, [, count]) => sum + count, 0)) return rids;
  return rids.filter((rid) => (countries.get(rid) ?? main) === main);
}

/** The country of each that has one. */
async function countriesOf(context: Context, rids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const records = await recordsOf<{attributes?: {country?: string}}>(context, rids);
  return new Map(
    [...records].flatMap(([rid, {attributes}]): [number, string][] =>
      attributes?.country === undefined ? [] : [[rid, attributes.country]],
    ),
  );
}

/** Whether a place is a cluster of companies or a state of the USA, or within one. */
const isOfOneCountry = (key: string): boolean => clusterOrState(key) || isInState(key);

/** Whether some words may be one: a city is written with a capital or behind a word for being there, and is no disease (Lyme) otherwise. */
async function isPlace(context: Context, text: string, span: string): Promise<boolean> {
  const key = nameKey(span);
  if (key.length < 3 || STOPWORDS.has(key)) return false;
  if (isOfOneCountry(key) || COMPANIES.test(text) || ARE_INSTITUTIONS.test(text)) return true;
  const at = text.indexOf(span);
  if (new RegExp(`\\b${BEFORE}$`, 'i').test(text.slice(0, Math.max(0, at)))) return true;
  return /^\p{Lu}/u.test(span) && !(await isValue(context, 'disease', span));
}
