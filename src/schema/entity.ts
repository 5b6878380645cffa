import {z} from 'zod';
import {type Block, type Field, type FieldIn, fieldsIn} from './fields.ts';
import {family, kind} from './kinds.ts';
import {named} from './named.ts';

const text = z.string().nullable();
const number = z.number().nullable();

export const uuid = z.guid();

/** ISO 8601, UTC, with `Z`. */
export const timestamp = z.iso.datetime();

export const selfLink = named('SelfLink', z.object({self: z.string()}));

/** A reference to an entity, as in lists of neighbours, holders and people. */
export const ref = named('Ref', z.object({id: uuid, kind, name: z.string(), slug: z.string(), _links: selfLink}));

const VALUE = {
  text,
  list: z.array(z.string()),
  share: number,
  object: z.record(z.string(), z.unknown()).nullable(),
} as const;

type Values<B extends Block> = {[F in FieldIn<B> as F['key']]: (typeof VALUE)[F['type']]};

/** The members of a block, from the descriptions of its fields. */
function membersOf<B extends Block>(block: B): Values<B> {
  return Object.fromEntries((fieldsIn(block) as Field[]).map(({key, type}) => [key, VALUE[type]])) as Values<B>;
}

const identifiers = named('Identifiers', z.object(membersOf('identifiers')));

const moa = named('Moa', z.object(membersOf('moa')));

const product = named(
  'ProductFacts',
  z.object({family: family.nullable(), categories: z.array(z.string()), uid: text}),
);

const pos = named('Pos', z.object({probability: z.number(), phase: text, basis: z.string(), caveat: z.string()}));

const signals = named(
  'Signals',
  z.object({
    prominence: z.number().min(0).max(100),
    momentum: z.number().min(-10).max(10),
    rank_in_kind: z.int(),
    degree: z.int(),
    activity_90d: z.number(),
    computed_at: timestamp,
  }),
);

const fieldProvenance = named(
  'FieldProvenance',
  z.object({
    field: z.string(),
    source: z.string(),
    confidence: number,
    observed_at: timestamp.nullable(),
    record: z.string().nullable().describe('The source’s own id of the row.'),
  }),
);

const provenance = named(
  'Provenance',
  z.object({source: z.string(), observed_at: timestamp.nullable(), identity_confidence: number}),
);

const open = z.record(z.string(), z.unknown());

const common = {
  id: uuid,
  kind,
  name: z.string(),
  slug: z.string(),
  identifiers,
  moa,
  platform_type: text,
  product: product.nullable(),
  pos: pos.nullable(),
  funding: open.nullable(),
  signals: signals.nullable(),
  attributes: open,
};

const links = named('EntityLinks', z.object({self: z.string(), edges: z.string()}));

const rest = {updated_at: timestamp, _links: links};

/** The full entity, with per-field provenance. */
export const entity = named(
  'Entity',
  z.object({
    ...common,
    provenance: provenance.extend({fields: z.array(fieldProvenance)}),
    ...rest,
  }),
);

/** An entity in a list: without per-field provenance. */
export const listEntity = z.object({...common, provenance, ...rest});

/** An entity in a list with the keys selected by `fields`. */
export const listed = named('ListEntity', listEntity.partial().extend({id: uuid}));

/** The top-level keys that `fields` selects from. */
export const ENTITY_FIELDS = Object.keys(listEntity.shape) as [string, ...string[]];
