/** Where the first number stands that is not below one, among sorted numbers from a place on. */
export function firstFrom(sorted: Uint32Array | Int32Array | Float64Array, number: number, from = 0): number {
  let first = from;
  let end = sorted.length;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if ((sorted[middle] as number) < number) first = middle + 1;
    else end = middle;
  }
  return first;
}

/** Numbers in their order, each once. */
export function inOrder(numbers: readonly number[]): Uint32Array {
  return distinct(Uint32Array.from(numbers).sort());
}

/** The same of row ids, narrow or wide. */
export function rowsInOrder(rids: readonly number[]): Uint32Array | Float64Array {
  return (rids[0] ?? 0) < 2 ** 32 ? inOrder(rids) : distinct(Float64Array.from(rids).sort());
}

function distinct<List extends Uint32Array | Float64Array>(sorted: List): List {
  let count = 0;
  for (let at = 0; at < sorted.length; at++)
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[count++] = sorted[at] as number;
  return sorted.subarray(0, count) as List;
}
