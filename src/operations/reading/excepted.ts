import type {Context} from '../../context.ts';
import {nameAll} from '../names/naming.ts';
import {withBelow} from '../records/group.ts';
import {eachOf} from './denied.ts';
import {questionIn} from './kind-words.ts';

/** The companies that a text excepts by their names, with all of their groups: obesity companies except Novo Nordisk and Lilly. */
export async function exceptedCompanies(context: Context, text: string): Promise<ReadonlySet<number>> {
  const {denied} = questionIn(text);
  if (denied?.isException !== true) return new Set();
  const names = [denied.className, ...eachOf(denied.className)];
  const named = await nameAll(context.generation, [...new Set(names)], {kinds: ['company']}, context);
  const rids = named.flatMap(({rid}) => (rid === null ? [] : rid));
  return new Set(rids.length === 0 ? [] : await withBelow(context.generation, rids, context));
}
