import {nameKey} from '../../text/words.ts';

/** Trigrams of a name, with two blanks before and one after each word. */
export function trigrams(name: string): Set<string> {
  const grams = new Set<string>();
  for (const word of nameKey(name).split(' ')) {
    const padded = [...`  ${word} `];
    for (let place = 0; place + 3 <= padded.length; place++) grams.add(padded.slice(place, place + 3).join(''));
  }
  return grams;
}

/** Dice coefficient of two sets. */
export function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const gram of a) if (b.has(gram)) common++;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}
