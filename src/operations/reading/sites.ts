import type {Context} from '../../context.ts';
import {termsOfPlace} from '../../schema/places.ts';
import {nameKey, STOPWORDS} from '../../text/words.ts';
import {allOf, resolveFilters, selectionOf} from '../filters/filters.ts';
import {type Edges, endsOf, othersOf} from '../records/ends.ts';
import {amongRows, rowsWith} from '../scoring/rows-with.ts';
import {countryIn} from './places.ts';
import type {Reading} from './read-so-far.ts';
import {type Span, spanThat, withoutDisease} from './spans.ts';

/** Institutions of a place that are looked at; a larger country's would take too long, and are most there are. */
const MOST = 50_000;

/** What trials and people have to do with an institution. */
const TIED = {
  trial: ['conducted_at', 'in', 'trial'],
  person: ['affiliated_with', 'in', 'person'],
} as const satisfies Record<string, Edges>;

const BEHIND = /\b(?:in|from|near|around|across)\s+(?:the\s+)?(\S.*)$/i;

/** The fewest institutions of a city behind a word for being there, and of one that stands by itself at the end. */
const FEWEST = 1;
const FEWEST_BARE = 20;

/** The country or city in which trials have a site or people an institution. Where few of them are is known, so that the others follow. */
export async function readSites(context: Context, reading: Reading, kind: keyof typeof TIED): Promise<void> {
  const place = await placeIn(context, reading.text, reading.left);
  if (place === undefined) return;
  const there = await thoseIn(context, place.found, kind);
  if (there.length === 0) return;
  reading.take(place.said);
  reading.conditions.push(amongRows(there, 'site'));
  if (place.found.country === undefined) reading.told.place = place.said;
  else reading.told.country = place.found.country;
}

/** A country, or the institutions of a city. */
interface Place {
  country?: string;
  city?: readonly number[];
}

/** The trials that have a site, or the people who have an institution, in a place, in the order of rows; none where it has too many institutions. */
export async function thoseIn(
  context: Context,
  {country, city = []}: Place,
  kind: keyof typeof TIED,
  most = MOST,
): Promise<readonly number[]> {
  const institutions = country === undefined ? city : await inCountry(context, country);
  if (institutions.length === 0 || institutions.length > most) return [];
  const {tied} = await endsOf(context, institutions, {tied: TIED[kind]});
  return othersOf(tied).sort((a, b) => a - b);
}

/** The country or else the city that a text names, with the institutions of the latter. */
export async function placeIn(
  context: Context,
  text: string,
  words: readonly string[],
): Promise<Span<Place> | undefined> {
  const country = await countryIn(words);
  if (country !== undefined) return {said: country.said, found: {country: country.found}};
  const city = await cityIn(context, text, words);
  return city && {said: city.said, found: {city: city.found}};
}

async function inCountry(context: Context, country: string): Promise<readonly number[]> {
  const {groups} = await resolveFilters(context.generation, {country}, context);
  const selection = selectionOf({...allOf('institution'), groups});
  const selected = selection && (await context.generation.lookups.select(selection, context));
  return selected?.rows() ?? [];
}

/** The institutions of the city that a text names, behind a word for being there or at its end. */
async function cityIn(
  context: Context,
  text: string,
  left: readonly string[],
): Promise<Span<readonly number[]> | undefined> {
  const words = await withoutDisease(context, left);
  const said = new Set(BEHIND.exec(text)?.[1]?.split(/\s+/) ?? []);
  const behind = words.filter((word) => said.has(word));
  const called = async (span: string, fewest: number) => {
    const key = nameKey(span);
    if (key.length < 3 || STOPWORDS.has(key)) return undefined;
    const found = await rowsWith(context, termsOfPlace(key, span.replace(/[,;.]+$/, '')), 'institution');
    return found !== undefined && found.length >= fewest ? found : undefined;
  };
  const last = words.at(-1);
  return (
    (await spanThat(behind, (span) => called(span, FEWEST))) ??
    (last !== undefined && text.endsWith(last) ? spanThat([last], (span) => called(span, FEWEST_BARE)) : undefined)
  );
}
