import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {recordsOf} from '../records/document.ts';
import {isOwned} from './candidates.ts';
import type {Done} from './work-sums.ts';

/** So many that do what a text says are an answer without those that are only called so. */
const ENOUGH = {company: 10, person: 1, target: 5};

/**
 * What the sum of one counts that only its name makes an answer: a company may be called by what it does, a person is not, and few genes that are called
 * after a disease are targets of drugs for it.
 */
export const CALLED = {company: 0.5, person: 0.1, target: 0.3};

/**
 * Companies, people or targets that no work of theirs and no business makes an answer to what a text asks for, only their names, where others do it: Cell Therapy
 * Ltd. is no better an answer to "cell therapy companies" than whoever makes one, and E. K. Parkinson no expert in Parkinson's disease.
 * @param found What the text is found in.
 * @param done Those that do it; where some do all of it, they alone.
 * @param filters What the others that do not do it are all the same: researchers at UCSF.
 */
export async function namedOnly(
  context: Context,
  kind: keyof typeof CALLED,
  found: Iterable<number>,
  {done, whole}: Done,
  filters: Filters,
): Promise<ReadonlySet<number>> {
  const isOne = (rid: number) => kindOfRid(rid) === kind;
  if (whole === undefined && [...done.keys()].filter(isOne).length < ENOUGH[kind]) return new Set();
  const called = [...found].filter((rid) => isOne(rid) && !(whole ?? done).has(rid));
  if (kind === 'person' && isOwned(filters.groups)) {
    const others = new Set(await rowsPassing(context, called, filters));
    return new Set(called.filter((rid) => !others.has(rid)));
  }
  if (kind !== 'company' || whole !== undefined) return new Set(called);
  const records = await recordsOf<{attributes?: {businesses?: unknown}}>(context, called);
  return new Set(called.filter((rid) => records.get(rid)?.attributes?.businesses === undefined));
}

/** Keeps who does something, of those who are asked for: researchers at UCSF. @returns Whether any of them does it. */
export async function keepThose(context: Context, done: Map<number, number>, filters: Filters): Promise<boolean> {
  const kept = new Set(await rowsPassing(context, [...done.keys()], filters));
  // Where nobody there does it, others are nearer than whoever is there.
  if (kept.size === 0 && filters.groups.every(({name}) => name === 'site')) return done.size === 0;
  for (const rid of [...done.keys()]) if (!kept.has(rid)) done.delete(rid);
  return true;
}
