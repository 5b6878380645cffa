import type {Context} from '../../context.ts';
import {nameKey, norm, stem} from '../../text/words.ts';
import {stagesOf} from './assets.ts';
import type {Term} from './dictionary.ts';
import {recordOf} from './document.ts';
import {shareSaid} from './share-said.ts';
import {APPROVED} from './stages.ts';
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
  const {lookups} = context.generation;
  const [share, standings, reached, documents] = await Promise.all([
    shareSaid(context, words, rids),
    lookups.standings(rids, context),
    stagesOf(context, rids),
    names.size + said.size === 0 ? undefined : lookups.documents(rids, context),
  ]);
  const isFirst = (rid: number) => {
    const document = documents?.get(rid);
    if (document === undefined) return false;
    const {moa, attributes} = recordOf(document) as Drug;
    if ([moa?.target, moa?.target_symbol].some((name) => name != null && names.has(norm(name)))) return true;
    return attributes?.class_names?.some((name) => stemsOf(name).every((word) => said.has(word))) === true;
  };
  const first = new Set(rids.filter(isFirst));
  if (className !== undefined && first.size === 0) return undefined;
  const isApproved = (rid: number) => reached.get(rid) === APPROVED;
  const rank = (rid: number) => 4 * Number(first.has(rid)) + 2 * Number(isApproved(rid)) + Number(share(rid) >= WHOLE);
  const degree = (rid: number) => degreeIn(standings, rid);
  const order = [...new Set(rids)].sort((a, b) => rank(b) - rank(a) || degree(b) - degree(a) || a - b);
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
  const {lookups} = context.generation;
  const [standings, reached, documents] = await Promise.all([
    lookups.standings(rids, context),
    stagesOf(context, rids),
    disease === undefined ? undefined : lookups.documents(rids, context),
  ]);
  const names = new Set(disease === undefined ? [] : [disease, ...meaningsOf('disease', disease)].flatMap(stemsOf));
  const isFirst = (rid: number) => {
    const document = documents?.get(rid);
    const {moa} = document === undefined ? {} : (recordOf(document) as Drug);
    return moa?.disease_label != null && stemsOf(moa.disease_label).some((word) => names.has(word));
  };
  const first = new Set(rids.filter(isFirst));
  // By none of its names is anything first of all for it.
  if (disease !== undefined && first.size === 0) return undefined;
  const order = [...new Set(rids)].sort(
    (a, b) =>
      Number(first.has(b)) - Number(first.has(a)) ||
      (reached.get(b) ?? 0) - (reached.get(a) ?? 0) ||
      degreeIn(standings, b) - degreeIn(standings, a) ||
      a - b,
  );
  return new Map(order.map((rid, at) => [rid, at]));
}

const degreeIn = (standings: ReadonlyMap<number, {signals: string}>, rid: number): number =>
  (JSON.parse(standings.get(rid)?.signals ?? 'null') as {degree: number} | null)?.degree ?? 0;

interface Drug {
  moa?: {target?: string; target_symbol?: string; disease_label?: string | null};
  attributes?: {class_names?: string[]};
}

/** The stems of a text's words. */
export const stemsOf = (text: string): string[] => nameKey(text).split(' ').filter(Boolean).map(stem);
