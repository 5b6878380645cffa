import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {isWork, KINDS_BY_NAME} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {is} from '../../sql/results.ts';
import {id as identifier, sql} from '../../sql/sql.ts';
import {bare} from '../../text/legal-form.ts';
import {nameKey, norm} from '../../text/words.ts';
import {IMPACT_UNIT} from '../../text-match.ts';
import {ofAgencyAbroad} from './agencies.ts';
import {thingOf} from './aspects.ts';
import {rowsByBareName} from './bare-names.ts';
import {sumsOf, WINDOW} from './best-scored.ts';
import {withSubstance} from './biosimilars.ts';
import {LONGEST_KEY, SYMBOL} from './by-name.ts';
import {isWhere} from './candidates.ts';
import {havingCode} from './code-alone.ts';
import {otherSpellings} from './codes.ts';
import {scoreOf, type Term} from './dictionary.ts';
import {exceptedCompanies} from './excepted.ts';
import {type Filters, isEmpty} from './filters.ts';
import {identified, isByNumber} from './identifier.ts';
import {joinedNames} from './joined-names.ts';
import {questionIn} from './kind-words.ts';
import {inPlaces} from './layers.ts';
import {misnamed} from './misnamed.ts';
import {CALLED, keepThose, namedOnly} from './named-only.ts';
import {INSTITUTIONAL} from './naming.ts';
import {rowsPassing} from './passing.ts';
import {peopleByInitial, peopleInText} from './people-in-text.ts';
import {type Best, bestOf} from './preferred.ts';
import {relatedIn} from './related.ts';
import {shareSaid} from './share-said.ts';
import {corrections} from './spelling.ts';
import {termsOf} from './terms.ts';
import {inRoman, orderIn, reworded} from './wording.ts';
import {workSums} from './work-sums.ts';

export interface Hit {
  rid: number;
  /** The BM25F sum over the words of the query. */
  score: number;
}

/** The best for a text, and what was read of it besides its words. */
export interface Relevant {
  window: Hit[];
  read?: NonNullable<Best['read']>;
  /** That none of them has all the words, of which each is somebody's. */
  isApart?: true;
}

/**
 * The best 50 entities for a text: BM25F over name, alias, label and text fields (see ddl/bag.sql), optional words,
 * plain sum. Entities named by the whole text come first, then those named by an identifier in it. `sort` orders this
 * window instead of relevance.
 * @param unknown The words of the text that no entity has.
 */
export async function relevance(
  context: Context,
  asked: string,
  filters: Filters,
  unknown: Promise<readonly string[]>,
  sort?: string,
): Promise<Relevant> {
  if (isEmpty(filters)) return {window: []};
  const related = await relatedIn(context, asked, filters);
  if (related !== undefined) {
    const rids = related.hits.slice(0, WINDOW).map(({rid}) => rid);
    const sums = await sumsOf(context, await termsOf(context, asked), rids);
    const window = rids.map((rid) => ({rid, score: scoreOf(sums.get(rid) ?? 0)}));
    return {window: await inOrder(context, window, sort), read: related.read};
  }
  const plain = await ofAgencyAbroad(context, await withSubstance(context, inRoman(reworded(asked))));
  const text = await thingOf(context, plain, filters);
  const [all, said, named, works, excepted] = await Promise.all([
    termsOf(context, text),
    namedRows(context, text, filters),
    identified(context, text, filters),
    workSums(context, text, filters),
    exceptedCompanies(context, text),
  ]);
  const {done} = works;
  for (const rid of excepted) done.delete(rid);
  if (named.length === 0 && isByNumber(text)) return {window: []};
  // Where all are of one kind, none is preferred, and the score is the sum over the words.
  const terms = filters.kind === undefined ? all : all.filter(({isImplied}) => isImplied !== true);
  const whole =
    said.length + named.length > 0
      ? said
      : [
          ...(await mistyped(context, text, filters)),
          ...(await peopleInText(context, text, filters)),
          ...(await misnamed(context, text, filters, unknown)),
          ...(await joinedNames(context, text, filters, unknown)),
        ];
  const [{best, read, groups = []}, meant] = await Promise.all([
    bestOf(context, text, terms, filters, orderIn(asked.trim())),
    namedFirst(context, text, whole, filters),
  ]);
  const within = {...filters, groups: [...filters.groups, ...groups]};
  const isThere =
    (read?.kind !== 'person' || groups.length === 0) && !groups.some(isWhere)
      ? true
      : await keepThose(context, done, within);
  const first = firstOf(text, meant, named);
  const sums = new Map(best.map(({rid, sum}) => [rid, sum]));
  // Whoever is at an institution and does it comes before whoever only is there; of a company its works say all.
  const isOwnSum = (rid: number) => sums.has(rid) && (first.has(rid) || kindOfRid(rid) === 'person');
  const beside = [...new Set([...first.keys(), ...done.keys()])].filter((rid) => !isOwnSum(rid));
  for (const [rid, sum] of await sumsOf(context, terms, beside)) sums.set(rid, sum);
  const doer = doerIn(read?.kind);
  const called = doer && first.size === 0 ? await namedOnly(context, doer, sums.keys(), works, within) : undefined;
  for (const [rid, sum] of done) sums.set(rid, sum + (sums.get(rid) ?? 0));
  const found = [...new Set([...first.keys(), ...sums.keys()])].filter((rid) => !excepted.has(rid));
  const headers = await context.generation.lookups.headers(found, context);
  const idOf = (rid: number) => headers.get(rid)?.id ?? '';
  const place = (rid: number) => first.get(rid) ?? Number.MAX_SAFE_INTEGER;
  const sum = (rid: number) => sums.get(rid) ?? 0;
  const nth = new Map([...first.keys()].map((rid, at) => [rid, at]));
  const known = (rid: number) => nth.get(rid) ?? first.size;
  const counted = (rid: number) => sum(rid) * (doer && called?.has(rid) === true ? CALLED[doer] : 1);
  found.sort(
    (a, b) => place(a) - place(b) || counted(b) - counted(a) || known(a) - known(b) || (idOf(a) < idOf(b) ? -1 : 1),
  );
  const places = new Map(best.flatMap(({rid, place}) => (place === undefined || first.has(rid) ? [] : [[rid, place]])));
  const placed = await havingCode(context, asked, inPlaces(found, places).slice(0, WINDOW), first);
  const window = placed.map((rid) => ({rid, score: scoreOf(sum(rid))}));
  const ordered = await inOrder(context, window, sort);
  // What companies and people do is found by their works, if the text says nothing more of them.
  const isDone =
    isThere &&
    read !== undefined &&
    Object.keys(read).every((name) => TOLD.includes(name) || (name === 'organization' && read.kind === 'person')) &&
    [...done.keys()].some((rid) => kindOfRid(rid) === read.kind);
  // What companies do not do no text says, only who is not wanted.
  const isExcept = read?.kind === 'company' && read.without !== undefined;
  const isMet = ordered.length > 0 && ((read?.met === true && isThere) || isDone) && (!isExcept || excepted.size > 0);
  if (read !== undefined) return {window: ordered, read: {...read, met: isMet}};
  if (first.size > 0 || !(await areApart(context, text, terms, window, sum))) return {window: ordered};
  // In small letters, too, what nothing has all words of may be a misspelling of a name: eli lily.
  const misspelled = await misnamed(context, text, filters, Promise.resolve([text]));
  const isApart = misspelled.length === 0;
  const instead = isApart ? await peopleByInitial(context, text, filters) : misspelled;
  if (instead.length === 0 || sort !== undefined) return {window: ordered, isApart: true};
  const others = ordered.filter(({rid}) => !instead.includes(rid));
  const again = [...instead.map((rid) => ({rid, score: scoreOf(sum(rid))})), ...others].slice(0, WINDOW);
  return {window: again, ...(isApart && {isApart})};
}

/** The kind of whom a text asks who does something. */
const doerIn = (kind: Kind | undefined): keyof typeof CALLED | undefined =>
  kind === 'company' || kind === 'target' || kind === 'person' ? kind : undefined;

/** What may be read of a text besides what somebody does; who is elsewhere has been left out. */
const TOLD: readonly string[] = ['kind', 'met', 'without', 'place', 'country', 'listed'];

/** The most words of a text of which some result should have all: a longer one is a description. */
const LONGEST_TOGETHER = 4;

/** Of two that a text compares nothing has the names of both. */
const COMPARING = /\s(?:vs\.?|versus|or|compared\s+(?:to|with))\s/i;

/** Whether the words of a short text stand in no result together: a person whom nobody is called. */
async function areApart(
  context: Context,
  text: string,
  terms: readonly Term[],
  window: readonly Hit[],
  sum: (rid: number) => number,
): Promise<boolean> {
  const most = new Map<number | undefined, number>();
  for (const {word, weight} of terms) most.set(word, (most.get(word) ?? 0) + weight * IMPACT_UNIT);
  if (
    window.length === 0 ||
    most.size < 2 ||
    most.size > LONGEST_TOGETHER ||
    terms.some(({kind}) => kind !== undefined) ||
    COMPARING.test(text)
  )
    return false;
  // Without one of the words nothing has more than the others together.
  const bounds = [...most.values()];
  const without = bounds.reduce((all, one) => all + one, 0) - Math.min(...bounds);
  if (window.some(({rid}) => sum(rid) > without)) return false;
  for (const hits of [window.slice(0, FEW), window.slice(FEW)]) {
    const rids = hits.map(({rid}) => rid);
    const share = await shareSaid(context, terms, rids);
    if (rids.some((rid) => share(rid) > ALL_BUT_ROUNDING)) return false;
  }
  return true;
}

/** Results of which mostly one has them all. */
const FEW = 4;
const ALL_BUT_ROUNDING = 0.999;

/**
 * The position of entities named by the text: by kind those named by the whole, then the others in the order of the
 * text.
 */
function firstOf(text: string, whole: readonly number[], named: readonly number[]): Map<number, number> {
  const isOne = !/\s/.test(text.trim());
  const exact = isOne ? [...whole, ...named] : whole;
  const first = new Map(exact.map((rid) => [rid, KINDS_BY_NAME.indexOf(kindOfRid(rid))]));
  for (const [index, rid] of named.entries()) if (!first.has(rid)) first.set(rid, KINDS_BY_NAME.length + index);
  return first;
}

/** More entities with one name than a window shows. */
const MOST_NAMED = 1000;

/** Those named by what a text is a misspelling of, where no name has it as a word (keytrudda). */
async function mistyped(context: Context, text: string, filters: Filters): Promise<number[]> {
  const meant = await corrections(context, text);
  return (await Promise.all(meant.map((word) => namedRows(context, word, filters)))).flat();
}

/** Matching entities whose name, symbol or alias is the whole text, the most prominent first. */
async function namedRows(context: Context, text: string, filters: Filters): Promise<readonly number[]> {
  const found = (await rowsOfName(context, text)).slice(0, MOST_NAMED);
  if (found.length === 0) return [];
  const same = nameKey(text).length < LONGEST_KEY ? found : await called(context, text, found);
  const passed = new Set(await rowsPassing(context, same, filters));
  return same.filter((rid) => passed.has(rid));
}

/**
 * Those of the entities named by a text that come before all others. The name of a disease means it where more entities have the disease than
 * are called so: a gene or an institute that has it as an alias alone (COPD, UC) takes its place by score, unless its kind is asked for.
 */
async function namedFirst(
  context: Context,
  text: string,
  whole: readonly number[],
  {kind}: Filters,
): Promise<readonly number[]> {
  if (whole.length === 0 || kind !== undefined) return whole;
  // Patents are called after what they claim: PRMT5 inhibitors.
  if (questionIn(text).isImplied === true) return whole.filter((rid) => !isWork(kindOfRid(rid)));
  const key = bare(nameKey(text));
  const names = await namesOf(context, whole);
  const isItsName = (rid: number) => bare(names(rid)) === key;
  if ((await withDisease(context, text)) > whole.length) return whole.filter(isItsName);
  // The symbol of the best known is its (p53), whatever code of a drug reads the same.
  const [best = -1] = whole;
  const isSymbol = SYMBOL.test(key) && kindOfRid(best) === 'target';
  // Agencies list universities as companies that hold applications.
  if (INSTITUTIONAL.test(text) && whole.some((rid) => kindOfRid(rid) === 'institution'))
    return whole.filter((rid) => kindOfRid(rid) !== 'company');
  return isSymbol ? whole.filter((rid) => kindOfRid(rid) !== 'product' || isItsName(rid)) : whole;
}

/** Number of entities with the disease that a text names. */
async function withDisease({generation, ...options}: Context, text: string): Promise<number> {
  const key = `disease:${norm(text)}`;
  const values = (await generation.lookups.values([key], options)).get(key) ?? [];
  return values.reduce((sum, {tagged}) => sum + tagged, 0);
}

/** All entities whose name or alias is the whole text, as compared by `nameAll`. */
async function rowsOfName({generation, ...options}: Context, text: string): Promise<number[]> {
  const key = nameKey(text).slice(0, LONGEST_KEY);
  const base = bare(key);
  if (base === '') return [];
  const named = await rowsByBareName(generation, [base, `the ${base}`], options, [key, `the ${key}`]);
  // What is called P-53 is no answer to p53, which another is called.
  const others = named.length > 0 ? [] : otherSpellings(base);
  const found = others.length === 0 ? named : await rowsByBareName(generation, others, options);
  // "ALS companies" asks for companies: but for a company's name it is no name with a legal form.
  return key.endsWith(' companies') ? found.filter((rid) => kindOfRid(rid) === 'company') : found;
}

/** Only the start of a long text has been compared. */
async function called(context: Context, text: string, rids: readonly number[]): Promise<number[]> {
  const key = nameKey(text);
  const names = await namesOf(context, rids);
  return rids.filter((rid) => names(rid) === key);
}

/** The names of some entities, as they are compared. */
async function namesOf(context: Context, rids: readonly number[]): Promise<(rid: number) => string> {
  const known = await context.generation.lookups.headers(rids, context);
  return (rid) => nameKey(JSON.parse(known.get(rid)?.name ?? '""') as string);
}

async function inOrder(context: Context, window: Hit[], sort: string | undefined): Promise<Hit[]> {
  if (sort === undefined || window.length === 0) return window;
  const rids = window.map((hit) => hit.rid);
  const column = identifier(sort);
  const [order] = await context.generation.columns(
    sql`select rid from order_key where rid in ${rids} and ${column} is not null order by ${column}`,
    [is.integer],
    context,
  );
  const byRid = new Map(window.map((hit) => [hit.rid, hit]));
  return order.flatMap((rid) => byRid.get(rid) ?? []);
}
