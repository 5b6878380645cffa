import {Cache} from '../cache.ts';
import type {Generation, OpenGeneration, QueryOptions, Release} from '../generation.ts';
import {
  type Answer,
  type ColumnsOf,
  type ColumnType,
  columnsOf,
  type RowOf,
  type RowShape,
  rowsOf,
} from '../sql/results.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import type {Sql} from '../sql/sql.ts';

/**
 * Called at the start of every query; the function it returns is called with the query's duration, successful or not,
 * and its number of rows.
 */
export type OnQuery = (query: Sql, rowNumbers: RowNumbers) => (ms: number, rows: number) => void;

/** Metadata that is read when a generation is opened. */
export interface Facts {
  number: number;
  /** Its location, for messages. */
  file: string;
  release: Release;
  /** How wide its row ids are. */
  rowNumbers: RowNumbers;
  entities: number;
  /** In the order of their numbers. */
  relations: readonly string[];
}

/** A generation open for reading, on any engine: typed answers, relations, and its lifetime. */
export abstract class OpenedGeneration implements OpenGeneration {
  readonly number: number;
  readonly file: string;
  readonly release: Release;
  readonly rowNumbers: RowNumbers;
  readonly entities: number;
  readonly asOf: number;
  readonly relations: readonly string[];
  readonly cache = new Cache(16 * 1024 * 1024);
  readonly #onQuery: OnQuery | undefined;

  constructor({number, file, release, rowNumbers, entities, relations}: Facts, onQuery: OnQuery | undefined) {
    this.number = number;
    this.file = file;
    this.release = release;
    this.rowNumbers = rowNumbers;
    this.entities = entities;
    this.asOf = Date.parse(release.as_of);
    this.relations = relations;
    this.#onQuery = onQuery;
  }

  abstract readonly lookups: Generation['lookups'];
  abstract acquire(): void;
  abstract free(): void;
  abstract retire(): Promise<void>;

  /** Sends the query to the engine. */
  protected abstract answer(query: Sql, options: QueryOptions | undefined): Promise<Answer>;

  async rows<S extends RowShape>(query: Sql, shape: S, options?: QueryOptions): Promise<RowOf<S>[]> {
    return rowsOf(await this.#told(query, options), shape);
  }

  async columns<const S extends readonly ColumnType<unknown>[]>(
    query: Sql,
    types: S,
    options?: QueryOptions,
  ): Promise<ColumnsOf<S>> {
    return columnsOf(await this.#told(query, options), types);
  }

  async #told(query: Sql, options: QueryOptions | undefined): Promise<Answer> {
    await options?.turn?.();
    if (this.#onQuery === undefined) return this.answer(query, options);
    const done = this.#onQuery(query, this.rowNumbers);
    const started = performance.now();
    let rows = 0;
    try {
      const answer = await this.answer(query, options);
      rows = answer.rows;
      return answer;
    } finally {
      done(performance.now() - started, rows);
    }
  }

  relationNumber(relation: string): number | undefined {
    const index = this.relations.indexOf(relation);
    return index < 0 ? undefined : index + 1;
  }

  relationName(rel: number): string {
    return this.relations[rel - 1] ?? '';
  }
}
