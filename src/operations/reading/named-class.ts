import type {Context} from '../../context.ts';
import {nameKey, STOPWORDS, singulars} from '../../text/words.ts';
import {lookUp} from '../scoring/dictionary.ts';
import {amongRows, rowsWith} from '../scoring/rows-with.ts';
import type {Reading} from './read-so-far.ts';
import {withoutDisease} from './spans.ts';

/** The terms that drugs of a class have which some words are called (ddl/bag.sql). */
const termsOfClass = (text: string): string[] => singulars(text).map((one) => `class ${nameKey(one)}`);

/** What drugs of a class do to people, against which others are. */
export const HARM =
  /\b(?:overdoses?|poisonings?|toxicit\w+|withdrawal|dependence|addiction|abuse|misuse|intoxication|intolerance|resistance|allerg\w+|induced)\b/i;

/** Whether some words are what people call a class of drugs: oxazolidinones. */
export async function isClassName(context: Context, text: string): Promise<boolean> {
  return (await lookUp(context, termsOfClass(text))).size > 0;
}

/** The class of drugs, if it is all that a text says of them besides the disease and what else was read; of sleep aids no word is a disease. @returns Whether it is one. */
export async function readClass(context: Context, reading: Reading): Promise<boolean> {
  if (HARM.test(reading.text)) return false;
  const telling = (words: readonly string[]) => words.filter((word) => !STOPWORDS.has(word.toLowerCase())).join(' ');
  const spans = new Set([telling(reading.left), telling(await withoutDisease(context, reading.left))]);
  for (const said of spans) {
    const rids = said === '' ? undefined : await rowsWith(context, termsOfClass(said), 'product');
    if (rids === undefined) continue;
    reading.take(said);
    reading.conditions.push(amongRows(rids, 'class'));
    reading.told.class = said;
    const {disease} = reading.filters;
    if (typeof disease === 'string' && said.includes(disease)) reading.filters.disease = undefined;
    return true;
  }
  return false;
}
