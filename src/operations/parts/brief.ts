import {RawJson} from '../../operation.ts';
import {sql} from '../../sql/sql.ts';
import {type Generation, kindOfRid} from '../../store/generation.ts';
import type {QueryOptions} from '../../store/pool.ts';

/** What every result shows of an entity. */
export interface Brief {
  id: string;
  kind: string;
  slug: string;
  /** The name as JSON text. */
  name: string;
  /** JSON text of the signals block; `null` without live edges. */
  signals: string;
}

/** Above this many keys at once the list is asked in parts. */
const MOST_KEYS = 1024;

/** Briefs by row id. A generation never changes, so what was fetched once is kept. */
export async function briefs(
  generation: Generation,
  rids: Iterable<number>,
  options: QueryOptions,
): Promise<Map<number, Brief>> {
  const found = new Map<number, Brief>();
  const missing: number[] = [];
  for (const rid of new Set(rids)) {
    const kept = generation.cache.get<Brief>(`b${rid}`);
    if (kept === undefined) missing.push(rid);
    else found.set(rid, kept);
  }
  for (let at = 0; at < missing.length; at += MOST_KEYS) {
    const part = missing.slice(at, at + MOST_KEYS);
    const [keys = [], texts = []] = (await generation.columns(
      sql`select rid, brief from brief where rid in ${part}`,
      options,
    )) as [number[], string[]];
    keys.forEach((rid, index) => {
      const text = texts[index] ?? '';
      const brief = parse(text, rid, generation);
      generation.cache.set(`b${rid}`, brief, text.length);
      found.set(rid, brief);
    });
  }
  return found;
}

/** The packed text of ddl/040_position.sql. */
function parse(text: string, rid: number, generation: Generation): Brief {
  const [id = '', slug = '', name = '""', packed = ''] = text.split('\u001f');
  return {id, kind: kindOfRid(rid), slug, name, signals: signals(packed, generation)};
}

function signals(packed: string, generation: Generation): string {
  if (packed === '') return 'null';
  const [prominence, momentum, rank, degree, activity] = packed.split('|');
  const at = new Date(generation.asOf).toISOString();
  return `{"prominence":${prominence},"momentum":${momentum},"rank_in_kind":${rank},"degree":${degree},"activity_90d":${activity},"computed_at":"${at}"}`;
}

/** `{id, kind, name, slug, _links}`. */
export function refJson(brief: Brief): RawJson {
  return new RawJson(`${head(brief)},"_links":{"self":"/v1/entities/${brief.id}"}}`);
}

/** `{"id":…,"kind":…,"name":…,"slug":…` without its end. */
export function head({id, kind, name, slug}: Brief): string {
  return `{"id":"${id}","kind":"${kind}","name":${name},"slug":${JSON.stringify(slug)}`;
}
