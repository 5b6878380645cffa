import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {sql} from '../../sql/sql.ts';
import {kindNumber} from '../../store/generation.ts';
import {type Cell, inCell} from './mechanism-cell.ts';
import {dayOf, rounded} from './ref.ts';

/** A person's output: papers and patents, or those of a cell. */
export interface Output {
  rid: number;
  score: number;
  papers: number;
  patents: number;
  latest: string | null;
  /** Works of the last 24 months. */
  recent: number;
}

/** People by recency-decayed output, best first: score = Σ over works 2^(−age / 3 years), undated works 0. */
export async function rankedPeople(
  context: Context,
  cell: Cell | undefined,
  kinds: readonly Kind[],
  most: number,
): Promise<Output[]> {
  const [paper, patent] = [kindNumber('paper'), kindNumber('patent')];
  const query =
    cell === undefined
      ? sql`select person as rid, score, papers, patents, latest, recent from person_rank order by score desc, person limit ${most}`
      : sql`select w.person as rid, sum(d.score) as score, count(*) filter (w.work >> 26 = ${paper}) as papers,
              count(*) filter (w.work >> 26 = ${patent}) as patents, max(d.day) as latest, count(*) filter (d.is_recent) as recent
            from work w join dated d on d.rid = w.work
            where w.work in (select rid from ${inCell(cell, kinds)})
            group by w.person order by score desc, w.person limit ${most}`;
  const rows = await context.generation.rows(query, context);
  return rows.map((row) => ({
    rid: Number(row.rid),
    score: rounded(Number(row.score)),
    papers: Number(row.papers),
    patents: Number(row.patents),
    latest: dayOf(row.latest),
    recent: Number(row.recent),
  }));
}

/** How many people have output in a cell. */
export async function countPeople(context: Context, cell: Cell, kinds: readonly Kind[]): Promise<number> {
  const [column] = await context.generation.columns(
    sql`select count(distinct person) from work where work in (select rid from ${inCell(cell, kinds)})`,
    context,
  );
  return Number(column?.[0] ?? 0);
}

/** A rising star: at least three works, more than half of them of the last 24 months. */
export function rising({papers, patents, recent}: Output): {is_rising: boolean; recent_share: number} {
  const works = papers + patents;
  return {is_rising: works >= 3 && 2 * recent > works, recent_share: works === 0 ? 0 : rounded(recent / works)};
}

/** A sentence about works without a date, which count but score 0. */
export async function undatedCaveat(
  context: Context,
  cell: Cell | undefined,
  kinds: readonly Kind[],
): Promise<string[]> {
  const works =
    cell === undefined ? sql`rid in (select work from work)` : sql`rid in (select rid from ${inCell(cell, kinds)})`;
  const [row] = await context.generation.rows(
    sql`select count(*) as works, count(*) filter (day is null) as undated from dated where ${works}`,
    context,
  );
  const undated = Number(row?.undated ?? 0);
  if (undated === 0) return [];
  return [
    `${undated.toLocaleString('en')} of ${Number(row?.works).toLocaleString('en')} works have no date: they count, but score 0.`,
  ];
}
