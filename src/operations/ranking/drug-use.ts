import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {nameKey} from '../../text/words.ts';
import {type Filters, resolveFilters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {rowsByBareName} from '../names/bare-names.ts';
import {questionIn} from '../reading/kind-words.ts';
import {isValue, valueIn} from '../reading/spans.ts';
import {corrections} from '../reading/spelling.ts';
import {termsOf} from '../reading/terms.ts';
import {recordsOf} from '../records/document.ts';
import {endsOf} from '../records/ends.ts';
import {stagesOf} from '../records/measures.ts';
import {bestScored, WINDOW} from '../scoring/best-scored.ts';
import {shareSaid} from '../scoring/share-said.ts';
import type {LexicalHit} from './lexical-leg.ts';
import {type Indicated, isApprovedFor, usesOf} from './uses.ts';

export interface DrugUse {
  hits: LexicalHit[];
  read: {product: string; disease: string; stage?: string[]; met: boolean};
  /** How many of the first are of the drug for the disease. */
  metBy?: number;
}

/** Words that say no more than that the one is for the other. */
const FOR =
  /^(?:is|are|was|does|do|can|will|has|been|being|a|an|the|to|treat(?:s|ing|ment)?|therapy|for|in|of|with|against|on|by|use[ds]?|using|work|indicated|patients|people)$/i;
const APPROVED = /\b(?:(?:FDA|EMA)[\s-])?approved(?:\s+by\s+(?:the\s+)?(?:FDA|EMA))?\b/i;

/** Words of the longest text that is only a drug and a disease. */
const LONGEST = 8;

/** Kinds whose texts say both. */
const SAYING: readonly Kind[] = ['paper', 'patent', 'trial'];

/** Of the weight of both, what a text has that says both. */
const WHOLE = 0.9;

/**
 * What there is on a drug for a disease, if a text names both and nothing else: the drug, its approvals, catalysts and trials for it, the trials of late
 * stages and the latest first, what says both, then what says one of them. Undefined if the drug is not known to be for it or
 * tried for it, unless the text asks whether it is approved.
 */
export async function drugUseIn(context: Context, text: string, filters: Filters): Promise<DrugUse | undefined> {
  const words = text.replace(APPROVED, ' ').split(' ').filter(Boolean);
  if (words.length < 2 || words.length > LONGEST || questionIn(text).kinds.length > 0) return undefined;
  const disease = (await valueIn(context, words, 'disease'))?.found;
  if (disease === undefined) return undefined;
  const ofDisease = new Set(disease.split(' ').map(unpossessed));
  const name = words.filter((word) => !ofDisease.has(unpossessed(word)) && !FOR.test(word)).join(' ');
  const drugs = await drugCalled(context, name, words.join(' '));
  if (drugs.length === 0) return undefined;
  const {groups} = await resolveFilters(context.generation, {disease}, context);
  if (groups.length === 0) return undefined;
  const isAboutApproval = APPROVED.test(text);
  const [records, ends] = await Promise.all([
    recordsOf<Indicated>(context, drugs),
    endsOf(context, drugs, {
      approvals: ['approval_of', 'in', 'approval'],
      catalysts: ['concerns', 'in', 'catalyst'],
      trials: ['tested_in', 'out', 'trial'],
    }),
  ]);
  const [uses, tied] = await Promise.all([
    usesOf(context, records, disease),
    rowsPassing(
      context,
      [...ends.approvals, ...ends.catalysts, ...ends.trials].map(({other}) => other),
      {
        ...filters,
        groups: [...filters.groups, ...groups],
      },
    ),
  ]);
  const [use] = uses.values();
  // Whether it is approved is a question also of what it was never tried for.
  if (!isAboutApproval && use?.isFirst !== true && use?.isStated !== true && tied.length === 0) return undefined;
  const found = await inOrder(context, tied);
  const approvals = found.filter((rid) => kindOfRid(rid) === 'approval');
  const isApproved = isApprovedFor(use) || approvals.length > 0;
  const isMet = !isAboutApproval || isApproved;
  const passed = await rowsPassing(context, drugs, filters);
  const both = new Set([...passed, ...(isAboutApproval ? approvals : found)].slice(0, WINDOW));
  const others = await bestScored(context, await termsOf(context, `${name} ${disease}`, false), filters);
  const rids = [
    ...both,
    ...found,
    ...(await sayingBoth(context, `${name} ${disease}`, filters)),
    ...others.map(({rid}) => rid),
  ];
  const hits = [...new Set(rids)].map((rid) => ({rid, score: 0}));
  const read = {product: name, disease, ...(isAboutApproval && {stage: ['approved']}), met: isMet && both.size > 0};
  return {hits, read, ...(read.met && {metBy: both.size})};
}

const unpossessed = (word: string): string => word.replace(/['’]s?$/i, '').toLowerCase();

/**
 * The drug that some words are the name of; none if the whole text is a name of its own, or the words are a class or what a receptor is called after:
 * who asks for estrogen and breast cancer wants what acts on its receptor.
 */
async function drugCalled(context: Context, name: string, whole: string): Promise<readonly number[]> {
  const key = nameKey(name);
  if (key.length < 3) return [];
  for (const field of ['target', 'modality', 'therapeutic_area', 'disease'] as const)
    if (await isValue(context, field, name)) return [];
  const [called = [], wholes = [], receptors = []] = await Promise.all(
    [key, nameKey(whole), `${key} receptor`].map((one) => rowsByBareName(context.generation, [one], context)),
  );
  if (wholes.length > 0 || receptors.some((rid) => kindOfRid(rid) === 'target')) return [];
  const written = called.length > 0 ? [] : await corrections(context, name);
  const meant = await rowsByBareName(context.generation, written.map(nameKey), context);
  return [...called, ...meant].filter((rid) => kindOfRid(rid) === 'product').slice(0, 1);
}

/** Approvals, catalysts and trials, each the latest first, of trials those of later stages. */
async function inOrder(context: Context, rids: readonly number[]): Promise<number[]> {
  const [days, stages] = await Promise.all([context.generation.lookups.days(rids, context), stagesOf(context, rids)]);
  const kind = (rid: number) => ORDER.indexOf(kindOfRid(rid));
  const day = (rid: number) => days.get(rid) ?? '';
  return [...new Set(rids)].sort(
    (a, b) =>
      kind(a) - kind(b) ||
      (stages.get(b) ?? 0) - (stages.get(a) ?? 0) ||
      (day(a) < day(b) ? 1 : day(a) > day(b) ? -1 : a - b),
  );
}

const ORDER: readonly Kind[] = ['approval', 'catalyst', 'trial'];

/** The trials, papers and patents whose texts say both. */
async function sayingBoth(context: Context, text: string, filters: Filters): Promise<readonly number[]> {
  const kinds = SAYING.filter((kind) => filters.kind === undefined || filters.kind === kind);
  const terms = await termsOf(context, text, false);
  const found = (await Promise.all(kinds.map((kind) => bestScored(context, terms, {...filters, kind})))).flat();
  const rids = found.map(({rid}) => rid);
  const share = await shareSaid(context, terms, rids);
  return rids.filter((rid) => share(rid) >= WHOLE);
}
