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
}

/** An entity as lists and details show it, with its place among the others. */
export interface Standing {
  brief: Brief;
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
      found.set(rid, keep(generation, rid, texts[index] ?? ''));
    });
  }
  return found;
}

/** Briefs and signals by row id. */
export async function standings(
  generation: Generation,
  rids: readonly number[],
  options: QueryOptions,
): Promise<Map<number, Standing>> {
  const query = sql`select rid, brief, ${SIGNALS} from brief where rid in ${rids}`;
  const [keys = [], texts = [], scored = [], ranks = [], degrees = [], activities = []] = (await generation.columns(
    query,
    options,
  )) as [number[], string[], (number | null)[], number[], number[], number[]];
  const at = new Date(generation.asOf).toISOString();
  return new Map(
    keys.map((rid, index) => {
      const brief = keep(generation, rid, texts[index] ?? '');
      const score = scored[index] ?? null;
      if (score === null) return [rid, {brief, signals: 'null'}];
      const prominence = Math.floor(score / 2 ** 18) / 10_000;
      const momentum = ((score % 2 ** 18) - 2 ** 17) / 10_000;
      const signals = `{"prominence":${prominence},"momentum":${momentum},"rank_in_kind":${ranks[index]},"degree":${degrees[index]},"activity_90d":${activities[index]},"computed_at":"${at}"}`;
      return [rid, {brief, signals}];
    }),
  );
}

/** The packed number of ddl/062_brief.sql in parts that fit a JavaScript number, prominence and momentum together. */
const SIGNALS = sql`(signals >> 88)::bigint, ((signals >> 62) & 67108863)::integer, ((signals >> 31) & 2147483647)::integer, (signals & 2147483647)::integer`;

/** The packed text of ddl/062_brief.sql. */
function keep(generation: Generation, rid: number, text: string): Brief {
  const [id = '', slug = '', name = '""'] = text.split('\u001f');
  const brief = {id, kind: kindOfRid(rid), slug, name};
  generation.cache.set(`b${rid}`, brief, text.length);
  return brief;
}

/** `{id, kind, name, slug, _links}`. */
export function refJson(brief: Brief): RawJson {
  return new RawJson(`${head(brief)},"_links":{"self":"/v1/entities/${brief.id}"}}`);
}

/** `{"id":…,"kind":…,"name":…,"slug":…` without its end. */
export function head({id, kind, name, slug}: Brief): string {
  return `{"id":"${id}","kind":"${kind}","name":${name},"slug":${JSON.stringify(slug)}`;
}
