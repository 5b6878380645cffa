import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {recordsOf} from './document.ts';

/** So many companies that do what a text says are an answer without those that are only called so. */
const ENOUGH = 10;

/** What the sum of a company counts that only its name makes an answer. */
export const CALLED = 0.5;

/**
 * Companies that no work of theirs and no business makes an answer to what a text asks for, only their names, where many do it: Cell Therapy Ltd. is no
 * better an answer to "cell therapy companies" than whoever makes one.
 * @param found What the text is found in.
 * @param done The companies that do it.
 */
export async function namedOnly(
  context: Context,
  found: Iterable<number>,
  done: ReadonlyMap<number, number>,
): Promise<ReadonlySet<number>> {
  const isCompany = (rid: number) => kindOfRid(rid) === 'company';
  if ([...done.keys()].filter(isCompany).length < ENOUGH) return new Set();
  const called = [...found].filter((rid) => isCompany(rid) && !done.has(rid));
  const records = await recordsOf<{attributes?: {businesses?: unknown}}>(context, called);
  return new Set(called.filter((rid) => records.get(rid)?.attributes?.businesses === undefined));
}
