import {z} from 'zod';
import type {EdgeOrigin, Generation, Header} from '../../generation.ts';
import {ref, timestamp} from '../../schema/entity.ts';
import {named} from '../../schema/named.ts';
import {head} from './header.ts';
import {told, toldJson} from './told.ts';

/** An edge as one of its ends sees it, with the entity at the other. */
export const edge = named(
  'Edge',
  z.object({
    relation: z.string(),
    direction: z.enum(['out', 'in']),
    observed_at: timestamp.nullable(),
    ...told.shape,
    neighbor: named('Neighbor', ref.extend({date: z.string().nullable().describe('Its own date, YYYY-MM-DD.')})),
  }),
);

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
