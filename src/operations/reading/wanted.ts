import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {clusterOrState} from '../../schema/places.ts';
import {STOPWORDS} from '../../text/words.ts';
import {type FilterParams, type Group, isEmpty, resolveFilters} from '../filters/filters.ts';
import {STAGES} from '../records/stages.ts';
import {readBoth} from './both-targets.ts';
import {ACTIVATES} from './drug-classes.ts';
import {LONGEST_REQUEST, LONGEST_UNSAID, type Question} from './kind-words.ts';
import {readClass} from './named-class.ts';
import {countryIn} from './places.ts';
import {Reading} from './read-so-far.ts';
import {LABELLED, readDrug, readLabels, readOfKind, readTarget} from './reading.ts';
import {readRoute} from './routes.ts';
import {readSites} from './sites.ts';
import {
  areaIn,
  companyByTicker,
  companyCalled,
  isValue,
  LONGEST_INSTITUTION,
  organizationsCalled,
  SUBJECTS,
  spanThat,
  valueIn,
  withoutDisease,
} from './spans.ts';

/** What a text that asks for things of a kind says of them besides their subject. */
export interface Wanted {
  /** What things; undefined if it says nothing of them. */
  kind?: Kind;
  /** Whose they are, their target and modality, and the phase, status, agency or day; none if it says nothing of the sort, or what nothing has. */
  groups: Group[];
  /** The names of the targets that drugs are to hit first of all. */
  targets?: readonly string[];
  /** The stages that drugs have reached (stages.ts), if it says one. */
  stages?: ReadonlySet<number>;
  /** The words of the disease and of the target whose labels make something preferred, and are no condition. */
  labels: string;
  /** Whether nothing has one of the conditions, which is left out of them. */
  isLacking?: true;
  /** Whether those that are to come are wanted. */
  isComing?: true;
  /** Whether those of the largest amounts are. */
  isLargest?: true;
  /** Whether drugs that are no longer sold are. */
  isOff?: true;
  /** The same as it is told to whoever asked; none if nothing was read. */
  read?: Read;
  /** The words that say so. */
  taken: string;
  /** Those of them that all have in common, whatever their texts say. */
  shared: string;
}

/** What was read of a text, as the parameters of filters, and what it excepts. */
export interface Read {
  kind?: Kind;
  stage?: string[];
  without?: string;
  [parameter: string]: string | string[] | boolean | undefined;
}

const NOTHING: Wanted = {groups: [], labels: '', taken: '', shared: ''};

/** Kinds of which a text may say whose they are: trials of Roche. */
const OWNED: readonly Kind[] = [
  'product',
  'program',
  'trial',
  'patent',
  'approval',
  'funding_event',
  'catalyst',
  'person',
];

/** Kinds of which a text may say the area besides the owner: Pfizer oncology. */
const OF_AREAS: readonly Kind[] = ['product', 'program', 'trial', 'approval'];

/** Kinds that have the diseases that they are for as labels; of others few say theirs. */
const OF_DISEASES: readonly Kind[] = ['product', 'program', 'trial', 'approval'];

/** Anticoagulants are also called by what they hit. */
const FACTOR = /\bfactor\s+(?:[IVX]+|\d+)a?\b/i;

const AT = /\bat\s+(?:the\s+)?\p{Lu}/u;

/** An area behind a class of drugs; one before it may be part of its name (immune checkpoint inhibitors). */
const BEHIND = /\s(?:in\s+|for\s+)?(\S+?)(?:\s+diseases?)?$/;

/** The most words of a text with a filter by kind that may say what is wanted. */
const LONGEST_FILTERED = 12;

/**
 * @param only The kind that a filter lets through. Where neither it nor a word says a kind, a text about what somebody has (Lilly diabetes) wants
 * products.
 */
export async function wantedIn(
  context: Context,
  text: string,
  question: Question,
  only: Kind | undefined,
): Promise<Wanted> {
  const [asked = only, ...others] = question.kinds;
  const kindSaid = question.isImplied === true ? undefined : question.kinds[0];
  const onlyKind: Pick<Wanted, 'read'> = kindSaid === undefined ? {} : {read: {kind: kindSaid}};
  const longest = question.kinds.length > 0 ? LONGEST_REQUEST : only === undefined ? LONGEST_UNSAID : LONGEST_FILTERED;
  if (others.length > 0 || question.words.length > longest) return NOTHING;
  let ownerSaid: string | undefined;
  const kind = asked ?? 'product';
  const reading = new Reading(text, question.words);
  const {filters} = reading;
  await readOfKind(context, reading, kind);
  if (kind === 'product') await readRoute(context, reading, question.isOfTarget === true);
  const isNarrower = kind === 'product' && (await isOfNarrowerClass(context, reading, question.modality?.said));
  if (question.modality !== undefined && !isNarrower) {
    filters.modality = question.modality.values;
    reading.take(question.modality.said);
  }
  // A pan-RAS inhibitor is one of all of them; of what hits one of them no record tells that.
  const asksForAll = kind === 'product' && /^\s*pan-/i.test(text) && !isNarrower;
  const isPan = asksForAll && (await readClass(context, reading));
  if (asksForAll && !isPan) reading.isLacking = true;
  if (!isNarrower && !isPan && (question.isOfTarget || (question.isImplied && FACTOR.test(text))))
    await readTarget(context, reading);
  if (kind === 'product' && (await readBoth(context, reading))) filters.target = undefined;
  // Most that have a target inhibit it, whether their texts say so or not; an agonist says so.
  if (filters.target !== undefined && question.action !== undefined && !ACTIVATES.test(question.action))
    reading.take(question.action);
  // ALS researchers Boston are not those of Boston University.
  if (kind === 'person' && (isCityLast(reading) || (await isCountryLast(reading))))
    await readSites(context, reading, kind);
  if (OWNED.includes(kind) && reading.told.place === undefined) {
    // Of a class of drugs no word is a company's.
    const isPlain = asked !== undefined && question.isImplied !== true && filters.target === undefined;
    const beside = new Set((await withoutDisease(context, reading.left)).map((word) => word.replace(/['’]s?$/i, '')));
    const owner =
      (await spanThat(
        reading.left,
        // No word of a disease is one (polycythemia vera), but the Institute of Gout is.
        async (span) =>
          span.split(' ').some((word) => beside.has(word)) ? organizationsCalled(context, span, kind) : undefined,
        kind === 'person' ? LONGEST_INSTITUTION : undefined,
      )) ??
      (isPlain ? await companyCalled(context, reading.left) : undefined) ??
      (asked === undefined ? undefined : await companyByTicker(context, reading.left));
    if (owner !== undefined) {
      filters.organization = owner.found;
      ownerSaid = owner.said;
      reading.take(owner.said);
      reading.shared.push(owner.said);
      if (OF_AREAS.includes(kind)) filters.therapeutic_area ??= reading.takeSpan(await areaIn(context, reading.left));
    }
  }
  // British Columbia has a university.
  if (kind === 'person' && filters.organization === undefined && reading.told.place === undefined)
    await readSites(context, reading, kind);
  // Of a class of drugs: T cell engagers in autoimmune diseases.
  const isClass = question.isImplied === true || filters.modality !== undefined || filters.target !== undefined;
  const behind = kind === 'product' && isClass ? BEHIND.exec(reading.left.join(' '))?.[1] : undefined;
  // Of bladder cancer the area says less than the disease.
  const isArea = behind !== undefined && (await withoutDisease(context, reading.left)).includes(behind);
  if (isArea) filters.therapeutic_area ??= reading.takeSpan(await areaIn(context, [behind]));
  // Dermatology drugs approved in 2025.
  const telling = reading.left.filter((word) => !STOPWORDS.has(word.toLowerCase()));
  const isTold = reading.stages !== undefined || reading.told.pathway !== undefined || reading.told.route !== undefined;
  if (kind === 'product' && isTold && telling.length === 1)
    filters.therapeutic_area ??= reading.takeSpan(await areaIn(context, telling));
  if (kind === 'trial') await readDrug(context, reading);
  if (OF_DISEASES.includes(kind)) await readLabels(context, reading, kind);
  if (
    kind === 'product' &&
    asked === 'product' &&
    filters.target === undefined &&
    filters.modality === undefined &&
    reading.told.class === undefined
  )
    await readClass(context, reading);
  const {stages, left} = reading;
  // What has an owner alone asks for the owner; and phase 2 alone may be a word of a title, unless all else is a disease or the like.
  const isOwned =
    filters.organization !== undefined &&
    (left.length > 0 ||
      stages !== undefined ||
      filters.therapeutic_area !== undefined ||
      reading.told.route !== undefined);
  if (asked === undefined && !isOwned && !(stages !== undefined && (await isSubject(context, left))))
    return {...NOTHING, kind};
  const readOf = (some: FilterParams): Read => ({
    ...onlyKind.read,
    ...Object.fromEntries(
      Object.entries(some).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)]],
      ),
    ),
    ...(some.organization !== undefined && ownerSaid !== undefined && {organization: ownerSaid}),
    ...(stages && {stage: [...stages].map((stage) => STAGES[stage] ?? '')}),
    ...(question.denied && {without: question.denied.className}),
  });
  const said = {
    kind,
    read: readOf({}),
    taken: reading.taken.join(' '),
    shared: reading.shared.join(' '),
    ...(stages && {stages}),
    ...(filters.target !== undefined && {targets: [filters.target].flat().map(String)}),
    labels: [filters.disease, LABELLED.includes(kind) ? reading.told.target : undefined].filter(Boolean).join(' '),
    ...(reading.isComing && {isComing: true as const}),
    ...(reading.isOff && {isOff: true as const}),
    ...(reading.isLargest && {isLargest: true as const}),
    // People at an institution that nothing is called.
    ...(((kind === 'person' && filters.organization === undefined && AT.test(text)) || reading.isLacking) && {
      isLacking: true as const,
    }),
  };
  const {conditions} = reading;
  if (Object.values(filters).every((value) => value === undefined))
    return {...said, read: readOf(reading.told), groups: conditions};
  const resolved = await resolveFilters(context.generation, filters, context);
  const groups = [...resolved.groups, ...conditions];
  if (!isEmpty({groups})) return {...said, read: readOf({...filters, ...reading.told}), groups};
  // What nothing has is told, and the rest is a condition.
  const had = groups.filter((group) => !isEmpty({groups: [group]}));
  if (had.length === 0) return {...NOTHING, ...onlyKind, kind};
  return {...said, read: readOf({...filters, ...reading.told}), groups: had, isLacking: true};
}

/** Whether a text has a class of drugs that is narrower than its modality, as an mRNA cancer vaccine is, and says no target; it is read then. */
async function isOfNarrowerClass(context: Context, reading: Reading, modality: string | undefined): Promise<boolean> {
  if (modality === undefined) return false;
  const said = new Set(modality.split(/\s+/));
  const others = reading.left.filter((word) => !said.has(word));
  if (others.length === 0 || (await valueIn(context, others, 'target')) !== undefined) return false;
  return readClass(context, reading);
}

/** Whether a text ends in a country behind a word for being there. */
async function isCountryLast({text}: Reading): Promise<boolean> {
  const [, place] = /\b(?:across|from|in)\s+(?:the\s+)?(\S+(?:\s+\S+)?)[\s?.!]*$/i.exec(text) ?? [];
  return place !== undefined && (await countryIn(place.split(/\s+/))) !== undefined;
}

/** Whether some words are a disease or another value. */
async function isSubject(context: Context, words: readonly string[]): Promise<boolean> {
  const span = words.filter((word) => !STOPWORDS.has(word.toLowerCase())).join(' ');
  if (span === '') return false;
  const found = await Promise.all(SUBJECTS.map((field) => isValue(context, field, span)));
  return found.some(Boolean);
}

/** Whether a text ends in a cluster of biotech companies, which is no part of an institution's name. */
const isCityLast = ({text, left}: Reading): boolean =>
  left.length > 1 &&
  clusterOrState((left.at(-1) ?? '').toLowerCase()) &&
  !/\b(?:of|universit\w+|college|institute)\s+\S+$/i.test(text);
