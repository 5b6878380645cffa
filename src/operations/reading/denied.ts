import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import type {Term} from '../scoring/dictionary.ts';
import {shareSaid} from '../scoring/share-said.ts';
import type {Question} from './kind-words.ts';
import {termsOf} from './terms.ts';

/** What a text does not want. */
export interface Denial {
  /** Each of what it names (not from Novo Nordisk or Lilly), as terms. */
  each: readonly (readonly Term[])[];
  /** Whether it wants nothing of several substances. */
  isOfCombinations: boolean;
  /** The terms of the words that say so, which are not looked for. */
  said: ReadonlySet<number>;
}

const NOTHING: Denial = {each: [], isOfCombinations: false, said: new Set()};

/** How much of what is not wanted makes something be it. */
const IS_DENIED = 0.75;

const COMBINATIONS = /^(?:fixed[\s-]dose\s+)?(?:combinations?|combos?)(?:\s+(?:drugs|products|therapies))?$/i;

/** Each of the names that a text excepts: Novo Nordisk, Lilly and Roche. */
export const eachOf = (names: string): string[] =>
  names
    .split(/\s*,\s*(?:(?:and|n?or|&)\s+)?|\s+(?:and|n?or|&)\s+/i)
    .map((name) => name.replace(/^(?:by|from|of)\s+/i, ''))
    .filter(Boolean);

/** Letters of the shortest name that is one by itself: of hepatitis B and C the C is not. */
const SHORTEST = 3;

/** What stands between the substances of a combination. */
const OF_SEVERAL = /[\p{L}\d]{2}(?:\s*[;/+]|,\s|\s+and\s|\s+with\s)\s*\p{L}{3}/iu;

export async function denialOf(context: Context, {denied}: Question): Promise<Denial> {
  if (denied === undefined) return NOTHING;
  const {className, said, isException} = denied;
  const all = isException === true ? eachOf(className) : [];
  const names = all.length > 1 && all.every((one) => one.length >= SHORTEST) ? all : [className];
  const isOfCombinations = COMBINATIONS.test(className);
  const [each, words] = await Promise.all([
    isOfCombinations ? [] : Promise.all(names.map((name) => termsOf(context, name, false))),
    termsOf(context, said, false),
  ]);
  return {each: each.filter((terms) => terms.length > 0), isOfCombinations, said: new Set(words.map(({tid}) => tid))};
}

/** Which of some entities a text does not want. */
export async function deniedAmong(
  context: Context,
  {each, isOfCombinations}: Denial,
  rids: readonly number[],
): Promise<ReadonlySet<number>> {
  const shares = await Promise.all(each.map((terms) => shareSaid(context, terms, rids)));
  const headers = isOfCombinations ? await context.generation.lookups.headers(rids, context) : undefined;
  return new Set(
    rids.filter(
      (rid) =>
        shares.some((share) => share(rid) >= IS_DENIED) ||
        (isOfCombinations &&
          kindOfRid(rid) === 'product' &&
          OF_SEVERAL.test(JSON.parse(headers?.get(rid)?.name ?? '""') as string)),
    ),
  );
}
