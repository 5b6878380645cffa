import type {Context} from '../../context.ts';
import {resolveFilters} from '../filters/filters.ts';
import type {Reading} from './read-so-far.ts';
import {valueIn} from './spans.ts';

const BOTH = /\bboth\s+(\S+)\s+and\s+(\S+?)(?=[\s,;.?!]|$)/i;

/** The two targets that drugs are to have both of. @returns Whether there are two. */
export async function readBoth(context: Context, reading: Reading): Promise<boolean> {
  const [said, ...pair] = BOTH.exec(reading.text) ?? [];
  if (said === undefined) return false;
  const targets = await Promise.all(pair.map((one) => valueIn(context, [one], 'target')));
  if (targets.some((one) => one === undefined)) return false;
  for (const one of targets) {
    const {groups} = await resolveFilters(context.generation, {target: one?.found}, context);
    reading.conditions.push(...groups);
  }
  reading.take(said);
  reading.told.target = pair.join(' and ');
  return true;
}
