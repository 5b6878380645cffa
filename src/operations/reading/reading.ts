import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {nameKey, STOPWORDS} from '../../text/words.ts';
import {dayOfTime, readDay} from '../../time.ts';
import {among} from '../filters/ids.ts';
import {kinOfTarget} from '../filters/vocabulary.ts';
import {rowsByBareName} from '../names/bare-names.ts';
import {nameAll} from '../names/naming.ts';
import {endsOf, othersOf} from '../records/ends.ts';
import {headsOf, withBelow} from '../records/group.ts';
import {amongRows, rowsWith} from '../scoring/rows-with.ts';
import {readAwards} from './amounts.ts';
import {readAgency} from './calls.ts';
import {readEvent} from './events.ts';
import {readExpiry} from './expiry.ts';
import {filtersSpoken} from './filters-in-text.ts';
import {readPathway} from './pathways.ts';
import {type Period, periodIn} from './periods.ts';
import {readPlace} from './places.ts';
import type {Reading} from './read-so-far.ts';
import {readRound} from './rounds.ts';
import {readSites} from './sites.ts';
import {areaIn, diseaseIn, type Span, spanThat, valueIn, withoutDisease} from './spans.ts';
import {readGivenUp, readStage, takeStages} from './stage-reading.ts';

const AGENCY = /\b(FDA|EMA|PMDA|MHRA|NMPA)\b/i;
/** Where the EMA's approvals are in force. */
const EUROPE = /\b(?:in\s+)?(?:Europe(?:an)?(?:\s+Union)?|EU)\b/i;
/** A year, which is no number of a code (NTLA-2001). */
const YEAR = /(?<![\p{L}\d]-)\b((?:19|20)\d{2})\b(?!-\p{L})/u;
const RECENT = /\b(?:recent(?:ly)?|latest|newest|new)\b/i;
/** Two years, in milliseconds. */
const RECENTLY = 730 * 86_400_000;
const COMING = /\b(?:upcoming|next|coming|future)\b/i;
/** Sorts of catalysts, of which a text with other words wants those that have the others. */
const SORT_OF_CATALYST = /\b(?:(?:data\s+)?read-?outs?|PDUFA(?:\s+dates?)?|AdComms?|approval\s+decisions?)\b/i;

const OPEN = /\b(?:open|current|active)\b/i;
/** The statuses of opportunities that take applications, as agencies call them. */
const OPEN_STATUSES = ['open', 'posted', 'highlighted'];

/** Kinds of which a year means that they are of it, besides those that read dates of their own. */
const OF_A_YEAR: readonly Kind[] = ['paper', 'patent', 'funding_event', 'opportunity'];

/** Reads what a text says of things of a kind besides their subject. */
export async function readOfKind(context: Context, reading: Reading, kind: Kind): Promise<void> {
  if (kind === 'trial') {
    readTrials(context, reading);
    await readSites(context, reading, 'trial');
  }
  if (kind === 'program' && !(await readGivenUp(context, reading, kind))) takeStages(reading);
  if (kind === 'product' || kind === 'approval') await readPathway(context, reading, kind);
  if (kind === 'product') await readStage(context, reading);
  if (kind === 'catalyst') await readCatalysts(context, reading);
  if (kind === 'company' || kind === 'institution') await readPlace(context, reading, kind);
  if (kind === 'company') await readGroup(context, reading);
  if (kind === 'opportunity') {
    readAgency(reading);
    readClosing(context, reading);
  }
  if (kind === 'opportunity' && reading.takeBy(OPEN) !== undefined) {
    reading.filters.status = OPEN_STATUSES;
    reading.told.status = 'open';
  }
  if (kind === 'funding_event') {
    await readAwards(context, reading);
    await readRound(context, reading);
  }
  if (kind === 'patent' || kind === 'approval') await readExpiry(context, reading, kind);
  if (reading.told.expires !== undefined) return;
  if (kind === 'approval') await readApprovals(context, reading);
  if (OF_A_YEAR.includes(kind) && reading.filters.date_from === undefined) readDates(context, reading);
}

/** Their phase, status and dates. */
function readTrials(context: Context, reading: Reading): void {
  const spoken = filtersSpoken(reading.text, ['phase', 'status', 'date_from', 'date_to', 'year']);
  for (const [name, value] of Object.entries(spoken.filters))
    if (!name.startsWith('date') || 'iso' in readDay(value)) Object.assign(reading.filters, {[name]: value});
  reading.takeAllBut(spoken.rest);
  const {year, date_from, date_to} = reading.filters;
  if (year === undefined && date_from === undefined && date_to === undefined) readDates(context, reading);
}

/** The days (since 2020), the month or quarter, or the year of which something is. */
function readDates(context: Context, reading: Reading): void {
  const {filters} = reading;
  const period = periodIn(reading.text, context.generation.asOf);
  if (period !== undefined && !/^\d{4}$/.test(period.said)) {
    takePeriod(reading, period);
    return;
  }
  const {filters: spoken, rest} = filtersSpoken(reading.text, ['date_from', 'date_to']);
  const days = Object.entries(spoken).filter(([, value]) => 'iso' in readDay(value));
  if (days.length === 0) {
    filters.year = reading.takeBy(YEAR);
    return;
  }
  reading.takeAllBut(rest);
  Object.assign(filters, Object.fromEntries(days));
}

function takePeriod(reading: Reading, {said, from, to}: Period): void {
  reading.take(said);
  Object.assign(reading.filters, {date_from: from, date_to: to});
}

/** The drug that trials are of, by whatever name. A word of a disease is none, as alcohol in its use disorder. */
export async function readDrug(context: Context, reading: Reading): Promise<void> {
  // A receptor's ligand is not tried by those with the receptor.
  const words = (await withoutDisease(context, reading.left)).filter(
    (_, at, all) => !/^receptors?\b/i.test(all[at + 1] ?? ''),
  );
  const drug = await spanThat(words, async (span) => {
    if (STOPWORDS.has(span.toLowerCase()) || NO_DRUG.test(span)) return undefined;
    const named = await rowsByBareName(context.generation, [nameKey(span)], context);
    const products = named.filter((rid) => kindOfRid(rid) === 'product');
    const {trials} = await endsOf(context, products, {trials: ['tested_in', 'out', 'trial']});
    return trials.length === 0 ? undefined : othersOf(trials);
  });
  if (drug === undefined) return;
  reading.take(drug.said);
  reading.conditions.push({...among(drug.found.map((rid) => ({rid}))), name: 'product'});
  reading.told.product = drug.said;
}

/** Names of drugs that texts of trials mean otherwise. */
const NO_DRUG = /^(?:placebos?|control|air|water|no|not|date|oral)$/i;

/** Their agency, year or recency, and area. */
async function readApprovals(context: Context, reading: Reading): Promise<void> {
  const {filters} = reading;
  reading.takeBy(/\bnovel\b/i);
  filters.agency = reading.takeBy(AGENCY)?.toUpperCase();
  if (filters.agency === undefined && reading.takeBy(EUROPE) !== undefined) filters.agency = 'EMA';
  readDates(context, reading);
  if (filters.year === undefined && filters.date_from === undefined && reading.takeBy(RECENT) !== undefined)
    filters.date_from = dayOfTime(context.generation.asOf - RECENTLY);
  // Orphans are of all areas.
  const words = reading.left.filter((word) => word.toLowerCase() !== 'orphan');
  filters.therapeutic_area = reading.takeSpan(await areaIn(context, words));
}

const CLOSING = /\b(?:clos(?:es?|ing)|deadlines?|due)\b/i;

/** The period in which opportunities close, which is their date. */
function readClosing(context: Context, reading: Reading): void {
  const period = periodIn(reading.text, context.generation.asOf);
  if (period === undefined || reading.takeBy(CLOSING) === undefined) return;
  takePeriod(reading, period);
}

/** When they are, what sort they are of, and their area. */
async function readCatalysts(context: Context, reading: Reading): Promise<void> {
  const period = periodIn(reading.text, context.generation.asOf);
  if (period !== undefined) {
    takePeriod(reading, period);
  } else if (COMING.test(reading.text)) {
    reading.filters.date_from = dayOfTime(context.generation.asOf);
    reading.isComing = true;
  }
  await readEvent(context, reading);
  reading.filters.therapeutic_area = reading.takeSpan(await areaIn(context, reading.left));
  if (reading.told.type !== undefined) return;
  const sort = new Set((SORT_OF_CATALYST.exec(reading.text)?.[0] ?? '').split(/\s+/));
  if (reading.left.some((word) => !sort.has(word) && !STOPWORDS.has(word.toLowerCase()) && !COMING.test(word)))
    reading.takeBy(SORT_OF_CATALYST);
}

const SUBSIDIARIES = /\b(?:subsidiar(?:y|ies)|acquisitions?|(?:acquired|bought|owned)\s+by)\b/i;

const PUBLIC =
  /\b(?:public(?:ly[\s-](?:held|listed|traded))?|(?:exchange|nasdaq|nyse)[\s-]listed|listed(?:\s+on\s+\S+)?)(?=\s|$)/i;

const PRIVATE = /\b(?:private(?:ly[\s-](?:held|owned))?|unlisted)(?=\s)/i;

/** The group that they belong to, and whether they are listed on an exchange. */
async function readGroup(context: Context, reading: Reading): Promise<void> {
  const isPrivate = PRIVATE.test(reading.text) ? await rowsWith(context, ['unlisted company'], 'company') : undefined;
  if (isPrivate !== undefined) {
    reading.takeBy(PRIVATE);
    // A subsidiary is its group's, which may be listed.
    const heads = await headsOf(context, isPrivate);
    reading.conditions.push(
      amongRows(
        isPrivate.filter((rid) => !heads.has(rid)),
        'listed',
      ),
    );
    reading.told.listed = 'no';
  }
  const isPublic = PUBLIC.test(reading.text) ? await rowsWith(context, ['listed company'], 'company') : undefined;
  if (isPublic !== undefined) {
    reading.takeBy(PUBLIC);
    reading.conditions.push(amongRows(isPublic, 'listed'));
    reading.told.listed = 'yes';
  }
  if (!SUBSIDIARIES.test(reading.text)) return;
  const head = await spanThat(reading.left, async (span) => {
    const [named] = await nameAll(context.generation, [span], {kinds: ['company']}, context);
    return named?.rid ?? undefined;
  });
  if (head === undefined) return;
  const members = await withBelow(context.generation, [head.found], context);
  const below = members.filter((rid) => rid !== head.found && kindOfRid(rid) === 'company');
  if (below.length === 0) return;
  reading.takeBy(SUBSIDIARIES);
  // When they were bought no file says.
  reading.isLacking = reading.takeBy(YEAR) !== undefined;
  reading.take(head.said);
  reading.conditions.push(among(below.map((rid) => ({rid}))));
  reading.told.organization = head.said;
}

/** The target of drugs: no word of a disease (large B-cell lymphoma), unless nothing else is said (TTR amyloidosis). */
export async function readTarget(context: Context, reading: Reading): Promise<void> {
  const open = (await withoutDisease(context, reading.left)).filter((word) => !STOPWORDS.has(word.toLowerCase()));
  const target = reading.takeSpan(await targetIn(context, open.length === 0 ? reading.left : open));
  reading.filters.target = target?.values;
  reading.told.target = target?.called;
}

/**
 * The disease of drugs and trials, and the target of trials and approvals, if it is written as a symbol (trials of IL-23). Their words are looked for
 * as well: not all are labelled, and a label alone tells nobody which drug is first of all for it.
 */
export async function readLabels(context: Context, reading: Reading, kind: Kind): Promise<void> {
  reading.filters.disease = await diseaseIn(context, reading.left);
  if (kind === 'product' && reading.filters.disease !== undefined) {
    const disease = new Set(reading.filters.disease.split(' '));
    const course = reading.left.filter((word) => COURSE.test(word) && !disease.has(word)).join(' ');
    reading.take(course);
    reading.shared.push(course);
  }
  if (kind === 'product' && reading.filters.target === undefined) await readSymbol(context, reading);
  if (!LABELLED.includes(kind)) return;
  const words = (await withoutDisease(context, reading.left)).filter(
    (word) => SYMBOLIC.test(word) && !NO_TARGET.test(word),
  );
  const target = await targetIn(context, words);
  if (target === undefined) return;
  reading.filters.target = target.found.values;
  reading.told.target = target.found.called;
}

/** How far a disease has gone, which few drugs' texts say and others of any disease do. */
export const COURSE =
  /^(?:acute|chronic|severe|moderate|mild|resistant|relapsed|refractory|relapsed[/-]refractory|r\/r|advanced|unresectable|recurrent|front-?line|first-line|second-line|third-line)$/i;

/** The target of drugs of which nothing else is said but a disease: HER2 drugs, PD-1 drugs for lung cancer, drugs targeting VEGF. */
async function readSymbol(context: Context, reading: Reading): Promise<void> {
  const said = await withoutDisease(context, reading.left);
  const words = said.filter((word) => !TARGETING.test(word) && !STOPWORDS.has(word.toLowerCase()));
  const isSymbol = (word: string) => (SYMBOLIC.test(word) || SMALL_SYMBOL.test(word)) && !NO_SYMBOL.test(word);
  if (words.length === 0 || !words.every(isSymbol)) return;
  const target = await targetIn(context, words);
  if (target?.said !== words.join(' ')) return;
  // In small letters only what some target is called by itself: kras, but not iron.
  if (/^\p{Ll}+$/u.test(target.said)) {
    const called = await rowsByBareName(context.generation, [nameKey(target.said)], context);
    if (!called.some((rid) => kindOfRid(rid) === 'target')) return;
  }
  reading.filters.target = reading.takeSpan(target)?.values;
  reading.told.target = target.found.called;
  for (const word of said) if (TARGETING.test(word)) reading.take(word);
}

const TARGETING = /^(?:targeting|against|targets?|that)$/i;

/** Prophylaxis before exposure, which a gene is also called. */
const NO_TARGET = /^PrEP$/;

/** Over the counter, intravenous. */
const NO_SYMBOL = /^(?:OTC|IV|SC|AI)$/i;

/** A symbol in small letters: her2, pd-1, kras. */
const SMALL_SYMBOL = /^(?=.*\p{Ll})(?:(?=.*\d)[\p{Ll}\d/.-]{2,9}|\p{Ll}{3,5})$/u;

/** A target with its family or its members, since drugs are recorded as of either, or several at once (CDK4/6), which are no value. */
async function targetIn(
  context: Context,
  words: readonly string[],
): Promise<Span<{called: string; values: string[]}> | undefined> {
  const one = await valueIn(context, words, 'target');
  if (one !== undefined) {
    const {said, found: called} = one;
    return {said, found: {called, values: [called, ...kinOfTarget(called)]}};
  }
  return spanThat(words, (called) => {
    const values = [...kinOfTarget(called)];
    return Promise.resolve(values.length > 1 ? {called, values} : undefined);
  });
}

/** Kinds that are what they are labelled, whatever their texts say; a drug's label may be of what it was only tried for. */
export const LABELLED: readonly Kind[] = ['trial', 'approval'];

/** Capitals or a digit and nothing else but what joins them. */
const SYMBOLIC = /^(?=.*\p{Lu}.*[\p{Lu}\d])[\p{Lu}\p{N}][\p{L}\p{N}.-]*$/u;
