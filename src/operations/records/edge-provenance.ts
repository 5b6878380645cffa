import {z} from 'zod';
import type {EdgeOrigin} from '../../generation.ts';

/**
 * The provenance of an edge: the source's label, its confidence (0–1), and the source's own id of the row; each null if
 * unknown.
 */
export const edgeProvenance = z.object({
  source: z.string().nullable(),
  confidence: z.number().nullable(),
  record: z.string().nullable(),
});

/** The provenance of a stored edge as answers show it. */
export function provenanceOf([source, confidence, record]: EdgeOrigin): z.output<typeof edgeProvenance> {
  return {source, confidence, record};
}
