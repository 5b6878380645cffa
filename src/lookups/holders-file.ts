import {dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {type Assignee, type Holder, HolderCount, type Holders} from '../holders.ts';
import {kindNumber} from '../schema/rid.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {eachChunk} from './columns.ts';
import {PartyFile} from './parties.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';
import {numbersIn, type RowList, recordOf, rowNumbersIn} from './rows.ts';

/** Values of fewer patents have no record: counting their parties takes no longer than other look-ups. */
const COUNTED = 32;

/** Length of each list: as many as an answer shows (`limit`). */
const LISTED = 200;

const FIELDS = ['target', 'modality', 'therapeutic_area'];

const SHARE_UNIT = 1e6;
const HHI_UNIT = 100;

/** Cache size of the parties that are counted, in bytes: most patents are counted under several values. */
const CACHED = 64 * 1024 * 1024;

/**
 * Writes the holders of the patents with each value of a mechanism cell's fields that many have, by trusted labels: with companies as they are
 * (0) and as their heads (1). Reads the file of parties beside it. A record has the number of assigned patents, HHI in hundredths, the share of
 * the first four in millionths, the number of companies and the words they take, the numbers of institutions and of inventors, and then
 * companies (row, patents, number of subsidiaries, these), institutions and inventors (row, patents).
 */
export async function writeHolders(connection: DuckDBConnection, path: string): Promise<void> {
  const rows = await rowNumbersIn(connection);
  using writer = new RecordWriter(path, 2);
  const file = new PartyFile(join(dirname(path), 'parties'), rows, CACHED);
  try {
    await eachValue(connection, (label_id, places) => {
      const count = new HolderCount(false, true);
      for (const parties of file.of(places)) count.add(parties);
      for (const [mode, holders] of count.results(LISTED).entries())
        writer.add([label_id, mode], recordOf(wordsOf(holders), rows));
    });
  } finally {
    file.close();
  }
  writer.end();
}

/** The places of the patents with each value that many have, ascending. */
async function eachValue(
  connection: DuckDBConnection,
  visit: (label_id: number, places: readonly number[]) => void,
): Promise<void> {
  const patent = kindNumber('patent');
  const list = FIELDS.map((field) => `'${field}'`).join();
  let [own, places] = [-1, [] as number[]];
  await eachChunk(
    connection,
    `SELECT l.label_id, o.pos - 1 FROM label l JOIN recent_rank o ON o.rid = l.rid AND o.scope = ${patent}
     WHERE l.trusted AND l.label_id IN (SELECT label_id FROM facet WHERE kind_no = ${patent} AND trusted >= ${COUNTED} AND field IN (${list}))
     ORDER BY l.label_id, o.pos`,
    (chunk) => {
      const [labels, positions] = [chunk.words(0), chunk.words(1)];
      for (let row = 0; row < chunk.rows; row++) {
        const label_id = labels[row] as number;
        if (label_id !== own) {
          if (places.length > 0) visit(own, places);
          [own, places] = [label_id, []];
        }
        places.push(positions[row] as number);
      }
    },
  );
  if (places.length > 0) visit(own, places);
}

function wordsOf({assignees, institutions, inventors, hhi, top4_share, assigned}: Holders): number[] {
  const companies = assignees.flatMap(({rid, patents, subsidiaries}) => [
    rid,
    patents,
    subsidiaries.length,
    ...subsidiaries,
  ]);
  return [
    ...[assigned, Math.round((hhi ?? 0) * HHI_UNIT), Math.round((top4_share ?? 0) * SHARE_UNIT)],
    ...[assignees.length, companies.length, institutions.length, inventors.length],
    ...companies,
    ...[...institutions, ...inventors].flatMap(({rid, patents}) => [rid, patents]),
  ];
}

/** Words before the first company. */
const HEAD = 7;

export class HoldersFile {
  readonly #file: RecordFile;
  readonly #rows: RowNumbers;

  /** @throws FileError when a file is missing or damaged. */
  constructor(path: string, rows: RowNumbers) {
    this.#file = new RecordFile(path, 2);
    this.#rows = rows;
  }

  /** The holders of the patents with a value, `most` of each list; undefined where few have it, or more are asked for than are listed. */
  of(label_id: number, most: number, isRolledUp: boolean): Holders | undefined {
    if (most > LISTED) return undefined;
    const record = this.#file.read(label_id, isRolledUp ? 1 : 0);
    return record && holdersIn(numbersIn(record, this.#rows), most);
  }

  close(): void {
    this.#file.close();
  }
}

function holdersIn(words: RowList, most: number): Holders {
  const [assigned = 0, hhi = 0, top4 = 0, companies = 0, length = 0, institutions = 0, inventors = 0] = words.subarray(
    0,
    HEAD,
  );
  let at = HEAD;
  const assignees = Array.from({length: Math.min(most, companies)}, (): Assignee => {
    const [rid = 0, patents = 0, count = 0] = words.subarray(at, at + 3);
    at += 3 + count;
    return {rid, patents, subsidiaries: Array.from(words.subarray(at - count, at))};
  });
  const listed = (from: number, count: number): Holder[] =>
    Array.from({length: Math.min(most, count)}, (_, index) => ({
      rid: words[from + 2 * index] as number,
      patents: words[from + 2 * index + 1] as number,
    }));
  const others = HEAD + length;
  return {
    assignees,
    institutions: listed(others, institutions),
    inventors: listed(others + 2 * institutions, inventors),
    hhi: assigned === 0 ? null : hhi / HHI_UNIT,
    top4_share: assigned === 0 ? null : top4 / SHARE_UNIT,
    assigned,
  };
}
