import type {Context} from '../../context.ts';
import {GATHERED, numbers, ONCE, SEMI_JOIN} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {standingsOf} from '../records/standing.ts';

/** Number of shared traits named for each company. */
const NAMED = 4;

/** Of the weights in company_trait (ddl/company_asset.sql), squared. */
const WEIGHT_UNIT = 2 ** 60;

/** Megabytes: the sums over all companies take 96 on a graph with 6,600 of them. */
const NEED = 128;

/** Companies with the most similar work whose size is looked at. */
const SIZED = 1000;

/**
 * Companies with similar work, the most similar first: by cells, and by the targets, modalities, areas and diseases of
 * their assets (ddl/company_asset.sql). A smaller company that does one of the many things a large one does is less like it: its likeness is
 * multiplied by the ratio of the logarithms of their numbers of edges.
 * @returns 0 to 1 for each: the cosine of what each mostly works on, by size.
 */
export async function colleaguesOf(context: Context, rid: number): Promise<Map<number, number>> {
  const [rids, likenesses] = await context.generation.columns(
    sql`with own ${ONCE} (select label_id, beside, weight as own_weight from company_trait where company = ${rid})
        select company, sum(weight::bigint * own_weight::bigint)::double as likeness
        from company_trait join own using (label_id, beside) where company <> ${rid}
        group by company order by likeness desc, company${GATHERED}`,
    [is.integer, is.number],
    {...context, need: NEED},
  );
  const near = rids.slice(0, SIZED);
  const standing = await standingsOf(context, [rid, ...near]);
  const sizeOf = (company: number) => Math.log(2 + standing(company).degree);
  const own = sizeOf(rid);
  const sized = near.map((company, index): [number, number] => [
    company,
    ((likenesses[index] ?? 0) / WEIGHT_UNIT) * Math.min(1, sizeOf(company) / own),
  ]);
  return new Map(sized.sort((a, b) => b[1] - a[1] || a[0] - b[0]));
}

/** The labels of the work that some companies share with the given one, those that most of each is about first. */
export async function sharedWork(
  context: Context,
  rid: number,
  others: readonly number[],
): Promise<Map<number, {field: string; value: string}[]>> {
  if (others.length === 0) return new Map();
  const rows = await context.generation.rows(
    sql`with own ${ONCE} (select label_id, beside from company_trait where company = ${rid}),
        shared as (
          select company, label_id, beside, row_number() over (partition by company order by weight desc, label_id, beside) as place
          from company_trait ${SEMI_JOIN} own using (label_id, beside) where company in ${numbers(others)}
        )
        select s.company as company, v.field as field, v.value as value, b.value as beside
        from (select * from shared where place <= ${NAMED}) s
        join value v on v.label_id = s.label_id left join value b on b.label_id = s.beside
        order by s.company, s.place${GATHERED}`,
    {company: is.integer, field: is.text, value: is.text, beside: is.text.orNull},
    context,
  );
  const shared = new Map<number, {field: string; value: string}[]>();
  for (const {company, field, value, beside} of rows) {
    const own = beside === null || beside === '' ? {field, value} : {field: 'cell', value: `${value} × ${beside}`};
    shared.set(company, [...(shared.get(company) ?? []), own]);
  }
  return shared;
}
