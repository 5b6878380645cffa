import type {Context} from '../../context.ts';
import {type Kind, ORGANIZATIONS} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import type {CarriedValue} from '../../selection.ts';
import {bare} from '../../text/legal-form.ts';
import {nameKey, norm, STOPWORDS} from '../../text/words.ts';
import {meaningsOf} from '../filters/vocabulary.ts';
import {rowsByBareName} from '../names/bare-names.ts';
import {CONFIDENCE} from '../names/by-name.ts';
import {identifierKeys} from '../names/identifier-keys.ts';
import {nameAll} from '../names/naming.ts';
import {endsOf, othersOf} from '../records/ends.ts';
import {termsOf} from './terms.ts';

/** Fields of which a value is no organization. */
export const SUBJECTS = ['target', 'modality', 'disease', 'therapeutic_area'] as const;

/** Words of the longest name of an organization or target that is looked for. */
const LONGEST = 4;

/** Neighbours from which on an organization is known well enough to be meant by a word; and by one in small letters, which is an abbreviation: bms, gsk, az. */
const KNOWN = 8;
const WELL_KNOWN = 300;
const SHORT = /^[a-z&]{2,4}$/;

/** What some gene is called by too, but no text means: a letter of hepatitis B, a type, the large cells of a lymphoma. */
const NO_TARGET =
  /^(?:\p{L}|antibod(?:y|ies)|types?|(?:[tb][\s-]?)?cells?|diseases?|cancers?|tumou?rs?|virus(?:es)?|large|small)$/iu;

/** Of anti-STAT-3 both STAT-3, as of PD-1, and STAT3. */
function asTargetsAreWritten(span: string): string[] {
  const said = span.replace(/^anti-/i, '');
  return [...new Set([said, said.replaceAll('-', '')])];
}

/** The first value of a field among some words, and how they say it. */
export function valueIn(
  context: Context,
  words: readonly string[],
  field: (typeof SUBJECTS)[number],
): Promise<Span<string> | undefined> {
  return spanThat(words, async (span) => {
    const written = field === 'target' ? asTargetsAreWritten(span) : [span];
    if (field === 'target' && (NO_TARGET.test(span) || STOPWORDS.has(span.toLowerCase()))) return undefined;
    // The gene of factor VIII is also called by its disease.
    if (field === 'target' && (await isValue(context, 'disease', span))) return undefined;
    for (const said of written) if (await isValue(context, field, said)) return said;
    return undefined;
  });
}

/**
 * The disease that some words say: the longest, and of equals the one that most have (of refractory AML not what somebody once called refractory), unless
 * few have it and many a part of it (HIV cure). What is also a modality is none (AAV gene therapy).
 */
export async function diseaseIn(context: Context, words: readonly string[]): Promise<string | undefined> {
  const isNone = (span: string) => STOPWORDS.has(span.toLowerCase()) || meaningsOf('modality', span).length > 0;
  let best: {span: string; had: number} | undefined;
  for (let length = Math.min(LONGEST, words.length); length > 0; length--) {
    const spans = runsOf(words, length).filter((span) => !isNone(span));
    const had = await Promise.all(spans.map((span) => carriersOf(context, 'disease', span)));
    const most = Math.max(0, ...had);
    const span = spans[had.indexOf(most)] ?? '';
    const isPart = best?.span.split(' ').includes(span) === true;
    if (most > 0 && (best === undefined || (isPart && best.had < FEW && most >= MANY))) best = {span, had: most};
    if (best !== undefined && best.had >= FEW) break;
  }
  return best && unpossessed(best.span);
}

/** So few have what somebody once wrote as a disease, and so many a disease that is part of it. */
const FEW = 10;
const MANY = 50;

/** Some words without those of the disease that they say. */
export async function withoutDisease(context: Context, words: readonly string[]): Promise<readonly string[]> {
  const disease = await valueIn(context, words, 'disease');
  if (disease === undefined) return words;
  const said = new Set(disease.said.split(' '));
  return words.filter((word) => !said.has(word));
}

/** The first therapeutic area among some words that is no disease or part of one (diabetes, lung cancer), unless it is all of cancer. */
export async function areaIn(context: Context, words: readonly string[]): Promise<Span<string> | undefined> {
  const area = await valueIn(context, words, 'therapeutic_area');
  if (area === undefined) return undefined;
  const isCancer = CANCER.test(area.said) && (await withoutDisease(context, words)).length === words.length - 1;
  return isCancer ? area : valueIn(context, await withoutDisease(context, words), 'therapeutic_area');
}

const CANCER = /^cancers?$/i;

/** Words of a text, and what they stand for. */
export interface Span<T> {
  said: string;
  found: T;
}

/** The first of the runs of words, the longest first, of which something is found. */
export async function spanThat<T>(
  words: readonly string[],
  find: (span: string) => Promise<T | undefined>,
  longest: number = LONGEST,
): Promise<Span<T> | undefined> {
  for (let length = Math.min(longest, words.length); length > 0; length--)
    for (const said of runsOf(words, length)) {
      const found = await find(unpossessed(said));
      if (found !== undefined) return {said, found};
    }
  return undefined;
}

/** The runs of so many words. */
function runsOf(words: readonly string[], length: number): string[] {
  return Array.from({length: words.length - length + 1}, (_, from) => words.slice(from, from + length).join(' '));
}

const unpossessed = (span: string): string => span.replace(/['’]s?$/i, '');

/** Whether some words are a value of a field. */
export async function isValue(context: Context, field: (typeof SUBJECTS)[number], span: string): Promise<boolean> {
  return (await carriedBy(context, field, span)).length > 0;
}

async function carriedBy(context: Context, field: (typeof SUBJECTS)[number], span: string): Promise<CarriedValue[]> {
  const keys = [span, ...meaningsOf(field, span)].map((one) => `${field}:${norm(one)}`);
  return [...(await context.generation.lookups.values(keys, context)).values()].flat();
}

/** Number of entities that have what some words are a value of. */
async function carriersOf(context: Context, field: (typeof SUBJECTS)[number], span: string): Promise<number> {
  const values = await carriedBy(context, field, unpossessed(span));
  return values.reduce((sum, {tagged}) => sum + tagged, 0);
}

/** Words of texts that are also the whole name of some company but for its legal form. */
const NO_ORGANIZATION = /^(?:catalysts?|eu|medicines?|novel|oncology|orphan|therapeutics|vaccines?)$/;

/** Companies, by their names alone. */
const ONLY_NAMED = {kinds: ['company'], least: CONFIDENCE.alias} as const;

/** The id of the company that all of some words name, however little is known of it; of no value, drug or gene. */
export async function companyCalled(
  context: Context,
  words: readonly string[],
): Promise<Span<readonly string[]> | undefined> {
  const said = words.filter((word) => !STOPWORDS.has(word.toLowerCase())).join(' ');
  if (words.length > LONGEST || nameKey(said).length < 2 || NO_ORGANIZATION.test(nameKey(said))) return undefined;
  for (const field of SUBJECTS) if (await isValue(context, field, said)) return undefined;
  const called = await rowsByBareName(context.generation, [bare(nameKey(said))], context);
  const isTyped = said.split(' ').every((word) => /^\p{Lu}/u.test(word));
  // By the beginning of its name (Innovent) it takes a statement to find.
  const [named] = called.length > 0 || !isTyped ? [] : await nameAll(context.generation, [said], ONLY_NAMED, context);
  const rid = called.find((one) => kindOfRid(one) === 'company') ?? named?.rid;
  if (rid == null || called.some((one) => ['product', 'target'].includes(kindOfRid(one)))) return undefined;
  const {lookups} = context.generation;
  const [header, neighbours] = await Promise.all([lookups.headers([rid], context), lookups.neighbours([rid], context)]);
  // Small letters are mostly ordinary words (origin), unless many know the company (argenx).
  const isMeant = isTyped || (neighbours.get(rid)?.count ?? 0) >= KNOWN;
  const id = header.get(rid)?.id;
  return isMeant && id !== undefined ? {said, found: [id]} : undefined;
}

/** Capitals that may be a ticker of a company's shares. */
const TICKER = /^\p{Lu}{3,5}$/u;

/** The same of what texts mean otherwise. */
const NO_TICKER = /^(?:ADC|DNA|GPCR|MRD|RNA)$/;

/** The company whose ticker one of some words is, if it is known well and the word is no value: BMY oncology pipeline. */
export function companyByTicker(
  context: Context,
  words: readonly string[],
): Promise<Span<readonly string[]> | undefined> {
  const {lookups} = context.generation;
  const find = async (word: string) => {
    if (!TICKER.test(word) || NO_TICKER.test(word)) return undefined;
    for (const field of SUBJECTS) if (await isValue(context, field, word)) return undefined;
    const [found] = await lookups.byIdentifier(identifierKeys(`ticker:${word.toLowerCase()}`), context);
    if (found === undefined || kindOfRid(found.rid) !== 'company') return undefined;
    const [headers, neighbours] = await Promise.all([
      lookups.headers([found.rid], context),
      lookups.neighbours([found.rid], context),
    ]);
    const id = headers.get(found.rid)?.id;
    const count = neighbours.get(found.rid)?.count ?? 0;
    // GPCR is a ticker, and oftener a word.
    return id === undefined || count < KNOWN || !(await isMostlyNamed(context, word, count)) ? undefined : [id];
  };
  return spanThat(words, find, 1);
}

/** The ids of the organizations with a name, if they are known well and the name is no value, drug or target; nobody funds a target called NSF. */
export async function organizationsCalled(context: Context, span: string, of: Kind): Promise<string[] | undefined> {
  const {lookups} = context.generation;
  const key = bare(nameKey(span));
  // Of Liu, who is somebody, and Teva the latter is known well; LIU is meant as it is.
  const isTyped = /^\p{Lu}/u.test(span) && !/^\p{Lu}\p{Ll}{1,3}$/u.test(span);
  if (key.length < 2 || STOPWORDS.has(key) || NO_ORGANIZATION.test(key)) return undefined;
  const isMoney = of === 'funding_event' || of === 'opportunity';
  // Nobody funds a disease or a modality (grants on ALS, on CRISPR); targets are called as agencies are (NSF).
  const fields = isMoney ? SUBJECTS.filter((field) => field !== 'target') : SUBJECTS;
  for (const field of fields)
    if ((await isValue(context, field, span)) || (isMoney && meaningsOf(field, span).length > 0)) return undefined;
  // People say Brandeis of the university.
  const names = of === 'person' ? [key, `${key} university`, `university of ${key}`] : [key];
  const named = await rowsByBareName(context.generation, names, context);
  if (!isMoney && named.some((rid) => ['product', 'target'].includes(kindOfRid(rid)))) return undefined;
  const organizations = named.filter((rid) => ORGANIZATIONS.includes(kindOfRid(rid)));
  const neighbours = await lookups.neighbours(organizations, context);
  const countOf = (rid: number) => neighbours.get(rid)?.count ?? 0;
  // In small letters a word is a company that all know (pfizer), the short form of one (bms), or what is a name wherever it stands (stanford).
  const isName = isTyped || (await isMostlyNamed(context, span, Math.max(0, ...organizations.map(countOf))));
  const kinds: readonly Kind[] = isName || SHORT.test(span.toLowerCase()) ? ORGANIZATIONS : ['company'];
  const isWhole = of === 'person' && key.split(' ').length >= WHOLE_NAME;
  const least = !isName ? WELL_KNOWN : isMoney || isWhole ? 1 : KNOWN;
  const known = organizations.filter((rid) => kinds.includes(kindOfRid(rid)) && countOf(rid) >= least);
  if (known.length === 0) return undefined;
  const all = OF_SCHOOLS.includes(of) ? [...known, ...(await partsOf(context, known))] : known;
  const headers = await lookups.headers(all, context);
  return all.flatMap((rid) => headers.get(rid)?.id ?? []);
}

/**
 * Whether some words are a name however they are written: of the entities whose texts have the rarest of them, enough are tied to who is called so.
 * @param neighbours How many entities are tied to who is called so.
 */
export async function isMostlyNamed(context: Context, span: string, neighbours: number): Promise<boolean> {
  if (neighbours === 0) return false;
  const terms = await termsOf(context, span, false);
  return terms.length > 0 && neighbours >= OF_ITS_TEXTS * Math.min(...terms.map(({df}) => df));
}

/** Vertex and Stanford have as many neighbours as texts have the word, whoever is called Origin one for six hundred. */
const OF_ITS_TEXTS = 0.05;

/** Words from which on a name is no other word, however little is known of who has it. */
const WHOLE_NAME = 3;

/** Words of the longest name of an institution. */
export const LONGEST_INSTITUTION = 8;

/** Kinds that are tied to the school of medicine of a university, and seldom to itself. */
const OF_SCHOOLS: readonly Kind[] = ['person', 'trial', 'funding_event'];

/** The schools and hospitals that are part of some institutions; a whole ministry's are not meant. */
async function partsOf(context: Context, rids: readonly number[]): Promise<readonly number[]> {
  const {parts} = await endsOf(context, rids, {parts: ['part_of', 'in', 'institution']});
  const found = othersOf(parts);
  return found.length > MOST_PARTS ? [] : found;
}

const MOST_PARTS = 100;
