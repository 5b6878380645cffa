import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {bare} from '../../text/legal-form.ts';
import {nameKey} from '../../text/words.ts';
import {rowsByBareName} from '../names/bare-names.ts';

const BIOSIMILAR = /\bbiosimilars?\b/i;

/** Words of the longest brand that is looked for. */
const LONGEST = 2;

/**
 * A text that asks for biosimilars of a brand, with the substance in place of the brand, which only the originator has: Humira biosimilars are those
 * of adalimumab.
 */
export async function withSubstance(context: Context, text: string): Promise<string> {
  if (!BIOSIMILAR.test(text)) return text;
  const words = text.split(/\s+/).filter(Boolean);
  for (let length = LONGEST; length > 0; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const brand = words.slice(from, from + length).join(' ');
      const substance = BIOSIMILAR.test(brand) ? undefined : await substanceOf(context, brand);
      if (substance !== undefined) return [...words.slice(0, from), substance, ...words.slice(from + length)].join(' ');
    }
  return text;
}

/** The name of the one product that is called so, if that is another. */
async function substanceOf(context: Context, brand: string): Promise<string | undefined> {
  const key = bare(nameKey(brand));
  if (key.length < 4) return undefined;
  const named = await rowsByBareName(context.generation, [key], context);
  const [only, ...others] = named.filter((rid) => kindOfRid(rid) === 'product');
  if (only === undefined || others.length > 0) return undefined;
  const header = (await context.generation.lookups.headers([only], context)).get(only);
  const name = header === undefined ? '' : (JSON.parse(header.name) as string);
  return nameKey(name) === key ? undefined : name;
}
