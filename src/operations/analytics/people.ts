import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindNumber} from '../../schema/rid.ts';
import {countIf, GATHERED, kindOf, ONCE} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {dayOfTime} from '../../time.ts';
import {type Cell, inCell} from '../filters/mechanism-cell.ts';
import {dayOf, rounded} from '../records/ref.ts';

/** A person's output: papers and patents, in total or in a cell. */
export interface Output {
  rid: number;
  score: number;
  papers: number;
  patents: number;
  latest: string | null;
  /** Works of the last 24 months. */
  recent: number;
}

export interface Ranking {
  people: Output[];
  /** Total number of people in the ranking. */
  all: number;
  /** Number of papers and patents it counts, and of those without a date. */
  works: number;
  undated: number;
  /** How many of them have an author or inventor in the graph. */
  named: number;
  /** The day of the latest of them. */
  newest: string | null;
}

/**
 * People by recency-decayed output, highest first: score = Σ over works 2^(−age / 3 years), undated works 0. Without a
 * cell it is read as built.
 */
export async function ranking(
  context: Context,
  cell: Cell | undefined,
  kinds: readonly Kind[],
  most: number,
): Promise<Ranking> {
  const [paper, patent] = [kindNumber('paper'), kindNumber('patent')];
  const rows = await context.generation.rows(
    cell === undefined
      ? sql`select t.works, t.undated, t.people, t.works as named, (select max(latest) from person_rank) as newest, r.person, r.score, r.papers, r.patents, r.latest, r.recent
            from work_total t left join (select * from person_rank order by score desc, person limit ${most}) r on true
            order by score desc, person`
      : sql`with inside ${ONCE} (select rid from ${inCell(cell, kinds)}),
            made ${ONCE} (
              select w.person, w.work, d.score, d.day, d.is_recent from work w join dated d on d.rid = w.work where w.work in (select rid from inside)
            ),
            ranked as (
              select person, sum(score) as score, ${countIf(sql`${kindOf('work')} = ${paper}`)} as papers,
                ${countIf(sql`${kindOf('work')} = ${patent}`)} as patents, max(day) as latest, ${countIf('is_recent')} as recent
              from made group by person order by score desc, person limit ${most}
            )
            select * from (select count(*) as works, ${countIf(sql`day is null`)} as undated, max(day) as newest from dated where rid in (select rid from inside)),
              (select count(distinct person) as people, count(distinct work) as named from made)
            left join ranked on true order by score desc, person${GATHERED}`,
    RANKED,
    context,
  );
  const [total] = rows;
  const people = rows.flatMap(({person, score, papers, patents, latest, recent}) =>
    person === null || score === null || papers === null || patents === null || recent === null
      ? []
      : {rid: person, score: rounded(score), papers, patents, latest: dayOf(latest), recent},
  );
  return {
    people,
    all: total?.people ?? 0,
    works: total?.works ?? 0,
    undated: total?.undated ?? 0,
    named: total?.named ?? 0,
    newest: dayOf(total?.newest ?? null),
  };
}

/** What a ranking that the gate may have emptied shows of papers and patents: those whose authors and inventors are known. */
export function shownBy(ranked: Promise<Ranking>) {
  return {isEmptied: ranked.then(({people}) => people.length === 0), only: sql`rid in (select work from work)`};
}

/** Every row has the totals; if there are no works, there is one row without a person. */
const RANKED = {
  works: is.integer,
  undated: is.integer,
  people: is.integer,
  named: is.integer,
  newest: is.text.orNull,
  person: is.integer.orNull,
  score: is.number.orNull,
  papers: is.integer.orNull,
  patents: is.integer.orNull,
  latest: is.text.orNull,
  recent: is.integer.orNull,
};

/** A sentence about works without a date, which count but score 0. */
export function undatedCaveat({works, undated}: Ranking): string[] {
  if (undated === 0) return [];
  return [
    `${undated.toLocaleString('en')} of ${works.toLocaleString('en')} works have no date: they count, but add nothing to the score.`,
  ];
}

/** A sentence about works whose authors or inventors no source names, which count for nobody. */
export function unnamedCaveat({works, named}: Ranking): string[] {
  if (named === works) return [];
  return [
    `No source names the authors or inventors of ${(works - named).toLocaleString('en')} of ${works.toLocaleString('en')} works: who wrote only these is missing here.`,
  ];
}

/** Milliseconds, half a year, after which the latest work is too old for somebody to be seen rising. */
const STALE = 183 * 86_400_000;

/** A sentence about works that end long before the months in which somebody may be rising. */
export function latestCaveat({generation}: Context, {newest}: Ranking): string[] {
  if (newest === null || generation.asOf - Date.parse(newest) < STALE) return [];
  return [
    `The latest of these works is of ${newest}: who has risen in the 24 months before ${dayOfTime(generation.asOf)} shows only in part.`,
  ];
}

/** A rising researcher: at least three works, more than half of them in the last 24 months. */
export function rising({papers, patents, recent}: Output): {is_rising: boolean; recent_share: number} {
  const works = papers + patents;
  return {is_rising: works >= 3 && 2 * recent > works, recent_share: works === 0 ? 0 : rounded(recent / works)};
}
