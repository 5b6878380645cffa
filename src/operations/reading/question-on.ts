import type {Context} from '../../context.ts';
import {drugClassIn, withoutStage} from './drug-classes.ts';
import {LONGEST_UNSAID, type Question, questionIn} from './kind-words.ts';
import {HARM, isClassName} from './named-class.ts';
import {diseaseIn, isValue} from './spans.ts';

/** What stands between a class of drugs and a disease. */
const BETWEEN = /^(?:in|for|against|of|treating)\s+|\s+(?:in|for|against|of|treating)$/i;

/**
 * What a text asks for; a class of drugs may be all that it says, or stand beside a disease, on either side: oxazolidinones, BTK inhibitors in multiple
 * sclerosis, pneumonia antibiotics.
 */
export async function questionOn(context: Context, text: string): Promise<Question> {
  const question = questionIn(text);
  if (question.kinds.length > 0 || question.words.length > LONGEST_UNSAID) return question;
  const implied = {kinds: ['product'], words: question.words, isImplied: true} as const;
  const whole = withoutStage(question.words.join(' '));
  if (HARM.test(whole)) return question;
  const disease = await diseaseIn(context, whole.split(' '));
  if (disease === whole) return question;
  const at = disease === undefined ? 0 : whole.indexOf(disease);
  if (at < 0) return question;
  const [before, behind] =
    disease === undefined
      ? ['', whole]
      : [
          whole.slice(0, at).trim(),
          whole
            .slice(at + disease.length)
            .replace(/^['’]s?(?=\s|$)/, '')
            .trim(),
        ];
  if (before !== '' && behind !== '') return question;
  const rest = (before || behind).replace(BETWEEN, '');
  const of = disease === undefined ? undefined : drugClassIn(rest);
  // Antibiotic diarrhea is what antibiotics do.
  const isBare = behind === '' && disease !== undefined && !BETWEEN.test(before) && !/s$/i.test(rest);
  if (isBare && of?.isOfTarget !== true) return question;
  if (of !== undefined) return of.denied === undefined ? {...implied, ...of} : question;
  const isOne = !(await isValue(context, 'modality', rest)) && (await isClassName(context, rest));
  return isOne ? implied : question;
}
