import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindNumber} from '../../schema/rid.ts';
import {countIf, GATHERED, kindOf, numbers, ONCE, SEMI_JOIN} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {type Sql, sql} from '../../sql/sql.ts';
import {stageName} from './stages.ts';

const PROGRAM = {
  target: is.text,
  modality: is.text,
  papers: is.integer,
  patents: is.integer,
  trials: is.integer,
  approvals: is.integer,
  stage: is.integer,
};

/**
 * The trusted cells of some companies as programs: the most advanced first, then those with the most entities.
 * @param people Those affiliated with them, whose papers count; without any, no paper is looked for.
 */
export async function programsOf(
  context: Context,
  companies: readonly number[],
  people: readonly number[],
  most: number,
) {
  const counted = (kind: Kind) => countIf(sql`${kindOf('rid')} = ${kindNumber(kind)}`);
  const [written, papers] = people.length === 0 ? [sql``, sql`0`] : [writtenBy(people), sql`coalesce(w.papers, 0)`];
  const joined =
    people.length === 0 ? sql`` : sql`left join written w on w.target = c.target and w.modality = c.modality`;
  const found = await context.generation.rows(
    sql`with ${written}
        cells as (
          select target, modality, count(*) as evidence, max(stage) as stage,
            ${counted('patent')} as patents, ${counted('trial')} as trials, ${counted('approval')} as approvals
          from (select distinct rid, target, modality, stage from company_cell where trusted and stage is not null and company in ${numbers(companies)})
          group by target, modality
        )
        select t.value as target, m.value as modality, ${papers} as papers, c.patents as patents, c.trials as trials, c.approvals as approvals,
          c.stage as stage
        from cells c ${joined}
        join value t on t.label_id = c.target join value m on m.label_id = c.modality
        order by c.stage desc, c.evidence + ${papers} desc, t.value, m.value limit ${most}${GATHERED}`,
    PROGRAM,
    context,
  );
  return found.map(({stage, ...program}) => ({...program, furthest_stage: stageName(stage)}));
}

/** The definition of `written (target, modality, papers)`: of some people. */
function writtenBy(people: readonly number[]): Sql {
  return sql`papers ${ONCE} (${papersOf(people)}),
        written as (
          select target, modality, count(*) as papers from in_cell c ${SEMI_JOIN} papers p on p.rid = c.rid where trusted group by target, modality
        ),`;
}

function papersOf(people: readonly number[]): Sql {
  return sql`select distinct work as rid from work where ${kindOf('work')} = ${kindNumber('paper')} and person in ${numbers(people)}`;
}

/** How many papers some people wrote, each once. */
export async function paperCount(context: Context, people: readonly number[]): Promise<number> {
  if (people.length === 0) return 0;
  const [[count = 0]] = await context.generation.columns(
    sql`select count(*) from (${papersOf(people)})${GATHERED}`,
    [is.integer],
    context,
  );
  return count;
}
