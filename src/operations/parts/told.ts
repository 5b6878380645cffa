import {z} from 'zod';
import type {EdgeOrigin} from '../../generation.ts';
import {sql} from '../../sql/sql.ts';

/** Where an edge comes from: the source's label, how sure it is (0–1), and the source's own id of the row; each null where unknown. */
export const told = z.object({
  source: z.string().nullable(),
  confidence: z.number().nullable(),
  record: z.string().nullable(),
});

/** The columns of an edge that say so, in this order. */
export const TOLD = sql`origin, confidence, record`;

export type Told = EdgeOrigin;

/** The members of `told` as JSON text, without braces. */
export function toldJson([origin, confidence, record]: Told): string {
  return `"source":${JSON.stringify(origin)},"confidence":${confidence},"record":${JSON.stringify(record)}`;
}
