import {z} from 'zod';
import {ENTITY_FIELDS} from './entity.ts';
import {family, kind} from './kinds.ts';

/** A page size with its default and its maximum; above the maximum is an error, never silently lowered. */
export function limit(options: {default: number; max: number}) {
  return z
    .int()
    .min(1)
    .max(options.max)
    .default(options.default)
    .describe(`How many rows at most, 1 to ${options.max}; default ${options.default}.`);
}

const label = z.string().min(1).max(400);

/** The MoA filters that the trust gate applies to. */
export const moaFilters = {
  target: label
    .optional()
    .describe('Primary or additional target: HGNC symbol, name or alias. Case and accents do not count.'),
  modality: label.optional().describe('Primary or secondary modality, for example `monoclonal antibody`.'),
  mechanism: label.optional().describe('Mechanism, for example `PD-1 inhibitor`.'),
  therapeutic_area: label.optional().describe('Therapeutic area, for example `oncology`.'),
};

/** Every filter of a list of entities. */
export const entityFilters = {
  kind: kind.optional().describe('Restrict to one kind.'),
  ...moaFilters,
  target_id: label.optional().describe('Exact Ensembl gene id of the primary target.'),
  disease_id: label.optional().describe('Exact EFO or MONDO id.'),
  family: family.optional().describe('Product family.'),
  technology: label.optional().describe('Entities that employ this technology: its name, slug, alias or id.'),
};

export const SORTS = ['recent', 'name', 'prominence', 'momentum'] as const;

export const sort = z
  .enum(SORTS)
  .describe(
    'recent: last changed first; name: A to Z; prominence: most connected first; momentum: heating up first. The last two list only entities with live edges.',
  );

export const minConfidence = z
  .number()
  .min(0)
  .max(1)
  .optional()
  .describe('Trust enrichment from this confidence up, for this call; default: the snapshot’s trusted_confidence.');

export const after = z.string().min(1).max(2000).optional().describe('Cursor: `next_cursor` of the previous page.');

/** Comma-separated names on the wire; each must be a field. */
export const fields = z
  .string()
  .max(1000)
  .refine((value) => value.split(',').every((field) => ENTITY_FIELDS.includes(field.trim())), {
    error: (issue) => {
      const unknown = String(issue.input)
        .split(',')
        .map((field) => field.trim())
        .filter((field) => !ENTITY_FIELDS.includes(field));
      return `Unknown field ${unknown.join(', ')}. Fields: ${ENTITY_FIELDS.join(', ')}`;
    },
  })
  .optional()
  .describe(
    `Comma-separated top-level keys to return; \`id\` always comes. One or more of: ${ENTITY_FIELDS.join(', ')}.`,
  );

export const entityId = z
  .string()
  .min(1)
  .max(400)
  .describe('Entity id (UUID). The library and the command line also take `kind/slug`.');
