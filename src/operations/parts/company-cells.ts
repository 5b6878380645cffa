import type {z} from 'zod';
import type {Context} from '../../context.ts';
import {GATHERED, numbers} from '../../sql/fragments.ts';
import {is, type RowOf} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import type {gate} from './mechanism-cell.ts';

const CELL = {
  rid: is.integer,
  target: is.integer,
  modality: is.integer,
  trusted: is.boolean,
  confidence: is.number.orNull,
  stage: is.integer.orNull,
};

/** An asset of a company in a cell: a target and a modality by their numbers, and the stage that the asset reached. */
export type CompanyCell = RowOf<typeof CELL>;

/** The assets of some companies with a cell each, one row for each cell of each. */
export async function cellsOfCompany(context: Context, members: readonly number[]): Promise<CompanyCell[]> {
  const rows = await context.generation.rows(
    sql`select rid, target, modality, trusted, confidence, stage from company_cell where company in ${numbers(members)}${GATHERED}`,
    CELL,
    context,
  );
  // Several companies may have the same asset.
  return members.length === 1
    ? rows
    : [...new Map(rows.map((row) => [`${row.rid} ${row.target} ${row.modality}`, row])).values()];
}

export function passes({generation}: Context, {trusted, confidence}: CompanyCell, least: number): boolean {
  return least === generation.release.trusted_confidence ? trusted : confidence !== null && confidence >= least;
}

/** The number of the assets with a cell, with enough confidence and without. */
export function gateOfCells(context: Context, celled: readonly CompanyCell[], least: number): z.output<typeof gate> {
  const counted = new Set(celled.flatMap((cell) => (passes(context, cell, least) ? cell.rid : [])));
  const tagged = new Set(celled.map(({rid}) => rid));
  return {min_confidence: least, counted: counted.size, dropped: tagged.size - counted.size};
}
