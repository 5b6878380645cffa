import type {Cache} from '../cache.ts';
import type {FeedEntry} from '../feed-entry.ts';
import {
  type Document,
  type EdgeAmong,
  type EdgeOfRow,
  type End,
  type Folded,
  type Header,
  type KindSlug,
  type Lookups,
  type Neighbours,
  type Order,
  type QueryOptions,
  type Standing,
  slugKey,
} from '../generation.ts';
import {orderOf} from '../lookups/orders.ts';
import type {Kind} from '../schema/kinds.ts';
import {kindNumber, kindOfNumber} from '../schema/rid.ts';
import type {CarriedValue} from '../selection.ts';
import {type ColumnsOf, type ColumnType, columnsOf, is, rowsOf} from '../sql/results.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {keyHash} from '../text/words.ts';
import {ByStatement} from './by-statement.ts';
import {rowType} from './columns.ts';
import {endsOf} from './ends.ts';
import {feedEntries, feedUntil} from './feed.ts';
import {type Ask, EDGE, edgesOf, fourOf, HEADER, headersOf, STANDING, standingsOf} from './lookup-columns.ts';

/** Look-ups of a published generation, one statement each; a look-up by key queries only the shard that has it. */
export class PublishedLookups extends ByStatement implements Lookups {
  readonly #ask: Ask;
  readonly #cache: Cache;
  /** Of row ids. Only a value of the column's own type is asked of one shard alone. */
  readonly #type: string;

  /**
   * @param cache For what depends on the generation alone: headers, which nearly every answer shows, sizes and
   * prefixes.
   */
  constructor(ask: Ask, cache: Cache, rows: RowNumbers) {
    super();
    this.#ask = ask;
    this.#type = rowType(rows);
    this.#cache = cache;
  }

  async byId(ids: readonly string[], options?: QueryOptions): Promise<Map<string, number>> {
    return this.#rowsOf('entity_id', 'id', ids, options);
  }

  async bySlug(slugs: readonly KindSlug[], options?: QueryOptions): Promise<Map<string, number>> {
    const keys = slugs.map(slugKey);
    return this.#rowsOf('entity_slug', 'key', keys, options);
  }

  async #rowsOf(
    table: string,
    key: string,
    keys: readonly string[],
    options: QueryOptions | undefined,
  ): Promise<Map<string, number>> {
    const [found, rids] = await this.#among(
      `select ${key}, rid from ${table} where ${key} in {p1:Array(String)}`,
      keys,
      [is.text, is.integer],
      options,
    );
    return new Map(found.map((one, index) => [one, rids[index] ?? 0]));
  }

  async folded(by: {ids: readonly string[]} | {slugs: readonly string[]}, options?: QueryOptions): Promise<Folded[]> {
    const [column, list] = 'ids' in by ? ['id', by.ids] : ['lower(slug)', by.slugs.map((slug) => slug.toLowerCase())];
    const [ids, kinds, slugs, survivors] = await this.#among(
      `select id, kind_no, slug, survivor from gone where survivor is not null and ${column} in {p1:Array(String)}
       order by updated_at desc, id`,
      list,
      [is.text, is.integer, is.text, is.integer],
      options,
    );
    return ids.map((id, index) => ({
      id,
      kind: kindOfNumber(kinds[index] ?? 0),
      slug: slugs[index] ?? '',
      survivor: survivors[index] ?? 0,
    }));
  }

  async byIdentifier(keys: readonly string[], options?: QueryOptions): Promise<{key: string; rid: number}[]> {
    const [found, rids] = await this.#among(
      'select key, rid from identifier where key in {p1:Array(String)} order by rid, key',
      [...new Set(keys)],
      [is.text, is.integer],
      options,
    );
    const place = new Map(keys.map((key, index) => [key, index]));
    return found
      .map((key, index) => ({key, rid: rids[index] ?? 0}))
      .sort((a, b) => a.rid - b.rid || (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0));
  }

  async headers(rids: Iterable<number>, options?: QueryOptions): Promise<Map<number, Header>> {
    const list = [...new Set(rids)];
    const known = new Map<number, Header>();
    for (const rid of list) {
      const cached = this.#cache.get<Header>(`header ${rid}`);
      if (cached !== undefined) known.set(rid, cached);
    }
    const missing = list.filter((rid) => !known.has(rid));
    for (const [rid, header] of headersOf(
      await this.#ofRows('select rid, id, slug, name from document', missing, HEADER, options),
    )) {
      known.set(rid, header);
      this.#cache.set(`header ${rid}`, header, 100 + header.slug.length + header.name.length);
    }
    return new Map(list.flatMap((rid) => (known.has(rid) ? [[rid, known.get(rid) as Header]] : [])));
  }

  async standings(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Standing>> {
    const select = 'select rid, id, slug, name, signals from document';
    return standingsOf(await this.#ofRows(select, rids, STANDING, options));
  }

  async documents(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Document>> {
    const select = 'select rid, id, slug, name, signals, pieces from document';
    const [found, ids, slugs, names, signals, pieces] = await this.#ofRows(
      select,
      rids,
      [...STANDING, is.texts],
      options,
    );
    const standings = standingsOf([found, ids, slugs, names, signals]);
    return new Map([...standings].map(([rid, standing], index) => [rid, {...standing, pieces: fourOf(pieces[index])}]));
  }

  async days(rids: Iterable<number>, options?: QueryOptions): Promise<Map<number, string>> {
    const select = "select rid, day from document where day <> ''";
    const [found, days] = await this.#ofRows(select, rids, [is.integer, is.text], options);
    return new Map(found.map((rid, index) => [rid, days[index] ?? '']));
  }

  async edges(rids: readonly number[], options?: QueryOptions): Promise<Map<number, EdgeOfRow[]>> {
    const list = [...new Set(rids)];
    // Only a value, not a list, is asked of one shard alone.
    const [among, values] =
      list.length === 1 ? [`= {p1:${this.#type}}`, list[0]] : [`in {p1:Array(${this.#type})}`, list];
    if (list.length === 0) return new Map();
    const answer = await this.#ask(
      `select rel, 'out' as direction, observed, origin, confidence, record, dst as other, src as own from edge_out where src ${among}
       union all
       select rel, 'in', observed, origin, confidence, record, src, dst from edge_in where dst ${among}`,
      [values],
      options,
    );
    const [rels, directions, observed, origins, confidences, records, others, owns] = columnsOf(answer, [
      ...EDGE,
      is.integer,
    ]);
    const found = new Map<number, EdgeOfRow[]>(list.map((rid) => [rid, []]));
    for (const [index, edge] of edgesOf([rels, directions, observed, origins, confidences, records, others]).entries())
      found.get(owns[index] ?? 0)?.push(edge);
    return found;
  }

  async ends(rids: readonly number[], steps: readonly number[], options?: QueryOptions): Promise<End[]> {
    return rids.length === 0 ? [] : endsOf(this.#ask, this.#type, [...new Set(rids)], steps, options);
  }

  async feed(after: number, most: number, options?: QueryOptions): Promise<FeedEntry[]> {
    return feedEntries(this.#ask, after, most, options);
  }

  async feedUntil(place: {at: string; id: string} | undefined, options?: QueryOptions): Promise<number> {
    return feedUntil(this.#ask, place, options);
  }

  async edgesAmong(rids: readonly number[], options?: QueryOptions): Promise<EdgeAmong[]> {
    const [rels, directions, observed, origins, confidences, records, others, owns] = await this.#among(
      `select rel, 'out' as direction, observed, origin, confidence, record, dst as other, src from edge_out
       where src in {p1:Array(${this.#type})} and dst in {p1:Array(${this.#type})}`,
      [...new Set(rids)],
      [...EDGE, is.integer],
      options,
    );
    const edges = edgesOf([rels, directions, observed, origins, confidences, records, others]);
    return edges.map((edge, index) => ({...edge, own: owns[index] ?? 0}));
  }

  async neighbours(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Neighbours>> {
    const [found, others, steps, counts] = await this.#ofRows(
      'select rid, others, steps, neighbours from adjacency',
      rids,
      [is.integer, is.integers, is.integers, is.integer],
      options,
    );
    return new Map(
      found.map((rid, index) => [
        rid,
        {others: others[index] ?? [], steps: steps[index] ?? [], count: counts[index] ?? 0},
      ]),
    );
  }

  async page(order: Order, from: number, rows: number, options?: QueryOptions): Promise<{rid: number; pos: number}[]> {
    const {scope, sort} = orderOf(order);
    const answer = await this.#ask(
      'select rid, pos from order_rank where scope = {p1:UInt8} and sort = {p2:UInt8} and pos > {p3:Int64} and pos <= {p4:Int64} order by pos',
      [scope, sort, from, from + rows],
      options,
    );
    const [rids, places] = columnsOf(answer, [is.integer, is.integer]);
    return rids.map((rid, index) => ({rid, pos: places[index] ?? 0}));
  }

  async size(order: Order, options?: QueryOptions): Promise<number> {
    const {scope, sort} = orderOf(order);
    return this.#cache.remember(`size ${scope} ${sort}`, 8, async () => {
      const text = 'select count() from order_rank where scope = {p1:UInt8} and sort = {p2:UInt8}';
      const [[count = 0]] = columnsOf(await this.#ask(text, [scope, sort], options), [is.integer]);
      return count;
    });
  }

  async values(keys: readonly string[], options?: QueryOptions): Promise<Map<string, CarriedValue[]>> {
    const text = `select key, label_id, trusted, tagged from value_key
      where h in {p1:Array(Int64)} and key in {p2:Array(String)} order by label_id`;
    const values = new Map<string, CarriedValue[]>();
    if (keys.length === 0) return values;
    const shape = {key: is.text, label_id: is.integer, trusted: is.integer, tagged: is.integer};
    const rows = rowsOf(await this.#ask(text, [keys.map(keyHash), keys], options), shape);
    for (const {key, ...value} of rows) values.set(key, [...(values.get(key) ?? []), value]);
    return values;
  }

  async best(start: string, kind: Kind | undefined, options?: QueryOptions): Promise<number[] | undefined> {
    const key = `${kind === undefined ? 0 : kindNumber(kind)}:${start}`;
    return this.#cache.remember(
      `best ${key}`,
      (found) => 16 + 8 * (found?.length ?? 0),
      async () => {
        const answer = await this.#ask('select rids from prefix_top where key = {p1:String}', [key], options);
        const [[rids]] = columnsOf(answer, [is.integers]);
        return rids;
      },
    );
  }

  /** An empty list needs no query. */
  async #among<const S extends Types>(
    text: string,
    list: readonly (string | number)[],
    types: S,
    options: QueryOptions | undefined,
  ): Promise<ColumnsOf<S>> {
    const nothing = {names: [], columns: types.map(() => []), rows: 0};
    return columnsOf(list.length === 0 ? nothing : await this.#ask(text, [list], options), types);
  }

  /** Rows in the order of the list, each once; the first column is the row. */
  async #ofRows<const S extends Types>(
    select: string,
    rids: Iterable<number>,
    types: S,
    options: QueryOptions | undefined,
  ): Promise<ColumnsOf<S>> {
    const list = [...new Set(rids)];
    const where = select.includes(' where ') ? 'and' : 'where';
    const columns = await this.#among(`${select} ${where} rid in {p1:Array(${this.#type})}`, list, types, options);
    return inOrder(columns, list);
  }
}

type Types = readonly ColumnType<unknown>[];

/** The rows of several columns in the order in which a list names the first column's values. */
function inOrder<C extends readonly unknown[][]>(columns: C, list: readonly number[]): C {
  const place = new Map<unknown, number>(list.map((rid, index) => [rid, index]));
  const order = (columns[0] ?? []).map((rid, index) => ({index, at: place.get(rid) ?? 0})).sort((a, b) => a.at - b.at);
  return columns.map((column) => order.map(({index}) => column[index])) as unknown as C;
}
