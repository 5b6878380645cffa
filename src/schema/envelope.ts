import {z} from 'zod';
import {timestamp} from './entity.ts';
import {kind} from './kinds.ts';
import {named} from './named.ts';

/** The body of every error. */
export const errorBody = named(
  'Error',
  z.object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.array(z.object({path: z.string(), message: z.string()})).optional(),
    }),
  }),
);

export const cursor = z.string().nullable();

/** The filters that were applied, by parameter name. */
export const filterEcho = named(
  'Filters',
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
);

/** Filters with a value that no entity has, each with suggestions, at most three; none where nothing is like it. */
export const didYouMean = z.record(z.string(), z.array(z.string())).optional();

export const bucket = named('Bucket', z.object({value: z.string(), count: z.int()}));

export const snapshotFacts = named(
  'Snapshot',
  z.object({
    id: z.string(),
    created_at: timestamp,
    as_of: timestamp,
    generation: z.int(),
    trusted_confidence: z.number(),
    sources: z.array(z.object({source: z.string(), licence: z.string(), attribution: z.string()})),
  }),
);

export const kindCount = named('KindCount', z.object({kind, count: z.int()}));
