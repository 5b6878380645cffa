import type {Context} from '../../context.ts';
import {nameKey, norm, stem} from '../../text/words.ts';
import {stagesOf} from './assets.ts';
import type {Term} from './dictionary.ts';
import {recordsOf} from './document.ts';
import {shareSaid} from './share-said.ts';
import {APPROVED} from './stages.ts';
import {standingsOf} from './standing.ts';
import {meaningsOf} from './vocabulary.ts';
import type {Wanted} from './wanted.ts';

/** Of the weight of what a text says besides the conditions, what one has that is all of an answer: of long COVID not what is long. */
export const WHOLE = 0.75;

/**
 * Of a class of drugs those first that hit its target first of all, or are called so; then what is approved, what says all of it, and the best known;
 * each with its place. Undefined if none is of the class.
 */
export async function classOrder(
  context: Context,
  rids: readonly number[],
  {words, wanted, className}: {words: readonly Term[]; wanted: Wanted; className?: string},
): Promise<ReadonlyMap<number, number> | undefined> {
  const asked = wanted.targets ?? [];
  const names = new Set([...asked, ...asked.flatMap((one) => meaningsOf('target', one))].map(norm));
  const said = new Set(stemsOf(className ?? ''));
  const [share, standing, reached, records] = await Promise.all([
    shareSaid(context, words, rids),
    standingsOf(context, rids),
    stagesOf(context, rids),
    names.size + said.size === 0 ? undefined : recordsOf<Drug>(context, rids),
  ]);
  const isFirst = (rid: number) => {
    const {moa, attributes} = records?.get(rid) ?? {};
    if ([moa?.target, moa?.target_symbol].some((name) => name != null && names.has(norm(name)))) return true;
    return attributes?.class_names?.some((name) => stemsOf(name).every((word) => said.has(word))) === true;
  };
  // Of inhibitors of KRAS G12D those that are called so, not those of G12C.
  const mutants = asked.filter((one) => /\S\s+\S/.test(one)).map(stemsOf);
  const isCalled = (rid: number) =>
    mutants.some(
      (stems) =>
        records
          ?.get(rid)
          ?.attributes?.class_names?.some((name) => stems.every((word) => stemsOf(name).includes(word))) === true,
    );
  const called = new Set(mutants.length === 0 ? [] : rids.filter(isCalled));
  const first = new Set(rids.filter(isFirst));
  if (className !== undefined && first.size === 0) return undefined;
  const isApproved = (rid: number) => reached.get(rid) === APPROVED;
  const rank = (rid: number) =>
    8 * Number(called.has(rid)) +
    4 * Number(first.has(rid)) +
    2 * Number(isApproved(rid)) +
    Number(share(rid) >= WHOLE);
  const order = [...new Set(rids)].sort(
    (a, b) => rank(b) - rank(a) || standing(b).degree - standing(a).degree || a - b,
  );
  return new Map(order.map((rid, at) => [rid, at]));
}

/**
 * Of drugs at some stages what has come furthest, the best known first; each with its place. Of those for a disease what is first of all for it comes
 * before what it is also for; undefined if none is.
 */
export async function furthestFirst(
  context: Context,
  rids: readonly number[],
  disease: string | undefined,
): Promise<ReadonlyMap<number, number> | undefined> {
  const [standing, reached, records] = await Promise.all([
    standingsOf(context, rids),
    stagesOf(context, rids),
    disease === undefined ? undefined : recordsOf<Drug>(context, rids),
  ]);
  const names = disease === undefined ? [] : [disease, ...meaningsOf('disease', disease)].map(tellingStemsOf);
  const isFirst = (rid: number) => {
    const {moa} = records?.get(rid) ?? {};
    const label = new Set(stemsOf(moa?.disease_label ?? ''));
    return names.some((words) => words.length > 0 && words.every((word) => label.has(word)));
  };
  const first = new Set(rids.filter(isFirst));
  // By none of its names is anything first of all for it.
  if (disease !== undefined && first.size === 0) return undefined;
  const order = [...new Set(rids)].sort(
    (a, b) =>
      Number(first.has(b)) - Number(first.has(a)) ||
      (reached.get(b) ?? 0) - (reached.get(a) ?? 0) ||
      standing(b).degree - standing(a).degree ||
      a - b,
  );
  return new Map(order.map((rid, at) => [rid, at]));
}

/** Drugs by the year of their first approval, each with its place; those of which none is known are last. */
export async function earliestFirst(context: Context, rids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const records = await recordsOf<{attributes?: {first_approval_year?: number}}>(context, rids);
  const year = (rid: number) => records.get(rid)?.attributes?.first_approval_year ?? Number.MAX_SAFE_INTEGER;
  const order = [...new Set(rids)].sort((a, b) => year(a) - year(b) || a - b);
  return new Map(order.map((rid, at) => [rid, at]));
}

interface Drug {
  moa?: {target?: string; target_symbol?: string; disease_label?: string | null};
  attributes?: {class_names?: string[]};
}

/** Words that many diseases are called by. */
const GENERAL: ReadonlySet<string> = new Set(['disease', 'disorder', 'syndrome', 'illness', 'infection'].map(stem));

const tellingStemsOf = (disease: string): string[] => stemsOf(disease).filter((word) => !GENERAL.has(word));

/** The stems of a text's words. */
export const stemsOf = (text: string): string[] => nameKey(text).split(' ').filter(Boolean).map(stem);
