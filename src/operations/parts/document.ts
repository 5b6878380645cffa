import {RawJson} from '../../operation.ts';
import {sql} from '../../sql/sql.ts';
import type {Generation} from '../../store/generation.ts';
import type {QueryOptions} from '../../store/pool.ts';
import {type Brief, head, type Standing, standings} from './brief.ts';

/** An entity's stored text, cut where the parts that depend on the door go. */
export interface Document extends Standing {
  pieces: [head: string, attributes: string, fields: string, tail: string];
}

const SEPARATOR = '\u001e';

/** Documents by row id; what the generation's cache holds is not asked again. */
export async function documents(
  generation: Generation,
  rids: readonly number[],
  options: QueryOptions,
): Promise<Map<number, Document>> {
  const found = new Map<number, Document>();
  const missing: number[] = [];
  for (const rid of rids) {
    const kept = generation.cache.get<Document>(`d${rid}`);
    if (kept === undefined) missing.push(rid);
    else found.set(rid, kept);
  }
  if (missing.length === 0) return found;
  const [shown, columns] = await Promise.all([
    standings(generation, missing, options),
    generation.columns(sql`select rid, doc from document where rid in ${missing}`, options),
  ]);
  const [docRids = [], docs = []] = columns as [number[], string[]];
  docRids.forEach((rid, index) => {
    const text = docs[index] ?? '';
    const standing = shown.get(rid);
    if (standing === undefined) throw new Error(`No brief for row ${rid}`);
    const document: Document = {...standing, pieces: text.split(SEPARATOR) as Document['pieces']};
    generation.cache.set(`d${rid}`, document, text.length);
    found.set(rid, document);
  });
  return found;
}

function links({id}: Brief): string {
  return `,"_links":{"self":"/v1/entities/${id}","edges":"/v1/entities/${id}/edges"}}`;
}

/** The full entity with per-field provenance. */
export function detailJson({brief, signals, pieces: [top, attributes, fields, tail]}: Document): RawJson {
  return new RawJson(`${head(brief)},${top}"signals":${signals},${attributes}${fields}${tail}${links(brief)}`);
}

/** The entity as lists carry it, without the provenance of each field unless that is asked for; `extra` members are added at its end. */
export function listJson(document: Document, extra: Record<string, unknown> = {}, withFields = false): RawJson {
  const {
    brief,
    signals,
    pieces: [top, attributes, fields, tail],
  } = document;
  const text = `${head(brief)},${top}"signals":${signals},${attributes}${withFields ? fields : ''}${tail}${links(brief)}`;
  const members = Object.entries(extra).map(([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return new RawJson(members.length === 0 ? text : `${text.slice(0, -1)}${members.join('')}}`);
}

/** List entities in the order of `rids`, cut down to the wanted top-level keys if some are named. */
export async function listItems(
  generation: Generation,
  rids: readonly number[],
  options: QueryOptions & {fields?: string | undefined; extra?: (rid: number) => Record<string, unknown>},
): Promise<RawJson[]> {
  const found = await documents(generation, rids, options);
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
