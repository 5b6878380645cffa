import {z} from 'zod';
import type {EdgeOrigin, Generation, Header} from '../../generation.ts';
import {ref, timestamp} from '../../schema/entity.ts';
import {named} from '../../schema/named.ts';
import {edgeProvenance, provenanceJson} from './edge-provenance.ts';
import {head} from './header.ts';

/** An edge seen from one end, with the entity at the other. */
export const edge = named(
  'Edge',
  z.object({
    relation: z.string(),
    direction: z.enum(['out', 'in']),
    observed_at: timestamp.nullable(),
    ...edgeProvenance.shape,
    neighbor: named('Neighbor', ref.extend({date: z.string().nullable().describe('Its own date, YYYY-MM-DD.')})),
  }),
);

/** An edge in the list of an entity's neighbours, as JSON text; `day` is the neighbour's own date. */
export function edgeJson(
  generation: Generation,
  {rel, direction, observed, origin}: {rel: number; direction: string; observed: string | null; origin: EdgeOrigin},
  other: Header,
  day: string | undefined,
): string {
  const relation = JSON.stringify(generation.relationName(rel));
  return `{"relation":${relation},"direction":"${direction}","observed_at":${JSON.stringify(observed)},${provenanceJson(origin)},"neighbor":${head(other)},"_links":{"self":"/v1/entities/${other.id}"},"date":${JSON.stringify(day ?? null)}}}`;
}
