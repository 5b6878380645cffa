import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {bare} from '../../text/legal-form.ts';
import {nameKey, norm} from '../../text/words.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {rowsByBareName} from '../names/bare-names.ts';
import {LONGEST_KEY, SYMBOL} from '../names/by-name.ts';
import {otherSpellings} from '../names/codes.ts';
import {genesInGreek} from '../names/greek.ts';
import {INSTITUTIONAL} from '../names/naming.ts';
import {questionIn} from '../reading/kind-words.ts';

/** More entities with one name than a window shows. */
const MOST_NAMED = 1000;

/** Matching entities whose name, symbol or alias is the whole text, the most prominent first. */
export async function namedRows(context: Context, text: string, filters: Filters): Promise<readonly number[]> {
  const found = (await rowsOfName(context, text)).slice(0, MOST_NAMED);
  if (found.length === 0) return [];
  const same = nameKey(text).length < LONGEST_KEY ? found : await called(context, text, found);
  const passed = new Set(await rowsPassing(context, same, filters));
  return same.filter((rid) => passed.has(rid));
}

/**
 * Those of the entities named by a text that come before all others. The name of a disease means it where more entities have the disease than
 * are called so: a gene or an institute that has it as an alias alone (COPD, UC) takes its place by score, unless its kind is asked for.
 */
export async function namedFirst(
  context: Context,
  text: string,
  whole: readonly number[],
  {kind}: Filters,
): Promise<readonly number[]> {
  if (whole.length === 0 || kind !== undefined) return whole;
  // Patents are called after what they claim: PRMT5 inhibitors.
  if (questionIn(text).isImplied === true) return whole.filter((rid) => kindOfRid(rid) !== 'patent');
  const key = bare(nameKey(text));
  const names = await namesOf(context, whole);
  const isItsName = (rid: number) => bare(names(rid)) === key;
  if ((await withDisease(context, text)) > whole.length) return whole.filter(isItsName);
  // The symbol of the best known is its (p53), whatever code of a drug reads the same.
  const [best = -1] = whole;
  const isSymbol = SYMBOL.test(key) && kindOfRid(best) === 'target';
  // Agencies list universities as companies that hold applications.
  if (INSTITUTIONAL.test(text) && whole.some((rid) => kindOfRid(rid) === 'institution'))
    return whole.filter((rid) => kindOfRid(rid) !== 'company');
  return isSymbol ? whole.filter((rid) => kindOfRid(rid) !== 'product' || isItsName(rid)) : whole;
}

/** Number of entities with the disease that a text names. */
async function withDisease({generation, ...options}: Context, text: string): Promise<number> {
  const key = `disease:${norm(text)}`;
  const values = (await generation.lookups.values([key], options)).get(key) ?? [];
  return values.reduce((sum, {tagged}) => sum + tagged, 0);
}

/** All entities whose name or alias is the whole text, as compared by `nameAll`. */
async function rowsOfName({generation, ...options}: Context, text: string): Promise<number[]> {
  const key = nameKey(text).slice(0, LONGEST_KEY);
  const base = bare(key);
  if (base === '') return [];
  const named = await rowsByBareName(generation, [base, `the ${base}`], options, [key, `the ${key}`]);
  // What is called P-53 is no answer to p53, which another is called.
  const others = named.length > 0 ? [] : otherSpellings(base);
  const spelled = others.length === 0 ? named : await rowsByBareName(generation, others, options);
  const found = spelled.length > 0 ? spelled : [...(await genesInGreek({generation, ...options}, text))];
  // "ALS companies" asks for companies: but for a company's name it is no name with a legal form.
  return key.endsWith(' companies') ? found.filter((rid) => kindOfRid(rid) === 'company') : found;
}

/** Only the start of a long text has been compared. */
async function called(context: Context, text: string, rids: readonly number[]): Promise<number[]> {
  const key = nameKey(text);
  const names = await namesOf(context, rids);
  return rids.filter((rid) => names(rid) === key);
}

/** The names of some entities, as they are compared. */
async function namesOf(context: Context, rids: readonly number[]): Promise<(rid: number) => string> {
  const known = await context.generation.lookups.headers(rids, context);
  return (rid) => nameKey(JSON.parse(known.get(rid)?.name ?? '""') as string);
}
