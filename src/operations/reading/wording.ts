import {PREVENTION, UNTOLD, type Untold} from './untold.ts';
import {EARLIEST, LATEST, WORDINGS} from './wordings.ts';

/** Words of the longest text that is worded otherwise; a longer one would be tried in every way. */
const LONGEST = 12;

/** Whether a text asks for what was approved first (first approved ADC) or last (new drugs for Alzheimer's). */
export function orderIn(text: string): 'earliest' | 'latest' | undefined {
  if (EARLIEST.some((pattern) => pattern.test(text))) return 'earliest';
  return LATEST.some((pattern) => pattern.test(text)) ? 'latest' : undefined;
}

/** What a text asks for that no record tells, which is left out where it is reworded. */
export const untoldIn = (text: string): string | undefined => untoldBy(UNTOLD, text);

/** Whether it asks for what prevents a disease. */
export const asksToPrevent = (text: string): boolean => untoldBy(PREVENTION, text) !== undefined;

function untoldBy(rules: readonly Untold[], text: string): string | undefined {
  const words = wordsOf(text);
  if (words.length > LONGEST) return undefined;
  return rules.find(([asked]) => asked.test(words.join(' ')))?.[2];
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
