/**
 * A checksum that detects damage by disks and copies, not tampering. Each word of four bytes is mixed in by an invertible step, so a change
 * within one word is always detected.
 * @returns 32 bits.
 */
export function checksum(bytes: DataView, from: number, length: number): number {
  const end = from + length;
  const words = end - (length % 4);
  return rest(bytes, words, end, wordsOf(bytes, from, words, length | 0)) >>> 0;
}

/**
 * Nothing comes after this loop: V8 compiles a long loop while it runs, and would leave the compiled code at the end of every call for what it
 * had not seen by then, which takes longer than the loop itself.
 */
function wordsOf(bytes: DataView, from: number, end: number, seed: number): number {
  let sum = seed;
  for (let at = from; at < end; at += 4) sum = mixed(sum, bytes.getInt32(at, true));
  return sum;
}

function rest(bytes: DataView, from: number, end: number, seed: number): number {
  let sum = seed;
  for (let at = from; at < end; at++) sum = mixed(sum, bytes.getUint8(at));
  return sum;
}

function mixed(sum: number, word: number): number {
  const product = Math.imul(sum ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}
