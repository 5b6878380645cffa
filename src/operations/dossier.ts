import {z} from 'zod';
import type {Context} from '../context.ts';
import {defineOperation} from '../operation.ts';
import {entity, ref} from '../schema/entity.ts';
import {entityId} from '../schema/params.ts';
import {GATHERED, numbers} from '../sql/fragments.ts';
import {is} from '../sql/results.ts';
import {sql} from '../sql/sql.ts';
import {HELD} from './analytics/asset-order.ts';
import {asset, assetsOf} from './analytics/assets.ts';
import {type Deal, eventsOf} from './analytics/company-events.ts';
import {workOf} from './analytics/company-programs.ts';
import {gateCaveat, PARTIAL} from './filters/mechanism-cell.ts';
import {subject} from './filters/subject.ts';
import {detailJson} from './records/document.ts';
import {type Edges, endsOf, othersOf, type Tied} from './records/ends.ts';
import {firstById} from './records/first-by-id.ts';
import {groupsOf, rolledUp, rollup, withBelow} from './records/group.ts';
import {stagesOf, worksOf} from './records/measures.ts';
import {mustBe} from './records/must-be.ts';
import {dayOf, withRefs} from './records/ref.ts';
import {APPROVED, stage, stageName} from './records/stages.ts';

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
    'Totals count every live row: papers by people affiliated with it, patents assigned to it, trials it sponsors, approvals it holds. Programs are its target × modality cells over trusted entities, the most advanced first, then those with the most trials, patents and papers. Assets are the programs and products it develops, each with its furthest stage and its next catalyst. Subsidiaries count with the company, unless `rollup=false`. `caveats` states the limits.',
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
    const members = given.rollup ? await withBelow(generation, [rid], context) : [rid];
    const ends = await endsOf(context, members, READ);
    const [drugs, trials, approvals, patents] = [ends.drugs, ends.trials, ends.approvals, ends.patents].map(
      othersOf,
    ) as Lists;
    const affiliated = othersOf(ends.affiliated);
    const events = eventsOf(context, othersOf(ends.received), drugs);
    const [found, work, furthest, people, funding, developed, trials_by_phase, investors, rolled_up] =
      await Promise.all([
        generation.lookups.documents([rid], context),
        workOf(context, members, affiliated, PROGRAMS),
        approvals.length > 0 ? APPROVED : furthestOf(context, [...drugs, ...trials]),
        peopleOf(context, othersOf(ends.founders), affiliated, patents),
        events.then(({deals}) => fundingOf(context, deals)),
        assetsOf(context, members, {drugs, trials, approvals}, events, ASSETS),
        trialsByPhase(context, trials),
        events.then(({deals}) => investorsOf(context, ends.investors, deals)),
        groupsOf(context, [{head: rid, subsidiaries: members.filter((one) => one !== rid)}]),
      ]);
    const {programs, papers, counted, tagged} = work;
    const gated = {min_confidence: generation.release.trusted_confidence, counted, dropped: tagged - counted};
    const counts = {papers, patents: patents.length, trials: trials.length, approvals: approvals.length};
    const document = found.get(rid);
    if (document === undefined) throw new Error(`No document for row ${rid}`);
    return {
      company: detailJson(document),
      maturity: {...counts, stage: stageName(furthest)},
      programs,
      people,
      funding,
      assets: developed.assets,
      trials_by_phase,
      investors,
      rolled_up,
      caveats: [
        `At most ${PROGRAMS} programs, ${ASSETS} assets, ${PEOPLE} people, ${INVESTORS} investors and the ${DEALS} latest deals are listed, of more assets at least half in development; totals count every live row.`,
        'Papers are those of people affiliated with the company, wherever they worked when they wrote them.',
        ...(developed.unstated > 0
          ? [`No source states a phase of ${developed.unstated} of the assets; they are listed as preclinical.`]
          : []),
        ...endedCaveat(developed.ended),
        ...gateCaveat(gated, 'entities linked to this company'),
        PARTIAL,
      ],
    };
  },
});

/** The most assets that a caveat names. */
const NAMED = 5;

/** A sentence about assets that are approved nowhere any longer; none if there are none. */
function endedCaveat(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > NAMED ? ` and ${(names.length - NAMED).toLocaleString('en')} more` : '';
  return [
    `Listed as approved, the furthest they got, though every approval of theirs in this graph has ended: ${names.slice(0, NAMED).join(', ')}${more}.`,
  ];
}

/** The edges of a company that a dossier reads. */
const READ = {
  ...HELD,
  patents: ['assigned_to', 'in', 'patent'],
  founders: ['founded_by', 'out', 'person'],
  affiliated: ['affiliated_with', 'in', 'person'],
  received: ['received', 'out', 'funding_event'],
  investors: ['invested_in', 'in'],
} as const satisfies Record<string, Edges>;

type Lists = [drugs: number[], trials: number[], approvals: number[], patents: number[]];

/** The furthest stage that any of some entities reached. */
async function furthestOf(context: Context, rids: readonly number[]): Promise<number> {
  const stages = await stagesOf(context, rids);
  return [...stages.values()].reduce((most, one) => Math.max(most, one), 0);
}

/** Founders, then those affiliated, then the inventors of the company's patents; of each those with the most works first. */
async function peopleOf(
  context: Context,
  founders: readonly number[],
  affiliated: readonly number[],
  patents: readonly number[],
) {
  const known = new Set<number>();
  const people: {rid: number; role: string; works: number}[] = [];
  const add = async (role: string, rids: readonly number[]) => {
    const others = rids.filter((rid) => !known.has(rid));
    for (const rid of others) known.add(rid);
    const works = await worksOf(context, others);
    const own = others.map((rid) => ({rid, role, works: works.get(rid) ?? 0}));
    people.push(...own.sort((a, b) => b.works - a.works || a.rid - b.rid));
  };
  await add('founder', founders);
  if (people.length < PEOPLE) await add('affiliated', affiliated);
  if (people.length < PEOPLE) {
    const {inventors} = await endsOf(context, patents, {inventors: ['invented', 'in', 'person']});
    await add('inventor', othersOf(inventors));
  }
  return withRefs(context, people.slice(0, PEOPLE), ({role, works}) => ({role, works}));
}

function fundingOf(context: Context, deals: readonly Deal[]) {
  return withRefs(context, deals.slice(0, DEALS), ({day, amount_usd, type}) => ({date: dayOf(day), amount_usd, type}));
}

/** Phases in clinical order, followed by those outside it, and unknown last. */
const LADDER = ['early phase 1', 'phase 1', 'phase 1/2', 'phase 2', 'phase 2/3', 'phase 3', 'phase 4'];

async function trialsByPhase(context: Context, rids: readonly number[]) {
  const selected = await context.generation.lookups.select({kinds: ['trial'], groups: [{rows: rids}]}, context);
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
async function investorsOf(context: Context, invested: readonly Tied[], deals: readonly Deal[]) {
  const {generation} = context;
  const rounds = deals.flatMap(({rid, is_grant}) => (is_grant ? [] : rid));
  const companies = [...new Set(invested.map(({own}) => own))];
  const edges = await generation.lookups.edges([...rounds, ...companies], context);
  const told = (rids: readonly number[], relation: string, direction: 'out' | 'in') => {
    const rel = generation.relationNumber(relation);
    return rids.flatMap((rid) =>
      (edges.get(rid) ?? []).filter((edge) => edge.rel === rel && edge.direction === direction),
    );
  };
  const latest = new Map<number, string>();
  for (const {other, observed} of [...told(companies, 'invested_in', 'in'), ...told(rounds, 'awarded_by', 'out')]) {
    if ((observed ?? '') >= (latest.get(other) ?? '')) latest.set(other, observed ?? '');
  }
  const investors = [...latest].map(([rid, day]) => ({rid, day}));
  const newest = (a: {day: string}, b: {day: string}) => (b.day < a.day ? -1 : b.day > a.day ? 1 : 0);
  return withRefs(
    context,
    (await firstById(context, investors, newest, INVESTORS)).map(({rid}) => ({rid})),
  );
}
