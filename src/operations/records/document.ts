import type {Context} from '../../context.ts';
import type {Document, Generation, Header, QueryOptions} from '../../generation.ts';
import {RawJson} from '../../operation.ts';
import {head} from './header.ts';

function links({id}: Header): string {
  return `,"_links":{"self":"/v1/entities/${id}","edges":"/v1/entities/${id}/edges"}}`;
}

/** The full entity with per-field provenance. */
export function detailJson(document: Document): RawJson {
  return new RawJson(detailed(document));
}

/**
 * The entity in a list, without per-field provenance unless that is requested; `extra` members are added at its end.
 */
export function listJson(document: Document, extra: Record<string, unknown> = {}, withFields = false): RawJson {
  const text = withFields ? detailed(document) : listed(document);
  const members = Object.entries(extra).map(([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return new RawJson(members.length === 0 ? text : `${text.slice(0, -1)}${members.join('')}}`);
}

/** The entity of a list, as an object. */
export function recordOf(document: Document): Record<string, unknown> {
  return JSON.parse(textOf(document)) as Record<string, unknown>;
}

/** Some entities as a list has them, as objects; those of which there is none are left out. */
export async function recordsOf<Shape>(
  {generation, ...options}: Context,
  rids: readonly number[],
): Promise<Map<number, Shape>> {
  const found = await generation.lookups.documents(rids, options);
  return new Map([...found].map(([rid, document]) => [rid, recordOf(document) as Shape]));
}

function listed(document: Document): string {
  document.listed ??= textOf(document);
  return document.listed;
}

function detailed(document: Document): string {
  document.detailed ??= textOf(document, document.pieces[2]);
  return document.detailed;
}

/**
 * As a flat string, since it is cached with the document: every reader of a concatenated string would copy its pieces
 * again.
 */
function textOf({header, signals, pieces: [top, attributes, , tail]}: Document, fields = ''): string {
  return [head(header), ',', top, '"signals":', signals, ',', attributes, fields, tail, links(header)].join('');
}

/** List entities in the order of `rids`, reduced to the selected top-level keys if there are any. */
export async function listItems(
  generation: Generation,
  rids: readonly number[],
  options: QueryOptions & {fields?: string | undefined; extra?: (rid: number) => Record<string, unknown>},
): Promise<RawJson[]> {
  const found = await generation.lookups.documents(rids, options);
  const wanted =
    options.fields === undefined
      ? undefined
      : new Set(['id', ...options.fields.split(',').map((field) => field.trim())]);
  return rids.flatMap((rid) => {
    const document = found.get(rid);
    if (document === undefined) return [];
    const item = listJson(document, options.extra?.(rid));
    return [wanted === undefined ? item : pick(item, wanted)];
  });
}

function pick(item: RawJson, wanted: ReadonlySet<string>): RawJson {
  const whole = JSON.parse(item.text) as Record<string, unknown>;
  return new RawJson(
    JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([key]) => wanted.has(key) || key === 'score'))),
  );
}
