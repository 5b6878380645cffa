import type {DuckDBConnection} from '@duckdb/node-api';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {eachChunk} from './columns.ts';
import {hashOf, keyedQuery} from './keys.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';
import {numbersIn, recordOf, rowNumbersIn} from './rows.ts';

/** Writes the prefix top-k lists (ddl/prefix_top.sql): by the hash of scope and prefix its verifying bits, then rows, best first. */
export async function writeStarts(connection: DuckDBConnection, path: string): Promise<void> {
  const numbers = await rowNumbersIn(connection);
  using writer = new RecordWriter(path, 2);
  let words: number[] = [];
  let high = 0;
  let low = 0;
  const end = () => {
    if (words.length > 0) writer.add([high, low], recordOf(words, numbers));
  };
  await eachChunk(
    connection,
    `SELECT h, other, unnest(rids) FROM (${keyedQuery('FROM prefix_top', 'rids')})`,
    ({rows, words: wordsOf, numbers: numbersOf}) => {
      const [hashes, others, rids] = [wordsOf(0), wordsOf(1), numbersOf(2)];
      for (let row = 0; row < rows; row++) {
        const [nextHigh, nextLow] = [(hashes[2 * row + 1] as number) >>> 0, (hashes[2 * row] as number) >>> 0];
        if (nextHigh !== high || nextLow !== low) {
          end();
          words = [(others[2 * row] as number) >>> 0];
        }
        [high, low] = [nextHigh, nextLow];
        words.push(rids[row] as number);
      }
    },
  );
  end();
  writer.end();
}

export class Starts {
  readonly #file: RecordFile;
  readonly #rows: RowNumbers;

  /** @throws FileError when a file is missing or damaged. */
  constructor(path: string, rows: RowNumbers) {
    this.#file = new RecordFile(path, 2);
    this.#rows = rows;
  }

  /** The best rows of a prefix in a scope (0: all kinds), best first; undefined if there is no list. */
  best(scope: number, start: string): number[] | undefined {
    const {high, low, other} = hashOf(`${scope}:${start}`);
    const record = this.#file.read(high, low);
    if (record === undefined) return undefined;
    const [check, ...rids] = numbersIn(record, this.#rows);
    return check === other ? rids : undefined;
  }

  close(): void {
    this.#file.close();
  }
}
