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

/** A company that works in the same fields. */
export interface Colleague {
  /** 0 to 1: Σ idf of the shared traits, divided by the geometric mean of Σ idf of the traits of each. */
  likeness: number;
  /** The rarest shared traits, as value numbers; `beside` is the modality of a cell, or else 0. */
  traits: {label_id: number; beside: number}[];
}

/**
 * Companies with similar work, the most similar first: by cells, and by the targets, modalities, areas and diseases of
 * their assets (ddl/company_asset.sql).
 */
export async function colleaguesOf(context: Context, rid: number): Promise<Map<number, Colleague>> {
  const [rids, likenesses, labelIds, besides] = await context.generation.columns(
    sql`with own ${ONCE} (select label_id, beside from company_trait where company = ${rid}),
        total as (select company, sum(idf::double) as weight from company_trait group by company),
        shared as (
          select company, sum(idf::double) as weight, ${upTo(listOf('label_id', RAREST), NAMED)} as label_ids,
            ${upTo(listOf('beside', RAREST), NAMED)} as besides
          from company_trait ${SEMI_JOIN} own using (label_id, beside) where company <> ${rid} group by company
        )
        select s.company, s.weight / sqrt(t.weight * (select weight from total where company = ${rid})) as likeness, label_ids, besides
        from shared s join total t using (company) order by likeness desc, s.company${GATHERED}`,
    [is.integer, is.number, is.integers, is.integers],
    {...context, need: NEED},
  );
  return new Map(
    rids.map((company, index) => [
      company,
      {
        likeness: likenesses[index] ?? 0,
        traits: (labelIds[index] ?? []).map((label_id, place) => ({label_id, beside: besides[index]?.[place] ?? 0})),
      },
    ]),
  );
}

/** The labels of the work that some companies share with the given one. */
export async function sharedWork(
  context: Context,
  colleagues: ReadonlyMap<number, Colleague>,
  rids: readonly number[],
) {
  const some = rids.flatMap((rid) => colleagues.get(rid)?.traits ?? []);
  const labelIds = [...new Set(some.flatMap(({label_id, beside}) => [label_id, beside]))];
  if (labelIds.length === 0) return new Map<number, {field: string; value: string}[]>();
  const known = await context.generation.rows(
    sql`select label_id, field, value from value where label_id in ${numbers(labelIds)}`,
    {label_id: is.integer, field: is.text, value: is.text},
    context,
  );
  const said = new Map(known.map(({label_id, ...label}) => [label_id, label]));
  const inWords = ({label_id, beside}: Colleague['traits'][number]) => {
    const {field = '', value = ''} = said.get(label_id) ?? {};
    return beside === 0 ? {field, value} : {field: 'cell', value: `${value} × ${said.get(beside)?.value}`};
  };
  return new Map(rids.map((rid) => [rid, (colleagues.get(rid)?.traits ?? []).map(inWords)]));
}
