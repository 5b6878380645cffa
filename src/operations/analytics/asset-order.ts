import type {Context} from '../../context.ts';
import {nameKey} from '../../text/words.ts';
import {recordOf} from '../records/document.ts';
import {type Edges, endsOf, othersOf, type Tied} from '../records/ends.ts';
import {nameOf} from '../records/header.ts';
import {scoresOf, stagesOf} from '../records/measures.ts';
import {APPROVED} from '../records/stages.ts';

/** What some companies have: the programs and products that they develop, the trials they sponsor and the approvals they hold. */
export interface Holdings {
  drugs: readonly number[];
  trials: readonly number[];
  approvals: readonly number[];
}

/** The edges of companies by which they have it. */
export const HELD = {
  drugs: ['develops', 'out', 'program', 'product'],
  trials: ['sponsors', 'out', 'trial'],
  approvals: ['holds', 'out', 'approval'],
} as const satisfies Record<keyof Holdings, Edges>;

export interface Asset {
  rid: number;
  stage: number;
  /** The score of its trials and approvals that the companies hold, shared with the other companies that develop it. */
  activity: number;
  /** The score of the latest of them. */
  latest: number;
}

/**
 * Programs and products that some companies develop, of more than `most` at least half in development: the most advanced first, then those with the most trials and approvals of
 * these companies, each counting half as much after three years, shared with the other companies that have the asset, then the most connected.
 * The stage is the highest of the asset, its trials and approvals. A program of a product that they develop as well
 * (`program_of`) is part of that asset; one of another's product, by whose name it goes, is approved where that is.
 */
export async function orderedAssets(
  context: Context,
  companies: readonly number[],
  {drugs, trials, approvals}: Holdings,
  most: number,
): Promise<{first: Asset[]; assetOf(rid: number): number}> {
  const ends = await endsOf(context, drugs, {
    products: ['program_of', 'out'],
    trials: ['tested_in', 'out'],
    approvals: ['approval_of', 'in'],
    developers: ['develops', 'in', 'company'],
  });
  const developed = new Set(drugs);
  const partOf = new Map<number, number>();
  for (const {own, other} of ends.products)
    if (developed.has(other)) partOf.set(own, Math.min(other, partOf.get(own) ?? other));
  const assetOf = (rid: number) => partOf.get(rid) ?? rid;
  const approved = await approvalsOf(
    context,
    ends.products.filter(({own}) => !partOf.has(own)),
  );
  const tried = [...ends.trials, ...ends.approvals];
  const works = othersOf(tried);
  const [stages, scores] = await Promise.all([
    stagesOf(context, [...drugs, ...works, ...othersOf(approved)]),
    scoresOf(context, both(works, [...trials, ...approvals])),
  ]);
  const assets = new Map<number, Asset>();
  const reach = (rid: number, furthest: number | undefined, score: number) => {
    if (furthest === undefined && score === 0) return;
    const asset = assets.get(rid) ?? {rid, stage: 0, activity: 0, latest: 0};
    asset.stage = Math.max(asset.stage, furthest ?? 0);
    asset.activity += score;
    asset.latest = Math.max(asset.latest, score);
    assets.set(rid, asset);
  };
  for (const rid of drugs) reach(assetOf(rid), stages.get(rid), 0);
  for (const {own, other} of tried) reach(assetOf(own), stages.get(other), scores.get(other) ?? 0);
  for (const {own, other} of approved) reach(own, stages.get(other), 0);
  const companiesOf = new Map<number, Set<number>>();
  const own = new Set(companies);
  for (const {own: rid, other} of ends.developers)
    if (!own.has(other)) companiesOf.set(rid, (companiesOf.get(rid) ?? new Set()).add(other));
  const shared = [...assets.values()].map((one) => ({
    ...one,
    activity: one.activity / (1 + (companiesOf.get(one.rid)?.size ?? 0)),
  }));
  return {first: await firstOf(context, shared, most), assetOf};
}

/**
 * The approvals of the products that some programs are of. What is given together is not approved because one of both is, nor is a biosimilar, which
 * goes by a name of its own.
 */
async function approvalsOf(context: Context, tied: readonly Tied[]): Promise<Tied[]> {
  const {lookups} = context.generation;
  const [headers, products] = await Promise.all([
    lookups.headers(
      tied.map(({own}) => own),
      context,
    ),
    lookups.documents(othersOf(tied), context),
  ]);
  const programs = tied.filter(({own, other}) => {
    const [header, product] = [headers.get(own), products.get(other)];
    if (header === undefined || product === undefined) return false;
    const name = nameOf(header);
    return !name.includes('+') && goesBy(nameKey(name), recordOf(product) as object as NamedDrug);
  });
  const {approvals} = await endsOf(context, othersOf(programs), {approvals: ['approval_of', 'in']});
  const approvalsOfProduct = new Map<number, number[]>();
  for (const {own, other} of approvals) {
    const known = approvalsOfProduct.get(own);
    if (known === undefined) approvalsOfProduct.set(own, [other]);
    else known.push(other);
  }
  return programs.flatMap(({own, other}) =>
    (approvalsOfProduct.get(other) ?? []).map((approval) => ({own, other: approval})),
  );
}

interface NamedDrug {
  name: string;
  attributes?: {aliases?: unknown; brand?: unknown; generic?: unknown};
}

/** Words that a program's name has beside that of its product. */
const FORMS =
  /^(?:tablets?|capsules?|injections?|infusion|oral|solution|suspension|cream|gel|ointment|inhalation|powder|spray|patch|sc|iv|subcutaneous|intravenous|for|and|of)$/;

/** Whether all words of a name are of a product's names: Lynparza (olaparib), but not glucose sensitive insulin for glucose. */
function goesBy(name: string, {name: own, attributes = {}}: NamedDrug): boolean {
  const {aliases, brand, generic} = attributes;
  const names = [own, aliases, brand, generic].flat().filter((one): one is string => typeof one === 'string');
  const words = new Set(names.flatMap((one) => nameKey(one).split(' ')));
  return name.split(' ').every((word) => words.has(word) || FORMS.test(word));
}

/** The first assets; of more, so many of those in development as there are, up to half, since generics alone would fill the list of a large company. */
async function firstOf(context: Context, assets: readonly Asset[], most: number): Promise<Asset[]> {
  const [approved, others] = [assets.filter(isApproved), assets.filter((one) => !isApproved(one))];
  const left = Math.max(most - approved.length, Math.min(others.length, Math.floor(most / 2)));
  return [...(await furthestOf(context, approved, most - left)), ...(await furthestOf(context, others, left))];
}

const isApproved = ({stage: furthest}: Asset): boolean => furthest === APPROVED;

/** The furthest of some assets; only of those that can be among them the degree is read. */
async function furthestOf(context: Context, assets: readonly Asset[], most: number): Promise<Asset[]> {
  if (most <= 0 || assets.length === 0) return [];
  const furthest = (a: Asset, b: Asset) => b.stage - a.stage || b.activity - a.activity;
  const sorted = assets.toSorted(furthest);
  const last = sorted[most - 1];
  const likely = last === undefined ? sorted : sorted.filter((one) => furthest(one, last) <= 0);
  const standings = await context.generation.lookups.standings(
    likely.map(({rid}) => rid),
    context,
  );
  const degrees = new Map(
    [...standings].map(([rid, {signals}]) => [rid, (JSON.parse(signals) as {degree: number} | null)?.degree ?? -1]),
  );
  const degreeOf = ({rid}: Asset) => degrees.get(rid) ?? -1;
  return likely.sort((a, b) => furthest(a, b) || degreeOf(b) - degreeOf(a) || a.rid - b.rid).slice(0, most);
}

function both(some: readonly number[], others: readonly number[]): number[] {
  const known = new Set(others);
  return some.filter((one) => known.has(one));
}
