import {setImmediate} from 'node:timers/promises';
import type {Crowding} from '../crowding.ts';
import type {FeedEntry} from '../feed-entry.ts';
import {
  type Document,
  type EdgeAmong,
  type EdgeOfRow,
  type End,
  type Folded,
  type Header,
  type KindSlug,
  type LabelOfRow,
  type Lookups,
  type Neighbours,
  type Order,
  type QueryOptions,
  type Standing,
  type Statements,
  type SumScope,
  slugKey,
} from '../generation.ts';
import type {Holders} from '../holders.ts';
import type {Bearer, Having, Likely, Meant, NameMatch, Similarity, SimilarWord, WordRange} from '../name-match.ts';
import type {Kind} from '../schema/kinds.ts';
import {kindNumber, kindOfNumber} from '../schema/rid.ts';
import type {CarriedValue, Parties, Selected, Selection} from '../selection.ts';
import type {Sharing, WeightedTrait} from '../sharing.ts';
import {is} from '../sql/results.ts';
import {sql} from '../sql/sql.ts';
import type {Scored, TermEntry, WeightedTerm} from '../text-match.ts';
import {edgesOf, endsOf} from './edge-record.ts';
import type {LookupFiles} from './files.ts';
import {orderNumber} from './ordered.ts';
import {orderOf} from './orders.ts';
import {SharedRows} from './shared-rows.ts';

/** Of up to so many rows every sum is read to find the best. */
const MOST_SUMS = 10_000;

/** Milliseconds after which others have their turn. */
const AT_ONCE = 5;

/** Look-ups of one generation, from its files. Merged entities are seldom asked for and are found by a statement. */
export class StoredLookups implements Lookups {
  readonly #from: Statements;
  readonly #files: LookupFiles;

  constructor(from: Statements, files: LookupFiles) {
    this.#from = from;
    this.#files = files;
  }

  /** Final: later look-ups fail. */
  close(): void {
    this.#files.close();
  }

  async byId(ids: readonly string[]): Promise<Map<string, number>> {
    return found(ids, (id) => this.#files.byId(id));
  }

  async bySlug(slugs: readonly KindSlug[]): Promise<Map<string, number>> {
    return found(slugs.map(slugKey), (slug) => this.#files.bySlug(slug));
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
      {id: is.text, kind_no: is.integer, slug: is.text, survivor: is.integer},
      options,
    );
    return rows.map(({kind_no, ...row}) => ({...row, kind: kindOfNumber(kind_no)}));
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

  async days(rids: Iterable<number>): Promise<Map<number, string>> {
    return this.#files.days(rids);
  }

  async measures(rids: readonly number[]): Promise<Map<number, number>> {
    return this.#files.measures(rids);
  }

  async edges(rids: readonly number[]): Promise<Map<number, EdgeOfRow[]>> {
    const {rows} = this.#files;
    return new Map(
      rids.map((rid) => {
        const record = this.#files.edgeRecord(rid);
        return [rid, record === undefined ? [] : edgesOf(record, rows)];
      }),
    );
  }

  async ends(rids: readonly number[], steps: readonly number[], options?: QueryOptions): Promise<End[]> {
    const asked = new Set(steps);
    const found: End[] = [];
    const pause = pauses(options);
    for (const own of new Set(rids)) {
      const record = this.#files.edgeRecord(own);
      if (record !== undefined)
        endsOf(record, asked, this.#files.rows, (step, other) => found.push({own, step, other}));
      await pause();
    }
    return found;
  }

  async feed(after: number, most: number): Promise<FeedEntry[]> {
    return this.#files.feed.entries(after, most);
  }

  async feedUntil(place: {at: string; id: string} | undefined): Promise<number> {
    return place === undefined ? this.#files.feed.size : this.#files.feed.until(place.at, place.id);
  }

  async edgesAmong(rids: readonly number[]): Promise<EdgeAmong[]> {
    return this.#files.edgesAmong([...new Set(rids)]);
  }

  async neighbours(rids: readonly number[]): Promise<Map<number, Neighbours>> {
    return this.#files.neighbours(rids);
  }

  async page(order: Order, from: number, rows: number): Promise<{rid: number; pos: number}[]> {
    return this.#files.orders.page(numberOf(order), from, rows);
  }

  async size(order: Order): Promise<number> {
    return this.#files.orders.size(numberOf(order));
  }

  async select(selection: Selection): Promise<Selected> {
    return this.#files.select(selection);
  }

  async sharing(traits: readonly WeightedTrait[], kind: Kind, options?: QueryOptions): Promise<Sharing | undefined> {
    return SharedRows.of(this.#files.shared, traits, kind, pauses(options));
  }

  async parties(groups: Selection['groups']): Promise<Parties[]> {
    return this.#files.parties(groups);
  }

  async holders(label_id: number, how: {most: number; isRolledUp: boolean}): Promise<Holders | undefined> {
    return this.#files.holders.of(label_id, how.most, how.isRolledUp);
  }

  async crowding(area: number | undefined, most: {targets: number; modalities: number}): Promise<Crowding> {
    return this.#files.crowding.of(area, most);
  }

  async labels(rids: readonly number[]): Promise<Map<number, LabelOfRow[]>> {
    return new Map(rids.map((rid) => [rid, this.#files.labelsOf(rid)]));
  }

  async values(keys: readonly string[]): Promise<Map<string, CarriedValue[]>> {
    const found = new Map<string, CarriedValue[]>();
    for (const key of new Set(keys)) {
      const values = this.#files.values(key);
      if (values.length > 0) found.set(key, values);
    }
    return found;
  }

  async namesStarting(start: string): Promise<NameMatch[] | undefined> {
    return this.#files.names.starting(start);
  }

  async namesHaving(words: readonly string[], start: string): Promise<Having | undefined> {
    return this.#files.names.having(words, start);
  }

  async wordsStarting(start: string): Promise<WordRange | null | undefined> {
    return this.#files.names.wordsStarting(start);
  }

  async word(text: string): Promise<WordRange | null | undefined> {
    return this.#files.names.word(text);
  }

  async similarWords(typed: string, how: Similarity): Promise<SimilarWord[]> {
    return this.#files.similarWords.near(typed, how);
  }

  async namesMeant(meant: Meant): Promise<Likely[] | undefined> {
    return this.#files.names.meant(meant);
  }

  async called(key: string): Promise<NameMatch[]> {
    return this.#files.names.called(key);
  }

  async byBareName(keys: readonly string[]): Promise<Bearer[]> {
    return [...new Set(keys)].flatMap((key) => this.#files.names.byBareName(key));
  }

  async terms(terms: readonly string[]): Promise<Map<string, TermEntry>> {
    return new Map(
      terms.flatMap((term) => {
        const entry = this.#files.texts.term(term);
        return entry === undefined ? [] : [[term, entry] as const];
      }),
    );
  }

  async bestSums(
    terms: readonly WeightedTerm[],
    most: number,
    scope: SumScope,
    options?: QueryOptions,
  ): Promise<Scored[]> {
    const within = 'rows' in scope ? await scope.rows() : undefined;
    options?.signal?.throwIfAborted();
    if (within !== undefined && within.length <= MOST_SUMS) {
      const sums = Array.from(this.#files.texts.sumsOf(terms, within), ([rid, sum]) => ({rid, sum}));
      return sums.sort((a, b) => b.sum - a.sum || a.rid - b.rid).slice(0, most);
    }
    const kind = 'kind' in scope && scope.kind !== undefined ? kindNumber(scope.kind) : 0;
    const search = this.#files.texts.bestSums(terms, most, kind, within);
    if (search.run(performance.now() + AT_ONCE)) return search.results();
    // No look-up any more: it waits for its turn, as a statement does.
    await options?.turn?.();
    while (!search.run(performance.now() + AT_ONCE)) {
      await setImmediate();
      options?.signal?.throwIfAborted();
    }
    return search.results();
  }

  async sumsOf(terms: readonly WeightedTerm[], rids: readonly number[]): Promise<Map<number, number>> {
    return this.#files.texts.sumsOf(terms, rids);
  }

  async best(start: string, kind: Kind | undefined): Promise<number[] | undefined> {
    return this.#files.starts.best(kind === undefined ? 0 : kindNumber(kind), start);
  }
}

/** To be called between steps of long work: lets others have their turn when theirs has come. */
function pauses(options: QueryOptions | undefined): () => Promise<void> | undefined {
  let until = performance.now() + AT_ONCE;
  return () => {
    if (performance.now() < until) return undefined;
    return setImmediate().then(() => {
      options?.signal?.throwIfAborted();
      until = performance.now() + AT_ONCE;
    });
  };
}

function found(keys: readonly string[], rowOf: (key: string) => number | undefined): Map<string, number> {
  const rows = new Map<string, number>();
  for (const key of keys) {
    const rid = rowOf(key);
    if (rid !== undefined) rows.set(key, rid);
  }
  return rows;
}

function numberOf(order: Order): number {
  const {scope, sort} = orderOf(order);
  return orderNumber(scope, sort);
}
