import {PREVENTION, UNTOLD} from './untold.ts';
import {EARLIEST, LATEST, WORDINGS} from './wordings.ts';

/** Words of the longest text that is worded otherwise; a longer one would be tried in every way. */
const LONGEST = 12;

/** Whether a text asks for what was approved first (first approved ADC) or last (new drugs for Alzheimer's). */
export function orderIn(text: string): 'earliest' | 'latest' | undefined {
  if (EARLIEST.some((pattern) => pattern.test(text))) return 'earliest';
  return LATEST.some((pattern) => pattern.test(text)) ? 'latest' : undefined;
}

/** Whether a text asks for more than records tell, which is left out where it is reworded. */
export const asksForMore = (text: string): boolean => isSaid(UNTOLD, text);

/** Whether it asks for what prevents a disease. */
export const asksToPrevent = (text: string): boolean => isSaid(PREVENTION, text);

function isSaid(patterns: readonly (readonly [RegExp, string])[], text: string): boolean {
  const words = wordsOf(text);
  return words.length <= LONGEST && patterns.some(([pattern]) => pattern.test(words.join(' ')));
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** A text as the graph's texts are worded. */
export function reworded(text: string): string {
  const words = wordsOf(text);
  if (words.length > LONGEST) return text;
  const plain = words.join(' ');
  const said = WORDINGS.reduce((so, [pattern, by]) => so.replace(pattern, by), plain);
  return said === plain ? text : said.replace(/ +/g, ' ').trim();
}

const ROMAN = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII', 'XIII'];

/** Factors of coagulation as texts and names have them: factor 11 is factor XI, but interferon regulatory factor 4 has its number. */
export const inRoman = (text: string): string =>
  text.replace(
    /(^\s*|\b(?:coagulation|clotting|anti)[\s-]+)factor\s+(\d{1,2})(a?)\b/i,
    (all, before: string, number: string, active: string) =>
      ROMAN[Number(number)] ? `${before}factor ${ROMAN[Number(number)]}${active.toLowerCase()}` : all,
  );
