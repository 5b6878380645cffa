import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindNumber} from '../../schema/rid.ts';
import {countDistinctIf, countIf, GATHERED, kindOf, numbers, ONCE, SEMI_JOIN} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {stageName} from '../records/stages.ts';

const ROW = {
  is_total: is.integer,
  target: is.text,
  modality: is.text,
  papers: is.integer,
  patents: is.integer,
  trials: is.integer,
  approvals: is.integer,
  stage: is.integer,
  counted: is.integer,
  tagged: is.integer,
};

/** What some companies work on. */
interface Work {
  /** Their trusted cells: the most advanced first, then those with the most trials, patents and papers, then those with the most entities: old antibiotics have many approvals. */
  programs: {target: string; modality: string; furthest_stage: string}[];
  /** Of people affiliated with them, each once. */
  papers: number;
  /** Their assets in a cell, with enough confidence and in all. */
  counted: number;
  tagged: number;
}

/** @param people Those affiliated with the companies, whose papers count; without any, no paper is looked for. */
export async function workOf(
  context: Context,
  companies: readonly number[],
  people: readonly number[],
  most: number,
): Promise<Work> {
  const counted = (kind: Kind) => countIf(sql`${kindOf('rid')} = ${kindNumber(kind)}`);
  const isWritten = people.length > 0;
  const written = sql`papers ${ONCE} (
          select distinct work as rid from work where ${kindOf('work')} = ${kindNumber('paper')} and person in ${numbers(people)}
        ),
        written as (
          select target, modality, count(*) as papers from in_cell c ${SEMI_JOIN} papers p on p.rid = c.rid where trusted group by target, modality
        ),`;
  const papers = isWritten ? sql`coalesce(w.papers, 0)` : sql`0`;
  const joined = isWritten ? sql`left join written w on w.target = c.target and w.modality = c.modality` : sql``;
  const found = await context.generation.rows(
    sql`with ${isWritten ? written : sql``}
        own ${ONCE} (select rid, target, modality, stage, trusted from company_cell where company in ${numbers(companies)}),
        cells as (
          select target, modality, count(*) as evidence, max(stage) as stage,
            ${counted('patent')} as patents, ${counted('trial')} as trials, ${counted('approval')} as approvals
          from (select distinct rid, target, modality, stage from own where trusted and stage is not null)
          group by target, modality
        ),
        programs as (
          select t.value as target, m.value as modality, ${papers} as papers, c.patents as patents, c.trials as trials, c.approvals as approvals,
            c.stage as stage, c.trials + c.patents + ${papers} as studied, c.evidence + ${papers} as evidence
          from cells c ${joined}
          join value t on t.label_id = c.target join value m on m.label_id = c.modality
          order by stage desc, studied desc, evidence desc, target, modality limit ${most}
        )
        select * from (
          select 0 as is_total, target, modality, papers, patents, trials, approvals, stage, studied, evidence, 0 as counted, 0 as tagged from programs
          union all
          select 1, '', '', ${isWritten ? sql`(select count(*) from papers)` : sql`0`}, 0, 0, 0, 0, 0, 0,
            ${countDistinctIf('rid', 'trusted')}, count(distinct rid) from own
        ) lines
        order by is_total desc, stage desc, studied desc, evidence desc, target, modality${GATHERED}`,
    ROW,
    context,
  );
  const [total, ...programs] = found;
  return {
    programs: programs.map(({target, modality, papers, patents, trials, approvals, stage}) => ({
      ...{target, modality, papers, patents, trials, approvals},
      furthest_stage: stageName(stage),
    })),
    papers: total?.papers ?? 0,
    counted: total?.counted ?? 0,
    tagged: total?.tagged ?? 0,
  };
}
