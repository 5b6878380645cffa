import type {DuckDBConnection} from '@duckdb/node-api';
import {eachChunk} from './columns.ts';
import {eachSmall, PostingWriter, SMALL, TERM_BITS, termOf} from './posting-writer.ts';
import {Postings, postingsPath} from './postings.ts';
import {RecordFile} from './record-file.ts';
import {higher, lower} from './rows.ts';

/** Terms of a group. */
const TERMS = 2 ** TERM_BITS;

/** The impact of a posting that is gone. */
const GONE = -1;

/** Postings that came and went, in the order of terms and rows; of one that is replaced, that which is gone first. */
interface Changes {
  tids: number[];
  rids: number[];
  impacts: number[];
}

/**
 * Writes the postings of a generation that was refreshed: of terms that changed, those of the generation before with their changes; of the
 * others, their bytes. The file is the same, byte for byte, as if it were written from the table.
 * @param changes A query of tid, rid and impact, which is -1 for a posting that is gone.
 */
export async function refreshPostings(
  connection: DuckDBConnection,
  {before, folder}: {before: string; folder: string},
  changes: string,
): Promise<void> {
  const all: Changes = {tids: [], rids: [], impacts: []};
  await eachChunk(connection, `SELECT * FROM (${changes}) ORDER BY ALL`, (chunk) => {
    const [tids, rids, impacts] = [chunk.words(0), chunk.numbers(1), chunk.words(2)];
    for (let row = 0; row < chunk.rows; row++) {
      all.tids.push(tids[row] as number);
      all.rids.push(rids[row] as number);
      all.impacts.push(impacts[row] as number);
    }
  });
  const [records, postings] = [new RecordFile(postingsPath(before), 2), new Postings(before)];
  try {
    using writer = new PostingWriter(postingsPath(folder));
    const refresh = new Refresh(records, postings, writer, all);
    const keys = records.rids();
    for (let at = 0, end = 0; at < keys.length; at = end) {
      const group = higher(keys[at] as number);
      while (end < keys.length && higher(keys[end] as number) === group) end++;
      refresh.group(group, Array.from(keys.subarray(at, end), lower));
    }
    refresh.end();
  } finally {
    records.close();
    postings.close();
  }
}

class Refresh {
  readonly #records: RecordFile;
  readonly #postings: Postings;
  readonly #writer: PostingWriter;
  readonly #changes: Changes;
  readonly #rids = new Float64Array(SMALL);
  readonly #impacts = new Uint16Array(SMALL);
  #next = 0;

  constructor(records: RecordFile, postings: Postings, writer: PostingWriter, changes: Changes) {
    [this.#records, this.#postings, this.#writer, this.#changes] = [records, postings, writer, changes];
  }

  /** @param lows The lower words of the keys of a group's records. */
  group(group: number, lows: readonly number[]): void {
    while (this.#term < group * TERMS) this.#change(this.#term);
    if (this.#term < (group + 1) * TERMS) this.#changeSome(group, lows);
    else
      for (const low of lows) {
        if (low === 0) this.#writer.copyGroup(group, this.#read(group, low));
        else this.#writer.copyRecord(group * TERMS + termOf(low), [group, low], this.#read(group, low));
      }
  }

  end(): void {
    while (this.#next < this.#changes.tids.length) this.#change(this.#term);
    this.#writer.end();
  }

  /** The term that changes next. */
  get #term(): number {
    return this.#changes.tids[this.#next] ?? Number.POSITIVE_INFINITY;
  }

  #read(group: number, low: number): Uint8Array {
    return this.#records.read(group, low) ?? new Uint8Array();
  }

  #changeSome(group: number, lows: readonly number[]): void {
    const record = lows[0] === 0 ? new Uint8Array(this.#read(group, 0)) : new Uint8Array();
    const small = new Map<number, [count: number, from: number, to: number]>();
    eachSmall(record, (term, ...block) => {
      small.set(term, block);
      return false;
    });
    for (let term = 0; term < TERMS; term++) {
      const tid = group * TERMS + term;
      const block = small.get(term);
      if (tid === this.#term) this.#change(tid);
      else if (block !== undefined) this.#writer.copySmall(tid, block[0], record.subarray(block[1], block[2]));
      else
        for (const low of lows)
          if (low !== 0 && termOf(low) === term) this.#writer.copyRecord(tid, [group, low], this.#read(group, low));
    }
  }

  #change(tid: number): void {
    const list = this.#postings.of(tid);
    for (let block = 0; block < (list?.lasts.length ?? 0); block++) {
      const count = list?.block(block, this.#rids, this.#impacts) ?? 0;
      for (let at = 0; at < count; at++) {
        const rid = this.#rids[at] as number;
        if (!this.#addUpTo(tid, rid)) this.#writer.add(tid, rid, this.#impacts[at] as number);
      }
    }
    this.#addUpTo(tid, Number.POSITIVE_INFINITY);
  }

  /** Adds what came at or before a row. @returns whether the row's own posting is gone. */
  #addUpTo(tid: number, rid: number): boolean {
    const {tids, rids, impacts} = this.#changes;
    let isGone = false;
    for (; tids[this.#next] === tid && (rids[this.#next] as number) <= rid; this.#next++) {
      const impact = impacts[this.#next] as number;
      if (impact === GONE) isGone = true;
      else this.#writer.add(tid, rids[this.#next] as number, impact);
    }
    return isGone;
  }
}
