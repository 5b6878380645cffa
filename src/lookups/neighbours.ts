import type {DuckDBConnection} from '@duckdb/node-api';
import type {Neighbours} from '../generation.ts';
import {eachChunk} from './columns.ts';
import {RecordWriter} from './record-writer.ts';

/**
 * A row's neighbours as a record: how many there are in all, then a word for each edge that is listed, and last a byte for the step of each
 * (ddl/adjacency.sql).
 */
export async function writeNeighbours(connection: DuckDBConnection, path: string, where = ''): Promise<void> {
  const writer = new RecordWriter(path);
  const others: number[] = [];
  const steps: number[] = [];
  let own = 0;
  let count = 0;
  const end = () => {
    if (others.length === 0) return;
    const words = Uint32Array.from([count, ...others]);
    writer.add([own], Buffer.concat([new Uint8Array(words.buffer), Uint8Array.from(steps)]));
    others.length = 0;
    steps.length = 0;
  };
  await eachChunk(
    connection,
    `SELECT rid, neighbours, unnest(others), unnest(steps)::INTEGER FROM (FROM adjacency ${where} ORDER BY rid)`,
    ({rows, words}) => {
      const [rids, counts, listed, taken] = [words(0), words(1), words(2), words(3)];
      for (let row = 0; row < rows; row++) {
        const rid = rids[row] as number;
        if (rid !== own) end();
        own = rid;
        count = counts[row] as number;
        others.push(listed[row] as number);
        steps.push(taken[row] as number);
      }
    },
  );
  end();
  writer.end();
}

export function neighboursOf(record: Buffer): Neighbours {
  const edges = (record.length - 4) / 5;
  const words = new Uint32Array(record.buffer, record.byteOffset, edges + 1);
  return {
    count: words[0] as number,
    others: [...words.subarray(1)],
    steps: [...record.subarray(4 * (edges + 1))],
  };
}
