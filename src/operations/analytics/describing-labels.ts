import type {Context} from '../../context.ts';
import type {LabelOfRow} from '../../generation.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {norm} from '../../text/words.ts';
import {recordOf} from '../records/document.ts';
import {labelsOfRows} from '../records/labels-of-rows.ts';

/** Labels that describe what an entity is about; its source and technologies do not count as similarity. */
const LABELS = [
  'target',
  'modality',
  'mechanism',
  'therapeutic_area',
  'disease_id',
  'platform_type',
  'product_family',
  'category',
];

/** A label, and how many entities have it by a trusted statement. */
export interface Describing {
  /** The label's field; `disease` for one that is shown by its name. */
  field: string;
  value: string;
  /** The number of the value. */
  key: number;
  df: number;
}

/** The trusted labels that say what an entity is about. */
export async function describingLabels(context: Context, rid: number): Promise<Describing[]> {
  const {lookups} = context.generation;
  const [carried, documents] = await Promise.all([labelsOfRows(context, [rid]), lookups.documents([rid], context)]);
  const document = documents.get(rid);
  const record = document === undefined ? {} : recordOf(document);
  const labels = (carried.get(rid) ?? []).filter(({field, isTrusted}) => isTrusted && LABELS.includes(field));
  const [names, categories] = await Promise.all([
    diseasesCalled(context, labels, record),
    categoriesOf(context, record, kindOfRid(rid)),
  ]);
  const own = labels.map(({field, value, label_id, trusted}) => {
    const name = field === 'disease_id' ? names.get(value) : undefined;
    return {field: name === undefined ? field : 'disease', value: name ?? value, key: label_id, df: trusted};
  });
  return [...own, ...categories].sort((a, b) => a.key - b.key);
}

/** Diseases are shown by name: the tree's, or else the one that the entity states. */
async function diseasesCalled(
  context: Context,
  labels: readonly LabelOfRow[],
  record: Record<string, unknown>,
): Promise<Map<string, string>> {
  const ids = labels.flatMap(({field, value}) => (field === 'disease_id' ? value : []));
  if (ids.length === 0) return new Map();
  const known = await diseaseNames(context);
  const {moa, attributes} = record as {moa?: StatedDisease; attributes?: {indications?: unknown}};
  const stated = Array.isArray(attributes?.indications)
    ? (attributes.indications as ({id?: unknown; label?: unknown} | null)[])
    : [];
  const own = [{id: moa?.disease_id, label: moa?.disease_label}, ...stated].flatMap((one) =>
    typeof one?.id === 'string' && typeof one.label === 'string' ? [[one.id, one.label] as const] : [],
  );
  const listed = ids.flatMap((id) => {
    const name = known.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  return new Map([...own.reverse(), ...listed]);
}

/** The names of all diseases of the tree by id, of which there are some ten thousand, whatever the size of the graph. */
function diseaseNames({generation, ...options}: Context): Promise<ReadonlyMap<string, string>> {
  return generation.cache.remember(
    'disease names',
    (names) => 64 * names.size,
    async () => {
      const [ids, labels] = await generation.columns(
        sql`select id, label from disease where label is not null`,
        [is.text, is.text],
        options,
      );
      return new Map(ids.map((id, index) => [id, labels[index] ?? '']));
    },
  );
}

interface StatedDisease {
  disease_id: string | null;
  disease_label: string | null;
}

/** The categories of a product, and the groups of a target's gene, which are no labels to count by. */
async function categoriesOf(
  context: Context,
  record: Record<string, unknown>,
  kind: Kind | undefined,
): Promise<Describing[]> {
  const {product, attributes} = record as {
    product?: {categories?: string[]} | null;
    attributes?: {gene_groups?: unknown};
  };
  const groups = kind === 'target' ? [attributes?.gene_groups ?? []].flat() : [];
  const values = [
    ...new Set([...(product?.categories ?? []), ...groups.filter((one): one is string => typeof one === 'string')]),
  ];
  const found = await context.generation.lookups.values(
    values.map((value) => `category:${norm(value)}`),
    context,
  );
  return values.flatMap((value) => {
    const [one] = found.get(`category:${norm(value)}`) ?? [];
    return one === undefined ? [] : [{field: 'category', value, key: one.label_id, df: one.trusted}];
  });
}
