import {RawJson} from '../../operation.ts';
import {sql} from '../../sql/sql.ts';
import type {Generation} from '../../store/generation.ts';
import type {QueryOptions} from '../../store/pool.ts';

/** Above this many, a scan with a list in a table beats a list in the text. */
const MOST_KEYS = 1024;

/** References by row id, as ready JSON. A generation never changes, so what was fetched once is kept. */
export async function refs(generation: Generation, rids: Iterable<number>, options: QueryOptions): Promise<Map<number, RawJson>> {
  const found = new Map<number, RawJson>();
  const missing: number[] = [];
  for (const rid of new Set(rids)) {
    const kept = generation.cache.get<RawJson>(`r${rid}`);
    if (kept === undefined) missing.push(rid);
    else found.set(rid, kept);
  }
  for (let at = 0; at < missing.length; at += MOST_KEYS) {
    const part = missing.slice(at, at + MOST_KEYS);
    const [keys, texts] = (await generation.columns(sql`select rid, ref from ref where rid in ${part}`, options)) as [number[], string[]];
    keys.forEach((rid, index) => {
      const ref = new RawJson(texts[index] ?? 'null');
      generation.cache.set(`r${rid}`, ref, ref.text.length);
      found.set(rid, ref);
    });
  }
  return found;
}

export interface Ref {
  id: string;
  kind: string;
  name: string;
  slug: string;
}

/** The reference read back, where its name or id decides something. */
export function parseRef(ref: RawJson): Ref {
  return JSON.parse(ref.text) as Ref;
}
