import type {DuckDBConnection} from '@duckdb/node-api';
import {Cache} from '../cache.ts';
import {GROUPED, type Grouped} from '../schema/grouping.ts';
import {eachChunk} from './columns.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';

/** The record of a kind that holds the offset of each field's values; records of the fields follow, numbered from 1. */
const BEGINNINGS = 0;

/** All kinds together. */
const ALL = 0;

/** Cache sizes of values: bytes of numbers, characters of texts. */
const CACHED = 8 * 1024 * 1024;

const FIELDS = GROUPED.map((field) => `'${field}'`).join();

/** The values of a kind, numbered from 0 by field and then in order; rows refer to values by these numbers (`carried.ts`). */
export const VALUES = `SELECT kind_no::INTEGER AS kind_no, list_position([${FIELDS}], field)::INTEGER AS number, label_id, trusted, tagged, value
  FROM facet WHERE field IN (${FIELDS}) ORDER BY kind_no, number, value`;

/** The values of a field within a kind: positions in the field's list over all kinds, ascending, with the number of entities that have the value by a trusted label, and in all. */
export interface Values {
  places: Uint32Array;
  trusted: Uint32Array;
  tagged: Uint32Array;
}

/** The values of a field over all kinds, in alphabetical order: their numbers (ddl/value.sql), and how many entities have each by a trusted label. */
export interface Numbered {
  labelIds: Uint32Array;
  trusted: Uint32Array;
}

const NONE: Values = {places: new Uint32Array(), trusted: new Uint32Array(), tagged: new Uint32Array()};

/**
 * Writes the values of each field in alphabetical order: for all kinds together as texts, and in records after those as numbers with their counts;
 * for each kind as positions in that list, with their counts.
 */
export async function writeBuckets(connection: DuckDBConnection, path: string): Promise<void> {
  using writer = new RecordWriter(path, 2);
  const texts = GROUPED.map((): string[] => []);
  const placeOf = new Map<number, number>();
  let kind = ALL;
  let fields = GROUPED.map((): number[][] => [[], [], []]);
  const end = () => {
    if (kind === ALL) {
      texts.forEach((list, index) => {
        if (list.length > 0) writer.add([ALL, index + 1], Buffer.from(JSON.stringify(list)));
      });
      fields.forEach(([labelIds = [], trusted = []], index) => {
        if (labelIds.length > 0) writer.add([ALL, numbersOf(index)], bytesOf([...labelIds, ...trusted]));
      });
    } else {
      let sum = 0;
      const beginnings = fields.map(([places]) => (sum += places?.length ?? 0));
      writer.add([kind, BEGINNINGS], bytesOf([0, ...beginnings]));
      fields.forEach((columns, index) => {
        if (columns[0]?.length !== 0) writer.add([kind, index + 1], bytesOf(columns.flat()));
      });
    }
    fields = GROUPED.map(() => [[], [], []]);
  };
  await eachChunk(connection, VALUES, ({rows, words, texts: textsOf}) => {
    const [kinds, numbers, labels, trusted, tagged] = [words(0), words(1), words(2), words(3), words(4)];
    const values = textsOf(5);
    for (let row = 0; row < rows; row++) {
      if (kinds[row] !== kind) end();
      kind = kinds[row] as number;
      const [field, label] = [(numbers[row] as number) - 1, labels[row] as number];
      if (kind === ALL) placeOf.set(label, (texts[field]?.push(values[row] as string) ?? 0) - 1);
      const first = kind === ALL ? label : (placeOf.get(label) as number);
      [first, trusted[row] as number, tagged[row] as number].forEach((number, column) => {
        fields[field]?.[column]?.push(number);
      });
    }
  });
  end();
  writer.end();
}

/** The record with the numbers of a field's values. */
function numbersOf(index: number): number {
  return GROUPED.length + 1 + index;
}

function bytesOf(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(numbers).buffer);
}

export class Buckets {
  readonly #file: RecordFile;
  readonly #cached = new Cache(CACHED);

  /** @throws FileError when a file is missing or damaged. */
  constructor(path: string) {
    this.#file = new RecordFile(path, 2);
  }

  /** The number of the first value of each field of a kind, in the order of `GROUPED`, then the number of values. */
  beginnings(kind: number): Uint32Array {
    return this.#words(kind, BEGINNINGS) ?? new Uint32Array(GROUPED.length + 1);
  }

  values(kind: number, field: Grouped): Values {
    const words = this.#words(kind, GROUPED.indexOf(field) + 1);
    if (words === undefined) return NONE;
    const count = words.length / 3;
    return {
      places: words.subarray(0, count),
      trusted: words.subarray(count, 2 * count),
      tagged: words.subarray(2 * count),
    };
  }

  numbers(field: Grouped): Numbered {
    const words = this.#words(ALL, numbersOf(GROUPED.indexOf(field))) ?? new Uint32Array();
    return {labelIds: words.subarray(0, words.length / 2), trusted: words.subarray(words.length / 2)};
  }

  /** The values of a field that occur in the graph, in alphabetical order. */
  texts(field: Grouped): readonly string[] {
    const cached = this.#cached.get<string[]>(field);
    if (cached !== undefined) return cached;
    const record = this.#file.read(ALL, GROUPED.indexOf(field) + 1);
    if (record === undefined) return [];
    const texts = JSON.parse(record.toString('utf8')) as string[];
    this.#cached.set(field, texts, record.length);
    return texts;
  }

  #words(kind: number, number: number): Uint32Array | undefined {
    const key = `${kind} ${number}`;
    const cached = this.#cached.get<Uint32Array>(key);
    if (cached !== undefined) return cached;
    const record = this.#file.read(kind, number);
    if (record === undefined) return undefined;
    const words = new Uint32Array(record.buffer.slice(record.byteOffset, record.byteOffset + record.length));
    this.#cached.set(key, words, record.length);
    return words;
  }

  close(): void {
    this.#file.close();
  }
}
