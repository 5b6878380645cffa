import type {Context} from '../../context.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {norm, textWords} from '../../text/words.ts';
import {meaningsOf, readingsOf} from '../filters/vocabulary.ts';

/** Letters up to which a word may abbreviate the name of a disease. */
const LONGEST = 6;

/** How many times as many entities may have a word as have the disease that it abbreviates: AAV is mostly the vector, seldom a vasculitis. */
const OTHERS = 4;

/**
 * The words of the disease that a word abbreviates, as entities carry it: of UC, ulcerative and colitis; of AD, which may be either of two, those of
 * both. None where it is otherwise the name of several, or mostly means something else.
 *
 * @param df Number of entities with the word.
 */
export async function wordsAbbreviated(context: Context, word: string, df: number): Promise<string[]> {
  if (word.length < 2 || word.length > LONGEST) return [];
  const readings = readingsOf('disease', word);
  if (readings.length > 0) {
    const read = await Promise.all(readings.map((name) => wordsOfDisease(context, [name], word, df)));
    return [...new Set(read.flat())];
  }
  return wordsOfDisease(context, [word, ...meaningsOf('disease', word)], word, df);
}

/** Those of the first of some names that a disease has. */
async function wordsOfDisease(context: Context, names: readonly string[], word: string, df: number): Promise<string[]> {
  const keys = names.map((name) => `disease:${norm(name)}`);
  const values = await context.generation.lookups.values([...new Set(keys)], context);
  const carried = keys
    .map((key) => values.get(key)?.filter(({tagged}) => tagged > 0) ?? [])
    .find((some) => some.length > 0);
  const [only, ...others] = carried ?? [];
  if (only === undefined || others.length > 0 || only.tagged * OTHERS < df) return [];
  const name = textWords(await labelOf(context, only.label_id)).flatMap(({parts}) => parts);
  return name.includes(word) ? [] : name;
}

function labelOf({generation, ...options}: Context, label: number): Promise<string> {
  return generation.cache.remember(`d${label}`, 64, async () => {
    const [[value = '']] = await generation.columns(
      sql`select value from value where label_id = ${label}`,
      [is.text],
      options,
    );
    return value;
  });
}
