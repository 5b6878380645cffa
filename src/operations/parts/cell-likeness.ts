import type {Context} from '../../context.ts';
import {numbers, sql} from '../../sql/sql.ts';

/** Shared cells that are named for each company. */
const NAMED = 3;

/** A company that works on some of the same. */
export interface Colleague {
  /** 0 to 1: Σ idf of the cells both have, over the geometric mean of Σ idf of the cells of each. */
  likeness: number;
  /** The rarest cells both have, as value numbers. */
  cells: {target: number; modality: number}[];
}

/** Who works on what a company works on: the more the rarer. A cell is a pair of target and modality of a trusted entity tied to a company. */
export async function colleaguesOf(context: Context, rid: number): Promise<Map<number, Colleague>> {
  const [rids = [], likenesses = [], targets = [], modalities = []] = (await context.generation.columns(
    sql`with celled as materialized (
          select distinct t.company, c.target, c.modality from tie t join in_cell c on c.rid = t.rid and c.trusted
        ),
        known as (select count(distinct company) as n from celled),
        borne as (select target, modality, ln(1 + (any_value(k.n) - count(*) + 0.5) / (count(*) + 0.5)) as idf from celled cross join known k group by all),
        weighed as materialized (select company, target, modality, idf from celled join borne using (target, modality)),
        own as (select target, modality from weighed where company = ${rid}),
        total as (select company, sum(idf) as idf from weighed group by company),
        shared as (
          select company, sum(idf) as idf, list(target order by idf desc, target, modality)[1:${NAMED}] as targets,
            list(modality order by idf desc, target, modality)[1:${NAMED}] as modalities
          from weighed semi join own using (target, modality) where company <> ${rid} group by company
        )
        select s.company, s.idf / sqrt(t.idf * (select idf from total where company = ${rid})) as likeness, targets, modalities
        from shared s join total t using (company) order by likeness desc, s.company`,
    context,
  )) as [number[], number[], number[][], number[][]];
  return new Map(
    rids.map((company, index) => [
      company,
      {
        likeness: likenesses[index] ?? 0,
        cells: (targets[index] ?? []).map((target, place) => ({
          target,
          modality: modalities[index]?.[place] ?? 0,
        })),
      },
    ]),
  );
}

/** The cells that some companies share with the one asked about, in words. */
export async function sharedCells(
  context: Context,
  colleagues: ReadonlyMap<number, Colleague>,
  rids: readonly number[],
) {
  const some = rids.flatMap((rid) => colleagues.get(rid)?.cells ?? []);
  const vids = [...new Set(some.flatMap(({target, modality}) => [target, modality]))];
  if (vids.length === 0) return new Map<number, {field: string; value: string}[]>();
  const [known = [], labels = []] = await context.generation.columns(
    sql`select vid, value from value where vid in ${numbers(vids)}`,
    context,
  );
  const labelOf = new Map(known.map((vid, index) => [Number(vid), String(labels[index])]));
  return new Map(
    rids.map((rid) => [
      rid,
      (colleagues.get(rid)?.cells ?? []).map(({target, modality}) => ({
        field: 'cell',
        value: `${labelOf.get(target)} × ${labelOf.get(modality)}`,
      })),
    ]),
  );
}
