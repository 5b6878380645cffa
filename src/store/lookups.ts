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
import type {LookupFiles} from './lookups/files.ts';
import {kindNumber} from './rid.ts';

/** A longer list of row ids is handed over as one value: its plan would take longer than what row groups passed over save. */
const MOST_WRITTEN_OUT = 400;

const SORT_NUMBER: Record<Sort, number> = {recent: 1, name: 2, prominence: 3, momentum: 4, date: 5};

/** Look-ups of one generation: from its files, and by statements over its tables where those hold what is asked. */
export class StoredLookups implements Lookups {
  readonly #from: Statements;
  readonly #cache: Cache;
  readonly #files: LookupFiles;

  constructor(from: Statements, cache: Cache, files: LookupFiles) {
    this.#from = from;
    this.#cache = cache;
    this.#files = files;
  }

  /** For good: whoever asks for a row after it fails. */
  close(): void {
    this.#files.close();
  }

  async byId(ids: readonly string[]): Promise<Map<string, number>> {
    return found(ids, (id) => this.#files.byId(id));
  }

  async bySlug(slugs: readonly KindSlug[]): Promise<Map<string, number>> {
    return found(
      slugs.map(({kind, slug}) => `${kind}/${slug}`),
      (slug) => this.#files.bySlug(slug),
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

  async byIdentifier(keys: readonly string[]): Promise<{key: string; rid: number}[]> {
    const all = [...new Set(keys)].flatMap((key) => this.#files.byIdentifier(key).map((rid) => ({key, rid})));
    return all.sort((a, b) => a.rid - b.rid);
  }

  async headers(rids: Iterable<number>): Promise<Map<number, Header>> {
    return this.#files.headers(rids);
  }

  async standings(rids: readonly number[]): Promise<Map<number, Standing>> {
    return this.#files.standings(rids);
  }

  async documents(rids: readonly number[]): Promise<Map<number, Document>> {
    return this.#files.documents(rids);
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
}

function found(keys: readonly string[], rowOf: (key: string) => number | undefined): Map<string, number> {
  const rows = new Map<string, number>();
  for (const key of keys) {
    const rid = rowOf(key);
    if (rid !== undefined) rows.set(key, rid);
  }
  return rows;
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
