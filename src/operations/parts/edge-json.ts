import {z} from 'zod';
import type {EdgeOrigin, Generation, Header} from '../../generation.ts';
import {ref} from '../../schema/entity.ts';
import {head} from './brief.ts';
import {toldJson} from './told.ts';

/** The entity at the other end of an edge. */
export const neighbor = ref.extend({date: z.string().nullable().describe('Its own date, YYYY-MM-DD.')});

/** An edge as a neighbour of its entity shows it, as JSON text; `day` is the neighbour's own date. */
export function edgeJson(
  generation: Generation,
  {rel, direction, observed, origin}: {rel: number; direction: string; observed: string | null; origin: EdgeOrigin},
  other: Header,
  day: string | undefined,
): string {
  const relation = JSON.stringify(generation.relationName(rel));
  return `{"relation":${relation},"direction":"${direction}","observed_at":${JSON.stringify(observed)},${toldJson(origin)},"neighbor":${head(other)},"_links":{"self":"/v1/entities/${other.id}"},"date":${JSON.stringify(day ?? null)}}}`;
}
