import {COUNTRY_CALLED} from '../../schema/countries.ts';
import type {Kind} from '../../schema/kinds.ts';
import {type DrugClass, deniedIn, drugClassIn, modalityIn} from './drug-classes.ts';

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

/** What the companies of a country are called together: Japanese pharma. */
const PHARMA = /\s(?:bio)?pharma\s*$/i;

/** How a text begins or ends that asks for one, or names no kind. */
const ASKED: readonly [RegExp, Kind][] = [
  [/^\s*(?:which|what)\s+(?:company|firm)\b/i, 'company'],
  [/^\s*who\s+(?:makes|made|develops|developed|is\s+developing|sells|owns|markets)\b/i, 'company'],
  [/^\s*(?:company\s+behind|(?:makers?|manufacturers?|developers?)\s+of)\b/i, 'company'],
  [new RegExp(`^\\s*which\\s+${PEOPLE}\\b`, 'i'), 'person'],
  [new RegExp(`^\\s*${PEOPLE}\\s+(?:at|behind|for|from|in|of|on|studying|who|working)\\b`, 'i'), 'person'],
  [
    /^\s*(?:(?:best|clinical|key|leading|main|principal|top)\s+)?(?:experts|kols?|opinion\s+leaders?|investigators?|researchers|scientists)\b(?:\s+(?:at|for|from|in|of|on)\b)?/i,
    'person',
  ],
  [
    /^\s*who\s+(?:(?:is|are)\s+)?(?:discovered|invented|published|stud(?:y|ies|ied|ying)|works?|working|wrote)\b/i,
    'person',
  ],
  [/\b(?:experts?|researchers|scientists|investigators|inventors)\s*$/i, 'person'],
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
  [/\bcompany\s*$/i, 'company'],
  [PHARMA, 'company'],
  [/\bcompany\s+(?=(?:in|from|based|with|that|developing|making|working)\b)/i, 'company'],
  [/\bbiotech\s+(?:in|from)\b/i, 'company'],
  [/\btrial\s*$/i, 'trial'],
  [/\bpatent\s*$/i, 'patent'],
  [/\bpaper\s*$/i, 'paper'],
  [/^\s*(?:(?:fda|ema|eu|us)\s+)?approval\s+of\b/i, 'approval'],
  [/\b(?:fda|ema|accelerated|orphan(?:\s+drug)?)\s+approvals?\b/i, 'approval'],
  [/\bapproval\s*$/i, 'approval'],
  [/\b(?:grant|funding)\s+opportunit(?:y|ies)\b|\bcalls?\s+for\s+(?:proposals|applications)\b/i, 'opportunity'],
  [/\bfunding\b/i, 'funding_event'],
  // Their names say these words.
  [/^(?=.*\b(?:anda|nda|bla)\b)/i, 'approval'],
  [/^(?=.*\b(?:sbir|sttr)\b)/i, 'funding_event'],
  [/^(?=.*\b(?:eu|horizon)\b.*\bcalls?\b)/i, 'opportunity'],
  [/^(?=.*\b(?:clinical\s+hold|pdufa|adcom|complete\s+response\s+letter)\b)/i, 'catalyst'],
  [/^(?=.*\breadouts?\b)/i, 'catalyst'],
  [/^\s*upcoming\s+catalysts\b|\bcatalysts(?=(?:\s+20\d\d)?[\s?.!]*$)/i, 'catalyst'],
  [/^\s*(?:which|what)\s+(?:trial|study)\b/i, 'trial'],
  [/^\s*(?:which|what)\s+patent\b/i, 'patent'],
  [/^\s*(?:which|what)\s+paper\b/i, 'paper'],
];

/** Words that stand between a kind and what is asked of it: companies developing, drugs used against. */
const ASKING: ReadonlySet<string> = new Set(
  'about active approved are behind against all any conducted develop developed developing develops discovered find give have having held invented latest list looking make makes making me need please published recent related show sponsored studied studies study studying tell there upcoming using want who work working works wrote'.split(
    ' ',
  ),
);

/** Words for what all companies of such a graph are. */
const TRADE: ReadonlySet<string> = new Set(['biotech', 'biotechnology', 'pharma', 'pharmaceutical']);

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
  /^\s*(?:please|show|list|find|give|tell|search|can|could|what|which|who|are\s+there|i(?:'m|\s+am|\s+need|\s+want))\b/i;

/** What a text asks for: kinds, and the words that say which of them; the whole text where it asks for no kind. */
export interface Question extends DrugClass {
  kinds: Kind[];
  words: string[];
  /** Whether no word says the kind, which the class of a drug does. */
  isImplied?: true;
}

/** Kinds whose entities have a modality. */
const OF_MODALITY: readonly Kind[] = ['product', 'program', 'trial', 'patent', 'approval'];

export function questionIn(text: string): Question {
  const all = text.split(/\s+/).filter(Boolean);
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
    const asked = drugClassIn(text);
    return asked === undefined ? plainly : {kinds: ['product'], words: all, isImplied: true, ...asked};
  }
  // ALL is a leukemia, but for a text that is all in capitals.
  const isShouted = !/\p{Ll}/u.test(text);
  const isAsking = (word: string) =>
    (ASKING.has(plain(word)) && (isShouted || !/^\p{Lu}{2}/u.test(word))) || kindAskedBy(plain(word)) !== undefined;
  const words = rest.filter((word) => !isAsking(word));
  const isOfCompanies = rest.some((word) => kindAskedBy(plain(word)) === 'company') || PHARMA.test(text);
  const modality = OF_MODALITY.some((kind) => kinds.has(kind)) ? modalityIn(words.join(' ')) : undefined;
  const denied = kinds.has('product') ? deniedIn(words.join(' ')) : undefined;
  return {
    kinds: [...kinds],
    words: isOfCompanies ? ofCompanies(words) : words,
    ...(modality !== undefined && {modality}),
    ...(denied !== undefined && {denied}),
  };
}

/** A word without the punctuation at its end. */
const plain = (word: string) => word.toLowerCase().replace(/[.,;:?!]+$/, '');

/** The term that all entities of a kind have (ddl/bag.sql). */
export function termOfKind(kind: Kind): string {
  return `kind ${kind}`;
}
