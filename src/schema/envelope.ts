import {z} from 'zod';
import {timestamp} from './entity.ts';
import {kind} from './kinds.ts';

/** The body of every error. */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.array(z.object({path: z.string(), message: z.string()})).optional(),
  }),
});

export const cursor = z.string().nullable();

/** The filters that were in force, under their parameter names. */
export const filterEcho = z.record(z.string(), z.union([z.string(), z.number()]));

export const bucket = z.object({value: z.string(), count: z.int()});

export const snapshotFacts = z.object({
  id: z.string(),
  created_at: timestamp,
  as_of: timestamp,
  generation: z.int(),
  trusted_confidence: z.number(),
  sources: z.array(z.object({source: z.string(), licence: z.string(), attribution: z.string()})),
});

export const kindCount = z.object({kind, count: z.int()});
