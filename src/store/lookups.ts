import type {QueryOptions} from './../generation.ts';
import type {
  Document,
  EdgeOfRow,
  EdgeOrigin,
  Folded,
  Header,
  KindSlug,
  Lookups,
  Neighbours,
  Order,
  Sort,
  Standing,
  Statements,
} from '../generation.ts';
import {KINDS, type Kind} from '../schema/kinds.ts';
import {numbers} from '../sql/fragments.ts';
import {type Sql, sql} from '../sql/sql.ts';
import type {Cache} from './cache.ts';
import {kindNumber, kindOfRid} from './rid.ts';
import {keyHash} from './words.ts';

/** Above this many keys at once the list is asked in parts. */
const MOST_KEYS = 1024;

/** A longer list of row ids is handed over as one value: its plan would take longer than what row groups passed over save. */
const MOST_WRITTEN_OUT = 400;

/** The packed number of ddl/062_brief.sql in parts that fit a JavaScript number, prominence and momentum together. */
const SIGNALS = sql`(signals >> 88)::bigint, ((signals >> 62) & 67108863)::integer, ((signals >> 31) & 2147483647)::integer, (signals & 2147483647)::integer`;

const SORT_NUMBER: Record<Sort, number> = {recent: 1, name: 2, prominence: 3, momentum: 4, date: 5};

const PIECES = '\u001e';
const FIELDS = '\u001f';

/** Look-ups as statements over the generation's own tables. What was fetched once is kept, since a generation never changes. */
export class SqlLookups implements Lookups {
  readonly #from: Statements;
  readonly #cache: Cache;
  readonly #computedAt: string;

  constructor(from: Statements, cache: Cache, asOf: number) {
    this.#from = from;
    this.#cache = cache;
    this.#computedAt = new Date(asOf).toISOString();
  }

  async byId(ids: readonly string[], options?: QueryOptions): Promise<Map<string, number>> {
    const [only, second] = ids;
    if (only === undefined) return new Map();
    const query =
      second === undefined
        ? sql`select id::varchar, rid from entity where id = ${only}::uuid`
        : sql`select e.id::varchar, e.rid from entity e semi join (select unnest(${`[${ids.join(', ')}]`}::uuid[]) as id) using (id)`;
    const [found = [], rids = []] = (await this.#from.columns(query, options)) as [string[], number[]];
    return new Map(found.map((id, index) => [id, rids[index] ?? 0]));
  }

  async bySlug(slugs: readonly KindSlug[], options?: QueryOptions): Promise<Map<string, number>> {
    if (slugs.length === 0) return new Map();
    const wanted = new Set(slugs.map(({kind, slug}) => `${kind}/${slug}`));
    const [rids = []] = (await this.#from.columns(
      sql`select rid from slug where h in ${[...wanted].map(keyHash)}`,
      options,
    )) as [number[]];
    // Two slugs may share a hash.
    const known = await this.headers(rids, options);
    return new Map(
      [...known].flatMap(([rid, {kind, slug}]) => (wanted.has(`${kind}/${slug}`) ? [[`${kind}/${slug}`, rid]] : [])),
    );
  }

  async folded(by: {ids: readonly string[]} | {slugs: readonly string[]}, options?: QueryOptions): Promise<Folded[]> {
    const list = 'ids' in by ? by.ids : by.slugs;
    if (list.length === 0) return [];
    const which =
      'ids' in by
        ? sql`id in (select unnest(${`[${by.ids.join(', ')}]`}::uuid[]))`
        : sql`lower(slug) in ${by.slugs.map((slug) => slug.toLowerCase())}`;
    const rows = await this.#from.rows(
      sql`select id::varchar as id, kind_no, slug, survivor from gone
          where survivor is not null and ${which} order by updated_at desc, id`,
      options,
    );
    return rows.map(({id, kind_no, slug, survivor}) => ({
      id: String(id),
      kind: KINDS[Number(kind_no) - 1] as Kind,
      slug: String(slug),
      survivor: Number(survivor),
    }));
  }

  async byIdentifier(keys: readonly string[], options?: QueryOptions): Promise<{key: string; rid: number}[]> {
    if (keys.length === 0) return [];
    const wanted = new Set(keys);
    const [found = [], rids = []] = (await this.#from.columns(
      sql`select key, rid from identifier where h in (select unnest(${`[${[...wanted].map(keyHash).join(', ')}]`}::bigint[])) order by rid`,
      options,
    )) as [string[], number[]];
    return found.flatMap((key, index) => (wanted.has(key) ? [{key, rid: rids[index] ?? 0}] : []));
  }

  async headers(rids: Iterable<number>, options?: QueryOptions): Promise<Map<number, Header>> {
    const found = new Map<number, Header>();
    const missing: number[] = [];
    for (const rid of new Set(rids)) {
      const kept = this.#cache.get<Header>(`b${rid}`);
      if (kept === undefined) missing.push(rid);
      else found.set(rid, kept);
    }
    for (let at = 0; at < missing.length; at += MOST_KEYS) {
      const part = missing.slice(at, at + MOST_KEYS);
      const [keys = [], texts = []] = (await this.#from.columns(
        sql`select rid, brief from brief where rid in ${part}`,
        options,
      )) as [number[], string[]];
      keys.forEach((rid, index) => {
        found.set(rid, this.#header(rid, texts[index] ?? ''));
      });
    }
    return found;
  }

  async standings(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Standing>> {
    if (rids.length === 0) return new Map();
    const query = sql`select rid, brief, ${SIGNALS} from brief where rid in ${rids}`;
    const [keys = [], texts = [], scored = [], ranks = [], degrees = [], activities = []] = (await this.#from.columns(
      query,
      options,
    )) as [number[], string[], (number | null)[], number[], number[], number[]];
    return new Map(
      keys.map((rid, index) => {
        const brief = this.#header(rid, texts[index] ?? '');
        const score = scored[index] ?? null;
        if (score === null) return [rid, {brief, signals: 'null'}];
        const prominence = Math.floor(score / 2 ** 18) / 10_000;
        const momentum = ((score % 2 ** 18) - 2 ** 17) / 10_000;
        const signals = `{"prominence":${prominence},"momentum":${momentum},"rank_in_kind":${ranks[index]},"degree":${degrees[index]},"activity_90d":${activities[index]},"computed_at":"${this.#computedAt}"}`;
        return [rid, {brief, signals}];
      }),
    );
  }

  async documents(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Document>> {
    const found = new Map<number, Document>();
    const missing: number[] = [];
    for (const rid of rids) {
      const kept = this.#cache.get<Document>(`d${rid}`);
      if (kept === undefined) missing.push(rid);
      else found.set(rid, kept);
    }
    if (missing.length === 0) return found;
    const [shown, columns] = await Promise.all([
      this.standings(missing, options),
      this.#from.columns(sql`select rid, doc from document where rid in ${missing}`, options),
    ]);
    const [docRids = [], docs = []] = columns as [number[], string[]];
    docRids.forEach((rid, index) => {
      const text = docs[index] ?? '';
      const standing = shown.get(rid);
      if (standing === undefined) throw new Error(`No header for row ${rid}`);
      const document: Document = {...standing, pieces: text.split(PIECES) as Document['pieces']};
      this.#cache.set(`d${rid}`, document, text.length);
      found.set(rid, document);
    });
    return found;
  }

  async edges(rid: number, options?: QueryOptions): Promise<EdgeOfRow[]> {
    const [rels = [], directions = [], observed = [], origins = [], confidences = [], records = [], others = []] =
      (await this.#from.columns(
        sql`select rel, 'out', observed, origin, confidence, record, dst from edge_out where src = ${rid}
            union all
            select rel, 'in', observed, origin, confidence, record, src from edge_in where dst = ${rid}`,
        options,
      )) as [
        number[],
        ('out' | 'in')[],
        (string | null)[],
        EdgeOrigin[0][],
        EdgeOrigin[1][],
        EdgeOrigin[2][],
        number[],
      ];
    return rels.map((rel, index) => ({
      rel,
      direction: directions[index] ?? 'out',
      observed: observed[index] ?? null,
      origin: [origins[index] ?? null, confidences[index] ?? null, records[index] ?? null],
      other: others[index] ?? 0,
    }));
  }

  async neighbours(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Neighbours>> {
    const around = new Map<number, Neighbours>();
    if (rids.length === 0) return around;
    const [owns = [], others = [], steps = [], counts = []] = (await this.#from.columns(
      sql`select rid, unnest(others), unnest(steps), neighbours from adjacency where rid in ${oneOf(rids)}`,
      options,
    )) as [number[], number[], number[], number[]];
    owns.forEach((own, index) => {
      const known = around.get(own) ?? {others: [], steps: [], count: counts[index] ?? 0};
      known.others.push(others[index] ?? 0);
      known.steps.push(steps[index] ?? 0);
      around.set(own, known);
    });
    return around;
  }

  async page(order: Order, from: number, rows: number, options?: QueryOptions): Promise<{rid: number; pos: number}[]> {
    const [rids = [], places = []] = (await this.#from.columns(
      sql`select rid, pos from ranked where ${placesOf(order)} and pos > ${from} and pos <= ${from + rows} order by pos`,
      options,
    )) as [number[], number[]];
    return rids.map((rid, index) => ({rid, pos: places[index] ?? 0}));
  }

  size(order: Order, options?: QueryOptions): Promise<number> {
    return this.#cache.remember(`n${scopeOf(order)}.${order.sort}`, 8, async () => {
      const [most] = await this.#from.columns(
        sql`select coalesce(max(pos), 0) from ranked where ${placesOf(order)}`,
        options,
      );
      return Number(most?.[0] ?? 0);
    });
  }

  async best(start: string, kind: Kind | undefined, options?: QueryOptions): Promise<number[] | undefined> {
    const [row] = await this.#from.rows(
      sql`select rids from ready where key = ${`${kind === undefined ? 0 : kindNumber(kind)}:${start}`}`,
      options,
    );
    return row?.rids as number[] | undefined;
  }

  /** The packed text of ddl/062_brief.sql. */
  #header(rid: number, text: string): Header {
    const [id = '', slug = '', name = '""'] = text.split(FIELDS);
    const header = {id, kind: kindOfRid(rid), slug, name};
    this.#cache.set(`b${rid}`, header, text.length);
    return header;
  }
}

function scopeOf({kind}: Order): number {
  return kind === undefined ? 0 : kindNumber(kind);
}

function placesOf(order: Order): Sql {
  return sql`scope = ${scopeOf(order)} and sort = ${SORT_NUMBER[order.sort]}`;
}

function oneOf(rids: readonly number[]): Sql | readonly number[] {
  return rids.length <= MOST_WRITTEN_OUT ? rids : numbers(rids);
}
