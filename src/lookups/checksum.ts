/**
 * A checksum that detects damage by disks and copies, not tampering. Each word of four bytes is mixed in by an invertible step, so a change
 * within one word is always detected.
 * @returns 32 bits.
 */
export function checksum(bytes: DataView, from: number, length: number): number {
  let sum = length | 0;
  const end = from + length;
  const words = end - (length % 4);
  let at = from;
  for (; at < words; at += 4) sum = mixed(sum, bytes.getInt32(at, true));
  for (; at < end; at++) sum = mixed(sum, bytes.getUint8(at));
  return sum >>> 0;
}

function mixed(sum: number, word: number): number {
  const product = Math.imul(sum ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}
