import type {Cache} from '../cache.ts';
import type {
  Bearer,
  CarriedValue,
  Document,
  EdgeAmong,
  EdgeOfRow,
  Folded,
  Header,
  KindSlug,
  Lookups,
  Neighbours,
  Order,
  Parties,
  QueryOptions,
  Selected,
  Standing,
} from '../generation.ts';
import {orderOf} from '../lookups/orders.ts';
import type {Kind} from '../schema/kinds.ts';
import {kindNumber, kindOfNumber, kindOfRid} from '../schema/rid.ts';
import {keyHash} from '../text/words.ts';
import type {Answer} from './connection.ts';

type Ask = (text: string, values: readonly unknown[], options?: QueryOptions) => Promise<Answer>;

/** Look-ups of a published generation, each one statement; those by a key ask the shard alone that has it. */
export class PublishedLookups implements Lookups {
  readonly #ask: Ask;
  readonly #cache: Cache;

  /** @param cache What stays true as long as the generation does: headers, which nearly every answer shows, sizes and starts. */
  constructor(ask: Ask, cache: Cache) {
    this.#ask = ask;
    this.#cache = cache;
  }

  async byId(ids: readonly string[], options?: QueryOptions): Promise<Map<string, number>> {
    return this.#rowsOf('entity_id', 'id', ids, options);
  }

  async bySlug(slugs: readonly KindSlug[], options?: QueryOptions): Promise<Map<string, number>> {
    const keys = slugs.map(({kind, slug}) => `${kind}/${slug}`);
    return this.#rowsOf('entity_slug', 'key', keys, options);
  }

  async #rowsOf(
    table: string,
    key: string,
    keys: readonly string[],
    options: QueryOptions | undefined,
  ): Promise<Map<string, number>> {
    const {columns} = await this.#among(
      `select ${key}, rid from ${table} where ${key} in {p1:Array(String)}`,
      keys,
      options,
    );
    const [found = [], rids = []] = columns as [string[], number[]];
    return new Map(found.map((one, index) => [one, rids[index] ?? 0]));
  }

  async folded(by: {ids: readonly string[]} | {slugs: readonly string[]}, options?: QueryOptions): Promise<Folded[]> {
    const [column, list] = 'ids' in by ? ['id', by.ids] : ['lower(slug)', by.slugs.map((slug) => slug.toLowerCase())];
    const {columns} = await this.#among(
      `select id, kind_no, slug, survivor from gone where survivor is not null and ${column} in {p1:Array(String)}
       order by updated_at desc, id`,
      list,
      options,
    );
    const [ids = [], kinds = [], slugs = [], survivors = []] = columns as [string[], number[], string[], number[]];
    return ids.map((id, index) => ({
      id,
      kind: kindOfNumber(kinds[index] ?? 0),
      slug: slugs[index] ?? '',
      survivor: survivors[index] ?? 0,
    }));
  }

  async byIdentifier(keys: readonly string[], options?: QueryOptions): Promise<{key: string; rid: number}[]> {
    const {columns} = await this.#among(
      'select key, rid from identifier where key in {p1:Array(String)} order by rid, key',
      [...new Set(keys)],
      options,
    );
    const [found = [], rids = []] = columns as [string[], number[]];
    const place = new Map(keys.map((key, index) => [key, index]));
    return found
      .map((key, index) => ({key, rid: rids[index] ?? 0}))
      .sort((a, b) => a.rid - b.rid || (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0));
  }

  async headers(rids: Iterable<number>, options?: QueryOptions): Promise<Map<number, Header>> {
    const list = [...new Set(rids)];
    const known = new Map<number, Header>();
    for (const rid of list) {
      const kept = this.#cache.get<Header>(`header ${rid}`);
      if (kept !== undefined) known.set(rid, kept);
    }
    const missing = list.filter((rid) => !known.has(rid));
    const {columns} = await this.#ofRows('select rid, id, slug, name from document', missing, options);
    for (const [rid, header] of headersOf(columns)) {
      known.set(rid, header);
      this.#cache.set(`header ${rid}`, header, 100 + header.slug.length + header.name.length);
    }
    return new Map(list.flatMap((rid) => (known.has(rid) ? [[rid, known.get(rid) as Header]] : [])));
  }

  async standings(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Standing>> {
    const {columns} = await this.#ofRows('select rid, id, slug, name, signals from document', rids, options);
    return standingsOf(columns);
  }

  async documents(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Document>> {
    const {columns} = await this.#ofRows('select rid, id, slug, name, signals, pieces from document', rids, options);
    const pieces = (columns[5] ?? []) as unknown as Document['pieces'][];
    const standings = standingsOf(columns);
    return new Map(
      [...standings].map(([rid, standing], index) => [rid, {...standing, pieces: pieces[index] as Document['pieces']}]),
    );
  }

  async days(rids: Iterable<number>, options?: QueryOptions): Promise<Map<number, string>> {
    const {columns} = await this.#ofRows("select rid, day from document where day <> ''", rids, options);
    const [found = [], days = []] = columns as [number[], string[]];
    return new Map(found.map((rid, index) => [rid, days[index] ?? '']));
  }

  async edges(rid: number, options?: QueryOptions): Promise<EdgeOfRow[]> {
    const {columns} = await this.#ask(
      `select rel, 'out' as direction, observed, origin, confidence, record, dst as other from edge_out where src = {p1:Int32}
       union all
       select rel, 'in', observed, origin, confidence, record, src from edge_in where dst = {p1:Int32}`,
      [rid],
      options,
    );
    return edgesOf(columns);
  }

  async edgesAmong(rids: readonly number[], options?: QueryOptions): Promise<EdgeAmong[]> {
    const {columns} = await this.#among(
      `select rel, 'out' as direction, observed, origin, confidence, record, dst as other, src from edge_out
       where src in {p1:Array(Int32)} and dst in {p1:Array(Int32)}`,
      [...new Set(rids)],
      options,
    );
    const owns = (columns[7] ?? []) as number[];
    return edgesOf(columns).map((edge, index) => ({...edge, own: owns[index] ?? 0}));
  }

  async neighbours(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Neighbours>> {
    const {columns} = await this.#ofRows('select rid, others, steps, neighbours from adjacency', rids, options);
    const [found = [], others = [], steps = [], counts = []] = columns as unknown as [
      number[],
      number[][],
      number[][],
      number[],
    ];
    return new Map(
      found.map((rid, index) => [
        rid,
        {others: others[index] ?? [], steps: steps[index] ?? [], count: counts[index] ?? 0},
      ]),
    );
  }

  async page(order: Order, from: number, rows: number, options?: QueryOptions): Promise<{rid: number; pos: number}[]> {
    const {scope, sort} = orderOf(order);
    const {columns} = await this.#ask(
      'select rid, pos from order_rank where scope = {p1:UInt8} and sort = {p2:UInt8} and pos > {p3:Int64} and pos <= {p4:Int64} order by pos',
      [scope, sort, from, from + rows],
      options,
    );
    const [rids = [], places = []] = columns as [number[], number[]];
    return rids.map((rid, index) => ({rid, pos: places[index] ?? 0}));
  }

  async size(order: Order, options?: QueryOptions): Promise<number> {
    const {scope, sort} = orderOf(order);
    return this.#cache.remember(`size ${scope} ${sort}`, 8, async () => {
      const text = 'select count() from order_rank where scope = {p1:UInt8} and sort = {p2:UInt8}';
      return Number((await this.#ask(text, [scope, sort], options)).columns[0]?.[0] ?? 0);
    });
  }

  /** Its label table is by value already, and one node seldom has all of it. */
  async select(): Promise<Selected | undefined> {
    return undefined;
  }

  async parties(): Promise<Parties[] | undefined> {
    return undefined;
  }

  async bearers(): Promise<Bearer[] | undefined> {
    return undefined;
  }

  async called(): Promise<Bearer[] | undefined> {
    return undefined;
  }

  async values(keys: readonly string[], options?: QueryOptions): Promise<Map<string, CarriedValue[]>> {
    const text = `select key, vid, trusted, tagged from value_key
      where h in {p1:Array(Int64)} and key in {p2:Array(String)} order by vid`;
    const {columns} = keys.length === 0 ? await NOTHING : await this.#ask(text, [keys.map(keyHash), keys], options);
    const [found = [], vids = [], trusted = [], tagged = []] = columns as [string[], number[], number[], number[]];
    const values = new Map<string, CarriedValue[]>();
    for (const [index, key] of found.entries()) {
      const value = {vid: vids[index] ?? 0, trusted: trusted[index] ?? 0, tagged: tagged[index] ?? 0};
      values.set(key, [...(values.get(key) ?? []), value]);
    }
    return values;
  }

  async best(start: string, kind: Kind | undefined, options?: QueryOptions): Promise<number[] | undefined> {
    const key = `${kind === undefined ? 0 : kindNumber(kind)}:${start}`;
    return this.#cache.remember(
      `best ${key}`,
      (found) => 16 + 8 * (found?.length ?? 0),
      async () => {
        const {columns} = await this.#ask('select rids from prefix_top where key = {p1:String}', [key], options);
        return columns[0]?.[0] as number[] | undefined;
      },
    );
  }

  /** Nobody is asked for nothing. */
  #among(text: string, list: readonly (string | number)[], options: QueryOptions | undefined): Promise<Answer> {
    return list.length === 0 ? NOTHING : this.#ask(text, [list], options);
  }

  /** Rows in the order of the list, each once. */
  async #ofRows(select: string, rids: Iterable<number>, options: QueryOptions | undefined): Promise<Answer> {
    const list = [...new Set(rids)];
    const where = select.includes(' where ') ? 'and' : 'where';
    const answer = await this.#among(`${select} ${where} rid in {p1:Array(Int32)}`, list, options);
    const place = new Map(list.map((rid, index) => [rid, index]));
    const order = ((answer.columns[0] ?? []) as number[])
      .map((rid, index) => ({index, at: place.get(rid) ?? 0}))
      .sort((a, b) => a.at - b.at);
    return {...answer, columns: answer.columns.map((column) => order.map(({index}) => column[index] ?? null))};
  }
}

const NOTHING: Promise<Answer> = Promise.resolve({names: [], columns: [], rows: 0, read: {rows: 0, bytes: 0}});

function headersOf(columns: Answer['columns']): Map<number, Header> {
  const [rids = [], ids = [], slugs = [], names = []] = columns as [number[], string[], string[], string[]];
  return new Map(
    rids.map((rid, index) => [
      rid,
      {id: ids[index] ?? '', kind: kindOfRid(rid), slug: slugs[index] ?? '', name: names[index] ?? '""'},
    ]),
  );
}

function standingsOf(columns: Answer['columns']): Map<number, Standing> {
  const signals = (columns[4] ?? []) as string[];
  return new Map(
    [...headersOf(columns)].map(([rid, brief], index) => [rid, {brief, signals: signals[index] ?? 'null'}]),
  );
}

function edgesOf(columns: Answer['columns']): EdgeOfRow[] {
  const [rels = [], directions = [], observed = [], origins = [], confidences = [], records = [], others = []] =
    columns;
  return rels.map((rel, index) => ({
    rel: Number(rel),
    direction: directions[index] === 'in' ? 'in' : 'out',
    observed: (observed[index] ?? null) as string | null,
    origin: [
      (origins[index] ?? null) as string | null,
      (confidences[index] ?? null) as number | null,
      (records[index] ?? null) as string | null,
    ],
    other: Number(others[index]),
  }));
}
