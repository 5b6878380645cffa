import {COUNTRY_CALLED} from '../../schema/countries.ts';
import type {Kind} from '../../schema/kinds.ts';
import {
  type DrugClass,
  deniedIn,
  drugClassIn,
  EXCEPTING,
  isOralAgainst,
  modalityIn,
  takenOrally,
} from './drug-classes.ts';
import {STATUS_OR_ONGOING} from './status-words.ts';

/** Plurals, and words like them, that stand for a kind; "targets" and "programs" are left out, because they are also words of titles. */
const PLURALS: Record<string, Kind> = {
  trials: 'trial',
  studies: 'trial',
  papers: 'paper',
  publications: 'paper',
  patents: 'patent',
  approvals: 'approval',
  companies: 'company',
  products: 'product',
  drugs: 'product',
  institutions: 'institution',
  grants: 'funding_event',
  awards: 'funding_event',
  articles: 'paper',
  biotechs: 'company',
  startups: 'company',
  pharmas: 'company',
  funders: 'funder',
  pipeline: 'program',
};

export const KIND_WORDS: readonly string[] = Object.keys(PLURALS);

/** The kind that a word asks for. */
export function kindAskedBy(word: string): Kind | undefined {
  return Object.hasOwn(PLURALS, word) ? PLURALS[word] : undefined;
}

const PEOPLE = '(?:people|persons|experts|authors|researchers|scientists|investigators|inventors)';

/** What institutions are called together, which their names say too. */
const INSTITUTIONS =
  "(?:(?:children[’']?s|research|teaching|university)\\s+)?(?:universities|hospitals|institutes|cancer\\s+cent(?:er|re)s|medical\\s+(?:cent(?:er|re)s|schools))";

/** What the companies of a country are called together: Japanese pharma. */
const PHARMA =
  /\s(?:(?:bio)?pharma|biotech)(?=[\s?.!]*$|\s+(?:based|developing|focused|in|from|listed|working|with)\b)/i;

/** Names of institutions end in study, and begin in it where they are typed in part. */
const NO_INSTITUTION = '(?!.*\\b(?:universit\\w+|colleg\\w+|institut\\w*|cent(?:er|re)|hospital|school)\\b)';
const HOW_FAR = `phase\\s*(?:[1-4](?:\\s*/\\s*[23])?|i{1,3}|iv)|${STATUS_OR_ONGOING}`;
const PERIOD =
  '(?:20\\d\\d|[qh][1-4]\\b|jan(?:uary)?\\b|feb(?:ruary)?\\b|mar(?:ch)?\\b|apr(?:il)?\\b|may\\b|june?\\b|july?\\b|aug(?:ust)?\\b|sep(?:t(?:ember)?)?\\b|oct(?:ober)?\\b|nov(?:ember)?\\b|dec(?:ember)?\\b)';

/** One of a kind, which says nothing more of it where a text asks for the kind. */
const SINGULARS: Partial<Record<Kind, readonly string[]>> = {
  trial: ['trial', 'study'],
  paper: ['paper', 'article'],
  patent: ['patent'],
  approval: ['approval'],
  funding_event: ['grant', 'award', 'funding'],
  catalyst: ['catalyst'],
};

/** How a text begins or ends that asks for one, or names no kind. */
const ASKED: readonly [RegExp, Kind][] = [
  [/^\s*(?:which|what)\s+(?:company|firm)\b/i, 'company'],
  [/^\s*who\s+(?:makes|made|develops|developed|is\s+developing|sells|owns|markets)\b/i, 'company'],
  [/^\s*(?:company\s+behind|(?:makers?|manufacturers?|developers?)\s+of)\b/i, 'company'],
  [new RegExp(`^\\s*which\\s+${PEOPLE}\\b`, 'i'), 'person'],
  [new RegExp(`^\\s*${PEOPLE}\\s+(?:at|behind|for|from|in|of|on|studying|who|working)\\b`, 'i'), 'person'],
  [
    /^\s*(?:(?:best|clinical|key|leading|main|principal|top)\s+)?(?:experts|kols?|opinion\s+leaders?|investigators?(?![\s-]+(?:initiated|sponsored|led))|researchers|scientists)\b(?:\s+(?:at|for|from|in|of|on)\b)?/i,
    'person',
  ],
  [
    /^\s*who\s+(?:(?:is|are)\s+)?(?:discovered|invented|published|stud(?:y|ies|ied|ying)|works?|working|wrote)\b/i,
    'person',
  ],
  [/\b(?:experts?|researchers|scientists|investigators?|inventors?)\s*$/i, 'person'],
  [/(?<=^\s*\p{Lu}\S+\s+)(?:researchers|scientists|investigators)\b/u, 'person'],
  [/^\s*inventors?\b/i, 'person'],
  [/^\s*(?:which|what)\s+(?:drug|medicine)\b/i, 'product'],
  [/^\s*what\s+do(?:es)?\s+(?=.*\b(?:make|develop|have)\b)/i, 'product'],
  [
    /^\s*(?:(?:what\s+are\s+the\s+)?(?:new|newest|novel|best|current|approved|available|effective|emerging|latest)\s+)?(?:drugs?|medicines?|treatments?|therap(?:y|ies))\s+(?:for|against)\b/i,
    'product',
  ],
  [
    /^\s*who\s+are\s+(?:the\s+)?(?:best|key|leading|main|top)?\s*(?:experts|investigators|researchers|scientists)\b(?:\s+(?:at|for|in|of|on)\b)?/i,
    'person',
  ],
  [/\b(?:drug|medicine)\s*$/i, 'product'],
  [new RegExp(`\\b(?:therapies|treatments|medicines)(?=\\s+(?:${EXCEPTING})\\s)`, 'i'), 'product'],
  [
    /^\s*(?:(?:which|what)\s+(?:are\s+)?)?(?:the\s+)?(?:(?:druggable|drug|emerging|key|main|new|novel|therapeutic|validated)\s+)*(?:targets|genes)\s+(?:are\s+)?(?:(?:associated|linked)\s+(?:to|with)|(?:hit|implicated|involved|pursued|studied)\s+in|against|for|in|of)\b/i,
    'target',
  ],
  [/\bcompany\s*$/i, 'company'],
  [/^(?=.*\bsubsidiar(?:y|ies)\b)|^(?=\s*acquisitions?\s+of\b)|^(?=.*\S\s+acquisitions?[\s?.!]*$)/i, 'company'],
  [PHARMA, 'company'],
  [/(?<=\S\s+)(?:makers?|developers?|manufacturers?)[\s?.!]*$/i, 'company'],
  [
    new RegExp(
      `^\\s*(?:(?:the\\s+)?(?:best|biggest|largest|leading|major|top)\\s+)?(?=${INSTITUTIONS}\\s+(?:from|in|of|near)\\b)`,
      'i',
    ),
    'institution',
  ],
  [new RegExp(`(?<=^\\S+(?:\\s\\S+){0,2}\\s)(?=${INSTITUTIONS}[\\s?.!]*$)`, 'i'), 'institution'],
  [/\bcompany\s+(?=(?:in|from|based|with|that|developing|making|working)\b)/i, 'company'],
  [/\bbiotech\s+(?:in|from)\b/i, 'company'],
  [/\btrial\s*$/i, 'trial'],
  [new RegExp(`(?<=^${NO_INSTITUTION}.*\\S\\s+)study\\s*$`, 'i'), 'trial'],
  [/\bpatent\s*$/i, 'patent'],
  [/\b(?:paper|article|reviews?)\s*$/i, 'paper'],
  [/^\s*(?:systematic\s+)?(?:reviews?|meta-?analys[ie]s)\s+(?:about|of|on)\b/i, 'paper'],
  [/^\s*(?:(?:fda|ema|eu|us)\s+)?approval\s+of\b/i, 'approval'],
  // Approvals of orphans say so in their names.
  [
    /\b(?:fda|ema)\s+(?=(?:accelerated|orphan)\b)|(?<=\borphan(?:\s+drug)?\s+)(?:approvals?|designations?)\b|(?<=\baccelerated\s+)approvals?\b/i,
    'approval',
  ],
  [/\b(?:fda|ema)\s+approvals?\b/i, 'approval'],
  [/\bapproval\s*$/i, 'approval'],
  // Biosimilars are approvals beside the product that they are of.
  [
    /^(?!.*\b(?:candidates?|compan(?:y|ies)|drugs?|makers?|proposed|papers?|patents?|stud(?:y|ies)|trials?)\b)(?=.*\bbiosimilars?\b)/i,
    'approval',
  ],
  [
    /\b(?:grant|funding|open|research)\s+opportunit(?:y|ies)\b|\bcalls?\s+for\s+(?:proposals|applications)\b/i,
    'opportunity',
  ],
  [/\bfunding\b/i, 'funding_event'],
  // Their names say these words.
  [/^(?=.*\b(?:anda|nda|bla)\b)/i, 'approval'],
  [/^(?=.*\b(?:sbir|sttr)\b)/i, 'funding_event'],
  [/^(?=.*\b(?:eu|horizon)\b.*\bcalls?\b)/i, 'opportunity'],
  [/^(?=.*\b(?:clinical\s+holds?|pdufas?|adcoms?|complete\s+response\s+letters?)\b)/i, 'catalyst'],
  [/^(?=.*\bCRLs?\b)/, 'catalyst'],
  [/^\s*[Cc]atalysts?\s+(?:at|for|from|of)\s+(?=\p{Lu})/u, 'catalyst'],
  [/^(?=.*\breadouts?\b)/i, 'catalyst'],
  [
    new RegExp(
      `\\b(?:biotech\\s+)?catalysts?(?=\\s+(?:in\\s+|for\\s+)?${PERIOD})|\\b(?:biotech\\s+)?catalysts[\\s?.!]*$|(?<=\\S\\s+)catalyst[\\s?.!]*$|^\\s*catalysts\\s+(?!(?:and|for|in|of)\\b)(?=\\S)|^\\s*(?:biotech|coming|next|upcoming)\\s+(?:biotech\\s+)?catalysts\\b`,
      'i',
    ),
    'catalyst',
  ],
  [/^\s*(?:which|what)\s+(?:trial|study)\b/i, 'trial'],
  [/^\s*(?:which|what)\s+patent\b/i, 'patent'],
  [/^\s*(?:which|what)\s+paper\b/i, 'paper'],
  [/^\s*patent\s+(?!(?:foramen|ductus|airways?)\b)/i, 'patent'],
  [/^\s*(?:paper|article)\s/i, 'paper'],
  [/^\s*company\s/i, 'company'],
  [/^\s*approval\s|\bapproval(?=\s+(?:by\s+)?(?:FDA|EMA|PMDA|MHRA|NMPA)\b)/i, 'approval'],
  // Grant is also a name.
  [/^\s*(?:grant|award)\s|\b(?:grant|award)\s*$|(?<=\b(?:NIH|NSF|SBIR|STTR)\s+)(?:grant|award)\b/, 'funding_event'],
  [
    new RegExp(`^${NO_INSTITUTION}\\s*(?:clinical\\s+)?(?:trial|study)\\s+(?!(?:designs?|protocols?)\\b)`, 'i'),
    'trial',
  ],
  [new RegExp(`(?<=\\b(?:${HOW_FAR})\\s+)(?:trial|study)\\b|\\btrial(?=\\s+(?:${HOW_FAR})\\b)`, 'i'), 'trial'],
  // A status is one of trials, unless something else is said to have it.
  [
    new RegExp(
      `^(?!.*\\b(?:approvals?|drugs?|medicines?|products?|vaccines?|withdrawn.*(?:ors?|ists?|ers?|antibod(?:y|ies)))\\b)(?=\\s*(?:${STATUS_OR_ONGOING})\\s+\\S)`,
      'i',
    ),
    'trial',
  ],
  [/^(?=.*\S\s+(?:recruiting|completed|suspended|terminated)\s*$)(?!(?:\S+\s+){6})/i, 'trial'],
  // Few words around one of a kind; more are a title.
  [/^(?!.*\b(?:designs?|protocols?)\b)(?=\s*(?:\S+\s+){1,4}trial(?:\s+\S+){1,3}\s*$)/i, 'trial'],
  [/^(?=\s*(?:\S+\s+){1,3}patent(?!\s+(?:foramen|ductus|airways?|blue))(?:\s+\S+){1,3}\s*$)/i, 'patent'],
  [
    /^(?=.*\b(?:investigator[\s-]+(?:initiated|sponsored)|open[\s-]+label|first[\s-]+in[\s-]+human|dose[\s-]+escalation)\b)/i,
    'trial',
  ],
  [
    /^\s*programs\b|^\s*program\s+(?:against|at|for|in|of|targeting)\b|(?<!\b(?:training|education(?:al)?|research|screening|mentoring|outreach|fellowship)\s+)\bprograms\s*$/i,
    'program',
  ],
];

/** Words that stand between a kind and what is asked of it: companies developing, drugs used against. */
const ASKING: ReadonlySet<string> = new Set(
  'about active approved are begun behind against all any does how many much beginning conducted develop developed developing develops discovered filed find give have having held invented latest list looking make makes making me need please published recent related running runs show sponsored sponsors started starting starts studied studies study studying targeting tell there upcoming using want who work working works wrote'.split(
    ' ',
  ),
);

/** Words for what all companies of such a graph are. */
const TRADE: ReadonlySet<string> = new Set(['biotech', 'biotechnology', 'drug', 'pharma', 'pharmaceutical']);

/** Of "Danish biotech companies" the country, as companies say it. */
function ofCompanies(words: readonly string[]): string[] {
  const said = words.filter((word) => !TRADE.has(plain(word)));
  return said.flatMap(
    (word) => (Object.hasOwn(COUNTRY_CALLED, plain(word)) ? COUNTRY_CALLED[plain(word)]?.split(' ') : word) ?? [],
  );
}

/** The most words of a text that may ask for a kind: a longer one is a title, unless it begins as a request does. */
const LONGEST = 10;
export const LONGEST_REQUEST = 25;

/** The most words of a text that may ask for something though no word says a kind. */
export const LONGEST_UNSAID = 6;

const REQUEST =
  /^\s*(?:please|show|list|find|give|tell|search|can|could|how\s+(?:many|much)|what|which|who|(?:drugs|medicines|treatments|therapies)\s+(?:for|that|to\s+treat)|are\s+there|i(?:'m|\s+am|\s+need|\s+want))\b/i;

/** What a text asks for: kinds, and the words that say which of them; the whole text where it asks for no kind. */
export interface Question extends DrugClass {
  kinds: Kind[];
  words: string[];
  /** Whether no word says the kind, which the class of a drug does. */
  isImplied?: true;
}

/** Kinds of which a text may except some. */
const DENYING: readonly Kind[] = ['product', 'company', 'trial', 'program', 'approval'];

/** Kinds whose entities have a modality. */
const OF_MODALITY: readonly Kind[] = ['product', 'program', 'trial', 'patent', 'approval'];

export function questionIn(asked: string): Question {
  const all = asked.split(/\s+/).filter(Boolean);
  // Hundreds of blanks would be tried in every pattern.
  const text = all.join(' ');
  const plainly = {kinds: [], words: all};
  if (all.length > (REQUEST.test(text) ? LONGEST_REQUEST : LONGEST)) return plainly;
  const [pattern, first] = ASKED.find(([asked]) => asked.test(text)) ?? [];
  const rest = (pattern === undefined ? text : text.replace(pattern, ' ')).split(/\s+/).filter(Boolean);
  const kinds = new Set([
    ...(first === undefined ? [] : [first]),
    ...rest.flatMap((word) => kindAskedBy(plain(word)) ?? []),
  ]);
  // All words of a class of drugs say which.
  if (kinds.size === 0) {
    const of = drugClassIn(text);
    if (of === undefined) return plainly;
    return {kinds: ['product'], words: withoutDenied(all, of.denied), isImplied: true, ...of};
  }
  // ALL is a leukemia, but for a text that is all in capitals.
  const isShouted = !/\p{Ll}/u.test(text);
  const isAsking = (word: string) =>
    (ASKING.has(plain(word)) && (isShouted || !/^\p{Lu}{2}/u.test(word))) || kindAskedBy(plain(word)) !== undefined;
  const singulars = new Set([...kinds].flatMap((kind) => SINGULARS[kind] ?? []));
  const said = rest.filter((word) => !isAsking(word) && !singulars.has(plain(word)));
  const denied = DENYING.some((kind) => kinds.has(kind)) ? deniedIn(said.join(' ')) : undefined;
  const words = withoutDenied(said, denied);
  const isOfPlaces =
    rest.some((word) => kindAskedBy(plain(word)) === 'company') || PHARMA.test(text) || kinds.has('institution');
  const what = words.join(' ');
  const isOral = kinds.has('product') && kinds.size === 1 && isOralAgainst(what);
  const ofModality = OF_MODALITY.some((kind) => kinds.has(kind)) ? modalityIn(what) : undefined;
  const modality = ofModality ?? (isOral ? takenOrally(what) : undefined);
  return {
    kinds: [...kinds],
    words: isOfPlaces ? ofCompanies(words) : words,
    ...(modality !== undefined && {modality}),
    ...(isOral && {isOfTarget: true as const}),
    ...(denied !== undefined && {denied}),
  };
}

/** The words that are no exception. */
function withoutDenied(words: readonly string[], denied: DrugClass['denied'] | undefined): string[] {
  return denied?.isException !== true
    ? [...words]
    : words.join(' ').replace(denied.said, ' ').split(/\s+/).filter(Boolean);
}

/** A word without the punctuation at its end. */
const plain = (word: string) => word.toLowerCase().replace(/[.,;:?!]+$/, '');

/** The term that all entities of a kind have (ddl/bag.sql). */
export function termOfKind(kind: Kind): string {
  return `kind ${kind}`;
}

/** Words of the longest text that asks for competitors; a longer one would be tried in every way. */
const LONGEST_RIVALRY = 12;

/** Who else works on something: competitors of Sarepta in Duchenne are companies for it other than Sarepta. */
export function ofCompetitors(text: string): string {
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length > LONGEST_RIVALRY) return text;
  return words
    .join(' ')
    .replace(/^(?:competitors?|rivals?) (?:of|to) (\S.*?) (?:in|for) (\S.*?)[ ?.!]*$/i, '$2 companies except $1');
}
