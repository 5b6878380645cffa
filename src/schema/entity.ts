import {z} from 'zod';
import {family, kind} from './kinds.ts';

const text = z.string().nullable();
const number = z.number().nullable();

export const uuid = z.guid();

/** ISO 8601, UTC, with `Z`. */
export const timestamp = z.iso.datetime();

const selfLink = z.object({self: z.string()});

/** A reference to an entity, as lists of neighbours, holders and people give it. */
export const ref = z.object({id: uuid, kind, name: z.string(), slug: z.string(), _links: selfLink});

const identifiers = z.object({domain: text, cik: text, ticker: text, uei: text, orcid: text, doi: text});

const moa = z.object({
  target: text,
  target_id: text,
  target_symbol: text,
  modality: text,
  secondary_modalities: z.array(z.string()),
  mechanism: text,
  therapeutic_area: text,
  disease_id: text,
  disease_label: text,
  confidence: number,
});

const product = z.object({family: family.nullable(), categories: z.array(z.string()), uid: text});

const pos = z.object({probability: z.number(), phase: text, basis: z.string(), caveat: z.string()});

const signals = z.object({
  prominence: z.number().min(0).max(100),
  momentum: z.number().min(-10).max(10),
  rank_in_kind: z.int(),
  degree: z.int(),
  activity_90d: z.number(),
  computed_at: timestamp,
});

const fieldProvenance = z.object({
  field: z.string(),
  source: z.string(),
  confidence: number,
  observed_at: timestamp.nullable(),
});

const provenance = z.object({source: z.string(), observed_at: timestamp.nullable(), identity_confidence: number});

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

const rest = {updated_at: timestamp, _links: z.object({self: z.string(), edges: z.string()})};

/** The full entity, with per-field provenance. */
export const entity = z.object({
  ...common,
  provenance: provenance.extend({fields: z.array(fieldProvenance)}),
  ...rest,
});

/** An entity as lists carry it: without per-field provenance. */
export const listEntity = z.object({...common, provenance, ...rest});

/** The top-level keys that `fields` selects from. */
export const ENTITY_FIELDS = Object.keys(listEntity.shape) as [string, ...string[]];
