import {z} from 'zod';
import type {EdgeOrigin, Generation, Header} from '../../generation.ts';
import {ref, timestamp} from '../../schema/entity.ts';
import {named} from '../../schema/named.ts';
import {edgeProvenance} from './edge-provenance.ts';
import {nameOf} from './header.ts';

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

/** An edge in the list of an entity's neighbours; `day` is the neighbour's own date. */
export function edgeValue(
  generation: Generation,
  {rel, direction, observed, origin}: {rel: number; direction: string; observed: string | null; origin: EdgeOrigin},
  other: Header,
  day: string | undefined,
): Record<string, unknown> {
  const [source, confidence, record] = origin;
  const {id, kind, slug} = other;
  return {
    relation: generation.relationName(rel),
    direction,
    observed_at: observed,
    source,
    confidence,
    record,
    neighbor: {id, kind, name: nameOf(other), slug, _links: {self: `/v1/entities/${id}`}, date: day ?? null},
  };
}
