/**
 * How a row id holds its kind and the place within it (docs/decisions/0002-row-ids.md). A generation has one form throughout; `release`
 * names it. Every wide number is above every narrow one, so that a number tells its form.
 */
export interface RowNumbers {
  readonly name: 'narrow' | 'wide';
  /** The number of the kind stands above these bits, the place within the kind in them. */
  readonly kindBits: number;
  /** The bits of a whole row id, where a key has another number above it. */
  readonly rowBits: number;
  /** The place that the first entity of a kind comes after. */
  readonly first: number;
}

export const NARROW: RowNumbers = {name: 'narrow', kindBits: 26, rowBits: 30, first: 0};

/** Starts above four thousand million, so that a graph of any size has numbers whose upper and lower words both count. */
export const WIDE: RowNumbers = {name: 'wide', kindBits: 40, rowBits: 48, first: 2 ** 32};

export function rowNumbersNamed(name: string): RowNumbers {
  return name === WIDE.name ? WIDE : NARROW;
}

/** The form of a row id. */
export function rowNumbersOf(rid: number): RowNumbers {
  return rid < 2 ** NARROW.rowBits ? NARROW : WIDE;
}

/** The range of row ids that a kind occupies, by its number: `[first, last]`. */
export function rangeOf(kindNumber: number, {kindBits}: RowNumbers): [number, number] {
  return [kindNumber * 2 ** kindBits, (kindNumber + 1) * 2 ** kindBits - 1];
}
