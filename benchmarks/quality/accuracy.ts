import {readFileSync} from 'node:fs';
import {parse} from 'csv-parse/sync';

/** How often the graph is right where somebody wrote down what is right. */
export interface Accuracy {
  what: string;
  cases: number;
  right: number;
  /** Wilson's interval for the share, 95 %. */
  low: number;
  high: number;
  /** The least share to reach, where there is one. */
  goal?: number;
  /** What is wrong, one line each. */
  wrong: string[];
}

/** One case: what is wrong with it, null where it is right. */
export type Verdict = string | null;

export function accuracy(what: string, verdicts: readonly Verdict[], goal?: number): Accuracy {
  const wrong = verdicts.filter((one) => one !== null);
  const right = verdicts.length - wrong.length;
  return {what, cases: verdicts.length, right, ...wilson(right, verdicts.length), ...(goal && {goal}), wrong};
}

/** Wilson's score interval of a share, 95 %; 0 to 1 where there is no case. */
export function wilson(right: number, cases: number): {low: number; high: number} {
  if (cases === 0) return {low: 0, high: 1};
  const z = 1.959964;
  const share = right / cases;
  const middle = share + (z * z) / (2 * cases);
  const half = z * Math.sqrt((share * (1 - share)) / cases + (z * z) / (4 * cases * cases));
  const over = 1 + (z * z) / cases;
  return {low: Math.max(0, (middle - half) / over), high: Math.min(1, (middle + half) / over)};
}

const GOLD = ['drugs', 'companies', 'targets', 'diseases'] as const;

/** A list's rows, its cells by the names of its columns. */
export type GoldRow = Record<string, string>;
export type Gold = Record<(typeof GOLD)[number], GoldRow[]>;

/** The lists of gold/, written down from public records; every row names its source. */
export function readGold(): Gold {
  const read = (name: string) =>
    parse(readFileSync(new URL(`gold/${name}.csv`, import.meta.url), 'utf8'), {columns: true}) as GoldRow[];
  return Object.fromEntries(GOLD.map((name) => [name, read(name)])) as Gold;
}

/** The values of a cell that holds several. */
export const several = (cell = ''): string[] => cell.split('|').filter((one) => one !== '');
