import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {bare} from '../../text/legal-form.ts';
import {nameKey, norm, STOPWORDS} from '../../text/words.ts';
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

/** Neighbours from which on an organization is known well enough to be meant by a word. */
const KNOWN = 8;

/** The most words of a text with a filter by kind that may say what is wanted. */
const LONGEST_FILTERED = 12;

/** The same of one typed in small letters, which is an abbreviation: bms, gsk, az. */
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
  const kind = asked ?? 'product';
  const longest = question.kinds.length > 0 ? LONGEST_REQUEST : only === undefined ? LONGEST_UNSAID : LONGEST_FILTERED;
  if (others.length > 0 || question.words.length > longest) return NOTHING;
  const {generation} = context;
  const filters: FilterParams = {};
  const taken: string[] = [];
  let left = question.words;
  const take = (said: string) => {
    taken.push(said);
    const words = new Set(said.split(/\s+/));
    left = left.filter((word) => !words.has(word));
  };
  const read = (pattern: RegExp, name: 'agency' | 'year') => {
    const value = pattern.exec(text)?.[1];
    if (value === undefined) return;
    filters[name] = value;
    take(value);
  };
  let stages: ReadonlySet<number> | undefined;
  const shared: string[] = [];
  if (kind === 'trial') {
    const spoken = filtersSpoken(text, ['phase', 'status', 'date_from', 'date_to', 'year']);
    Object.assign(filters, spoken.filters);
    const rest = new Set(spoken.rest.split(/\s+/));
    take(question.words.filter((word) => !rest.has(word)).join(' '));
  }
  if (kind === 'product') {
    const said = STAGED.find(([pattern]) => pattern.test(text));
    stages = said && new Set(said[1]);
    if (said !== undefined) {
      shared.push(said[0].exec(text)?.[0] ?? '');
      take(shared[0] ?? '');
    }
  }
  if (kind === 'catalyst') {
    const year = YEAR.exec(text)?.[1];
    if (year !== undefined) {
      Object.assign(filters, {date_from: `${year}-01-01`, date_to: `${year}-12-31`});
      take(year);
    }
  }
  if (kind === 'approval') {
    read(AGENCY, 'agency');
    read(YEAR, 'year');
    const recent = RECENT.exec(text)?.[0];
    if (recent !== undefined && filters.year === undefined) {
      filters.date_from = dayOf(generation.asOf - RECENTLY);
      take(recent);
    }
    const area = await spanThat(left, async (span) =>
      (await isValue(context, 'therapeutic_area', span)) ? span : undefined,
    );
    if (area !== undefined) {
      filters.therapeutic_area = area.found;
      take(area.said);
    }
  }
  if (kind === 'funding_event') for (const said of text.match(AWARD) ?? []) take(said);
  if (kind === 'catalyst' && COMING.test(text)) filters.date_from ??= dayOf(generation.asOf);
  if (question.modality !== undefined) {
    filters.modality = question.modality.values;
    take(question.modality.said);
  }
  if (question.isOfTarget) {
    const target = await spanThat(left, async (span) => ((await isValue(context, 'target', span)) ? span : undefined));
    if (target !== undefined) {
      filters.target = target.found;
      take(target.said);
    }
  }
  if (OWNED.includes(kind)) {
    const owner = await spanThat(left, (span) => organizationsCalled(context, span));
    if (owner !== undefined) {
      filters.organization = owner.found;
      take(owner.said);
      shared.push(owner.said);
    }
  }
  const isWhole = asked === undefined && left.length === 0 && stages === undefined;
  const found = {
    kind,
    taken: taken.join(' '),
    shared: shared.join(' '),
    ...(stages !== undefined && {stages}),
  };
  // Phase 2 alone may be a word of a title.
  const isTitle = asked === undefined && filters.organization === undefined;
  if (isWhole || isTitle) return {...NOTHING, kind};
  if (Object.keys(filters).length === 0) return {...found, groups: []};
  const {groups} = await resolveFilters(generation, filters, context);
  return isEmpty({groups}) ? {...NOTHING, kind} : {...found, groups};
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

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
