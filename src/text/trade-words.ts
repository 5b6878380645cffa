/** Words at the end of companies' names that stand for one another. An import has its own list, for abbreviations (`short_words` in its macros). */
const SAME: readonly (readonly string[])[] = [
  ['pharma', 'pharmaceutical', 'pharmaceuticals'],
  ['biopharma', 'biopharmaceutical', 'biopharmaceuticals'],
  ['therapeutic', 'therapeutics'],
  ['biotherapeutic', 'biotherapeutics'],
  ['lab', 'labs', 'laboratory', 'laboratories'],
  ['science', 'sciences'],
  ['bioscience', 'biosciences'],
  ['biotech', 'biotechnology', 'biotechnologies'],
  ['technology', 'technologies'],
  ['diagnostic', 'diagnostics'],
  ['medicine', 'medicines'],
];

/**
 * The words at the end of a company's name that many have, as a pattern of the engine: names that differ in the others are names of different
 * companies, however many letters these add.
 */
export const TRADE_TAIL =
  '( (pharma\\w*|therap\\w*|bio\\w*|life|science\\w*|laborator\\w*|labs?|medical|medicines?|oncology|genetic\\w*|genomic\\w*|vaccines?|immun\\w*|health\\w*|technolog\\w*|diagnostics?|devices?|systems?|solutions|surgical|cell|group|international|global))+$';

/** A company's name with each other form of its last word: of madrigal pharma, madrigal pharmaceutical and madrigal pharmaceuticals. */
export function otherForms(key: string): string[] {
  const [, rest, last] = /^(.+) (\S+)$/.exec(key) ?? [];
  if (rest === undefined || last === undefined) return [];
  const same = SAME.find((words) => words.includes(last)) ?? [];
  return same.filter((word) => word !== last).map((word) => `${rest} ${word}`);
}
