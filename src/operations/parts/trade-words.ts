/** Words at the end of companies' names that stand for one another. */
const SAME: readonly (readonly string[])[] = [
  ['pharma', 'pharmaceutical', 'pharmaceuticals'],
  ['biopharma', 'biopharmaceutical', 'biopharmaceuticals'],
  ['therapeutic', 'therapeutics'],
  ['biotherapeutic', 'biotherapeutics'],
  ['lab', 'labs', 'laboratory', 'laboratories'],
  ['science', 'sciences'],
  ['bioscience', 'biosciences'],
  ['biotech', 'biotechnology', 'biotechnologies'],
  ['medicine', 'medicines'],
];

/** A company's name with each other form of its last word: of madrigal pharma, madrigal pharmaceutical and madrigal pharmaceuticals. */
export function otherForms(key: string): string[] {
  const [, rest, last] = /^(.+) (\S+)$/.exec(key) ?? [];
  if (rest === undefined || last === undefined) return [];
  const same = SAME.find((words) => words.includes(last)) ?? [];
  return same.filter((word) => word !== last).map((word) => `${rest} ${word}`);
}
