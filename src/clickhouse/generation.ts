import {Cache} from '../cache.ts';
import type {JsonValue} from '../engine/values.ts';
import type {Generation, OpenGeneration, QueryOptions, Release, Row} from '../generation.ts';
import {clickhouse} from '../sql/clickhouse.ts';
import type {Sql} from '../sql/sql.ts';
import type {OnQuery} from '../store/generation.ts';
import {readRelease} from '../store/release.ts';
import type {Answer, Connection} from './connection.ts';
import {PublishedLookups} from './lookups.ts';
import type {Kept} from './pointer.ts';

/** One published generation: a database of ClickHouse. */
export class PublishedGeneration implements OpenGeneration {
  readonly number: number;
  readonly file: string;
  readonly release: Release;
  readonly entities: number;
  readonly asOf: number;
  readonly cache = new Cache(16 * 1024 * 1024);
  readonly lookups: Generation['lookups'];
  readonly relations: readonly string[];
  readonly #ask: (text: string, values: readonly unknown[], options?: QueryOptions) => Promise<Answer>;
  readonly #connection: Connection;
  readonly #onQuery: OnQuery | undefined;

  private constructor(
    {number, database}: Kept,
    where: string,
    connection: Connection,
    facts: {release: Release; entities: number; relations: readonly string[]},
    onQuery: OnQuery | undefined,
  ) {
    this.number = number;
    this.file = `${where} (${database})`;
    this.release = facts.release;
    this.entities = facts.entities;
    this.relations = facts.relations;
    this.asOf = Date.parse(facts.release.as_of);
    this.#connection = connection;
    this.#onQuery = onQuery;
    this.#ask = (text, values, options) => connection.ask({text, values}, {...options, database});
    this.lookups = new PublishedLookups(this.#ask, this.cache);
  }

  /** @throws FileError when it was published by another version. @throws GraphError `unavailable` when it cannot be reached. */
  static async open(
    kept: Kept,
    where: string,
    connection: Connection,
    onQuery?: OnQuery | undefined,
  ): Promise<PublishedGeneration> {
    const ask = (text: string) => connection.ask({text, values: []}, {database: kept.database});
    const [said, relations] = await Promise.all([
      ask('select facts, entities from release'),
      ask('select relation from relation order by rel'),
    ]);
    const row = JSON.parse(String(said.columns[0]?.[0])) as Record<string, unknown>;
    return new PublishedGeneration(
      kept,
      where,
      connection,
      {
        release: readRelease(where, row),
        entities: Number(said.columns[1]?.[0]),
        relations: (relations.columns[0] ?? []) as string[],
      },
      onQuery,
    );
  }

  async rows(query: Sql, options?: QueryOptions): Promise<Row[]> {
    const {names, columns, rows} = await this.#answer(query, options);
    return Array.from({length: rows}, (_, index) =>
      Object.fromEntries(names.map((name, place) => [name, columns[place]?.[index] ?? null])),
    );
  }

  async columns(query: Sql, options?: QueryOptions): Promise<JsonValue[][]> {
    return (await this.#answer(query, options)).columns;
  }

  async #answer(query: Sql, options?: QueryOptions): Promise<Answer> {
    const done = this.#onQuery?.(query);
    const started = performance.now();
    let rows = 0;
    try {
      const {text, values} = query.compile(clickhouse);
      const answer = await this.#ask(text, values, options);
      rows = answer.rows;
      return answer;
    } finally {
      done?.(performance.now() - started, rows);
    }
  }

  relationNumber(relation: string): number | undefined {
    const index = this.relations.indexOf(relation);
    return index < 0 ? undefined : index + 1;
  }

  relationName(rel: number): string {
    return this.relations[rel - 1] ?? '';
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    this.acquire();
    try {
      return await work();
    } finally {
      this.free();
    }
  }

  /** What is held open is the connection, which serves all generations. */
  acquire(): void {
    this.#connection.acquire();
  }

  free(): void {
    this.#connection.free();
  }

  async retire(): Promise<void> {}
}
