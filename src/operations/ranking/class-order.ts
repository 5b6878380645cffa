import type {Context} from '../../context.ts';
import {norm, stemsOf} from '../../text/words.ts';
import {OFF} from '../reading/minor-drugs.ts';
import {recordsOf} from '../records/document.ts';
import {stagesOf} from '../records/measures.ts';
import {APPROVED} from '../records/stages.ts';
import {standingsOf} from '../records/standing.ts';
import {textsOf} from '../records/texts-of.ts';
import {shareSaid} from '../scoring/share-said.ts';
import {targetNames} from './opposed.ts';
import type {Search} from './searched.ts';
import {type Indicated, isApprovedFor, newSince, type Use, usesOf} from './uses.ts';

/** Of the weight of what a text says besides the conditions, what one has that is all of an answer: of long COVID not what is long. */
export const WHOLE = 0.75;

/**
 * Of a class of drugs those first that hit its target first of all, or are called so; then what is approved, what says all of it, and the best known;
 * each with its place. Of those for a disease what is approved for it comes before what is approved for others. Undefined if none is of the class.
 *
 * @param opposed Those that do the opposite of what is asked for, which are last.
 * @param disease The one with which all are labelled.
 */
export async function classOrder(
  context: Context,
  rids: readonly number[],
  {words, wanted, action, className}: Pick<Search, 'words' | 'wanted' | 'action' | 'className'>,
  opposed: ReadonlySet<number>,
  disease?: string,
): Promise<ReadonlyMap<number, number> | undefined> {
  const asked = wanted.targets ?? [];
  const names = targetNames(asked);
  const said = new Set(stemsOf(className ?? ''));
  const isAnybody = names.size + said.size === 0 && disease === undefined;
  const [share, standing, reached, records] = await Promise.all([
    shareSaid(context, words, rids),
    standingsOf(context, rids),
    stagesOf(context, rids),
    isAnybody ? undefined : recordsOf<Drug>(context, rids),
  ]);
  const uses = disease === undefined || records === undefined ? undefined : await usesOf(context, records, disease);
  // What acts on several targets may be called by each: tirzepatide, a GIP/GLP-1 agonist.
  const targets = [wanted.read?.target ?? []].flat().map(String);
  const target = stemsOf(targets.join(' '));
  const isFirst = (rid: number) => {
    const {moa, attributes} = records?.get(rid) ?? {};
    if ([moa?.target, moa?.target_symbol].some((name) => name != null && names.has(norm(name)))) return true;
    const classes = textsOf(attributes?.class_names);
    return isNamed(classes, said) || (target.length > 0 && classes.some((name) => isCalledSo(name, [target])));
  };
  // Of inhibitors of KRAS G12D those that are called so, not those of G12C; of GIP/GLP-1 agonists those of both.
  const mutants = [...new Set([...asked, ...targets])].filter((one) => /\S[\s/]+\S/.test(one)).map(stemsOf);
  const isCalled = (rid: number) =>
    textsOf(records?.get(rid)?.attributes?.class_names).some((name) => isCalledSo(name, mutants));
  // A text about an antagonist also has the word agonist.
  const doing = stemsOf(action.said);
  const isDoing = (rid: number) => {
    const {moa, attributes} = records?.get(rid) ?? {};
    return [moa?.mechanism ?? '', ...textsOf(attributes?.class_names)].some((text) => isCalledSo(text, [doing]));
  };
  const called = new Set(mutants.length === 0 ? [] : rids.filter(isCalled));
  const first = new Set(rids.filter(isFirst));
  if (className !== undefined && first.size === 0) return undefined;
  const isApproved = (rid: number) => reached.get(rid) === APPROVED;
  const rank = (rid: number) =>
    -64 * Number(opposed.has(rid)) +
    32 * Number(doing.length > 0 && isDoing(rid)) +
    16 * Number(called.has(rid)) +
    8 * Number(first.has(rid)) +
    4 * Number(isApprovedFor(uses?.get(rid))) +
    2 * Number(isApproved(rid)) +
    Number(share(rid) >= WHOLE);
  const ranks = new Map(rids.map((rid) => [rid, rank(rid)]));
  const rankOf = (rid: number) => ranks.get(rid) ?? 0;
  const order = [...ranks.keys()].sort(
    (a, b) => rankOf(b) - rankOf(a) || standing(b).degree - standing(a).degree || a - b,
  );
  return new Map(order.map((rid, at) => [rid, at]));
}

/**
 * Of drugs at some stages what has come furthest, the best known first, and what was given up or is no longer sold last; each with its place. Of those
 * for a disease what is first of all for it comes before what is also for it, and where only approved ones are asked for, what is approved for it before
 * both; undefined if none is for it.
 */
export async function furthestFirst(
  context: Context,
  rids: readonly number[],
  disease: string | undefined,
  stages?: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number> | undefined> {
  const [standing, reached, records] = await Promise.all([
    standingsOf(context, rids),
    stagesOf(context, rids),
    recordsOf<Drug>(context, rids),
  ]);
  const uses = disease === undefined ? undefined : await usesOf(context, records, disease);
  const isFirst = (rid: number) => uses?.get(rid)?.isFirst === true;
  const isGone = ({attributes}: Drug = {}) =>
    attributes?.development_status === 'discontinued' || attributes?.marketing_status === OFF;
  const gone = new Set(rids.filter((rid) => isGone(records.get(rid))));
  const first = new Set(rids.filter(isFirst));
  // What is approved for something else is not what is approved for it.
  const isOfApproved = stages?.size === 1 && stages.has(APPROVED);
  const approved = new Set(isOfApproved ? rids.filter((rid) => isApprovedFor(uses?.get(rid))) : []);
  const since = newSince(context);
  const isOld = (rid: number) => !first.has(rid) && (uses?.get(rid)?.year ?? since) < since;
  // Of what nobody says it is for, a text may have the words by chance.
  const isUnsaid = ({isStated, isFirst, isCalled}: Use) => !isStated && !isFirst && !isCalled;
  const unsaid = new Set([...(uses ?? [])].flatMap(([rid, use]) => (isUnsaid(use) ? rid : [])));
  // By none of its names is anything for it.
  if (uses !== undefined && unsaid.size === uses.size) return undefined;
  const stageOf = (rid: number) => uses?.get(rid)?.stage ?? reached.get(rid) ?? 0;
  const order = [...new Set(rids)].sort(
    (a, b) =>
      Number(gone.has(a)) - Number(gone.has(b)) ||
      Number(approved.has(b)) - Number(approved.has(a)) ||
      Number(first.has(b)) - Number(first.has(a)) ||
      Number(unsaid.has(a)) - Number(unsaid.has(b)) ||
      Number(isOld(a)) - Number(isOld(b)) ||
      stageOf(b) - stageOf(a) ||
      standing(b).degree - standing(a).degree ||
      a - b,
  );
  return new Map(order.map((rid, at) => [rid, at]));
}

type Drug = Indicated & {moa?: {target?: string; target_symbol?: string; mechanism?: string | null}};

/** Whether the words of a text have all of one of a drug's classes: of an anticoagulant reversal agent `anticoagulants` has not. */
export const isNamed = (classes: readonly string[], said: ReadonlySet<string>): boolean =>
  classes.some((name) => stemsOf(name).every((word) => said.has(word)));

/** Whether a label has all words of one of some names. */
function isCalledSo(label: string, names: readonly (readonly string[])[]): boolean {
  const words = new Set(stemsOf(label));
  return names.some((name) => name.every((word) => words.has(word)));
}
