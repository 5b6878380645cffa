import type {Cache} from './cache.ts';
import type {Crowding} from './crowding.ts';
import type {FeedEntry} from './feed-entry.ts';
import type {Holders} from './holders.ts';
import type {Bearer, Having, Likely, Meant, NameMatch, Similarity, SimilarWord, WordRange} from './name-match.ts';
import type {Grouped} from './schema/grouping.ts';
import type {Kind} from './schema/kinds.ts';
import type {Sort} from './schema/params.ts';
import type {CarriedValue, Parties, Selected, Selection} from './selection.ts';
import type {Sharing, WeightedTrait} from './sharing.ts';
import type {ColumnsOf, ColumnType, RowOf, RowShape} from './sql/results.ts';
import type {RowNumbers} from './sql/row-numbers.ts';
import type {Sql} from './sql/sql.ts';
import type {Scored, TermEntry, WeightedTerm} from './text-match.ts';

/**
 * One immutable state of the graph, open for reading; operations see the data through it alone. It serves two kinds of
 * reads: look-ups by key, which need no engine, and SQL statements.
 */
export interface Generation extends Statements {
  /** Grows by one with each renewal of a store. */
  readonly number: number;
  /** Where the data is, for people: a file, an address. */
  readonly file: string;
  readonly release: Release;
  /** How wide its row ids are. */
  readonly rowNumbers: RowNumbers;
  /** Number of live entities. */
  readonly entities: number;
  /** `as_of` in milliseconds. */
  readonly asOf: number;
  /** Cache of small results, valid for the lifetime of the generation. */
  readonly cache: Cache;
  readonly lookups: Lookups;
  /** Relations of the data; a relation's number is its position, from 1. */
  readonly relations: readonly string[];
  /** The relation's number in edge tables, or undefined when the data has no such relation. */
  relationNumber(relation: string): number | undefined;
  /** The relation of a number; empty for none. */
  relationName(number: number): string;
}

/** What a generation knows about itself. */
export interface Release {
  snapshot_id: string;
  lineage: string;
  release: number;
  created_at: string;
  as_of: string;
  trusted_confidence: number;
  cursor: string | null;
  sources: {source: string; licence: string; attribution: string}[];
  /** Ids that must not come back by any build, delta or sync. */
  suppressed: string[];
}

/**
 * A generation with a reference count: it stays open until every holder has released it, even if it is retired before.
 */
export interface OpenGeneration extends Generation {
  acquire(): void;
  free(): void;
  /** Closes as soon as nobody uses it. */
  retire(): Promise<void>;
}

/** Questions in SQL, compiled for the dialect of the engine behind; what comes back is checked against its description. */
export interface Statements {
  rows<S extends RowShape>(query: Sql, shape: S, options?: QueryOptions): Promise<RowOf<S>[]>;
  /** Each column as a list, where objects would cost. */
  columns<const S extends readonly ColumnType<unknown>[]>(
    query: Sql,
    types: S,
    options?: QueryOptions,
  ): Promise<ColumnsOf<S>>;
}

/** Each lane has its own sessions, so that none waits for another: look-ups, type-ahead, and other work. */
export type Lane = 'lookup' | 'guess' | 'work';

export interface QueryOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds until the query is interrupted; default 30,000. */
  timeout?: number | undefined;
  /** The lane whose sessions it uses; default `work`. */
  lane?: Lane | undefined;
  /** Waited for before the engine is asked. */
  turn?: (() => Promise<void>) | undefined;
  /**
   * Megabytes of memory reserved for the query; default 32. As many queries run at once as fit in the engine's memory.
   */
  need?: number | undefined;
}

/** Data found by key: by row number (`rid`), id, slug, identifier, place in an order or prefix of a name. */
export interface Lookups {
  /** Rows of live entities by id (lower case). */
  byId(ids: readonly string[], options?: QueryOptions): Promise<Map<string, number>>;
  /** Rows of live entities by slug; keys as `slugKey` makes them. */
  bySlug(slugs: readonly KindSlug[], options?: QueryOptions): Promise<Map<string, number>>;
  /** Entities that were merged into another, by id or by slug in lower case; the latest change first. */
  folded(by: {ids: readonly string[]} | {slugs: readonly string[]}, options?: QueryOptions): Promise<Folded[]>;
  /** Rows with these identifiers, by their keys (`nct:nct01877811`); in the order of rows. */
  byIdentifier(keys: readonly string[], options?: QueryOptions): Promise<{key: string; rid: number}[]>;
  /** Id, kind, slug and name of rows. */
  headers(rids: Iterable<number>, options?: QueryOptions): Promise<Map<number, Header>>;
  /** The same with the signals. */
  standings(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Standing>>;
  /**
   * The own dates of rows, `YYYY-MM-DD`: a trial's start, a paper's publication and so on; rows without one are left
   * out.
   */
  days(rids: Iterable<number>, options?: QueryOptions): Promise<Map<number, string>>;
  /**
   * How many papers and patents persons have, and the stages of others (operations/records/stages.ts); rows with neither are left out; undefined if
   * this needs a statement.
   */
  measures(rids: readonly number[], options?: QueryOptions): Promise<Map<number, number> | undefined>;
  /** The whole entity of rows. */
  documents(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Document>>;
  /** Every live edge of rows in both directions, a self-loop twice, in no order; rows without any may be left out. */
  edges(rids: readonly number[], options?: QueryOptions): Promise<Map<number, EdgeOfRow[]>>;
  /** The other ends of the live edges of rows, by steps: a relation's number doubled, plus one for edges that come in. Each edge once for each row, a loop in both directions, in no order. */
  ends(rids: readonly number[], steps: readonly number[], options?: QueryOptions): Promise<End[]>;
  /** Entries of the change feed after a number of them, in order, at most so many. */
  feed(after: number, most: number, options?: QueryOptions): Promise<FeedEntry[]>;
  /** How many entries of the change feed stand at or before a time (ISO 8601) and id; without one, how many there are. */
  feedUntil(place: {at: string; id: string} | undefined, options?: QueryOptions): Promise<number>;
  /** Every live edge between two of the rows, once, with its provenance; including loops, in no order. */
  edgesAmong(rids: readonly number[], options?: QueryOptions): Promise<EdgeAmong[]>;
  /** Neighbours of rows, most prominent first, up to a hundred of each, and how many there are. */
  neighbours(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Neighbours>>;
  /** A range of an order over all entities or those of a kind: places after `from`, at most `rows`. */
  page(order: Order, from: number, rows: number, options?: QueryOptions): Promise<{rid: number; pos: number}[]>;
  /** How many entities an order contains. */
  size(order: Order, options?: QueryOptions): Promise<number>;
  /** The entities that satisfy conditions on their labels; undefined if this needs a statement. */
  select(selection: Selection, options?: QueryOptions): Promise<Selected | undefined>;
  /** The entities of a kind by traits that they share; undefined if this needs a statement. */
  sharing(traits: readonly WeightedTrait[], kind: Kind, options?: QueryOptions): Promise<Sharing | undefined>;
  /** The parties of each patent of a selection, for patents with any; undefined if this needs a statement. */
  parties(groups: Selection['groups'], options?: QueryOptions): Promise<Parties[] | undefined>;
  /**
   * The holders of the patents with a value by a trusted label, counted at build; undefined where few have it, or if this needs a statement.
   */
  holders(
    label_id: number,
    how: {most: number; isRolledUp: boolean},
    options?: QueryOptions,
  ): Promise<Holders | undefined>;
  /**
   * The stored crowding map of an area, by its value's number (default: all areas), with the first values of each axis; undefined
   * if this needs a statement.
   */
  crowding(
    area: number | undefined,
    most: {targets: number; modalities: number},
    options?: QueryOptions,
  ): Promise<Crowding | undefined>;
  /** The labels of rows by which entities are counted (`GROUPED`); undefined if this needs a statement. */
  labels(rids: readonly number[], options?: QueryOptions): Promise<Map<number, LabelOfRow[]> | undefined>;
  /** The values that keys map to (ddl/facet.sql), by number; keys without a value are left out. */
  values(keys: readonly string[], options?: QueryOptions): Promise<Map<string, CarriedValue[]>>;
  /** Entities with a word that starts with the text; undefined if this needs a statement. */
  namesStarting(start: string, options?: QueryOptions): Promise<NameMatch[] | undefined>;
  /**
   * Entities whose names have all of some words (at least one) and a word that starts with the text; undefined if this
   * needs a statement.
   */
  namesHaving(words: readonly string[], start: string, options?: QueryOptions): Promise<Having | undefined>;
  /** The words of names that start with the text: null if none does; undefined if this needs a statement. */
  wordsStarting(start: string, options?: QueryOptions): Promise<WordRange | null | undefined>;
  /** A word of names: null if no name has it; undefined if this needs a statement. */
  word(text: string, options?: QueryOptions): Promise<WordRange | null | undefined>;
  /** Words of names similar to a typed one, nearest first, then by the number of names with them; undefined if this needs a statement. */
  similarWords(typed: string, how: Similarity, options?: QueryOptions): Promise<SimilarWord[] | undefined>;
  /** Entities with a name that has words which may be meant, as `NameIndex` orders them; undefined if this needs a statement. */
  namesMeant(meant: Meant, options?: QueryOptions): Promise<Likely[] | undefined>;
  /** Entities with exactly this name, all with rung 1; undefined if this needs a statement. */
  called(key: string, options?: QueryOptions): Promise<NameMatch[] | undefined>;
  /** Who has one of these names, whatever legal form it ends in there (`pfizer` for `pfizer inc`), once for each such name; undefined if this needs a statement. */
  byBareName(keys: readonly string[], options?: QueryOptions): Promise<Bearer[] | undefined>;
  /** Terms of the text index; unknown ones are left out; undefined if this needs a statement. */
  terms(terms: readonly string[], options?: QueryOptions): Promise<Map<string, TermEntry> | undefined>;
  /**
   * The entities with the highest sums of impacts times weights of the terms, ties by row id; undefined if this needs a
   * statement.
   */
  bestSums(
    terms: readonly WeightedTerm[],
    most: number,
    scope: SumScope,
    options?: QueryOptions,
  ): Promise<Scored[] | undefined>;
  /** These sums of given rows; rows without any of the terms are left out; undefined if this needs a statement. */
  sumsOf(
    terms: readonly WeightedTerm[],
    rids: readonly number[],
    options?: QueryOptions,
  ): Promise<Map<number, number> | undefined>;
  /** The best names with this prefix, best first, if they were precomputed; undefined if this needs a statement. */
  best(start: string, kind: Kind | undefined, options?: QueryOptions): Promise<number[] | undefined>;
}

export interface LabelOfRow {
  field: Grouped;
  value: string;
  /** The number of the value. */
  label_id: number;
  isTrusted: boolean;
  /** How many entities of all kinds have the value by a trusted label. */
  trusted: number;
}

/** The entities among which the best are found: all of a kind or of all kinds, or certain rows. */
export type SumScope = {kind: Kind | undefined} | {rows(): Promise<readonly number[]>};

export interface KindSlug {
  kind: Kind;
  slug: string;
}

/** What a slug is looked up by: `kind/slug`, in any case. */
export const slugKey = ({kind, slug}: KindSlug): string => `${kind}/${slug.toLowerCase()}`;

export interface Order {
  sort: Sort;
  /** Default: all kinds. */
  kind?: Kind | undefined;
}

export interface Folded {
  id: string;
  kind: Kind;
  slug: string;
  /** The row of the final survivor. */
  survivor: number;
}

/** What every result shows of an entity. */
export interface Header {
  id: string;
  kind: Kind;
  slug: string;
  /** The name as JSON text. */
  name: string;
  /** The name itself, once it was asked for. */
  plain?: string | undefined;
  /** Its own date, once it was asked for; null without one. */
  day?: string | null | undefined;
}

/** An entity as lists and details show it, with its place among the others. */
export interface Standing {
  header: Header;
  /** JSON text of the signals block; `null` without live edges. */
  signals: string;
}

/** An entity's stored JSON text, split where list and detail answers differ. */
export interface Document extends Standing {
  pieces: [head: string, attributes: string, fields: string, tail: string];
  /** Its whole text as lists show it, and as it is shown by itself; made when one is first asked for. */
  listed?: string;
  detailed?: string;
}

/** The provenance of an edge: the source, its confidence, and the source's own id of the row. */
export type EdgeOrigin = [source: string | null, confidence: number | null, record: string | null];

export interface EdgeOfRow {
  rel: number;
  direction: 'out' | 'in';
  /** ISO 8601, or null. */
  observed: string | null;
  origin: EdgeOrigin;
  other: number;
}

/** An edge out of `own`. */
export interface EdgeAmong extends EdgeOfRow {
  own: number;
}

/** The other end of an edge of `own`. */
export interface End {
  own: number;
  step: number;
  other: number;
}

/** The neighbours of a row, an entry for each edge; a step is the relation's number doubled, plus one where the edge comes in. */
export interface Neighbours {
  others: ArrayLike<number>;
  steps: ArrayLike<number>;
  /** All neighbours, each once, listed or not. */
  count: number;
}
