import {RawJson} from '../../operation.ts';
import {sql} from '../../sql/sql.ts';
import type {QueryOptions} from '../../store/pool.ts';
import type {Generation} from '../../store/generation.ts';

/** An entity's stored text, cut where the parts that depend on the door go, and what is kept beside it. */
interface Document {
  id: string;
  /** JSON text of the signals block, `null` without live edges. */
  signals: string;
  pieces: [head: string, attributes: string, fields: string, tail: string];
}

const SEPARATOR = '\u001e';

/** Documents by row id; what the generation's cache holds is not asked again. */
export async function documents(generation: Generation, rids: readonly number[], options: QueryOptions): Promise<Map<number, Document>> {
  const found = new Map<number, Document>();
  const missing: number[] = [];
  for (const rid of rids) {
    const kept = generation.cache.get<Document>(`d${rid}`);
    if (kept === undefined) missing.push(rid);
    else found.set(rid, kept);
  }
  if (missing.length === 0) return found;
  const briefs = briefTexts(generation, missing, options);
  const [docRids, docs] = (await generation.columns(sql`select rid, doc from document where rid in ${missing}`, options)) as [number[], string[]];
  const briefOf = await briefs;
  docRids.forEach((rid, index) => {
    const text = docs[index] ?? '';
    const brief = parseBrief(briefOf.get(rid) ?? '', generation);
    const document: Document = {...brief, pieces: text.split(SEPARATOR) as Document['pieces']};
    generation.cache.set(`d${rid}`, document, text.length);
    found.set(rid, document);
  });
  return found;
}

async function briefTexts(generation: Generation, rids: readonly number[], options: QueryOptions): Promise<Map<number, string>> {
  const [keys, texts] = (await generation.columns(sql`select rid, brief from brief where rid in ${rids}`, options)) as [number[], string[]];
  return new Map(keys.map((rid, index) => [rid, texts[index] ?? '']));
}

/** The ids of entities, for orders that end in id. */
export async function idsOf(generation: Generation, rids: readonly number[], options: QueryOptions): Promise<Map<number, string>> {
  const texts = await briefTexts(generation, rids, options);
  return new Map([...texts].map(([rid, text]) => [rid, text.slice(0, 36)]));
}

/** `id|prominence|momentum|rank_in_kind|degree|activity_90d`, the last five absent without live edges. */
function parseBrief(brief: string, generation: Generation): {id: string; signals: string} {
  const [id = '', prominence, momentum, rank, degree, activity] = brief.split('|');
  if (!prominence) return {id, signals: 'null'};
  const signals = {
    prominence: Number(prominence),
    momentum: Number(momentum),
    rank_in_kind: Number(rank),
    degree: Number(degree),
    activity_90d: Number(activity),
    computed_at: new Date(generation.asOf).toISOString(),
  };
  return {id, signals: JSON.stringify(signals)};
}

/** The full entity with per-field provenance. */
export function detailJson({pieces: [head, attributes, fields, tail], signals}: Document): RawJson {
  return new RawJson(head + signals + attributes + fields + tail);
}

/** The entity as lists carry it; `extra` members are added at its end. */
export function listJson({pieces: [head, attributes, , tail], signals}: Document, extra: Record<string, unknown> = {}): RawJson {
  const text = head + signals + attributes + tail;
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
  const wanted = options.fields === undefined ? undefined : new Set(['id', ...options.fields.split(',').map((field) => field.trim())]);
  return rids.flatMap((rid) => {
    const document = found.get(rid);
    if (document === undefined) return [];
    const item = listJson(document, options.extra?.(rid));
    return [wanted === undefined ? item : pick(item, wanted)];
  });
}

function pick(item: RawJson, wanted: ReadonlySet<string>): RawJson {
  const whole = JSON.parse(item.text) as Record<string, unknown>;
  return new RawJson(JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([key]) => wanted.has(key) || key === 'score'))));
}
