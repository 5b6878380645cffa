import type {Context} from '../../context.ts';
import {CONTINENTS, COUNTRY_CALLED} from '../../schema/countries.ts';
import type {Kind} from '../../schema/kinds.ts';
import {clusterOrState, isInState, termsOfPlace} from '../../schema/places.ts';
import {nameKey, STOPWORDS} from '../../text/words.ts';
import type {Reading} from './read-so-far.ts';
import {amongRows, rowsWith} from './rows-with.ts';
import {isValue, spanThat, withoutDisease} from './spans.ts';

/** Words before a place. */
const BEFORE = '(?:in|from|near|around|within|outside)\\s+(?:the\\s+)?';

const BEING = new RegExp(`\\b${BEFORE}\\S`, 'i');

/** The names of countries, as companies say them. */
const COUNTRIES_SAID: ReadonlySet<string> = new Set(
  [...Object.values(COUNTRY_CALLED), ...Object.keys(CONTINENTS)].map((name) => name.toLowerCase()),
);

/** The country, and the state, city or cluster of biotech companies in which companies or institutions are. */
export async function readPlace(context: Context, reading: Reading, kind: Kind): Promise<void> {
  const country = await spanThat(reading.left, (span) =>
    Promise.resolve(
      COUNTRIES_SAID.has(span.toLowerCase())
        ? span.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
        : undefined,
    ),
  );
  reading.filters.country = reading.takeSpan(country);
  // Of Huntington's disease no town, unless somebody is in it.
  const words = BEING.test(reading.text) ? reading.left : await withoutDisease(context, reading.left);
  const place = await spanThat(words, async (span) =>
    (await isPlace(context, reading.text, span))
      ? rowsWith(context, termsOfPlace(nameKey(span), span.replace(/[,;.]+$/, '')), kind)
      : undefined,
  );
  if (place === undefined) return;
  reading.take(place.said);
  reading.conditions.push(amongRows(place.found, 'place'));
  reading.told.place = place.said.replace(/[,;]$/, '');
}

/** Whether some words may be one: a city is written with a capital or behind a word for being there, and is no disease (Lyme) otherwise. */
async function isPlace(context: Context, text: string, span: string): Promise<boolean> {
  const key = nameKey(span);
  if (key.length < 3 || STOPWORDS.has(key)) return false;
  if (clusterOrState(key) || isInState(key)) return true;
  const at = text.indexOf(span);
  if (new RegExp(`\\b${BEFORE}$`, 'i').test(text.slice(0, Math.max(0, at)))) return true;
  return /^\p{Lu}/u.test(span) && !(await isValue(context, 'disease', span));
}
