import type {Context} from '../../context.ts';
import {textWords} from '../../text/words.ts';
import {sumsOf} from '../scoring/best-scored.ts';
import {lookUp} from '../scoring/dictionary.ts';

/** A text that is a research code alone: H3B-6545, BMN 307, PGN-EDODM1; no year behind a word. */
const CODE = /^[a-z]{1,5}(?:\d[a-z])?[\s-]?[a-z]{0,6}\d{2,}[a-z]?\d*$/i;
const YEAR = /[\s-](?:19|20)\d{2}$/;

/**
 * Of what a text is found in, if it is a code, what is called so and what has all of the code: others of the same maker are other drugs.
 *
 * @param named What is called so.
 */
export async function havingCode(
  context: Context,
  text: string,
  rids: readonly number[],
  named: ReadonlyMap<number, unknown>,
): Promise<readonly number[]> {
  if (!CODE.test(text.trim()) || YEAR.test(text.trim())) return rids;
  const typed = textWords(text);
  const parts = [...new Set(typed.flatMap((word) => word.parts))];
  const whole = parts.join('');
  const known = await lookUp(context, [whole, ...parts]);
  const having = async (surface: string): Promise<ReadonlySet<number>> => {
    const term = known.get(surface);
    return term === undefined ? new Set() : new Set((await sumsOf(context, [term], rids)).keys());
  };
  const [written, ...each] = await Promise.all([whole, ...parts].map(having));
  return rids.filter((rid) => named.has(rid) || written?.has(rid) === true || each.every((some) => some.has(rid)));
}
