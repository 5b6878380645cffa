import {fold} from '../../text/words.ts';

const NUMBERS: Record<string, number> = {i: 1, ii: 2, iii: 3, iv: 4, iiii: 4};

/** One phase: its number in arabic or roman figures, and the part of it, which does not count (2a, IIb). */
const ONE = /^(?:p|ph\.? ?)?(?:([0-4])|(i{1,4}|iv))[abc]?$/;

/**
 * What phase a text says, in one form for all spellings: `3` for Phase III and PHASE3, `1/2` for Phase I/II. Loose
 * spellings would confuse these: without the slash, I/II is III.
 * @returns undefined for a text that says none.
 */
export function phaseOf(text: string): string | undefined {
  const words = fold(text)
    .replace(/[\s_]+/g, ' ')
    .trim();
  if (/^early[ -]?(?:phase[ -]?)?(?:1|i)$/.test(words)) return '0';
  const parts = words
    .replace(/phases?[ -]*/g, '')
    .split(/ *[/,|&+‐-―-] *| (?:and|to) /)
    .map((part) => ONE.exec(part));
  const numbers = parts.map((part) => Number(part?.[1] ?? NUMBERS[part?.[2] ?? '']));
  if (numbers.some(Number.isNaN)) return undefined;
  return [...new Set(numbers)].sort().join('/');
}
