import type {EdgeOfRow} from '../generation.ts';
import type {Tie} from '../selection.ts';
import {rowsInOrder} from '../sorted.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {isoOf} from '../time.ts';
import {higher, isWide, lower, type RowList, rowAt, wordsPerRow} from './rows.ts';

/** A step is twice the relation's number, plus one for an incoming edge. */
const STEP_BITS = 9;

/** Stands in the number of a record's edges if their moments take two words. */
const IN_MILLISECONDS = 2 ** 31;

/** An unknown moment: as seconds, and the higher word of its milliseconds, which are the least 64-bit integer. */
const NEVER_SECONDS = 0xffffffff;
const NEVER = -0x80000000;

/** The provenance that some edges of a record share: source and confidence. */
type Told = [origin: string | null, confidence: number | null];

/**
 * A row's edges as a record: their number, the words of each, as 32 bits, then JSON text `[told, records]`: the distinct provenances, which
 * an edge refers to by index, and the source's own id of each edge, absent if none has one. The words of an edge are the row at the other
 * end (two for a wide row id), its step with the index of its provenance in the higher bits, and when it was observed: in seconds since
 * 1970, or, where one of a row's moments is no whole second from 1970 to 2106, in milliseconds (lower word, higher).
 */
type Said = [told: Told[], records?: (string | null)[]];

/** Edges as the engine has them, a column of each. */
export interface EdgeColumns {
  others: Int32Array | Float64Array;
  /** Twice the relation's number, plus one for an incoming edge. */
  steps: Int32Array;
  /** Numbers of origins, 0 for none. */
  origins: Int32Array;
  /** NaN for none. */
  confidences: Float64Array;
  /** Milliseconds since 1970, lower and higher word; the least 64-bit integer for an unknown moment. */
  observed: Int32Array;
  records: (string | null)[];
}

/** The edges of one row, as they are collected. */
export class EdgeRecord {
  rid = -1;
  readonly #rows: RowNumbers;
  #count = 0;
  #others = new Float64Array(1024);
  #steps = new Uint32Array(1024);
  /** Lower and higher word of each. */
  #moments = new Int32Array(2048);
  /** Number of the origin and confidence of each provenance, and where it stands. */
  readonly #known: number[] = [];
  readonly #places = new Map<string, number>();
  #told: Told[] = [];
  #records: (string | null)[] = [];
  #hasRecords = false;
  #isSeconds = true;

  constructor(rows: RowNumbers) {
    this.#rows = rows;
  }

  begin(rid: number): void {
    this.rid = rid;
    this.#count = 0;
    this.#known.length = 0;
    this.#places.clear();
    this.#told = [];
    this.#records = [];
    this.#hasRecords = false;
    this.#isSeconds = true;
  }

  add(columns: EdgeColumns, row: number, origins: readonly (string | null)[]): void {
    const at = this.#count++;
    if (at === this.#others.length) this.#grow();
    this.#others[at] = columns.others[row] as number;
    const place = this.#place(columns.origins[row] as number, columns.confidences[row] as number, origins);
    this.#steps[at] = (columns.steps[row] as number) | (place << STEP_BITS);
    const [low, high] = [columns.observed[2 * row] as number, columns.observed[2 * row + 1] as number];
    this.#moments[2 * at] = low;
    this.#moments[2 * at + 1] = high;
    if (this.#isSeconds) this.#isSeconds = high === NEVER || isWholeSecond(millisecondsOf(low, high));
    const record = columns.records[row] ?? null;
    this.#records.push(record);
    this.#hasRecords ||= record !== null;
  }

  end(add: (rid: number, record: Uint8Array) => void): void {
    const count = this.#count;
    if (count === 0) return;
    const width = widthOf(this.#rows, !this.#isSeconds);
    const words = new Uint32Array(1 + count * width);
    words[0] = this.#isSeconds ? count : count + IN_MILLISECONDS;
    const isTwoWords = isWide(this.#rows);
    for (let edge = 0, at = 1; edge < count; edge++) {
      const other = this.#others[edge] as number;
      if (isTwoWords) words[at++] = higher(other);
      words[at++] = lower(other);
      words[at++] = this.#steps[edge] as number;
      const [low, high] = [this.#moments[2 * edge] as number, this.#moments[2 * edge + 1] as number];
      if (this.#isSeconds) words[at++] = high === NEVER ? NEVER_SECONDS : millisecondsOf(low, high) / 1000;
      else {
        words[at++] = low;
        words[at++] = high;
      }
    }
    const said: Said = this.#hasRecords ? [this.#told, this.#records] : [this.#told];
    add(this.rid, Buffer.concat([new Uint8Array(words.buffer), Buffer.from(JSON.stringify(said))]));
  }

  #place(origin: number, confidence: number, origins: readonly (string | null)[]): number {
    const known = this.#known;
    // Most rows have few.
    for (let at = 0; at < known.length && at < 16; at += 2)
      if (known[at] === origin && Object.is(known[at + 1], confidence)) return at / 2;
    const key = `${origin} ${confidence}`;
    const place = this.#places.get(key);
    if (place !== undefined) return place;
    known.push(origin, confidence);
    this.#places.set(key, known.length / 2 - 1);
    return this.#told.push([origins[origin] ?? null, Number.isNaN(confidence) ? null : confidence]) - 1;
  }

  #grow(): void {
    const grown = <List extends Float64Array | Uint32Array | Int32Array>(list: List, next: List): List => {
      next.set(list);
      return next;
    };
    this.#others = grown(this.#others, new Float64Array(2 * this.#others.length));
    this.#steps = grown(this.#steps, new Uint32Array(2 * this.#steps.length));
    this.#moments = grown(this.#moments, new Int32Array(2 * this.#moments.length));
  }
}

function millisecondsOf(low: number, high: number): number {
  return high * 2 ** 32 + (low >>> 0);
}

function isWholeSecond(milliseconds: number): boolean {
  return milliseconds >= 0 && milliseconds < NEVER_SECONDS * 1000 && milliseconds % 1000 === 0;
}

/** Words of an edge. */
function widthOf(rows: RowNumbers, isInMilliseconds: boolean): number {
  return wordsPerRow(rows) + (isInMilliseconds ? 3 : 2);
}

/** The edges of a record: their number, whether their moments are in milliseconds, the words of each, and how many these are. */
function wordsOf(record: Buffer, rows: RowNumbers) {
  const first = record.readUInt32LE(0);
  const isInMilliseconds = first >= IN_MILLISECONDS;
  const count = isInMilliseconds ? first - IN_MILLISECONDS : first;
  const width = widthOf(rows, isInMilliseconds);
  return {count, isInMilliseconds, width, words: new Uint32Array(record.buffer, record.byteOffset + 4, count * width)};
}

/** Every edge of a record. */
export function edgesOf(record: Buffer, rows: RowNumbers): EdgeOfRow[] {
  const found: EdgeOfRow[] = [];
  visitEdges(
    record,
    rows,
    () => true,
    (edge) => found.push(edge),
  );
  return found;
}

/** @param isAsked Chooses edges by the other end and by direction (outgoing). */
export function visitEdges(
  record: Buffer,
  rows: RowNumbers,
  isAsked: (other: number, isOut: boolean) => boolean,
  visit: (edge: EdgeOfRow) => void,
): void {
  const {count, isInMilliseconds, width, words} = wordsOf(record, rows);
  const perRow = wordsPerRow(rows);
  // Provenance is parsed only if an edge is chosen: most edges often are not.
  let said: Said | undefined;
  for (let index = 0; index < count; index++) {
    const other = rowAt(words, index * width, rows);
    const at = index * width + perRow;
    const isOut = ((words[at] as number) & 1) === 0;
    if (!isAsked(other, isOut)) continue;
    said ??= JSON.parse(record.toString('utf8', 4 + count * width * 4)) as Said;
    const [told, records] = said;
    const [origin, confidence] = told[(words[at] as number) >>> STEP_BITS] as Told;
    visit({
      rel: relationOf(words[at] as number),
      direction: isOut ? 'out' : 'in',
      observed: isInMilliseconds
        ? momentOf(words[at + 1] as number, (words[at + 2] as number) | 0)
        : secondOf(words[at + 1] as number),
      origin: [origin, confidence, records?.[index] ?? null],
      other,
    });
  }
}

/** The rows at the other ends of edges, in order, without reading their provenance. */
export function tiedTo(edges: {read(rid: number): Buffer | undefined}, {to, besides}: Tie, rows: RowNumbers): RowList {
  const perRow = wordsPerRow(rows);
  const found: number[] = [];
  for (const rid of to) {
    const record = edges.read(rid);
    if (record === undefined) continue;
    const {width, words} = wordsOf(record, rows);
    for (let at = 0; at < words.length; at += width) {
      if (relationOf(words[at + perRow] as number) !== besides) found.push(rowAt(words, at, rows));
    }
  }
  return rowsInOrder(found);
}

/** The other ends of a record's edges by some steps, without reading their provenance. */
export function endsOf(
  record: Buffer,
  steps: ReadonlySet<number>,
  rows: RowNumbers,
  visit: (step: number, other: number) => void,
): void {
  const perRow = wordsPerRow(rows);
  const {width, words} = wordsOf(record, rows);
  for (let at = 0; at < words.length; at += width) {
    const step = stepOf(words[at + perRow] as number);
    if (steps.has(step)) visit(step, rowAt(words, at, rows));
  }
}

/** The step in the word of an edge. */
function stepOf(word: number): number {
  return word & ((1 << STEP_BITS) - 1);
}

/** The relation's number in the word of an edge's step. */
function relationOf(word: number): number {
  return stepOf(word) >> 1;
}

function momentOf(low: number, high: number): string | null {
  return high === NEVER ? null : isoOf(millisecondsOf(low, high));
}

function secondOf(seconds: number): string | null {
  return seconds === NEVER_SECONDS ? null : isoOf(seconds * 1000);
}
