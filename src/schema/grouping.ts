/** What entities are counted by, besides their kind: fields of labels. */
export const GROUPED = [
  'target',
  'modality',
  'mechanism',
  'therapeutic_area',
  'target_id',
  'disease_id',
  'platform_type',
  'product_family',
  'source',
  'phase',
  'status',
  'agency',
  'country',
  'year',
] as const;

export type Grouped = (typeof GROUPED)[number];
