import type {Generation, QueryOptions} from '../../generation.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {boundList, firstLetters, unnest} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {bare} from '../../text/legal-form.ts';
import {TRADE_TAIL} from '../../text/trade-words.ts';
import {nameKey} from '../../text/words.ts';
import {decide, isOf, LONGEST_KEY, type Named, type Naming} from './by-name.ts';
import {exactly} from './word-ranges.ts';

/** An entity whose name goes on after a text. */
export interface Begun {
  rid: number;
  key: string;
}

/** Entities whose names go on after some texts, by the text, the most prominent first. */
export async function beginnings(
  generation: Generation,
  keys: readonly string[],
  options: QueryOptions,
): Promise<Map<string, Begun[]>> {
  const begun = new Map<string, Begun[]>();
  if (keys.length === 0) return begun;
  const rows = await generation.rows(
    sql`select a.key as asked, n.rid as rid, min(n.key) as key from (select distinct ${unnest(boundList(keys, 'text'))} as key) a
        join full_name n on ${firstLetters('n.key', 4)} = ${firstLetters('a.key', 4)}
        where n.key >= a.key || ' ' and n.key < a.key || '!' group by a.key, n.rid order by asked, min(n.order_key), rid`,
    {asked: is.text, rid: is.integer, key: is.text},
    options,
  );
  for (const {asked, ...one} of rows) begun.set(asked, [...(begun.get(asked) ?? []), one]);
  return begun;
}

const LEAST_LETTERS = 4;

/** A word in more names than this is one of the language or the trade, not what one company is called. */
const MOST_NAMES = 8;

const TAIL = new RegExp(`^${TRADE_TAIL}`);

/**
 * A company by the beginning of its name, if only words of the trade follow (Ventana, of Ventana Medical Systems) and nothing else is called so or
 * begins so.
 */
export async function byBeginning(naming: Naming, texts: readonly string[]): Promise<Map<string, Named>> {
  const {generation, kinds, options} = naming;
  if (kinds?.includes('company') === false) return new Map();
  const keyOf = new Map(texts.map((text) => [text, bare(nameKey(text)).slice(0, LONGEST_KEY)] as const));
  const typed = [...new Set(keyOf.values())].filter((key) => key.length >= LEAST_LETTERS && !/\d/.test(key));
  const begun = await beginnings(generation, typed, options);
  const known = await exactly({generation, ...options}, [...begun.keys()]);
  const named = new Map<string, Named>();
  for (const [text, key] of keyOf) {
    const [only, ...others] = (begun.get(key) ?? []).filter(({rid}) => isOf(rid, kinds));
    if (only === undefined || others.length > 0 || kindOfRid(only.rid) !== 'company') continue;
    if ((known.get(key)?.df ?? 0) <= MOST_NAMES && TAIL.test(bare(only.key).slice(key.length)))
      named.set(text, decide([only.rid], 'alias'));
  }
  return named;
}
