import {byColumn, type FieldType} from '../schema/fields.ts';
import {FAMILIES, KINDS, type Kind} from '../schema/kinds.ts';
import {readTime} from '../time.ts';

/** An entity as a row of the snapshot's `entities`, with its rows of the other tables. */
export interface Hydrated {
  id: string;
  row: Record<string, unknown>;
  /** Rows of `provenance`. */
  provenance: Record<string, unknown>[];
  /** All its live edges; null if they are not known, so that those in the store stay. */
  edges: Record<string, string | number | null>[] | null;
  /** How many more edges it lists that cannot be read. */
  unread?: number;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const RELATION = /^[a-z][a-z0-9_]*$/;

type Json = Record<string, unknown>;

/**
 * The kind that a row states: null if it states none; undefined if this version does not know it, because the upstream
 * is newer.
 */
export function kindOf({kind}: Json): Kind | null | undefined {
  return typeof kind === 'string' ? KINDS.find((one) => one === kind) : null;
}

/** An id as stores spell it, since services may write UUIDs in capitals; undefined if it is none. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined;
}

/**
 * A live entity as given by any service. Absent and null fields are the same; values of the wrong type count as absent.
 * Its `updated_at` is null if it cannot be read.
 */
export function entityRow(given: Json): Json {
  const {aliases, ...attributes} = withShares(object(given.attributes));
  const seen = object(given.provenance);
  const name = text(given.name) ?? text(given.slug) ?? String(given.id);
  const columns: Json = byColumn(({type, block, key}) =>
    VALUE[type]((block === null ? {...given, attributes} : object(given[block]))[key]),
  );
  // Of a closed list.
  const isKnown = (FAMILIES as readonly unknown[]).includes(columns.product_family);
  return {
    id: given.id,
    kind: given.kind,
    state: 'live',
    name,
    slug: text(given.slug) ?? slugOf(name),
    aliases: texts(aliases),
    ...columns,
    ...('product_family' in columns && !isKnown && {product_family: null}),
    source: text(seen.source) ?? 'upstream',
    observed_at: moment(seen.observed_at),
    identity_confidence: share(seen.identity_confidence),
    updated_at: moment(given.updated_at),
  };
}

/** A merged or removed entity. A name or slug that is not given is the one it had. */
export function goneRow(given: Json, into: string | null): Json {
  return {
    id: given.id,
    kind: given.kind,
    state: into === null ? 'removed' : 'merged',
    merged_into: into,
    name: text(given.name),
    slug: text(given.slug),
    source: 'upstream',
    updated_at: moment(given.updated_at),
  };
}

export function provenanceRows(id: string, given: Json): Json[] {
  const {fields} = object(given.provenance);
  return (Array.isArray(fields) ? fields : []).flatMap((entry) => {
    const {field, source, confidence, observed_at, record} = object(entry);
    return text(field) === null || text(source) === null
      ? []
      : [
          {
            entity_id: id,
            field: text(field),
            source: text(source),
            confidence: share(confidence),
            observed_at: moment(observed_at),
            record: text(record),
          },
        ];
  });
}

/** Edges from the edges endpoint of `id`; none are known if what is given is no list. */
export function edgeRows(id: string, list: unknown): Pick<Hydrated, 'edges' | 'unread'> {
  if (!Array.isArray(list)) return {edges: null};
  const edges = list.flatMap((entry) => {
    const {relation, direction, observed_at, neighbor, source: origin, confidence, record} = object(entry);
    const other = idOf(object(neighbor).id);
    if (typeof relation !== 'string' || !RELATION.test(relation) || other === undefined) return [];
    const [source, target] = direction === 'in' ? [other, id] : [id, other];
    return [
      {
        source,
        relation,
        target,
        observed_at: moment(observed_at),
        origin: text(origin),
        confidence: share(confidence),
        record: text(record),
      },
    ];
  });
  return {edges, unread: list.length - edges.length};
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** Control characters, which no snapshot may contain (snapshot/rules.ts). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Text without what neither DuckDB nor a snapshot accepts: control characters, and halves of a letter of two. */
function cleaned(value: string): string {
  return value
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .replace(CONTROL, '');
}

function text(value: unknown): string | null {
  const clean = typeof value === 'string' ? cleaned(value) : '';
  return clean === '' ? null : clean;
}

function texts(value: unknown): string[] | null {
  const list = (Array.isArray(value) ? value : []).flatMap((one) => text(one) ?? []);
  return list.length === 0 ? null : list;
}

/** A confidence or probability. One outside 0 to 1 is unknown: it would pass every `min_confidence`. */
function share(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null;
}

/** Attributes that are lists of statements, each with a confidence of its own. */
const STATED = ['indications', 'mechanisms'];

function withShares(attributes: Json): Json {
  const stated = STATED.flatMap((key) => {
    const list = attributes[key];
    return Array.isArray(list) ? [[key, list.map(withShare)] as const] : [];
  });
  return {...attributes, ...Object.fromEntries(stated)};
}

function withShare(statement: unknown): unknown {
  const given = object(statement);
  return 'confidence' in given ? {...given, confidence: share(given.confidence)} : statement;
}

function moment(value: unknown): string | null {
  const read = typeof value === 'string' ? readTime(value) : undefined;
  return read === undefined || 'problem' in read ? null : read.iso;
}

function json(value: unknown): string | null {
  const given = object(value);
  return Object.keys(given).length === 0 ? null : JSON.stringify(given, withCleanTexts);
}

function withCleanTexts(_: string, value: unknown): unknown {
  if (typeof value === 'string') return cleaned(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [cleaned(key), one]));
}

/** A given value as the column's type; values of other types count as absent. */
const VALUE: Record<FieldType, (value: unknown) => unknown> = {text, list: texts, share, object: json};

function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return slug === '' ? 'unnamed' : slug;
}
