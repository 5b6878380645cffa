/** Countries that are written in several ways: the name that the graph uses, then others, with ISO 3166 codes of three letters. */
export const COUNTRIES: readonly (readonly [name: string, ...others: string[]])[] = [
  ['United States', 'US', 'USA', 'U.S.', 'U.S.A.', 'America', 'United States of America'],
  ['United Kingdom', 'UK', 'GBR', 'U.K.', 'Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  ['Germany', 'DEU', 'Deutschland'],
  ['France', 'FRA'],
  ['Switzerland', 'CHE', 'Schweiz', 'Suisse', 'Svizzera', 'Swiss'],
  ['Japan', 'JPN', 'Nippon'],
  ['China', 'CHN', 'People’s Republic of China', 'PRC'],
  ['South Korea', 'KOR', 'Korea', 'Republic of Korea', 'Korea, Republic of'],
  ['North Korea', 'PRK', 'Korea, Democratic People’s Republic of', 'Democratic People’s Republic of Korea'],
  ['Netherlands', 'The Netherlands', 'NLD', 'Holland', 'Kingdom of the Netherlands', 'Nederland'],
  ['Turkey', 'Türkiye', 'TUR'],
  ['Russia', 'Russian Federation', 'RUS'],
  ['Czechia', 'Czech Republic', 'CZE'],
  ['Poland', 'POL', 'Polska'],
  ['Portugal', 'PRT'],
  ['Greece', 'GRC', 'Hellas'],
  ['Hungary', 'HUN'],
  ['New Zealand', 'NZL'],
  ['Mexico', 'MEX'],
  ['Argentina', 'ARG'],
  ['South Africa', 'ZAF'],
  ['Saudi Arabia', 'SAU', 'KSA'],
  ['United Arab Emirates', 'ARE', 'UAE'],
  ['Hong Kong', 'HKG', 'Hong Kong SAR'],
  ['Macao', 'MAC', 'Macau'],
  ['Thailand', 'THA'],
  ['Iceland', 'ISL'],
  ['Luxembourg', 'LUX'],
  ['Ivory Coast', 'Côte d’Ivoire', 'CIV'],
  ['Vietnam', 'Viet Nam', 'VNM'],
  ['Iran', 'Islamic Republic of Iran', 'Iran, Islamic Republic of', 'IRN'],
  ['Syria', 'Syrian Arab Republic', 'SYR'],
  ['Palestine', 'Palestinian Territories', 'Palestinian Territory, occupied', 'State of Palestine', 'PSE'],
  ['DR Congo', 'Democratic Republic of the Congo', 'Congo, The Democratic Republic of the', 'COD'],
  ['Republic of the Congo', 'Congo Republic', 'Congo', 'COG'],
  ['Denmark', 'DNK', 'Danmark'],
  ['Sweden', 'SWE', 'Sverige'],
  ['Belgium', 'BEL'],
  ['Ireland', 'IRL'],
  ['Italy', 'ITA', 'Italia'],
  ['Spain', 'ESP', 'España'],
  ['Canada', 'CAN'],
  ['Australia', 'AUS'],
  ['India', 'IND'],
  ['Israel', 'ISR'],
  ['Taiwan', 'TWN', 'Taiwan, Province of China'],
  ['Austria', 'AUT', 'Österreich'],
  ['Norway', 'NOR', 'Norge'],
  ['Finland', 'FIN', 'Suomi'],
  ['Brazil', 'BRA', 'Brasil'],
  ['Singapore', 'SGP'],
  ['Romania', 'ROU'],
  ['Malta', 'MLT'],
  ['Cyprus', 'CYP'],
  ['Egypt', 'EGY'],
];

const REGIONS = new Intl.DisplayNames(['en'], {type: 'region', fallback: 'none'});

/** The English name of a country by its ISO 3166 code of two letters, in either case; undefined for other words. */
export function countryOfCode(code: string): string | undefined {
  return /^[a-z]{2}$/i.test(code) ? REGIONS.of(code.toUpperCase()) : undefined;
}

const LETTERS = Array.from({length: 26}, (_, at) => String.fromCharCode(65 + at));

/** Codes that stand for no country: the European Union, the eurozone, the United Nations, an unknown region, and pseudo-locales. */
const NO_COUNTRY: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** The English names of all countries in small letters. */
export const COUNTRY_NAMES: ReadonlySet<string> = new Set(
  [
    ...COUNTRIES.map(([name]) => name),
    ...LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
      .filter((code) => !NO_COUNTRY.has(code))
      .map(countryOfCode),
  ].flatMap((name) => (name === undefined || name === 'none' ? [] : name.toLowerCase())),
);

const NORDIC = ['Denmark', 'Finland', 'Iceland', 'Norway', 'Sweden'];
const EASTERN = [
  ...['Albania', 'Belarus', 'Bosnia and Herzegovina', 'Bulgaria', 'Croatia', 'Czechia', 'Estonia', 'Hungary', 'Latvia'],
  ...['Lithuania', 'Moldova', 'Montenegro', 'North Macedonia', 'Poland', 'Romania', 'Serbia', 'Slovakia', 'Slovenia'],
  'Ukraine',
];
const NORTH_AFRICAN = ['Algeria', 'Egypt', 'Libya', 'Morocco', 'Tunisia'];
const SUB_SAHARAN = [
  ...['Angola', 'Benin', 'Botswana', 'Burkina Faso', 'Burundi', 'Cameroon', 'Cape Verde', 'Central African Republic'],
  ...['Chad', 'Comoros', 'DR Congo', 'Djibouti', 'Equatorial Guinea', 'Eritrea', 'Eswatini', 'Ethiopia', 'Gabon'],
  ...['Gambia', 'Ghana', 'Guinea', 'Guinea-Bissau', 'Ivory Coast', 'Kenya', 'Lesotho', 'Liberia', 'Madagascar'],
  ...['Malawi', 'Mali', 'Mauritania', 'Mauritius', 'Mozambique', 'Namibia', 'Niger', 'Nigeria'],
  ...['Republic of the Congo', 'Rwanda', 'Senegal', 'Seychelles', 'Sierra Leone', 'Somalia', 'South Africa'],
  ...['South Sudan', 'Sudan', 'Tanzania', 'Togo', 'Uganda', 'Zambia', 'Zimbabwe'],
];
const MIDDLE_EASTERN = [
  ...['Bahrain', 'Egypt', 'Iran', 'Iraq', 'Israel', 'Jordan', 'Kuwait', 'Lebanon', 'Oman', 'Palestine', 'Qatar'],
  ...['Saudi Arabia', 'Syria', 'Turkey', 'United Arab Emirates', 'Yemen'],
];
const SOUTHEAST_ASIAN = [
  ...['Brunei', 'Cambodia', 'Indonesia', 'Laos', 'Malaysia', 'Myanmar', 'Philippines', 'Singapore', 'Thailand'],
  'Vietnam',
];
const SOUTH_AMERICAN = [
  ...['Argentina', 'Bolivia', 'Brazil', 'Chile', 'Colombia', 'Ecuador', 'Guyana', 'Paraguay', 'Peru', 'Suriname'],
  ...['Uruguay', 'Venezuela'],
];
const CENTRAL_AMERICAN = [...['Belize', 'Costa Rica', 'El Salvador', 'Guatemala', 'Honduras', 'Nicaragua', 'Panama']];

/** What people call several countries at once. */
export const CONTINENTS: Record<string, readonly string[]> = {
  africa: [...NORTH_AFRICAN, ...SUB_SAHARAN],
  'sub-saharan africa': SUB_SAHARAN,
  'north africa': NORTH_AFRICAN,
  'middle east': MIDDLE_EASTERN,
  'southeast asia': SOUTHEAST_ASIAN,
  'south east asia': SOUTHEAST_ASIAN,
  asia: [
    ...['Afghanistan', 'Bangladesh', 'China', 'Hong Kong', 'India', 'Japan', 'Kazakhstan', 'Macao'],
    ...['Mongolia', 'Nepal', 'Pakistan', 'South Korea', 'Sri Lanka', 'Taiwan', 'Uzbekistan', ...SOUTHEAST_ASIAN],
    ...MIDDLE_EASTERN.filter((country) => country !== 'Egypt'),
  ],
  europe: [
    ...['Austria', 'Belgium', 'Cyprus', 'France', 'Germany', 'Greece', 'Ireland', 'Italy', 'Liechtenstein'],
    ...['Luxembourg', 'Malta', 'Monaco', 'Netherlands', 'Portugal', 'Spain', 'Switzerland', 'United Kingdom'],
    ...EASTERN,
    ...NORDIC,
  ],
  'eastern europe': EASTERN,
  scandinavia: NORDIC,
  'latin america': ['Cuba', 'Dominican Republic', 'Mexico', ...CENTRAL_AMERICAN, ...SOUTH_AMERICAN],
  'south america': SOUTH_AMERICAN,
  'central america': CENTRAL_AMERICAN,
  'north america': ['Canada', 'Mexico', 'United States'],
};

/** What companies of a country are called (Danish), with the words of the country's name. */
export const COUNTRY_CALLED: Record<string, string> = {
  american: 'united states',
  argentinian: 'argentina',
  asian: 'asia',
  australian: 'australia',
  austrian: 'austria',
  bangladeshi: 'bangladesh',
  belgian: 'belgium',
  brazilian: 'brazil',
  british: 'united kingdom',
  bulgarian: 'bulgaria',
  canadian: 'canada',
  chilean: 'chile',
  chinese: 'china',
  colombian: 'colombia',
  croatian: 'croatia',
  cuban: 'cuba',
  cypriot: 'cyprus',
  czech: 'czechia',
  danish: 'denmark',
  dutch: 'netherlands',
  egyptian: 'egypt',
  english: 'united kingdom',
  estonian: 'estonia',
  european: 'europe',
  filipino: 'philippines',
  finnish: 'finland',
  french: 'france',
  german: 'germany',
  greek: 'greece',
  hungarian: 'hungary',
  icelandic: 'iceland',
  indian: 'india',
  indonesian: 'indonesia',
  iranian: 'iran',
  irish: 'ireland',
  israeli: 'israel',
  italian: 'italy',
  japanese: 'japan',
  jordanian: 'jordan',
  kazakh: 'kazakhstan',
  kenyan: 'kenya',
  korea: 'south korea',
  korean: 'south korea',
  'latin-american': 'latin america',
  latvian: 'latvia',
  lebanese: 'lebanon',
  lithuanian: 'lithuania',
  luxembourgish: 'luxembourg',
  malaysian: 'malaysia',
  maltese: 'malta',
  mexican: 'mexico',
  nigerian: 'nigeria',
  nordic: 'scandinavia',
  norwegian: 'norway',
  pakistani: 'pakistan',
  peruvian: 'peru',
  polish: 'poland',
  portuguese: 'portugal',
  romanian: 'romania',
  russian: 'russia',
  saudi: 'saudi arabia',
  scandinavian: 'scandinavia',
  scottish: 'united kingdom',
  serbian: 'serbia',
  singaporean: 'singapore',
  slovak: 'slovakia',
  slovenian: 'slovenia',
  'south-african': 'south africa',
  'south-korean': 'south korea',
  spanish: 'spain',
  swedish: 'sweden',
  swiss: 'switzerland',
  taiwanese: 'taiwan',
  thai: 'thailand',
  turkish: 'turkey',
  britain: 'united kingdom',
  england: 'united kingdom',
  scotland: 'united kingdom',
  uk: 'united kingdom',
  ukrainian: 'ukraine',
  uruguayan: 'uruguay',
  america: 'united states',
  us: 'united states',
  usa: 'united states',
  vietnamese: 'vietnam',
  welsh: 'united kingdom',
};
