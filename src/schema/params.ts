import {z} from 'zod';
import {readDay, readTime} from '../time.ts';
import {ENTITY_FIELDS} from './entity.ts';
import type {Format} from './formats.ts';
import {family, kind} from './kinds.ts';

/** The longest slug by which an entity is asked for, so that a snapshot has no longer one. */
export const LONGEST_SLUG = 300;

/** A page size with its default and its maximum; a larger one is an error, never silently reduced. */
export function limit(options: {default: number; max: number}) {
  return z
    .int()
    .min(1)
    .max(options.max)
    .default(options.default)
    .describe(`Maximum number of rows, 1 to ${options.max}; default ${options.default}.`);
}

/** A date or timestamp, as `readTime` reads it. */
export const moment = readable(readTime);

/** A day, `YYYY-MM-DD`. */
export const day = readable(readDay);

function readable(read: typeof readTime) {
  return z.string().superRefine((text, context) => {
    const found = read(text);
    if ('problem' in found) context.addIssue({code: 'custom', message: `${found.problem}.`});
  });
}

const label = z.string().min(1).max(400);

/**
 * One value, or a list of alternatives; on the wire the parameter is repeated. The same one twice is that one, so that
 * answers and cursors are the same however often it was said.
 */
export function several<Schema extends z.ZodType>(one: Schema) {
  return z.union([one, z.array(one).min(1).max(100)]).overwrite((given) => {
    const distinct = Array.isArray(given) ? [...new Set(given)] : [given];
    const isRepeated = Array.isArray(given) && distinct.length < given.length;
    return isRepeated ? ((distinct.length === 1 ? distinct[0] : distinct) as typeof given) : given;
  });
}

/** The MoA filters that the trust gate applies to, each with one value. */
export const moaFilters = {
  target: label
    .optional()
    .describe('Primary or additional target: HGNC symbol, name or alias. Case and accents are ignored.'),
  modality: label.optional().describe('Primary or secondary modality, for example `monoclonal antibody`.'),
  mechanism: label.optional().describe('Mechanism, for example `PD-1 inhibitor`.'),
  therapeutic_area: label.optional().describe('Therapeutic area, for example `oncology`.'),
};

const values = several(label);

const year = z.union([z.string().regex(/^\d{4}$/, 'Must be a year of four digits.'), z.int().min(1000).max(9999)]);

/** Filters that narrow a list within a kind; all of them must match, of several values of one any. */
export const narrowing = {
  target: values.optional().describe(moaFilters.target.description ?? ''),
  modality: values.optional().describe(moaFilters.modality.description ?? ''),
  mechanism: values.optional().describe(moaFilters.mechanism.description ?? ''),
  therapeutic_area: values.optional().describe(moaFilters.therapeutic_area.description ?? ''),
  target_id: values.optional().describe('Exact Ensembl gene id of the primary target.'),
  disease_id: values.optional().describe('Exact EFO or MONDO id of any indication.'),
  disease: values
    .optional()
    .describe('Disease or indication by label, synonym or id, including everything below it in the disease tree.'),
  family: several(family).optional().describe('Product family.'),
  technology: values.optional().describe('Entities that employ this technology: its name, slug, alias or id.'),
  organization: values
    .optional()
    .describe(
      'Entities linked to this company, institution or funder, or to a subsidiary: its name or any identifier.',
    ),
  rollup: z
    .boolean()
    .optional()
    .describe('Include subsidiaries of `organization`; default true. Only together with `organization`.'),
  phase: values.optional().describe('Phase, exact: `phase 2/3` is a value of its own.'),
  status: values.optional().describe('Status, for example `recruiting`.'),
  agency: values.optional().describe('Agency of an approval or opportunity, for example `FDA`.'),
  country: values.optional().describe('Country of a company or institution.'),
  year: several(year.transform(String)).optional().describe('Year of the entity’s own date, four digits.'),
  date_from: day
    .optional()
    .describe(
      'Entities whose own date is on or after this day: trial start, publication, filing, approval, award, closing.',
    ),
  date_to: day.optional().describe('Entities whose own date is on or before this day.'),
};

/** Every filter of a list of entities. */
export const entityFilters = {
  kind: several(kind).optional().describe('Restrict to one kind, or several.'),
  ...narrowing,
};

/** Marks a parameter that is one list on the wire: values separated by commas, a comma within a value as `%2C`. */
const LISTED = {'x-separator': ','};

export const ids = z
  .union([
    z
      .string()
      .min(1)
      .transform((text) => text.split(',').map((one) => one.replace(/%2C/gi, ',').trim())),
    z.array(z.string()),
  ])
  .pipe(z.array(z.string().min(1).max(400)).min(1).max(1000))
  .optional()
  .meta(LISTED)
  .describe(
    'Only these entities: up to 1,000 UUIDs, slugs (`kind/slug`) or identifiers, separated by commas. Without `q` and `sort`, results keep this order.',
  );

export const SORTS = ['recent', 'name', 'prominence', 'momentum', 'date'] as const;

export type Sort = (typeof SORTS)[number];

export const sort = z
  .enum(SORTS)
  .describe(
    'recent: last changed first; date: own date, newest first, undated last; name: A to Z; prominence: most connected first; momentum: fastest rising first. Prominence and momentum list only entities with live edges.',
  );

export const minConfidence = z
  .number()
  .min(0)
  .max(1)
  .optional()
  .describe('Trust enrichment at or above this confidence, for this call; default: the snapshot’s trusted_confidence.');

export const after = z.string().optional().describe('Cursor: `next_cursor` of the previous page.');

/** A parameter that selects the format of the answer; the first is the default. */
export function format<const Names extends readonly [Format, ...Format[]]>(...names: Names) {
  return z
    .enum(names)
    .default(names[0] as never)
    .describe(`Format of the answer: ${names.join(', ')}.`);
}

export const bom = z.boolean().optional().describe('Begin CSV with a byte order mark, so that Excel recognises UTF-8.');

/** Names as one text with commas, or as a list where the interface has lists: agents send either. Read as the text. */
export function names(text: z.ZodString) {
  return z
    .union([z.string(), z.array(z.string()).min(1).max(100)])
    .transform((given) => [given].flat().join(','))
    .pipe(text)
    .optional()
    .meta(LISTED);
}

/** Each must be a field. */
export const fields = names(
  z
    .string()
    .max(1000)
    .refine((value) => value.split(',').every((field) => ENTITY_FIELDS.includes(field.trim())), {
      error: (issue) => {
        const unknown = String(issue.input)
          .split(',')
          .map((field) => field.trim())
          .filter((field) => !ENTITY_FIELDS.includes(field));
        return `Unknown field ${unknown.join(', ')}. Fields are top-level keys: ${ENTITY_FIELDS.join(', ')}. What is inside one, such as moa.target or attributes.phase, comes with it`;
      },
    }),
).describe(
  `Comma-separated top-level keys to return; \`id\` is always included. One or more of: ${ENTITY_FIELDS.join(', ')}.`,
);

export const entityId = z
  .string()
  .min(1)
  .max(400)
  .describe(
    'Entity id (UUID). The library, the command line and agent tools also accept `kind/slug`, any identifier, and a name that only one entity has.',
  );
