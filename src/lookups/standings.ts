import {rowsInOrder} from '../sorted.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {dayOfTime} from '../time.ts';
import {rowAt, wordsPerRow} from './rows.ts';
import type {Shape, TableFile} from './table-file.ts';

/**
 * Row number; prominence and momentum in ten-thousandths, rank in kind, degree, activity; own day (days since 1970); a person's works, or else
 * the stage.
 */
export const STANDING: Shape = {keys: 1, width: 8};

/** The columns after the row number that are no signals. */
const DAY = 5;
const MEASURE = 6;

/** The prominence of an entity without signals. */
export const NO_SIGNALS = 0xffffffff;

/** The day of an entity that has none. */
export const NO_DAY = -0x80000000;

/** Of an entity that has neither works nor a stage. */
export const NO_MEASURE = -1;

/** Where an entity stands: one row of numbers for each. */
export class Standings {
  readonly #table: TableFile;
  readonly #rows: RowNumbers;
  /** Words of a row id. */
  readonly #own: number;
  readonly #computedAt: string;

  constructor(table: TableFile, rows: RowNumbers, computedAt: string) {
    this.#table = table;
    this.#rows = rows;
    this.#own = wordsPerRow(rows);
    this.#computedAt = computedAt;
  }

  /** JSON text; `null` without live edges, undefined for an unknown row. */
  signals(rid: number): string | undefined {
    let text: string | undefined;
    this.#table.findRow(rid, (words, at) => {
      text = signalsOf(words.subarray(at + this.#own), this.#computedAt);
    });
    return text;
  }

  /** `YYYY-MM-DD`. */
  day(rid: number): string | null {
    let day = NO_DAY;
    this.#table.findRow(rid, (words, at) => {
      day = (words[at + this.#own + DAY] as number) | 0;
    });
    return day === NO_DAY ? null : dayOfTime(day * 86_400_000);
  }

  /** The papers and patents of persons, and the stages of others (ddl/day.sql). */
  measures(rids: readonly number[]): Map<number, number> {
    const found = new Map<number, number>();
    this.#table.among(rowsInOrder(rids), (words, at) => {
      const measure = (words[at + this.#own + MEASURE] as number) | 0;
      if (measure !== NO_MEASURE) found.set(rowAt(words, at, this.#rows), measure);
    });
    return found;
  }

  close(): void {
    this.#table.close();
  }
}

/** JSON text of a row from its signals on; `null` without any. */
function signalsOf(words: Uint32Array, computedAt: string): string {
  const [prominence = 0, momentum = 0, rank, degree, activity] = words;
  if (prominence === NO_SIGNALS) return 'null';
  return `{"prominence":${prominence / 10_000},"momentum":${(momentum | 0) / 10_000},"rank_in_kind":${rank},"degree":${degree},"activity_90d":${activity},"computed_at":"${computedAt}"}`;
}
