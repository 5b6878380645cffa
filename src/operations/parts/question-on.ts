import type {Context} from '../../context.ts';
import {drugClassIn} from './drug-classes.ts';
import {LONGEST_UNSAID, type Question, questionIn} from './kind-words.ts';
import {diseaseIn} from './spans.ts';

/** What stands between a class of drugs and a disease. */
const BETWEEN = /^(?:in|for|against|of|treating)\s+|\s+(?:in|for|against|of|treating)$/i;

/** What a text asks for; a class of drugs may stand beside a disease, on either side: BTK inhibitors in multiple sclerosis, pneumonia antibiotics. */
export async function questionOn(context: Context, text: string): Promise<Question> {
  const question = questionIn(text);
  if (question.kinds.length > 0 || question.words.length < 2 || question.words.length > LONGEST_UNSAID) return question;
  const disease = await diseaseIn(context, question.words);
  if (disease === undefined) return question;
  const whole = question.words.join(' ');
  const at = whole.indexOf(disease);
  const [before, behind] = [whole.slice(0, at).trim(), whole.slice(at + disease.length).trim()];
  if (before !== '' && behind !== '') return question;
  const of = drugClassIn((before || behind).replace(BETWEEN, ''));
  return of === undefined || of.denied !== undefined
    ? question
    : {kinds: ['product'], words: question.words, isImplied: true, ...of};
}
