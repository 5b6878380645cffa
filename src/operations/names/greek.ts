import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {nameKey} from '../../text/words.ts';
import {rowsByBareName} from './bare-names.ts';

/** The letters of symbols that stand for Greek ones. */
const LATIN: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'b',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  θ: 'q',
  κ: 'k',
  λ: 'l',
};

const GREEK = new RegExp(`[${Object.keys(LATIN).join('')}]`, 'g');

/** Letters and digits of the shortest and the longest symbol that is looked for: of fewer, words begin so. */
const SHORTEST_SYMBOL = 4;
const LONGEST_SYMBOL = 10;

/** The symbol that a gene with Greek letters in its name has, as names are compared (GSK3β, IL-13Rα2); undefined for other texts. */
export function symbolOfGreek(text: string): string | undefined {
  const latin = text.toLowerCase().replace(GREEK, (letter) => LATIN[letter] ?? letter);
  const key = nameKey(latin).replaceAll(' ', '');
  const isOne = latin !== text.toLowerCase() && key.length >= SHORTEST_SYMBOL && key.length <= LONGEST_SYMBOL;
  return isOne ? key : undefined;
}

/** The genes that a text in Greek letters is the symbol of: nothing else is called in them (α-SMA is no association). */
export async function genesInGreek(context: Context, text: string): Promise<readonly number[]> {
  const symbol = symbolOfGreek(text);
  if (symbol === undefined) return [];
  const called = await rowsByBareName(context.generation, [symbol], context);
  return called.filter((rid) => kindOfRid(rid) === 'target');
}

/** A text with the symbols of genes that it has in Greek letters, unless something is called as it stands (IL-1β): GSK3B inhibitors, of GSK3β inhibitors. */
export async function inSymbols(context: Context, text: string): Promise<string> {
  const words = await Promise.all(
    text.split(' ').map(async (word) => {
      const symbol = symbolOfGreek(word);
      if (symbol === undefined) return word;
      const [genes, named] = await Promise.all([
        genesInGreek(context, word),
        rowsByBareName(context.generation, [nameKey(word)], context),
      ]);
      return genes.length > 0 && named.length === 0 ? symbol.toUpperCase() : word;
    }),
  );
  return words.join(' ');
}
