import type {DuckDBConnection} from '@duckdb/node-api';
import {kindNumber} from '../schema/rid.ts';
import type {Parties} from '../selection.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {eachChunk} from './columns.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';
import {isWide, numbersIn, type RowList, recordOf, rowNumbersIn} from './rows.ts';

/** Patents per record, by their positions in the newest-first order. */
const TOGETHER = 64;

/** Added to a party that has another one as its group's head: the head is the next number. More than any row id. */
function belowOf(rows: RowNumbers): number {
  return isWide(rows) ? 2 ** 50 : 2 ** 31;
}

/**
 * Writes the assignees and inventors of patents (ddl/patent_party.sql): for every 64 positions where the parties of each end, then the
 * parties, each followed by its group's head if that is another company.
 */
export async function writeParties(connection: DuckDBConnection, path: string): Promise<void> {
  const numbers = await rowNumbersIn(connection);
  const below = belowOf(numbers);
  using writer = new RecordWriter(path);
  const ends: number[] = [];
  const words: number[] = [];
  let number = 0;
  const end = () => {
    while (ends.length < TOGETHER) ends.push(words.length);
    if (words.length > 0) writer.add([number], recordOf([...ends, ...words], numbers));
    ends.length = 0;
    words.length = 0;
  };
  await eachChunk(
    connection,
    `SELECT o.pos - 1, p.party, p.head FROM patent_party p
     JOIN recent_rank o ON o.rid = p.patent AND o.scope = ${kindNumber('patent')} ORDER BY o.pos, p.party`,
    ({rows, words: wordsOf, numbers: numbersOf}) => {
      const [places, parties, heads] = [wordsOf(0), numbersOf(1), numbersOf(2)];
      for (let row = 0; row < rows; row++) {
        const place = places[row] as number;
        const [party, head] = [parties[row] as number, heads[row] as number];
        if (Math.floor(place / TOGETHER) !== number) end();
        number = Math.floor(place / TOGETHER);
        while (ends.length < place % TOGETHER) ends.push(words.length);
        if (party === head) words.push(party);
        else words.push(party + below, head);
      }
    },
  );
  end();
  writer.end();
}

export class PartyFile {
  readonly #file: RecordFile;
  readonly #rows: RowNumbers;

  /**
   * @param cached Cache size in bytes; default: none.
   * @throws FileError when a file is missing or damaged.
   */
  constructor(path: string, rows: RowNumbers, cached?: number) {
    this.#file = new RecordFile(path, 1, cached);
    this.#rows = rows;
  }

  /** The parties of each patent at some positions, ascending, if it has any. */
  *of(places: Iterable<number>): Generator<Parties, void> {
    let held = -1;
    let record: RowList | undefined;
    for (const place of places) {
      const number = Math.floor(place / TOGETHER);
      if (number !== held) {
        const bytes = this.#file.read(number);
        record = bytes && numbersIn(bytes, this.#rows);
        held = number;
      }
      if (record !== undefined) yield partiesIn(record, place % TOGETHER, belowOf(this.#rows));
    }
  }

  close(): void {
    this.#file.close();
  }
}

function partiesIn(record: RowList, place: number, below: number): Parties {
  const found: Parties = [];
  const to = TOGETHER + (record[place] as number);
  for (let at = TOGETHER + (place === 0 ? 0 : (record[place - 1] as number)); at < to; at++) {
    const word = record[at] as number;
    if (word < below) found.push({party: word, head: word});
    else found.push({party: word - below, head: record[++at] as number});
  }
  return found;
}
