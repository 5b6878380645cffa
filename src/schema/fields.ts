import type {Kind} from './kinds.ts';

/** The type of a column in stores, snapshots and recipes. */
export type FieldType = 'text' | 'list' | 'share' | 'object';

/** The place of a value in the entity's JSON; null is beside `id` and `name`. */
export type Block = 'identifiers' | 'moa' | 'product' | 'pos';

export interface Field {
  /** The column of stores, snapshots and recipes. */
  column: string;
  type: FieldType;
  block: Block | null;
  /** Its key in the block. */
  key: string;
  /** How predicates compare it: by itself, or as a label, which may have several values; null: not at all. */
  search: 'text' | 'label' | 'number' | null;
  /** Its name in predicates, if that is not the key. */
  searchName?: string;
  /** The trust gate applies to it. */
  gated: boolean;
  /** Present for identifiers. */
  identifier?: Identifier;
}

export interface Identifier {
  /**
   * How it is compared: `lower` in lower case; `number` by its digits alone, with its own prefix, since bare numbers
   * are ambiguous.
   */
  form: 'lower' | 'number';
  /** Kinds of which two entities with the same value are the same thing; in other kinds it may be shared. */
  unique: readonly Kind[];
  /** Hosts whose URLs end in such an identifier. */
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
 * The data of an entity, apart from its identity (id, kind, name, slug, state) and provenance: each column once, in the
 * order of documents and files. Schemas, snapshots, recipes, stores, the feed, predicates and documents are derived
 * from this list.
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

/** The fields of a block, by key. */
export type FieldIn<B extends Block> = Extract<(typeof FIELDS)[number], {block: B}>;

export function fieldsIn<B extends Block>(block: B): FieldIn<B>[] {
  return FIELDS.filter((field): field is FieldIn<B> => field.block === block);
}

/** An object with a member for each column, computed from its field by `of`. */
export function byColumn<T>(of: (field: Field) => T): Record<string, T> {
  return Object.fromEntries((FIELDS as readonly Field[]).map((field) => [field.column, of(field)]));
}

/** The identifiers, each a separate column. */
export const IDENTIFIERS = fieldsIn('identifiers');
