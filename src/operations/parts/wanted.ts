import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {bare} from '../../text/legal-form.ts';
import {nameKey, norm, STOPWORDS} from '../../text/words.ts';
import {dayOfTime, readDay} from '../../time.ts';
import {rowsByBareName} from './bare-names.ts';
import {type FilterParams, type Group, isEmpty, resolveFilters} from './filters.ts';
import {filtersSpoken} from './filters-in-text.ts';
import {LONGEST_REQUEST, LONGEST_UNSAID, type Question} from './kind-words.ts';
import {ORGANIZATIONS} from './organization.ts';
import {STAGES} from './stages.ts';
import {meaningsOf} from './vocabulary.ts';

/** What a text that asks for things of a kind says of them besides their subject. */
export interface Wanted {
  /** What things; undefined if it says nothing of them. */
  kind?: Kind;
  /** Whose they are, their target and modality, and the phase, status, agency or day; none if it says nothing of the sort, or what nothing has. */
  groups: Group[];
  /** The stages that drugs have reached (stages.ts), if it says one. */
  stages?: ReadonlySet<number>;
  /** The words that say so. */
  taken: string;
  /** Those of them that all have in common, whatever their texts say. */
  shared: string;
}

const NOTHING: Wanted = {groups: [], taken: '', shared: ''};

/** Kinds of which a text may say whose they are: trials of Roche. */
const OWNED: readonly Kind[] = ['product', 'program', 'trial', 'patent', 'approval', 'funding_event', 'catalyst'];

/** Fields of which a value is no organization. */
const SUBJECTS = ['target', 'modality', 'disease', 'therapeutic_area'] as const;

/** Words of the longest name of an organization or target that is looked for. */
const LONGEST = 4;

/** The most words of a text with a filter by kind that may say what is wanted. */
const LONGEST_FILTERED = 12;

/** Neighbours from which on an organization is known well enough to be meant by a word; and by one in small letters, which is an abbreviation: bms, gsk, az. */
const KNOWN = 8;
const WELL_KNOWN = 300;
const SHORT = /^[a-z&]{2,4}$/;

const AGENCY = /\b(FDA|EMA|PMDA|MHRA|NMPA)\b/;
const YEAR = /\b((?:19|20)\d{2})\b/;
/** The stages that words about drugs mean, by their places among all. */
const STAGED: readonly [RegExp, readonly number[]][] = (
  [
    [/\bphase\s*(?:3|iii)\b/i, ['phase 3']],
    [/\bphase\s*(?:2|ii)\b/i, ['phase 2']],
    [/\bphase\s*(?:1|i)\b/i, ['phase 1']],
    [/\bpreclinical\b/i, ['preclinical']],
    [/\b(?:investigational|experimental|in\s+development|unapproved)\b/i, ['phase 1', 'phase 2', 'phase 3', 'filed']],
  ] as const
).map(([pattern, names]) => [pattern, names.map((name) => STAGES.indexOf(name))]);

const RECENT = /\b(?:recent(?:ly)?|latest|newest|new)\b/i;
/** Two years, in milliseconds. */
const RECENTLY = 730 * 86_400_000;
const COMING = /\b(?:upcoming|next|coming|future)\b/i;

/** What awards are called, which their texts do not say. */
const AWARD = /\b(?:NIH|SBIR|STTR|R01|R21|U01|P01|K99|federal|government)\b/g;

/** What has been read of a text so far. */
class Reading {
  readonly filters: FilterParams = {};
  readonly taken: string[] = [];
  readonly shared: string[] = [];
  stages: ReadonlySet<number> | undefined;
  readonly text: string;
  /** The words that nothing was read from. */
  left: readonly string[];

  constructor(text: string, words: readonly string[]) {
    this.text = text;
    this.left = words;
  }

  take(said: string): void {
    this.taken.push(said);
    const words = new Set(said.split(/\s+/));
    this.left = this.left.filter((word) => !words.has(word));
  }

  /** Takes what a pattern finds. @returns Its first group, or else all of it. */
  takeBy(pattern: RegExp): string | undefined {
    const [said, part] = pattern.exec(this.text) ?? [];
    if (said !== undefined) this.take(said);
    return part ?? said;
  }
}

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
  const longest = question.kinds.length > 0 ? LONGEST_REQUEST : only === undefined ? LONGEST_UNSAID : LONGEST_FILTERED;
  if (others.length > 0 || question.words.length > longest) return NOTHING;
  const kind = asked ?? 'product';
  const reading = new Reading(text, question.words);
  const {filters} = reading;
  if (kind === 'trial') readTrials(reading);
  if (kind === 'product') readStage(reading);
  if (kind === 'approval') await readApprovals(context, reading);
  if (kind === 'catalyst') readCatalysts(context, reading);
  if (kind === 'funding_event') for (const said of text.match(AWARD) ?? []) reading.take(said);
  if (question.modality !== undefined) {
    filters.modality = question.modality.values;
    reading.take(question.modality.said);
  }
  if (question.isOfTarget) filters.target = await takeValue(context, reading, 'target');
  // Whatever has the target is its inhibitor, whether its texts say so or not.
  if (filters.target !== undefined && question.action !== undefined) reading.take(question.action);
  if (OWNED.includes(kind)) {
    const owner = await spanThat(reading.left, (span) => organizationsCalled(context, span));
    if (owner !== undefined) {
      filters.organization = owner.found;
      reading.take(owner.said);
      reading.shared.push(owner.said);
    }
  }
  const {stages, left} = reading;
  // What has an owner alone asks for the owner; and phase 2 alone may be a word of a title.
  if (asked === undefined && (filters.organization === undefined || (left.length === 0 && stages === undefined)))
    return {...NOTHING, kind};
  const said = {kind, taken: reading.taken.join(' '), shared: reading.shared.join(' '), ...(stages && {stages})};
  if (Object.values(filters).every((value) => value === undefined)) return {...said, groups: []};
  const {groups} = await resolveFilters(context.generation, filters, context);
  return isEmpty({groups}) ? {...NOTHING, kind} : {...said, groups};
}

/** Their phase, status and dates. */
function readTrials(reading: Reading): void {
  const spoken = filtersSpoken(reading.text, ['phase', 'status', 'date_from', 'date_to', 'year']);
  for (const [name, value] of Object.entries(spoken.filters))
    if (!name.startsWith('date') || 'iso' in readDay(value)) Object.assign(reading.filters, {[name]: value});
  const rest = new Set(spoken.rest.split(/\s+/));
  reading.take(reading.left.filter((word) => !rest.has(word)).join(' '));
}

/** How far drugs have come. */
function readStage(reading: Reading): void {
  const [pattern, stages] = STAGED.find(([one]) => one.test(reading.text)) ?? [];
  if (pattern === undefined) return;
  reading.stages = new Set(stages);
  reading.shared.push(reading.takeBy(pattern) ?? '');
}

/** Their agency, year or recency, and area. */
async function readApprovals(context: Context, reading: Reading): Promise<void> {
  const {filters} = reading;
  filters.agency = reading.takeBy(AGENCY);
  filters.year = reading.takeBy(YEAR);
  if (filters.year === undefined && reading.takeBy(RECENT) !== undefined)
    filters.date_from = dayOfTime(context.generation.asOf - RECENTLY);
  filters.therapeutic_area = await takeValue(context, reading, 'therapeutic_area');
}

/** Their year, or that they are to come. */
function readCatalysts(context: Context, reading: Reading): void {
  const year = reading.takeBy(YEAR);
  if (year !== undefined) Object.assign(reading.filters, {date_from: `${year}-01-01`, date_to: `${year}-12-31`});
  else if (COMING.test(reading.text)) reading.filters.date_from = dayOfTime(context.generation.asOf);
}

/** The first value of a field among the words. */
async function takeValue(
  context: Context,
  reading: Reading,
  field: (typeof SUBJECTS)[number],
): Promise<string | undefined> {
  const value = await spanThat(reading.left, async (span) =>
    (await isValue(context, field, span)) ? span : undefined,
  );
  if (value !== undefined) reading.take(value.said);
  return value?.found;
}

/** The first of the runs of words, the longest first, of which something is found. */
async function spanThat<T>(
  words: readonly string[],
  find: (span: string) => Promise<T | undefined>,
): Promise<{said: string; found: T} | undefined> {
  for (let length = Math.min(LONGEST, words.length); length > 0; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const said = words.slice(from, from + length).join(' ');
      const found = await find(said.replace(/['’]s?$/i, ''));
      if (found !== undefined) return {said, found};
    }
  return undefined;
}

async function isValue(context: Context, field: (typeof SUBJECTS)[number], span: string): Promise<boolean> {
  const keys = [span, ...meaningsOf(field, span)].map((one) => `${field}:${norm(one)}`);
  return (await context.generation.lookups.values(keys, context)).size > 0;
}

/** The ids of the organizations with a name, if they are known well and the name is no value, drug or target. */
async function organizationsCalled(context: Context, span: string): Promise<string[] | undefined> {
  const {lookups} = context.generation;
  const key = bare(nameKey(span));
  const isTyped = /^\p{Lu}/u.test(span);
  if (key.length < 2 || STOPWORDS.has(key) || !(isTyped || SHORT.test(span))) return undefined;
  for (const field of SUBJECTS) if (await isValue(context, field, span)) return undefined;
  const named = await rowsByBareName(context.generation, [key], context);
  if (named.some((rid) => ['product', 'target'].includes(kindOfRid(rid)))) return undefined;
  const rids = named.filter((rid) => ORGANIZATIONS.includes(kindOfRid(rid)));
  const neighbours = await lookups.neighbours(rids, context);
  const least = isTyped ? KNOWN : WELL_KNOWN;
  const known = rids.filter((rid) => (neighbours.get(rid)?.count ?? 0) >= least);
  const headers = await lookups.headers(known, context);
  return known.length === 0 ? undefined : known.flatMap((rid) => headers.get(rid)?.id ?? []);
}
