import type {Context} from '../../context.ts';

/** How known an entity is: its edges, and its percentile by them among its kind. */
export interface Standing {
  degree: number;
  prominence: number;
}

const UNKNOWN: Standing = {degree: 0, prominence: 0};

/** How known some entities are; those without an edge are not. */
export async function standingsOf(context: Context, rids: readonly number[]): Promise<(rid: number) => Standing> {
  const found = await context.generation.lookups.standings(rids, context);
  const known = new Map(
    [...found].flatMap(([rid, {signals}]) => {
      const own = JSON.parse(signals) as {degree?: number | null; prominence?: number | null} | null;
      return own === null ? [] : [[rid, {degree: own.degree ?? 0, prominence: own.prominence ?? 0}] as const];
    }),
  );
  return (rid) => known.get(rid) ?? UNKNOWN;
}
