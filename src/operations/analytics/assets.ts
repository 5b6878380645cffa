import {z} from 'zod';
import type {Context} from '../../context.ts';
import {ref} from '../../schema/entity.ts';
import {numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {type Sql, sql} from '../../sql/sql.ts';
import {nameKey, norm} from '../../text/words.ts';
import {recordOf} from '../records/document.ts';
import {endsOf, othersOf, type Tied} from '../records/ends.ts';
import {nameOf} from '../records/header.ts';
import {labelsOfRows} from '../records/labels-of-rows.ts';
import {dayOf, withRefs} from '../records/ref.ts';
import {APPROVED, STAGES, stage, stageName} from '../records/stages.ts';
import type {Announced} from './company-events.ts';

/** A drug in a dossier. */
export const asset = ref.extend({
  target: z.string().nullable(),
  modality: z.string().nullable(),
  furthest_stage: stage,
  next_catalyst: z.object({date: z.string(), name: z.string()}).nullable(),
});

/** What some companies have: the programs and products that they develop, the trials they sponsor and the approvals they hold. */
export interface Holdings {
  drugs: readonly number[];
  trials: readonly number[];
  approvals: readonly number[];
}

/** A number of each of some rows, of a query of both; rows without one are left out. */
async function byRow(context: Context, query: Sql): Promise<Map<number, number>> {
  const [rids, found] = await context.generation.columns(query, [is.integer, is.number], context);
  return new Map(rids.map((rid, index) => [rid, found[index] ?? 0]));
}

/** The stages of some entities. */
export async function stagesOf(context: Context, rids: readonly number[]): Promise<Map<number, number>> {
  if (rids.length === 0) return new Map();
  const known = await context.generation.lookups.measures(rids, context);
  return known ?? byRow(context, sql`select rid, stage from stage where rid in ${numbers(rids)}`);
}

/** How many papers and patents people have; those without any may be left out. */
export async function worksOf(context: Context, people: readonly number[]): Promise<Map<number, number>> {
  if (people.length === 0) return new Map();
  const known = await context.generation.lookups.measures(people, context);
  return (
    known ?? byRow(context, sql`select person, papers + patents from person_rank where person in ${numbers(people)}`)
  );
}

/** How much works count by their age (ddl/dated.sql); one without a date does not. */
export async function scoresOf(context: Context, works: readonly number[]): Promise<Map<number, number>> {
  const {asOf} = context.generation;
  const days = await context.generation.lookups.days(works, context);
  const age = (day: string) => Math.max(0, Math.floor(asOf / DAY) - Date.parse(day) / DAY);
  return new Map([...days].map(([rid, day]) => [rid, 2 ** -(age(day) / HALF_LIFE)]));
}

/** Milliseconds. */
const DAY = 86_400_000;

/** Three years, in days. */
const HALF_LIFE = 365.25 * 3;

interface Asset {
  rid: number;
  stage: number;
  /** The score of its trials and approvals that the companies hold, shared with the other companies that develop it. */
  activity: number;
}

/**
 * Programs and products that some companies develop, of more than `most` at least half in development: the most advanced first, then those with the most trials and approvals of
 * these companies, each counting half as much after three years, shared with the other companies that have the asset, then the most connected.
 * The stage is the highest of the asset, its trials and approvals. A program of a product that they develop as well
 * (`program_of`) is part of that asset; one of another's product, by whose name it goes, is approved where that is. Target and modality are trusted ones, primary before secondary. `unstated` of them are preclinical
 * only because nothing states a phase of theirs; `ended` are the names of those approved whose approvals have all ended.
 * @param events The catalysts of the programs and products, the earliest first.
 */
export async function assetsOf(
  context: Context,
  companies: readonly number[],
  {drugs, trials, approvals}: Holdings,
  events: Promise<{announced: readonly Announced[]}>,
  most: number,
) {
  if (drugs.length === 0) return {assets: [], unstated: 0, ended: []};
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
  const [stages, scores, {announced}] = await Promise.all([
    stagesOf(context, [...drugs, ...works, ...othersOf(approved)]),
    scoresOf(context, both(works, [...trials, ...approvals])),
    events,
  ]);
  const assets = new Map<number, Asset>();
  const reach = (rid: number, furthest: number | undefined, score: number) => {
    if (furthest === undefined && score === 0) return;
    const asset = assets.get(rid) ?? {rid, stage: 0, activity: 0};
    asset.stage = Math.max(asset.stage, furthest ?? 0);
    asset.activity += score;
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
  return shown(context, await firstOf(context, shared, most), nextCatalysts(announced, assetOf));
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

/** The first catalyst of each asset, of some in their order. */
function nextCatalysts(
  announced: readonly Announced[],
  assetOf: (rid: number) => number,
): ReadonlyMap<number, Announced> {
  const next = new Map<number, Announced>();
  for (const one of announced) if (!next.has(assetOf(one.asset))) next.set(assetOf(one.asset), one);
  return next;
}

async function shown(context: Context, assets: readonly Asset[], next: ReadonlyMap<number, Announced>) {
  const rids = assets.map(({rid}) => rid);
  const documents = await context.generation.lookups.documents(rids, context);
  const records = new Map([...documents].map(([rid, document]) => [rid, recordOf(document) as object as StatedDrug]));
  const [labels, announced] = await Promise.all([
    labelsOf(context, rids, records),
    context.generation.lookups.headers(
      rids.flatMap((rid) => next.get(rid)?.catalyst ?? []),
      context,
    ),
  ]);
  const unstated = assets.filter((one) => one.stage === PRECLINICAL && !statesPhase(records.get(one.rid))).length;
  const rows = await withRefs(context, assets, ({rid, stage: furthest}) => {
    const coming = next.get(rid);
    const header = coming && announced.get(coming.catalyst);
    return {
      target: labels.get(rid)?.target ?? null,
      modality: labels.get(rid)?.modality ?? null,
      furthest_stage: stageName(furthest),
      next_catalyst: header === undefined ? null : {date: dayOf(coming?.day ?? null), name: nameOf(header)},
    };
  });
  const ended = assets.flatMap(({rid, stage: furthest}) =>
    furthest === APPROVED && records.get(rid)?.attributes?.marketing_status === 'off the market'
      ? (records.get(rid)?.name ?? [])
      : [],
  );
  return {assets: rows, unstated, ended};
}

/** What the record of a drug says here. */
interface StatedDrug {
  name: string;
  moa: Record<'target' | 'target_symbol' | 'modality', string | null>;
  attributes?: Record<string, unknown>;
  pos?: {phase?: string | null} | null;
}

/** The stage of a drug without a phase and without trials (ddl/day.sql). */
const PRECLINICAL = STAGES.indexOf('preclinical');

function statesPhase(drug: StatedDrug | undefined): boolean {
  const {phase, stage: stated, max_phase} = drug?.attributes ?? {};
  return [drug?.pos?.phase, phase, stated, max_phase].some((one) => one !== undefined && one !== null);
}

/** The trusted target and modality of each asset: its own before those it has beside it, then by name. */
async function labelsOf(
  context: Context,
  assets: readonly number[],
  records: ReadonlyMap<number, StatedDrug>,
): Promise<Map<number, {target: string | undefined; modality: string | undefined}>> {
  const carried = await labelsOfRows(context, assets);
  const labels = new Map<number, {target: string | undefined; modality: string | undefined}>();
  for (const [rid, own] of carried) {
    const record = records.get(rid);
    if (record === undefined) continue;
    const trusted = (field: string) =>
      own.flatMap((label) => (label.isTrusted && label.field === field ? label.value : []));
    const {moa} = record;
    const stated = new Set([moa.target_symbol, moa.target, moa.modality].map((text) => norm(text ?? '')));
    const first = (values: readonly string[]) => {
      const sorted = [...values].sort((one, other) => (one < other ? -1 : 1));
      return sorted.find((value) => stated.has(norm(value))) ?? sorted[0];
    };
    labels.set(rid, {target: first(trusted('target')), modality: first(trusted('modality'))});
  }
  return labels;
}
