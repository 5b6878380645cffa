import {memoized} from '../../memo.ts';
import {COUNTRY_CALLED} from '../../schema/countries.ts';
import type {Kind} from '../../schema/kinds.ts';
import {type DrugClass, deniedIn, drugClassIn, isOralAgainst, modalityIn, takenOrally} from './drug-classes.ts';
import {ASKED, FORM, IN_A_FORM, PHARMA, PHARMA_IN} from './kind-patterns.ts';

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

/** One of a kind, which says nothing more of it where a text asks for the kind. */
const SINGULARS: Partial<Record<Kind, readonly string[]>> = {
  trial: ['trial', 'study'],
  paper: ['paper', 'article'],
  patent: ['patent'],
  approval: ['approval'],
  funding_event: ['grant', 'award', 'funding'],
  catalyst: ['catalyst'],
};

/** Words that stand between a kind and what is asked of it: companies developing, drugs used against. */
const ASKING: ReadonlySet<string> = new Set(
  'about active approved are begun behind against all any does how many much beginning conducted develop developed developing develops discovered filed find give have having held invented latest list looking make makes making me need please published recent related running runs show sponsored sponsors started starting starts studied studies study studying targeting tell there upcoming using want who work working works wrote'.split(
    ' ',
  ),
);

/** How most trials are made, which few of their titles say. */
const DESIGN = /^(?:randomi[sz]ed|blinded|double-blind|controlled|placebo-controlled)$/;

/** Words for what all companies of such a graph are, or for how large the wanted ones are. */
const TRADE: ReadonlySet<string> = new Set([
  ...['biotech', 'biotechnology', 'drug', 'pharma', 'pharmaceutical'],
  // Those that are known best come first in any case.
  ...['big', 'biggest', 'large', 'largest', 'leading', 'major', 'top'],
]);

/** Of "Danish biotech companies" the country, as companies say it. */
function ofCompanies(words: readonly string[]): string[] {
  return ofCountry(words.filter((word) => !TRADE.has(plain(word))));
}

const ofCountry = (words: readonly string[]): string[] =>
  words.flatMap(
    (word) => (Object.hasOwn(COUNTRY_CALLED, plain(word)) ? COUNTRY_CALLED[plain(word)]?.split(' ') : word) ?? [],
  );

/** The most words of a text that may ask for a kind: a longer one is a title, unless it begins as a request does. */
const LONGEST = 10;
export const LONGEST_REQUEST = 25;

/** The most words of a text that may ask for something though no word says a kind. */
export const LONGEST_UNSAID = 6;

/** Companies of which a text says what they have. */
const OF_WHAT =
  /\b(?:biotechs|companies|firms|pharmas|startups)\s+(?:are\s+)?(?:behind|conducting|develop(?:ing)?|ha(?:ve|ving)|mak(?:e|ing)|own|run(?:ning)?|sell(?:ing)?|test(?:ing)?|that|which|who|whose|with|work(?:ing)?)\b/i;

const REQUEST =
  /^\s*(?:please|show|list|find|give|tell|search|can|could|how\s+(?:many|much)|what|which|who|(?:drugs|medicines|treatments|therapies)\s+(?:for|that|to\s+treat)|are\s+there|i(?:'m|\s+am|\s+need|\s+want))\b/i;

/** What a text asks for: kinds, and the words that say which of them; the whole text where it asks for no kind. */
export interface Question extends DrugClass {
  kinds: readonly Kind[];
  words: readonly string[];
  /** Whether no word says the kind, which the class of a drug does. */
  isImplied?: true;
}

/** Kinds of which a text may except some. */
const DENYING: readonly Kind[] = ['product', 'company', 'trial', 'program', 'approval'];

/** Kinds whose entities have a modality. */
const OF_MODALITY: readonly Kind[] = ['product', 'program', 'trial', 'patent', 'approval'];

/** What a text asks for. */
export const questionIn: (asked: string) => Question = memoized(questionOf);

function questionOf(asked: string): Question {
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
  // Companies with drugs are companies.
  if (kinds.has('company') && OF_WHAT.test(text))
    for (const kind of [...kinds]) if (kind !== 'company') kinds.delete(kind);
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
  // Most trials are.
  const design = kinds.has('trial') ? DESIGN : undefined;
  const singulars = new Set([...kinds].flatMap((kind) => SINGULARS[kind] ?? []));
  const said = rest.filter(
    (word) => !isAsking(word) && !singulars.has(plain(word)) && design?.test(plain(word)) !== true,
  );
  const denied = DENYING.some((kind) => kinds.has(kind)) ? deniedIn(said.join(' ')) : undefined;
  const words = withoutDenied(said, denied);
  const isOfPlaces =
    pattern === PHARMA_IN ||
    rest.some((word) => kindAskedBy(plain(word)) === 'company') ||
    PHARMA.test(text) ||
    kinds.has('institution');
  const what = words.join(' ');
  const isOral = kinds.has('product') && kinds.size === 1 && isOralAgainst(what);
  // Of TRPM8 agonist eye drops what they do to a target.
  const inForm = pattern === IN_A_FORM ? drugClassIn(what.replace(FORM, '')) : undefined;
  const ofModality = OF_MODALITY.some((kind) => kinds.has(kind)) ? modalityIn(what) : undefined;
  const modality = ofModality ?? (isOral ? takenOrally(what) : undefined);
  return {
    kinds: [...kinds],
    words: isOfPlaces ? ofCompanies(words) : kinds.has('company') ? ofCountry(words) : words,
    ...(modality !== undefined && {modality}),
    ...((isOral || inForm?.isOfTarget === true) && {isOfTarget: true as const}),
    ...(inForm?.action !== undefined && {action: inForm.action}),
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
