import type {DuckDBConnection} from '@duckdb/node-api';
import type {Days as Between} from '../selection.ts';
import {eachChunk} from './columns.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';

/**
 * Writes where each day begins in the order by date of each kind: the number of days, then each day (days since 1970, latest first) with the
 * number of entities that have a later one, and finally the number of entities that have a day.
 */
export async function writeDays(connection: DuckDBConnection, path: string): Promise<void> {
  using writer = new RecordWriter(path);
  let [days, starts, kind, sum] = [[] as number[], [] as number[], 0, 0];
  const end = () => {
    if (days.length > 0)
      writer.add([kind], new Uint8Array(Int32Array.from([days.length, ...days, ...starts, sum]).buffer));
    [days, starts, sum] = [[], [], 0];
  };
  await eachChunk(
    connection,
    `SELECT kind_of(rid)::INTEGER AS kind, date_diff('day', DATE '1970-01-01', day)::INTEGER AS day, count(*)::INTEGER FROM own_day
     GROUP BY ALL ORDER BY kind, day DESC`,
    ({rows, words}) => {
      const [kinds, own, counts] = [words(0), words(1), words(2)];
      for (let row = 0; row < rows; row++) {
        if (kinds[row] !== kind) end();
        kind = kinds[row] as number;
        days.push(own[row] as number);
        starts.push(sum);
        sum += counts[row] as number;
      }
    },
  );
  end();
  writer.end();
}

interface OfKind {
  days: Int32Array;
  starts: Int32Array;
}

const NONE: OfKind = {days: new Int32Array(), starts: new Int32Array([0])};

export class Days {
  readonly #file: RecordFile;
  readonly #cached = new Map<number, OfKind>();

  /** @throws FileError when a file is missing or damaged. */
  constructor(path: string) {
    this.#file = new RecordFile(path);
  }

  /** The range of positions (from 0, end exclusive) in a kind's order by date of entities whose own day lies between two days. */
  between(kind: number, {from, to}: Between): [first: number, end: number] {
    const {days, starts} = this.#of(kind);
    const first = from === undefined ? days.length : firstBefore(days, dayOf(from));
    const later = to === undefined ? 0 : firstBefore(days, dayOf(to) + 1);
    return [starts[later] as number, Math.max(starts[later] as number, starts[first] as number)];
  }

  /** Kept in memory: a few thousand days for each kind. */
  #of(kind: number): OfKind {
    const cached = this.#cached.get(kind);
    if (cached !== undefined) return cached;
    const record = this.#file.read(kind);
    if (record === undefined) return NONE;
    const words = new Int32Array(record.buffer.slice(record.byteOffset, record.byteOffset + record.length));
    const end = 1 + (words[0] as number);
    const found = {days: words.subarray(1, end), starts: words.subarray(end)};
    this.#cached.set(kind, found);
    return found;
  }

  close(): void {
    this.#file.close();
  }
}

function dayOf(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / 86_400_000;
}

/** The index of the first day before a given one, among days in descending order. */
function firstBefore(days: Int32Array, day: number): number {
  let from = 0;
  let to = days.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((days[middle] as number) >= day) from = middle + 1;
    else to = middle;
  }
  return from;
}
