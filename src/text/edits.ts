/**
 * Damerau–Levenshtein distance of two texts in code points: insertions, deletions, substitutions, and transpositions of neighbours, between which
 * others may have come or gone (Lowrance and Wagner, An extension of the string-to-string correction problem, 1975).
 */
export function edits(a: string, b: string): number {
  const [rows, columns] = [[...a], [...b]];
  return distances(rows, columns)[rows.length * (columns.length + 1) + columns.length] as number;
}

/** The least distance of a text and a start of another whose length differs by at most `most`. */
export function editsOfStart(text: string, other: string, most: number): number {
  const [rows, columns] = [[...text], [...other]];
  const width = columns.length + 1;
  const table = distances(rows, columns);
  let least = Number.POSITIVE_INFINITY;
  const from = Math.min(columns.length, rows.length - most);
  for (let column = Math.max(0, from); column <= Math.min(columns.length, rows.length + most); column++)
    least = Math.min(least, table[rows.length * width + column] as number);
  return least;
}

let table = new Uint16Array(2 ** 12);

/** Between all starts of two texts: that of `i` and `j` letters at `i * (b.length + 1) + j`. Good until the next call. */
function distances(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1;
  if (table.length < (a.length + 1) * width) table = new Uint16Array(2 * (a.length + 1) * width);
  for (let column = 0; column < width; column++) table[column] = column;
  /** The last row with each letter so far. */
  const lastRow = new Map<string, number>();
  for (let row = 1; row <= a.length; row++) {
    const letter = a[row - 1] as string;
    table[row * width] = row;
    /** The last column of this row with the row's letter. */
    let lastColumn = 0;
    for (let column = 1; column < width; column++) {
      const isSame = b[column - 1] === letter;
      const above = (row - 1) * width + column;
      let best = Math.min(
        (table[above - 1] as number) + (isSame ? 0 : 1),
        (table[above] as number) + 1,
        (table[row * width + column - 1] as number) + 1,
      );
      const swapped = lastRow.get(b[column - 1] as string);
      if (swapped !== undefined && lastColumn > 0) {
        const before = table[(swapped - 1) * width + lastColumn - 1] as number;
        best = Math.min(best, before + (row - swapped - 1) + 1 + (column - lastColumn - 1));
      }
      table[row * width + column] = best;
      if (isSame) lastColumn = column;
    }
    lastRow.set(letter, row);
  }
  return table;
}
