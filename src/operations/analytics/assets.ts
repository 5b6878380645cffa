import {z} from 'zod';
import type {Context} from '../../context.ts';
import {ref} from '../../schema/entity.ts';
import {norm} from '../../text/words.ts';
import {recordOf} from '../records/document.ts';
import {nameOf} from '../records/header.ts';
import {labelsOfRows} from '../records/labels-of-rows.ts';
import {dayOf, withRefs} from '../records/ref.ts';
import {APPROVED, STAGES, stage, stageName} from '../records/stages.ts';
import {type Asset, type Holdings, orderedAssets} from './asset-order.ts';
import type {Announced} from './company-events.ts';

/** A drug in a dossier. */
export const asset = ref.extend({
  target: z.string().nullable(),
  modality: z.string().nullable(),
  furthest_stage: stage,
  next_catalyst: z.object({date: z.string(), name: z.string()}).nullable(),
});

/**
 * The first of what some companies develop (`orderedAssets`), as a dossier shows it. Target and modality are trusted ones, primary before secondary.
 * `unstated` of them are preclinical only because nothing states a phase of theirs; `ended` are the names of those approved whose approvals have all ended.
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
  const [{first, assetOf}, {announced}] = await Promise.all([
    orderedAssets(context, companies, {drugs, trials, approvals}, most),
    events,
  ]);
  return shown(context, first, nextCatalysts(announced, assetOf));
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
