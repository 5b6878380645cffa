import type {DuckDBConnection} from '@duckdb/node-api';
import type {Neighbours} from '../generation.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {eachChunk} from './columns.ts';
import {RecordWriter} from './record-writer.ts';
import {bytesPerRow, isWide, numbersIn, type RowList, rowNumbersIn, wordsPerRow} from './rows.ts';

/**
 * A row's neighbours as a record: their number, the row id at each listed edge, and then a byte for the step of each
 * (ddl/adjacency.sql).
 */
export async function writeNeighbours(connection: DuckDBConnection, path: string, where = ''): Promise<void> {
  const rows = await rowNumbersIn(connection);
  const writer = new RecordWriter(path, wordsPerRow(rows));
  const size = bytesPerRow(rows);
  const List = isWide(rows) ? Float64Array : Uint32Array;
  let words: RowList = new List(1024);
  let steps = new Uint8Array(words.length);
  let own = 0;
  let edges = 0;
  const end = () => {
    if (edges === 0) return;
    const length = size * (1 + edges);
    const record = new Uint8Array(words.buffer, 0, length + edges);
    record.set(steps.subarray(0, edges), length);
    writer.addRow(own, record);
    edges = 0;
  };
  const grow = () => {
    const [more, further] = [new List(2 * words.length), new Uint8Array(2 * words.length)];
    more.set(words);
    further.set(steps);
    [words, steps] = [more, further];
  };
  await eachChunk(
    connection,
    `SELECT rid, neighbours, unnest(others), unnest(steps)::INTEGER FROM (FROM adjacency ${where} ORDER BY rid)`,
    (chunk) => {
      const [rids, counts, listed, taken] = [chunk.numbers(0), chunk.words(1), chunk.numbers(2), chunk.words(3)];
      for (let row = 0; row < chunk.rows; row++) {
        const rid = rids[row] as number;
        if (rid !== own) end();
        own = rid;
        // A record needs a word and a byte for each edge; half as many words again leave room for the bytes.
        if (2 * edges + 4 > words.length) grow();
        words[0] = counts[row] as number;
        words[1 + edges] = listed[row] as number;
        steps[edges++] = taken[row] as number;
      }
    },
  );
  end();
  writer.end();
}

export function neighboursOf(record: Buffer, rows: RowNumbers): Neighbours {
  const size = bytesPerRow(rows);
  const edges = (record.length - size) / (size + 1);
  const words = numbersIn(record, rows, edges + 1);
  return {
    count: words[0] as number,
    others: [...words.subarray(1)],
    steps: [...record.subarray(size * (edges + 1))],
  };
}
