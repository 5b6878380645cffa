import type {DuckDBConnection} from '@duckdb/node-api';
import {Cache} from '../cache.ts';
import {eachChunk} from './columns.ts';
import {sizesByKind} from './orders.ts';
import {fromWords, NOBODY, type Places, placesOf, wordsOf} from './places.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';

/** Cache size of positions. */
const KEPT = 8 * 1024 * 1024;

function keyOf(kind: number, isTrusted: boolean): number {
  return kind * 2 + (isTrusted ? 0 : 1);
}

/**
 * Writes the posting list of each value: by kind and by whether the label is trusted, then by the value's number, the positions (from 0) of
 * the entities in the newest-first order of the kind.
 */
export async function writeLabels(connection: DuckDBConnection, path: string): Promise<void> {
  const writer = new RecordWriter(path, 2);
  for (const [scope, size] of await sizesByKind(connection)) {
    let places: number[] = [];
    let [untrusted, label_id] = [0, 0];
    const end = () => {
      const words = wordsOf(placesOf(Uint32Array.from(places), size));
      if (places.length > 0) writer.add([keyOf(scope, untrusted === 0), label_id], new Uint8Array(words.buffer));
      places = [];
    };
    // One integer holds all sort keys: 30 bits for the value's number, 26 for the position.
    await eachChunk(
      connection,
      `SELECT (key >> 60)::INTEGER, ((key >> 28) & 4294967295)::INTEGER, (key & 268435455)::INTEGER
       FROM (
         SELECT (CASE WHEN l.trusted THEN 0 ELSE 1 END::BIGINT << 60) | (l.label_id::BIGINT << 28) | (o.pos - 1)::BIGINT AS key
         FROM label l JOIN order_rank o ON o.rid = l.rid AND o.scope = ${scope} AND o.sort = 1
         WHERE kind_of(l.rid) = ${scope} ORDER BY key
       )`,
      ({rows, words}) => {
        const [gates, labelIds, found] = [words(0), words(1), words(2)];
        for (let row = 0; row < rows; row++) {
          if (labelIds[row] !== label_id || gates[row] !== untrusted) end();
          [untrusted, label_id] = [gates[row] as number, labelIds[row] as number];
          places.push(found[row] as number);
        }
      },
    );
    end();
  }
  writer.end();
}

export class Labels {
  readonly #file: RecordFile;
  readonly #kept = new Cache(KEPT);

  /** @throws FileError when a file is missing or damaged. */
  constructor(path: string) {
    this.#file = new RecordFile(path, 2);
  }

  /** The positions of a kind that have a value by a trusted label, or by one that is not. */
  carrying(kind: number, label_id: number, isTrusted: boolean): Places {
    const key = `${keyOf(kind, isTrusted)} ${label_id}`;
    const kept = this.#kept.get<Places>(key);
    if (kept !== undefined) return kept;
    const record = this.#file.read(keyOf(kind, isTrusted), label_id);
    if (record === undefined) return NOBODY;
    const places = fromWords(
      new Uint32Array(record.buffer.slice(record.byteOffset, record.byteOffset + record.length)),
    );
    this.#kept.set(key, places, record.length);
    return places;
  }

  close(): void {
    this.#file.close();
  }
}
