import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {GATHERED, numbers} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import type {CompanyCell} from './company-cells.ts';
import {stageName} from './stages.ts';
import {valueNames} from './value-names.ts';

/** The counts of a program that each kind of asset adds to. */
const COUNTED: Partial<Record<Kind, 'patents' | 'trials' | 'approvals'>> = {
  patent: 'patents',
  trial: 'trials',
  approval: 'approvals',
};

/**
 * The trusted cells of a company as programs: the most advanced first, then those with the most entities.
 * @param papers Those of people affiliated with it.
 */
export async function programsOf(
  context: Context,
  celled: readonly CompanyCell[],
  papers: readonly number[],
  most: number,
) {
  const trusted = celled.filter(({trusted, stage}) => trusted && stage !== null);
  const [names, written] = await Promise.all([
    valueNames(
      context,
      trusted.flatMap(({target, modality}) => [target, modality]),
    ),
    papersByCell(context, trusted.length === 0 ? [] : papers),
  ]);
  const programs = new Map<string, ReturnType<typeof begun>>();
  const begun = (cell: CompanyCell) => ({
    target: names.get(cell.target) ?? '',
    modality: names.get(cell.modality) ?? '',
    papers: written.get(keyOf(cell)) ?? 0,
    ...{patents: 0, trials: 0, approvals: 0},
    evidence: written.get(keyOf(cell)) ?? 0,
    stage: 0,
  });
  for (const cell of trusted) {
    const program = programs.get(keyOf(cell)) ?? begun(cell);
    programs.set(keyOf(cell), program);
    const counted = COUNTED[kindOfRid(cell.rid)];
    if (counted !== undefined) program[counted]++;
    program.evidence++;
    program.stage = Math.max(program.stage, cell.stage ?? 0);
  }
  const byName = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
  return [...programs.values()]
    .sort(
      (a, b) =>
        b.stage - a.stage || b.evidence - a.evidence || byName(a.target, b.target) || byName(a.modality, b.modality),
    )
    .slice(0, most)
    .map(({stage, evidence, ...program}) => ({...program, furthest_stage: stageName(stage)}));
}

function keyOf({target, modality}: Pick<CompanyCell, 'target' | 'modality'>): string {
  return `${target} ${modality}`;
}

async function papersByCell(context: Context, papers: readonly number[]): Promise<Map<string, number>> {
  if (papers.length === 0) return new Map();
  const rows = await context.generation.rows(
    sql`select target, modality, count(*) as papers from in_cell where trusted and rid in ${numbers(papers)} group by target, modality${GATHERED}`,
    {target: is.integer, modality: is.integer, papers: is.integer},
    context,
  );
  return new Map(rows.map((row) => [keyOf(row), row.papers]));
}
