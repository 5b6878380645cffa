import {nameKey} from '../../text/words.ts';

/** Runs of three letters of a name, its words set apart by two blanks before and one after. */
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
