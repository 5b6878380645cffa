import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {entity, ref} from '../schema/entity.ts';
import type {Kind} from '../schema/kinds.ts';
import {entityId} from '../schema/params.ts';
import {kindNumber} from '../schema/rid.ts';
import {countIf, GATHERED, kindOf, numbers, ONCE, SEMI_JOIN} from '../sql/fragments.ts';
import {is} from '../sql/results.ts';
import {type Sql, sql} from '../sql/sql.ts';
import {gateOfCompany} from './comparables.ts';
import {asset, assetsOf} from './parts/assets.ts';
import {detailJson} from './parts/document.ts';
import {firstById, firstOfEachKind} from './parts/first-by-id.ts';
import {groupsOf, rolledUp, rollup, withBelow} from './parts/group.ts';
import {gateCaveat, PARTIAL} from './parts/mechanism-cell.ts';
import {mustBe} from './parts/must-be.ts';
import {dayOf, withRefs} from './parts/ref.ts';
import {stage, stageName} from './parts/stages.ts';
import {subject} from './parts/subject.ts';

const PEOPLE = 50;
const DEALS = 20;
const PROGRAMS = 200;
const ASSETS = 200;
const INVESTORS = 50;

/** A company's science: its maturity, cells, drugs, people and investors. */
export const dossier = defineOperation({
  name: 'dossier',
  tool: 'dossier',
  path: '/v1/entities/{entity_id}/dossier',
  summary: 'Company science dossier: maturity ladder, derived programs, drugs, trials by phase, people, funding.',
  description:
    'Totals count every live row: papers by people affiliated with it, patents assigned to it, trials it sponsors, approvals it holds. Programs are its target × modality cells over trusted entities. Assets are the programs and products it develops, each with its furthest stage and its next catalyst. Subsidiaries count with the company, unless `rollup=false`. `caveats` states the limits.',
  about: 'company',
  positional: ['entity_id'],
  params: z.object({entity_id: entityId, rollup}),
  result: z.object({
    company: entity,
    maturity: z.object({papers: z.int(), patents: z.int(), trials: z.int(), approvals: z.int(), stage}),
    programs: z.array(
      z.object({
        target: z.string(),
        modality: z.string(),
        papers: z.int(),
        patents: z.int(),
        trials: z.int(),
        approvals: z.int(),
        furthest_stage: stage,
      }),
    ),
    people: z.array(ref.extend({role: z.enum(['founder', 'affiliated', 'inventor']), works: z.int()})),
    funding: z.array(ref.extend({date: z.string().nullable(), amount_usd: z.number().nullable(), type: z.string()})),
    assets: z.array(asset),
    trials_by_phase: z.array(
      z.object({phase: z.string().describe('`unknown` if a trial states none.'), trials: z.int()}),
    ),
    investors: z.array(ref),
    rolled_up: rolledUp,
    caveats: z.array(z.string()),
  }),
  example: {entity_id: 'company/vertex'},
  async run(context, given) {
    const {rid} = await subject(context, given.entity_id, 'company');
    mustBe(rid, 'company');
    const {generation} = context;
    const least = generation.release.trusted_confidence;
    const members = given.rollup ? await withBelow(generation, [rid], context) : [rid];
    const [found, maturity, programs, people, funding, assets, trials_by_phase, investors, rolled_up, gated] =
      await Promise.all([
        generation.lookups.documents([rid], context),
        maturityOf(context, members),
        programsOf(context, members),
        peopleOf(context, members),
        fundingOf(context, members),
        assetsOf(context, members, ASSETS),
        trialsByPhase(context, members),
        investorsOf(context, members),
        groupsOf(context, [{head: rid, subsidiaries: members.filter((one) => one !== rid)}]),
        gateOfCompany(context, members, least),
      ]);
    const document = found.get(rid);
    if (document === undefined) throw new Error(`No document for row ${rid}`);
    return {
      company: detailJson(document),
      maturity,
      programs,
      people,
      funding,
      assets,
      trials_by_phase,
      investors,
      rolled_up,
      caveats: [
        `At most ${PROGRAMS} programs, ${ASSETS} assets, ${PEOPLE} people, ${INVESTORS} investors and the ${DEALS} latest deals are listed; totals count every live row.`,
        'Papers are those of people affiliated with the company, wherever they worked when they wrote them.',
        ...gateCaveat(gated, 'entities linked to this company'),
        PARTIAL,
      ],
    };
  },
});

/** The papers of companies, which are those of affiliated people. */
function papersOf({generation}: Context, members: readonly number[]): Sql {
  const affiliated = generation.relationNumber('affiliated_with') ?? 0;
  return sql`select distinct work as rid from work
    where ${kindOf('work')} = ${kindNumber('paper')} and person in (select src from edge_in where dst in ${members} and rel = ${affiliated})`;
}

/** The number of entities of each kind. */
const COUNTS = {papers: is.integer, patents: is.integer, trials: is.integer, approvals: is.integer};

async function maturityOf(context: Context, members: readonly number[]) {
  const [row] = await context.generation.rows(
    sql`select (select count(*) from (${papersOf(context, members)})) as papers,
          ${counted('patent')} as patents, ${counted('trial')} as trials, ${counted('approval')} as approvals, coalesce(max(s.stage), 0) as stage
        from (select distinct rid from company_asset where company in ${numbers(members)} and ${kindOf('rid')} <> ${kindNumber('company')})
        left join stage s using (rid)${GATHERED}`,
    {...COUNTS, stage: is.integer},
    context,
  );
  const {stage: furthest, ...counts} = row ?? {papers: 0, patents: 0, trials: 0, approvals: 0, stage: 0};
  return {...counts, stage: stageName(furthest)};
}

/** The number of rows of a kind. */
function counted(kind: Kind) {
  return countIf(sql`${kindOf('rid')} = ${kindNumber(kind)}`);
}

async function programsOf(context: Context, members: readonly number[]) {
  const found = await context.generation.rows(
    sql`with papers ${ONCE} (${papersOf(context, members)}),
        cells as (
          select target, modality, count(*) as evidence, max(stage) as stage,
            ${counted('patent')} as patents, ${counted('trial')} as trials, ${counted('approval')} as approvals
          from (select distinct rid, target, modality, stage from company_cell where trusted and stage is not null and company in ${numbers(members)})
          group by target, modality
        ),
        written as (
          select target, modality, count(*) as papers from in_cell c ${SEMI_JOIN} papers p on p.rid = c.rid where trusted group by target, modality
        )
        select t.value as target, m.value as modality, coalesce(w.papers, 0) as papers, c.patents as patents, c.trials as trials, c.approvals as approvals,
          c.stage as stage
        from cells c
        left join written w on w.target = c.target and w.modality = c.modality
        join value t on t.label_id = c.target join value m on m.label_id = c.modality
        order by c.stage desc, c.evidence + coalesce(w.papers, 0) desc, t.value, m.value limit ${PROGRAMS}${GATHERED}`,
    {target: is.text, modality: is.text, ...COUNTS, stage: is.integer},
    context,
  );
  return found.map(({stage: number, ...program}) => ({...program, furthest_stage: stageName(number)}));
}

async function peopleOf(context: Context, members: readonly number[]) {
  const rel = (name: string) => context.generation.relationNumber(name) ?? 0;
  const person = kindNumber('person');
  const people = await context.generation.rows(
    sql`with roles as (
          select dst as rid, 0 as role from edge_out where src in ${members} and rel = ${rel('founded_by')} and ${kindOf('dst')} = ${person}
          union all
          select src, 1 from edge_in where dst in ${members} and rel = ${rel('affiliated_with')} and ${kindOf('src')} = ${person}
          union all
          select src, 2 from edge_in where rel = ${rel('invented')} and ${kindOf('src')} = ${person}
            and dst in (select rid from company_asset where company in ${numbers(members)} and ${kindOf('rid')} = ${kindNumber('patent')})
        ),
        once as (select rid, min(role) as role from roles group by rid)
        select o.rid, o.role, coalesce(p.papers + p.patents, 0) as works
        from once o left join (select * from person_rank where person in (select rid from once)) p on p.person = o.rid
        order by o.role, works desc, o.rid limit ${PEOPLE}${GATHERED}`,
    {rid: is.integer, role: is.integer, works: is.integer},
    context,
  );
  return withRefs(context, people, ({role, works}) => ({role: ['founder', 'affiliated', 'inventor'][role], works}));
}

async function fundingOf(context: Context, members: readonly number[]) {
  const received = context.generation.relationNumber('received') ?? 0;
  const deals = await context.generation.rows(
    sql`select rid, day, amount_usd, type from deal
        where rid in (select dst from edge_out where src in ${members} and rel = ${received})
        order by day desc nulls last, rid limit ${DEALS}${GATHERED}`,
    {rid: is.integer, day: is.text.orNull, amount_usd: is.number.orNull, type: is.text.orNull},
    context,
  );
  return withRefs(context, deals, ({day, amount_usd, type}) => ({date: dayOf(day), amount_usd, type}));
}

/** Phases in clinical order, followed by those outside it, and unknown last. */
const LADDER = ['early phase 1', 'phase 1', 'phase 1/2', 'phase 2', 'phase 2/3', 'phase 3', 'phase 4'];

async function trialsByPhase(context: Context, members: readonly number[]) {
  const {generation} = context;
  const [rids] = await generation.columns(
    sql`select distinct rid from company_asset where company in ${numbers(members)} and ${kindOf('rid')} = ${kindNumber('trial')}`,
    [is.integer],
    context,
  );
  const selected = await generation.lookups.select({kinds: ['trial'], groups: [{rows: rids}]}, context);
  const phases =
    selected === undefined
      ? await phasesInTable(context, rids)
      : (selected.tally([{field: 'phase', isGated: false}], rids.length)[0]?.values ?? []);
  const found = phases.map(({value, count}) => ({phase: value, trials: count}));
  const unknown = rids.length - found.reduce((sum, {trials}) => sum + trials, 0);
  if (unknown > 0) found.push({phase: 'unknown', trials: unknown});
  const place = ({phase}: {phase: string}) => {
    const step = LADDER.indexOf(phase.toLowerCase());
    return phase === 'unknown' ? LADDER.length + 1 : step < 0 ? LADDER.length : step;
  };
  return found.sort((a, b) => place(a) - place(b) || (a.phase < b.phase ? -1 : 1));
}

async function phasesInTable(context: Context, trials: readonly number[]): Promise<{value: string; count: number}[]> {
  return context.generation.rows(
    sql`select v.value as value, count(*) as count from label l join value v on v.label_id = l.label_id
        where v.field = 'phase' and l.rid in ${numbers(trials)} group by v.value${GATHERED}`,
    {value: is.text, count: is.integer},
    context,
  );
}

/** Who invested in the companies, and who was behind a round that they received, not a grant; the latest first. */
async function investorsOf(context: Context, members: readonly number[]) {
  const number = (relation: string) => context.generation.relationNumber(relation) ?? 0;
  const investors = await context.generation.rows(
    sql`${firstOfEachKind(
      sql`select rid, max(observed) as latest from (
            select src as rid, observed from edge_in where dst in ${members} and rel = ${number('invested_in')}
            union all
            select dst, observed from edge_out where rel = ${number('awarded_by')} and src in (
              select d.rid from deal d
              where d.rid in (select dst from edge_out where src in ${members} and rel = ${number('received')}) and not d.is_grant)
          ) told group by rid`,
      sql`latest desc nulls last`,
      INVESTORS,
    )}${GATHERED}`,
    {rid: is.integer, latest: is.text.orNull},
    context,
  );
  const newest = (a: {latest: string | null}, b: {latest: string | null}) =>
    (b.latest ?? '') < (a.latest ?? '') ? -1 : (b.latest ?? '') > (a.latest ?? '') ? 1 : 0;
  return withRefs(context, await firstById(context, investors, newest, INVESTORS));
}
