import type {Context} from '../../context.ts';
import {GATHERED, listOf, numbers, ONCE, SEMI_JOIN, upTo} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';

/** The rarest first. */
const RAREST = [sql`-idf`, 'label_id', 'beside'];

/** Number of shared traits named for each company. */
const NAMED = 4;

/** Megabytes: the sums over all companies take 96 on a graph with 6,600 of them. */
const NEED = 128;

/**
 * Companies with similar work, the most similar first: by cells, and by the targets, modalities, areas and diseases of
 * their assets (ddl/company_asset.sql).
 * @returns 0 to 1 for each: Σ idf of the shared traits, divided by the geometric mean of Σ idf of the traits of each.
 */
export async function colleaguesOf(context: Context, rid: number): Promise<Map<number, number>> {
  const [rids, likenesses] = await context.generation.columns(
    sql`with own ${ONCE} (select label_id, beside from company_trait where company = ${rid}),
        total ${ONCE} (select company, sum(idf::double) as weight from company_trait group by company),
        shared as (
          select company, sum(idf::double) as weight from company_trait ${SEMI_JOIN} own using (label_id, beside)
          where company <> ${rid} group by company
        )
        select s.company, s.weight / sqrt(t.weight * (select weight from total where company = ${rid})) as likeness
        from shared s join total t using (company) order by likeness desc, s.company${GATHERED}`,
    [is.integer, is.number],
    {...context, need: NEED},
  );
  return new Map(rids.map((company, index) => [company, likenesses[index] ?? 0]));
}

/** The labels of the work that some companies share with the given one, the rarest of each. */
export async function sharedWork(context: Context, rid: number, others: readonly number[]) {
  if (others.length === 0) return new Map<number, {field: string; value: string}[]>();
  const rows = await context.generation.rows(
    sql`with own ${ONCE} (select label_id, beside from company_trait where company = ${rid}),
        shared as (
          select company, ${upTo(listOf('label_id', RAREST), NAMED)} as label_ids, ${upTo(listOf('beside', RAREST), NAMED)} as besides
          from company_trait ${SEMI_JOIN} own using (label_id, beside) where company in ${numbers(others)} group by company
        )
        select company, label_ids, besides from shared order by company${GATHERED}`,
    {company: is.integer, label_ids: is.integers, besides: is.integers},
    context,
  );
  const labelIds = [...new Set(rows.flatMap(({label_ids, besides}) => [...label_ids, ...besides]))];
  if (labelIds.length === 0) return new Map<number, {field: string; value: string}[]>();
  const known = await context.generation.rows(
    sql`select label_id, field, value from value where label_id in ${numbers(labelIds)}`,
    {label_id: is.integer, field: is.text, value: is.text},
    context,
  );
  const said = new Map(known.map(({label_id, ...label}) => [label_id, label]));
  const inWords = (labelId: number, beside = 0) => {
    const {field = '', value = ''} = said.get(labelId) ?? {};
    return beside === 0 ? {field, value} : {field: 'cell', value: `${value} × ${said.get(beside)?.value}`};
  };
  return new Map(
    rows.map(({company, label_ids, besides}) => [
      company,
      label_ids.map((labelId, place) => inWords(labelId, besides[place])),
    ]),
  );
}
