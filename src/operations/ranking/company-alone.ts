import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {bare} from '../../text/legal-form.ts';
import {nameKey} from '../../text/words.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {rowsByBareName} from '../names/bare-names.ts';
import {LONGEST_KEY} from '../names/by-name.ts';
import type {Placed} from '../reading/layers.ts';
import {withBelow} from '../records/group.ts';
import {ownAssets} from './own-assets.ts';

/** The most of its drugs that come before everything else with a company's name. */
const SHOWN = 10;

/**
 * What a text that is a company's name finds: the first of its own drugs, then its catalysts, those to come before those that are past, then what else
 * has the name. Undefined if the text is no company's name.
 */
export async function ofCompanyAlone(
  context: Context,
  text: string,
  best: readonly Placed[],
  filters: Filters,
): Promise<Placed[] | undefined> {
  const company = await companyCalled(context, text);
  if (company === undefined) return undefined;
  const members = await withBelow(context.generation, [company], context);
  const assets = (await ownAssets(context, members)).slice(0, SHOWN);
  const passed = new Set(await rowsPassing(context, assets, filters));
  const own = assets.filter((rid) => passed.has(rid));
  const catalysts = best.map(({rid}) => rid).filter((rid) => kindOfRid(rid) === 'catalyst');
  const order = [...own, ...(await nextFirst(context, catalysts))];
  if (order.length === 0) return undefined;
  const places = new Map(order.map((rid, place) => [rid, place]));
  const most = Math.max(0, ...best.map(({sum}) => sum)) + 1;
  const sums = new Map([...best.map(({rid, sum}) => [rid, sum] as const), ...own.map((rid) => [rid, most] as const)]);
  return [...sums].map(([rid, sum]) => {
    const place = places.get(rid);
    return {rid, sum, ...(place !== undefined && {place})};
  });
}

/** The best-known company that a text names, also where a drug has the name as well (Sage, Organon). */
async function companyCalled({generation, ...options}: Context, text: string): Promise<number | undefined> {
  const key = nameKey(text).slice(0, LONGEST_KEY);
  const base = bare(key);
  if (base === '') return undefined;
  const named = await rowsByBareName(generation, [base], options, [key]);
  return named.find((rid) => kindOfRid(rid) === 'company');
}

/** Some catalysts: those to come, the next first, then those that are past, the latest first, then those without a day. */
async function nextFirst(context: Context, catalysts: readonly number[]): Promise<readonly number[]> {
  const days = await context.generation.lookups.days(catalysts, context);
  const today = new Date(context.generation.asOf).toISOString().slice(0, 10);
  const dayOf = (rid: number) => days.get(rid) ?? '';
  const coming = catalysts.filter((rid) => dayOf(rid) >= today).sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1));
  const past = catalysts.filter((rid) => dayOf(rid) < today).sort((a, b) => (dayOf(a) > dayOf(b) ? -1 : 1));
  return [...coming, ...past];
}
