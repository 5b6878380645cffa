/** Fields of labels by which entities are counted, besides their kind. */
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
