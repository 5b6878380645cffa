import type {Kind} from './kinds.ts';

/** How a column's value stands in stores, snapshots and recipes. */
export type FieldType = 'text' | 'list' | 'share' | 'object';

/** Where a value stands in the entity's JSON; null is beside `id` and `name`. */
export type Block = 'identifiers' | 'moa' | 'product' | 'pos';

export interface Field {
  /** The column of stores, snapshots and recipes. */
  column: string;
  type: FieldType;
  block: Block | null;
  /** Its key in the block. */
  key: string;
  /** How it is asked for in predicates: by itself, or as a label that any of several values may bear; null: not at all. */
  search: 'text' | 'label' | 'number' | null;
  /** Its name in predicates, where that is not the key. */
  searchName?: string;
  /** The trust gate applies to it. */
  gated: boolean;
  /** Of an identifier. */
  identifier?: Identifier;
}

export interface Identifier {
  /** How it is compared: `lower` as it is, in lower case; `number` by its digits alone, behind its own prefix, since bare numbers are many things. */
  form: 'lower' | 'number';
  /** Kinds of which two with one value are one thing; the others may share it. */
  unique: readonly Kind[];
  /** Hosts whose addresses end in one. */
  hosts: readonly string[];
}

const identifier = <Name extends string>(
  column: Name,
  {form = 'lower', unique = [], hosts = []}: Partial<Identifier> = {},
) =>
  ({
    column,
    type: 'text',
    block: 'identifiers',
    key: column,
    search: 'text',
    gated: false,
    identifier: {form, unique, hosts},
  }) as const;

const moa = <Name extends string>(column: Name, search: 'text' | 'label') =>
  ({column, type: 'text', block: 'moa', key: column, search, gated: true}) as const;

/**
 * What is said of an entity, beside what it is (id, kind, name, slug, state) and where that comes from: each column once, in the order of
 * documents and files. Shapes, snapshots, recipes, stores, the feed, predicates and documents are derived from this list.
 */
export const FIELDS = [
  identifier('domain'),
  identifier('cik', {form: 'number', unique: ['company']}),
  identifier('ticker'),
  identifier('uei'),
  identifier('orcid', {unique: ['person'], hosts: ['orcid.org']}),
  identifier('doi', {hosts: ['doi.org', 'dx.doi.org']}),
  moa('target', 'label'),
  moa('target_id', 'label'),
  moa('target_symbol', 'text'),
  moa('modality', 'label'),
  {column: 'secondary_modalities', type: 'list', block: 'moa', key: 'secondary_modalities', search: null, gated: true},
  moa('mechanism', 'label'),
  moa('therapeutic_area', 'label'),
  moa('disease_id', 'label'),
  moa('disease_label', 'text'),
  {column: 'moa_confidence', type: 'share', block: 'moa', key: 'confidence', search: 'number', gated: false},
  {column: 'platform_type', type: 'text', block: null, key: 'platform_type', search: 'label', gated: true},
  {
    column: 'product_family',
    type: 'text',
    block: 'product',
    key: 'family',
    search: 'label',
    searchName: 'product.family',
    gated: false,
  },
  {column: 'product_categories', type: 'list', block: 'product', key: 'categories', search: null, gated: false},
  {column: 'product_uid', type: 'text', block: 'product', key: 'uid', search: null, gated: false},
  {column: 'pos_probability', type: 'share', block: 'pos', key: 'probability', search: null, gated: false},
  {column: 'pos_phase', type: 'text', block: 'pos', key: 'phase', search: null, gated: false},
  {column: 'pos_basis', type: 'text', block: 'pos', key: 'basis', search: null, gated: false},
  {column: 'funding', type: 'object', block: null, key: 'funding', search: null, gated: false},
  {column: 'attributes', type: 'object', block: null, key: 'attributes', search: null, gated: false},
] as const satisfies readonly Field[];

/** The fields of a block, by their keys. */
export type FieldIn<B extends Block> = Extract<(typeof FIELDS)[number], {block: B}>;

export function fieldsIn<B extends Block>(block: B): FieldIn<B>[] {
  return FIELDS.filter((field): field is FieldIn<B> => field.block === block);
}

/** Columns as an object: each with what `of` makes of its field. */
export function byColumn<T>(of: (field: Field) => T): Record<string, T> {
  return Object.fromEntries((FIELDS as readonly Field[]).map((field) => [field.column, of(field)]));
}

/** The identifiers, each a column of its own. */
export const IDENTIFIERS = fieldsIn('identifiers');
