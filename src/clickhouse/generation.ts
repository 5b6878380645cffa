import type {Generation, QueryOptions} from '../generation.ts';
import {clickhouse} from '../sql/clickhouse.ts';
import {type Dialect, withRows} from '../sql/dialect.ts';
import {columnsOf, is} from '../sql/results.ts';
import {rowNumbersNamed} from '../sql/row-numbers.ts';
import type {Sql} from '../sql/sql.ts';
import {type Facts, type OnQuery, OpenedGeneration} from '../store/opened.ts';
import {readRelease} from '../store/release.ts';
import type {Answer, Connection} from './connection.ts';
import {PublishedLookups} from './lookups.ts';
import type {Kept} from './pointer.ts';

/** One published generation: a database of ClickHouse. */
export class PublishedGeneration extends OpenedGeneration {
  readonly lookups: Generation['lookups'];
  readonly #ask: (text: string, values: readonly unknown[], options?: QueryOptions) => Promise<Answer>;
  readonly #connection: Connection;
  readonly #dialect: Dialect;

  private constructor(facts: Facts, database: string, connection: Connection, onQuery: OnQuery | undefined) {
    super(facts, onQuery);
    this.#connection = connection;
    this.#dialect = withRows(clickhouse, facts.rowNumbers);
    this.#ask = (text, values, options) => connection.ask({text, values}, {...options, database});
    this.lookups = new PublishedLookups(this.#ask, this.cache, facts.rowNumbers);
  }

  /**
   * @throws FileError if it was published by another version.
   * @throws GraphError `unavailable` if it cannot be reached.
   */
  static async open(
    {number, database}: Kept,
    where: string,
    connection: Connection,
    onQuery?: OnQuery | undefined,
  ): Promise<PublishedGeneration> {
    const ask = (text: string) => connection.ask({text, values: []}, {database});
    const [said, known] = await Promise.all([
      ask('select facts, entities from release'),
      ask('select relation from relation order by rel'),
    ]);
    const [[facts = '{}'], [entities = 0]] = columnsOf(said, [is.text, is.integer]);
    const [relations] = columnsOf(known, [is.text]);
    const row = JSON.parse(facts) as Record<string, unknown>;
    const release = readRelease(where, row);
    const rowNumbers = rowNumbersNamed(String(row.row_numbers));
    const file = `${where} (${database})`;
    return new PublishedGeneration(
      {number, file, release, rowNumbers, entities, relations},
      database,
      connection,
      onQuery,
    );
  }

  protected answer(query: Sql, options: QueryOptions | undefined): Promise<Answer> {
    const {text, values} = query.compile(this.#dialect);
    return this.#ask(text, values, options);
  }

  /** Acquires the connection, which serves all generations. */
  acquire(): void {
    this.#connection.acquire();
  }

  free(): void {
    this.#connection.free();
  }

  async retire(): Promise<void> {}
}
