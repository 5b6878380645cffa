import {z} from 'zod';
import type {Context} from '../../context.ts';
import {ref} from '../../schema/entity.ts';
import {kindNumber} from '../../schema/rid.ts';
import {asDay, firstOf, GATHERED, kindOf, numbers, ONCE} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {norm} from '../../text/words.ts';
import {recordOf} from './document.ts';
import {nameOf} from './header.ts';
import {labelsOfRows} from './labels-of-rows.ts';
import {dayOf, withRefs} from './ref.ts';
import {stage, stageName} from './stages.ts';

/** A drug in a dossier. */
export const asset = ref.extend({
  target: z.string().nullable(),
  modality: z.string().nullable(),
  furthest_stage: stage,
  next_catalyst: z.object({date: z.string(), name: z.string()}).nullable(),
});

/**
 * Programs and products that some companies develop: the most advanced first, then those with the most trials and approvals of
 * these companies, each counting half as much after three years, shared with the other companies that have the asset, then the most connected.
 * The stage is the highest of the asset, its trials and approvals. A program of a product that they develop as well
 * (`program_of`) is part of that asset. Target and modality are trusted ones, primary before secondary; the next
 * catalyst is the first from `as_of` on.
 */
export async function assetsOf(context: Context, companies: readonly number[], most: number) {
  const {generation} = context;
  const rel = (name: string) => generation.relationNumber(name) ?? 0;
  const asOf = new Date(generation.asOf).toISOString().slice(0, 10);
  const assets = await generation.rows(
    sql`with developed ${ONCE} (
          select distinct rid from company_asset where company in ${numbers(companies)} and ${kindOf('rid')} in ${[kindNumber('program'), kindNumber('product')]}
        ),
        part ${ONCE} (
          select src as rid, min(dst) as product from edge_out
          where rel = ${rel('program_of')} and src in (select rid from developed) and dst in (select rid from developed) group by src
        ),
        asset ${ONCE} (select d.rid as rid, coalesce(p.product, d.rid) as asset from developed d left join part p on p.rid = d.rid),
        tried ${ONCE} (
          select src as rid, dst as work from edge_out where src in (select rid from developed) and rel = ${rel('tested_in')}
          union all
          select dst, src from edge_in where dst in (select rid from developed) and rel = ${rel('approval_of')}
        ),
        reached as (
          select rid, stage from stage where rid in (select rid from developed)
          union all
          select t.rid, s.stage from tried t join stage s on s.rid = t.work
        ),
        announced as (
          select a.asset as rid, c.day as day, c.rid as catalyst from asset_catalyst c join asset a on a.rid = c.asset
          where c.day >= ${asDay(asOf)}
        ),
        next as (select rid, min(day) as first_day, ${firstOf('catalyst', ['day', 'catalyst'])} as catalyst from announced group by rid),
        furthest as (select a.asset as rid, max(r.stage) as stage from reached r join asset a on a.rid = r.rid group by a.asset),
        active as (
          select a.asset as rid, sum(d.score) as score from tried t join asset a on a.rid = t.rid join dated d on d.rid = t.work
          where t.work in (select rid from company_asset where company in ${numbers(companies)}) group by a.asset
        ),
        shared as (
          select rid, count(distinct company) as others from company_asset
          where rid in (select rid from furthest) and company not in ${numbers(companies)} group by rid
        )
        select f.rid as rid, f.stage as stage, n.first_day as day, n.catalyst as catalyst
        from furthest f left join next n on n.rid = f.rid left join signal s on s.rid = f.rid
        left join active w on w.rid = f.rid left join shared o on o.rid = f.rid
        order by f.stage desc, coalesce(w.score, 0) / (1 + coalesce(o.others, 0)) desc, s.degree desc nulls last, f.rid limit ${most}${GATHERED}`,
    {rid: is.integer, stage: is.integer, day: is.text.orNull, catalyst: is.integer.orNull},
    context,
  );
  if (assets.length === 0) return [];
  const [labels, announced] = await Promise.all([
    labelsOf(
      context,
      assets.map(({rid}) => rid),
    ),
    generation.lookups.headers(
      assets.flatMap(({catalyst}) => catalyst ?? []),
      context,
    ),
  ]);
  return withRefs(context, assets, ({rid, stage: furthest, day, catalyst}) => {
    const header = catalyst === null ? undefined : announced.get(catalyst);
    return {
      target: labels.get(rid)?.target ?? null,
      modality: labels.get(rid)?.modality ?? null,
      furthest_stage: stageName(furthest),
      next_catalyst: header === undefined ? null : {date: dayOf(day), name: nameOf(header)},
    };
  });
}

/** The trusted target and modality of each asset: its own before those it has beside it, then by name. */
async function labelsOf(
  context: Context,
  assets: readonly number[],
): Promise<Map<number, {target: string | undefined; modality: string | undefined}>> {
  const [carried, documents] = await Promise.all([
    labelsOfRows(context, assets),
    context.generation.lookups.documents(assets, context),
  ]);
  const labels = new Map<number, {target: string | undefined; modality: string | undefined}>();
  for (const [rid, own] of carried) {
    const document = documents.get(rid);
    if (document === undefined) continue;
    const trusted = (field: string) =>
      own.flatMap((label) => (label.isTrusted && label.field === field ? label.value : []));
    const moa = recordOf(document).moa as Record<'target' | 'target_symbol' | 'modality', string | null>;
    const stated = new Set([moa.target_symbol, moa.target, moa.modality].map((text) => norm(text ?? '')));
    const first = (values: readonly string[]) => {
      const sorted = [...values].sort((one, other) => (one < other ? -1 : 1));
      return sorted.find((value) => stated.has(norm(value))) ?? sorted[0];
    };
    labels.set(rid, {target: first(trusted('target')), modality: first(trusted('modality'))});
  }
  return labels;
}
