/** Where the first number stands that is not below one, among sorted numbers from a place on. */
export function firstFrom(sorted: Uint32Array | Int32Array, number: number, from = 0): number {
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
  const sorted = Uint32Array.from(numbers).sort();
  let count = 0;
  for (let at = 0; at < sorted.length; at++)
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[count++] = sorted[at] as number;
  return sorted.subarray(0, count);
}
