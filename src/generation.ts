import type {Cache} from './cache.ts';
import type {Kind} from './schema/kinds.ts';
import type {SORTS} from './schema/params.ts';
import type {ColumnsOf, ColumnType, RowOf, RowShape} from './sql/results.ts';
import type {Sql} from './sql/sql.ts';

export type Sort = (typeof SORTS)[number];

/**
 * One immutable state of the graph, open for reading: all that operations know of where the data is. It answers two sorts of questions:
 * look-ups of rows that are known by a key, which need no engine, and statements.
 */
export interface Generation extends Statements {
  /** Grows by one with each renewal of a store. */
  readonly number: number;
  /** Where the data is, for people: a file, an address. */
  readonly file: string;
  readonly release: Release;
  /** How many entities live. */
  readonly entities: number;
  /** `as_of` in milliseconds. */
  readonly asOf: number;
  /** Small answers that stay true as long as the generation does. */
  readonly cache: Cache;
  readonly lookups: Lookups;
  /** Relations of the data; the number of one is its place, from 1. */
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

/** A generation with its lifetime: it stays open while somebody holds it, also when it is retired in between. */
export interface OpenGeneration extends Generation {
  acquire(): void;
  free(): void;
  use<T>(work: () => Promise<T>): Promise<T>;
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

/**
 * Each has sessions of its own, so that none stands behind another: look-ups, what is guessed for somebody who is typing, and the rest.
 */
export type Lane = 'lookup' | 'guess' | 'work';

export interface QueryOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds until the query is interrupted; default 30,000. */
  timeout?: number | undefined;
  /** Whose sessions it takes; default `work`. */
  lane?: Lane | undefined;
  /** Waited for before the engine is asked. */
  turn?: (() => Promise<void>) | undefined;
  /** Megabytes the query may come to hold; default 32. As many run at once as the engine's memory has room for. */
  need?: number | undefined;
}

/** What is known by a key: by row number (`rid`), id, slug, identifier, place in an order or start of a name. */
export interface Lookups {
  /** Rows of live entities by id (lower case). */
  byId(ids: readonly string[], options?: QueryOptions): Promise<Map<string, number>>;
  /** Rows of live entities by slug; keys `kind/slug`, as written. */
  bySlug(slugs: readonly KindSlug[], options?: QueryOptions): Promise<Map<string, number>>;
  /** Entities that were folded into another, by id or by slug in lower case; the latest change first. */
  folded(by: {ids: readonly string[]} | {slugs: readonly string[]}, options?: QueryOptions): Promise<Folded[]>;
  /** Who bears identifiers, by their keys (`nct:nct01877811`); in the order of rows. */
  byIdentifier(keys: readonly string[], options?: QueryOptions): Promise<{key: string; rid: number}[]>;
  /** Id, kind, slug and name of rows. */
  headers(rids: Iterable<number>, options?: QueryOptions): Promise<Map<number, Header>>;
  /** The same with the signals. */
  standings(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Standing>>;
  /** The own dates of rows, `YYYY-MM-DD`: a trial's start, a paper's publication and so on; who has none is not in it. */
  days(rids: Iterable<number>, options?: QueryOptions): Promise<Map<number, string>>;
  /** The whole entity of rows. */
  documents(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Document>>;
  /** Every live edge of a row in both directions, a self-loop twice, in no order. */
  edges(rid: number, options?: QueryOptions): Promise<EdgeOfRow[]>;
  /** Every live edge between two of the rows, once, with where it comes from; loops included, in no order. */
  edgesAmong(rids: readonly number[], options?: QueryOptions): Promise<EdgeAmong[]>;
  /** Neighbours of rows, most prominent first, up to a hundred of each, and how many there are. */
  neighbours(rids: readonly number[], options?: QueryOptions): Promise<Map<number, Neighbours>>;
  /** A stretch of an order over all entities or those of a kind: places after `from`, at most `rows`. */
  page(order: Order, from: number, rows: number, options?: QueryOptions): Promise<{rid: number; pos: number}[]>;
  /** How many entities have a place in an order. */
  size(order: Order, options?: QueryOptions): Promise<number>;
  /** Who is selected by what they carry; undefined where a statement has to find them. */
  select(selection: Selection, options?: QueryOptions): Promise<Selected | undefined>;
  /** The parties of each patent of a selection that has any; undefined where a statement has to find them. */
  parties(groups: Selection['groups'], options?: QueryOptions): Promise<Parties[] | undefined>;
  /** The values that keys lead to (ddl/facet.sql), by their numbers; a key that leads nowhere is not in it. */
  values(keys: readonly string[], options?: QueryOptions): Promise<Map<string, CarriedValue[]>>;
  /** Who bears a word that starts so; undefined where a statement has to find them. */
  bearers(start: string, options?: QueryOptions): Promise<Bearer[] | undefined>;
  /** Who is called so, rung 1 for all of them; undefined where a statement has to find them. */
  called(key: string, options?: QueryOptions): Promise<Bearer[] | undefined>;
  /** The best names that begin so, best first, where they were made at build; undefined where a statement has to find them. */
  best(start: string, kind: Kind | undefined, options?: QueryOptions): Promise<number[] | undefined>;
}

export interface KindSlug {
  kind: Kind;
  slug: string;
}

export interface Order {
  sort: Sort;
  /** Default: all kinds. */
  kind?: Kind | undefined;
}

/** A value of a filter, and how many entities carry it: by trusted labels, and in all. */
export interface CarriedValue {
  label_id: number;
  trusted: number;
  tagged: number;
}

/** One that bears a word: where it stands by prominence, and how far in front the word does (ddl/naming.sql). */
export interface Bearer {
  rid: number;
  orderKey: number;
  rung: number;
}

/** Whom a patent is assigned to, or who invented it, and the head of the group it belongs to: itself where there is none. */
export type Parties = {party: number; head: number}[];

/** Entities of some kinds (none: of all) that carry a value of each group. */
export interface Selection {
  kinds: readonly Kind[];
  groups: readonly {
    /** Numbers of values, of which one has to be carried. */
    values: readonly number[];
    /** Only by trusted labels. */
    isGated: boolean;
  }[];
}

export interface Selected {
  /** How many of them have a place in an order. */
  size(sort: Sort): number;
  /** Rows in an order, after a number of it, at most so many. */
  page(sort: Sort, after: number, offset: number, rows: number): number[];
  /** The number of a row in an order over everything. */
  numberOf(rid: number, sort: Sort): number;
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
}

/** An entity as lists and details show it, with its place among the others. */
export interface Standing {
  header: Header;
  /** JSON text of the signals block; `null` without live edges. */
  signals: string;
}

/** An entity's stored text, cut where the parts that depend on the door go. */
export interface Document extends Standing {
  pieces: [head: string, attributes: string, fields: string, tail: string];
}

/** Where an edge comes from: the source, how sure it is, the source's own id of the row. */
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

/** The neighbours of a row, an entry for each edge; a step is the relation's number doubled, plus one where the edge comes in. */
export interface Neighbours {
  others: number[];
  steps: number[];
  /** All neighbours, each once, listed or not. */
  count: number;
}
