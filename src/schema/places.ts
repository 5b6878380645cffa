/** The states of the USA, by the letters that addresses have. */
const STATES: Record<string, string> = {
  alabama: 'AL',
  alaska: 'AK',
  arizona: 'AZ',
  arkansas: 'AR',
  california: 'CA',
  colorado: 'CO',
  connecticut: 'CT',
  delaware: 'DE',
  florida: 'FL',
  georgia: 'GA',
  hawaii: 'HI',
  idaho: 'ID',
  illinois: 'IL',
  indiana: 'IN',
  iowa: 'IA',
  kansas: 'KS',
  kentucky: 'KY',
  louisiana: 'LA',
  maine: 'ME',
  maryland: 'MD',
  massachusetts: 'MA',
  michigan: 'MI',
  minnesota: 'MN',
  mississippi: 'MS',
  missouri: 'MO',
  montana: 'MT',
  nebraska: 'NE',
  nevada: 'NV',
  'new hampshire': 'NH',
  'new jersey': 'NJ',
  'new mexico': 'NM',
  'new york': 'NY',
  'north carolina': 'NC',
  'north dakota': 'ND',
  ohio: 'OH',
  oklahoma: 'OK',
  oregon: 'OR',
  pennsylvania: 'PA',
  'rhode island': 'RI',
  'south carolina': 'SC',
  'south dakota': 'SD',
  tennessee: 'TN',
  texas: 'TX',
  utah: 'UT',
  vermont: 'VT',
  virginia: 'VA',
  washington: 'WA',
  'west virginia': 'WV',
  wisconsin: 'WI',
  wyoming: 'WY',
  'puerto rico': 'PR',
};

const CODES: ReadonlySet<string> = new Set(Object.values(STATES));

/** The biotech clusters that are called by a city or otherwise: their names, the state, and the cities in it. */
const CLUSTERS: readonly (readonly [names: string, state: string, cities: string])[] = [
  [
    'boston|greater boston|boston area',
    'MA',
    'Bedford|Beverly|Boston|Burlington|Cambridge|Framingham|Lexington|Marlborough|Medford|Natick|Needham|Newton|Norwood|Somerville|Waltham|Watertown|Wellesley|Wilmington|Woburn',
  ],
  [
    'san francisco|bay area|san francisco bay area|sf bay area|silicon valley',
    'CA',
    'Alameda|Belmont|Berkeley|Brisbane|Burlingame|Concord|Emeryville|Foster City|Fremont|Hayward|Hercules|Menlo Park|Mountain View|Newark|Novato|Oakland|Palo Alto|Pleasanton|Redwood City|Richmond|San Bruno|San Carlos|San Francisco|San Jose|San Mateo|San Rafael|Santa Clara|South San Francisco|Sunnyvale|Union City',
  ],
  ['san diego|san diego area', 'CA', 'Carlsbad|Encinitas|La Jolla|San Diego|Solana Beach|Vista'],
  [
    'los angeles|la area|los angeles area|southern california|orange county',
    'CA',
    'Agoura Hills|Aliso Viejo|Culver City|Irvine|Los Angeles|Newport Beach|Pasadena|Rancho Cucamonga|Santa Monica|Thousand Oaks|Torrance|Westlake Village',
  ],
  ['seattle|seattle area', 'WA', 'Bellevue|Bothell|Redmond|Seattle'],
  [
    'research triangle|research triangle park|rtp|raleigh durham',
    'NC',
    'Cary|Chapel Hill|Durham|Morrisville|Raleigh|Research Triangle Park',
  ],
  [
    'philadelphia|greater philadelphia|philadelphia area',
    'PA',
    'Bala Cynwyd|Chesterbrook|Conshohocken|Exton|Frazer|Horsham|King of Prussia|Langhorne|Malvern|Philadelphia|Plymouth Meeting|Radnor|Warminster|Wayne|West Chester|West Conshohocken',
  ],
  [
    'chicago|chicago area',
    'IL',
    'Chicago|Deer Park|Deerfield|Evanston|Lake Forest|North Chicago|Northbrook|Schaumburg|Wilmette',
  ],
  ['new york city|nyc', 'NY', 'Bronx|Brooklyn|Manhattan|New York'],
];

const CITIES_OF = new Map(
  CLUSTERS.flatMap(([names, state, cities]) =>
    names
      .split('|')
      .map((name) => [name, cities.split('|').map((city) => cityTerm(city.toLowerCase(), state))] as const),
  ),
);

/** Whether some words in small letters are the name of a cluster or a state. */
export function clusterOrState(place: string): boolean {
  return CITIES_OF.has(place) || Object.hasOwn(STATES, place);
}

/** Whether some words in small letters end in a state, by name or in two letters (cambridge ma). */
export function isInState(place: string): boolean {
  const state = / (\S+)$/.exec(place)?.[1];
  return state !== undefined && (Object.hasOwn(STATES, state) || isCode(state));
}

/** Letters of states that are words, or abbreviate something else, where they are not in capitals. */
const WORDS: ReadonlySet<string> = new Set('al co de hi id in la md me ms ok or pa'.split(' '));

const isCode = (letters: string): boolean =>
  CODES.has(letters) || (CODES.has(letters.toUpperCase()) && !WORDS.has(letters.toLowerCase()));

/** The term that whatever is in a city has (ddl/bag.sql). */
function cityTerm(city: string, state?: string): string {
  return state === undefined ? `in ${city}` : `in ${city} ${state.toLowerCase()}`;
}

/**
 * The terms of which whatever is in a place has one: a cluster, a state, a city with its state (Cambridge MA), or what may be a city.
 *
 * @param place Its words in small letters without punctuation.
 * @param said The same as it was written: letters of a state that are a word are in capitals.
 */
export function termsOfPlace(place: string, said: string): readonly string[] {
  const cluster = CITIES_OF.get(place);
  // Addresses of institutions have no state.
  if (cluster !== undefined) return [...cluster, cityTerm(place)];
  const state = Object.hasOwn(STATES, place) ? STATES[place] : undefined;
  // New York is a city as well.
  if (state !== undefined) return [`state ${state.toLowerCase()}`, cityTerm(place)];
  const [last = ''] = /\S+$/.exec(said) ?? [];
  const code = isCode(last) ? last.toUpperCase() : undefined;
  const [written] = Object.entries(STATES).find(([name]) => place.endsWith(` ${name}`)) ?? [];
  if (code !== undefined) return [cityTerm(place.slice(0, -code.length).trim(), code)];
  if (written !== undefined) return [cityTerm(place.slice(0, -written.length).trim(), STATES[written])];
  return [cityTerm(place)];
}
