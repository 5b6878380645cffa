import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {KINDS_BY_NAME} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {is} from '../../sql/results.ts';
import {id as identifier, sql} from '../../sql/sql.ts';
import {IMPACT_UNIT} from '../../text-match.ts';
import {type Filters, isEmpty} from '../filters/filters.ts';
import {identified, isByNumber} from '../filters/identifier.ts';
import {inSymbols} from '../names/greek.ts';
import {ofAgencyAbroad} from '../reading/agencies.ts';
import {thingOf} from '../reading/aspects.ts';
import {exceptedCompanies} from '../reading/excepted.ts';
import {inPlaces} from '../reading/layers.ts';
import {corrections} from '../reading/spelling.ts';
import {termsOf} from '../reading/terms.ts';
import {asksToPrevent, inRoman, orderIn, reworded, untoldIn} from '../reading/wording.ts';
import {sumsOf, WINDOW} from '../scoring/best-scored.ts';
import {scoreOf, type Term} from '../scoring/dictionary.ts';
import {shareSaid} from '../scoring/share-said.ts';
import {withSubstance} from './biosimilars.ts';
import {branchesAmong} from './branches.ts';
import {isWhere} from './candidates.ts';
import {havingCode} from './code-alone.ts';
import {joinedNames} from './joined-names.ts';
import {misnamed} from './misnamed.ts';
import {CALLED, keepThose, namedOnly} from './named-only.ts';
import {peopleByInitial, peopleInText} from './people-in-text.ts';
import {type Best, bestOf} from './preferred.ts';
import {relatedIn} from './related.ts';
import {namedFirst, namedRows} from './whole-names.ts';
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
  /** How many of the first have all of it, where that is known. */
  metBy?: number;
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
  const plain = reworded(asked);
  const related =
    (await relatedIn(context, asked, filters)) ??
    (plain === asked ? undefined : await relatedIn(context, plain, filters));
  if (related !== undefined) {
    const rids = related.hits.slice(0, WINDOW).map(({rid}) => rid);
    const sums = await sumsOf(context, await termsOf(context, asked), rids);
    const window = rids.map((rid) => ({rid, score: scoreOf(sums.get(rid) ?? 0)}));
    const metBy = sort === undefined ? related.metBy : undefined;
    return {window: await inOrder(context, window, sort), read: related.read, ...(metBy !== undefined && {metBy})};
  }
  const names = await namedRows(context, asked, filters);
  const {text, untold} = names.length > 0 ? {text: asked} : await plainly(context, asked, filters);
  const [all, said, named, works, excepted] = await Promise.all([
    termsOf(context, text),
    text === asked ? names : namedRows(context, text, filters),
    identified(context, text, filters),
    workSums(context, text, filters),
    exceptedCompanies(context, text),
  ]);
  const {done} = works;
  for (const rid of excepted) done.delete(rid);
  if (said.length + named.length === 0 && isByNumber(text)) return {window: []};
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
  const [{best, read, groups = [], whole: having}, meant] = await Promise.all([
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
  // Who asks for companies with insulins wants no insulin before one of them.
  const isDoer = (rid: number) => doer === kindOfRid(rid) && (doer === 'company' ? done.size > 0 : done.has(rid));
  // Of a place not the branches first, of groups that mostly are elsewhere.
  const branches = doer === 'company' && groups.some(isWhere) ? await branchesAmong(context, found) : new Set<number>();
  const layer = (rid: number) => (isDoer(rid) ? Number(branches.has(rid)) : 2);
  found.sort(
    (a, b) =>
      place(a) - place(b) ||
      layer(a) - layer(b) ||
      counted(b) - counted(a) ||
      known(a) - known(b) ||
      (idOf(a) < idOf(b) ? -1 : 1),
  );
  const places = new Map(best.flatMap(({rid, place}) => (place === undefined || first.has(rid) ? [] : [[rid, place]])));
  const placed = await havingCode(context, asked, inPlaces(found, places).slice(0, WINDOW), first);
  const window = placed.map((rid) => ({rid, score: scoreOf(sum(rid))}));
  const ordered = await inOrder(context, window, sort);
  // What companies and people do is found by their works, if the text says nothing more of them.
  const isDone =
    isThere &&
    !works.isPart &&
    read !== undefined &&
    Object.keys(read).every((name) => TOLD.includes(name) || (name === 'organization' && read.kind === 'person')) &&
    [...done.keys()].some((rid) => kindOfRid(rid) === read.kind);
  // What companies do not do no text says, only who is not wanted.
  const isExcept = read?.kind === 'company' && read.without !== undefined;
  const isMet = ordered.length > 0 && ((read?.met === true && isThere) || isDone) && (!isExcept || excepted.size > 0);
  // What no record tells is said to be unmet.
  if (read !== undefined || untold !== undefined) {
    const met = isMet && untold === undefined;
    const metBy = isMet && doer === undefined && sort === undefined ? leading(ordered, having) : 0;
    const told = {...read, ...(untold !== undefined && {untold}), met};
    return {window: ordered, read: told, ...(metBy > 0 && {metBy})};
  }
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

/** How many of the first are among some rows. */
function leading(hits: readonly Hit[], among: ReadonlySet<number> = new Set()): number {
  const end = hits.findIndex(({rid}) => !among.has(rid));
  return end === -1 ? hits.length : end;
}

/** A text as the graph's texts are worded, and as the thing that it asks about. */
async function plainly(context: Context, asked: string, filters: Filters): ReturnType<typeof thingOf> {
  if (asksToPrevent(asked)) {
    const {read} = await bestOf(context, asked, await termsOf(context, asked), filters, undefined);
    if (read?.met === true) return {text: asked};
  }
  const written = await inSymbols(context, inRoman(reworded(asked)));
  const plain = await ofAgencyAbroad(context, await withSubstance(context, written));
  const thing = await thingOf(context, plain, filters);
  return {...thing, untold: thing.untold ?? untoldIn(asked)};
}

/** The kind of whom a text asks who does something. */
const doerIn = (kind: Kind | undefined): keyof typeof CALLED | undefined =>
  kind === 'company' || kind === 'target' || kind === 'person' ? kind : undefined;

/** What may be read of a text besides what somebody does; who is elsewhere has been left out. */
const TOLD: readonly string[] = ['kind', 'met', 'without', 'place', 'country', 'outside', 'listed'];

/** The most words of a text of which some result should have all: a longer one is a description. */
const LONGEST_TOGETHER = 4;

/** Of two that a text compares nothing has the names of both. */
const COMPARING = /\s(?:vs\.?|versus|or|compared\s+(?:to|with))\s/i;

/** An acronym of a trial with what it is on, as it is written alone. */
const ACRONYM = /^\p{Lu}\p{L}{3,}-\p{Lu}{2,}$/u;

/** Whether the words of a short text stand in no result together: a person whom nobody is called. */
async function areApart(
  context: Context,
  text: string,
  found: readonly Term[],
  window: readonly Hit[],
  sum: (rid: number) => number,
): Promise<boolean> {
  // Both halves of the name of a trial count as words: PARADIGM-HF.
  const terms = ACRONYM.test(text.trim()) ? found.map((term, word) => ({...term, word})) : found;
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

/** Those named by what a text is a misspelling of, where no name has it as a word (keytrudda). */
async function mistyped(context: Context, text: string, filters: Filters): Promise<number[]> {
  const meant = await corrections(context, text);
  return (await Promise.all(meant.map((word) => namedRows(context, word, filters)))).flat();
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
