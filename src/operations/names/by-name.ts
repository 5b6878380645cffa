import type {Generation, QueryOptions} from '../../generation.ts';
import {KINDS_BY_NAME, type Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {texts} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {bare, ENDINGS, legalWords} from '../../text/legal-form.ts';
import {nameKey} from '../../text/words.ts';

export type How = 'identifier' | 'name' | 'alias' | 'typo';

export const CONFIDENCE: Record<How, number> = {identifier: 1, name: 0.95, alias: 0.9, typo: 0.7};

/** The most entities offered for a text that names none of them for sure. */
export const MOST_CANDIDATES = 5;

/** No match, but what may be meant, best first. */
export function offered(rids: readonly number[]): Named {
  return {rid: null, how: null, candidates: rids.slice(0, MOST_CANDIDATES)};
}

/** Where and how entities are looked for by name. */
export interface Naming {
  generation: Generation;
  /** Kinds to search; all if undefined. */
  kinds: readonly Kind[] | undefined;
  /** The least certain match to accept. */
  least: number;
  options: QueryOptions;
}

/** The entity that a text names, or several if it is ambiguous. */
export interface Named {
  rid: number | null;
  how: How | null;
  /** Candidates, best first. */
  candidates: number[];
  /** The merged entity that was named; the result is its survivor. */
  from?: string;
}

export function isOf(rid: number, kinds: readonly Kind[] | undefined): boolean {
  return kinds === undefined || kinds.includes(kindOfRid(rid));
}

/**
 * The kind that comes first in the order of names decides; two entities of it are ambiguous.
 * @param others What else has the name, and may be meant if it is ambiguous.
 */
export function decide(rids: readonly number[], how: How, others: readonly number[] = []): Named {
  const first = Math.min(...rids.map(placeOf));
  const best = rids.filter((rid) => placeOf(rid) === first);
  const [only] = best;
  if (best.length === 1 && only !== undefined) return {rid: only, how, candidates: []};
  return offered([...new Set([...best, ...rids, ...others])]);
}

interface NamedRow {
  /** The name without its legal form and article. */
  base: string;
  rid: number;
  key: string | null;
  order_key: number;
}

/**
 * Entities with one of these names or aliases, exactly or ignoring the legal form: by the names without it. Each has the name that was found, or
 * none where that is another form of those asked for.
 */
export async function namedByBase(naming: Naming, keys: readonly string[]): Promise<Map<string, NamedRow[]>> {
  const {generation, kinds, options} = naming;
  const byBase = new Map<string, NamedRow[]>();
  for (const one of (await namedInFiles(generation, keys, options)) ?? (await namedInTable(generation, keys, options)))
    if (isOf(one.rid, kinds)) byBase.set(one.base, [...(byBase.get(one.base) ?? []), one]);
  return byBase;
}

async function namedInFiles(
  {lookups}: Generation,
  keys: readonly string[],
  options: QueryOptions,
): Promise<NamedRow[] | undefined> {
  const bases = new Set(keys.map(bare));
  bases.delete('');
  const bearers = await lookups.byBareName([...bases, ...[...bases].map((base) => `the ${base}`)], options);
  if (bearers === undefined) return undefined;
  const rows: NamedRow[] = bearers.map(({bare: name, rid, orderKey}) => ({
    base: bases.has(name) ? name : bare(name),
    rid,
    key: null,
    order_key: orderKey,
  }));
  const found = new Set(rows.map(({base}) => base));
  for (const key of new Set(keys)) {
    const base = bare(key);
    if (!found.has(base)) continue;
    const exact = (await lookups.called(key, options)) ?? [];
    rows.push(...exact.map(({rid, orderKey}) => ({base, rid, key, order_key: orderKey})));
  }
  return rows.sort((a, b) => a.order_key - b.order_key || a.rid - b.rid);
}

async function namedInTable(
  generation: Generation,
  keys: readonly string[],
  options: QueryOptions,
): Promise<NamedRow[]> {
  const wanted = new Set<string>();
  for (const key of keys) {
    if (key === '') continue;
    const base = bare(key);
    wanted.add(base);
    for (const ending of ENDINGS) wanted.add(`${base} ${ending}`.slice(0, LONGEST_KEY));
    wanted.add(key).add(`the ${base}`);
  }
  if (wanted.size === 0) return [];
  const rows = await generation.rows(
    sql`select key, order_key, rid from full_name
        where key in ${texts([...wanted])} order by order_key, rid`,
    {rid: is.integer, key: is.text, order_key: is.integer},
    options,
  );
  return rows.map((row) => ({...row, base: bare(row.key)}));
}

/** Names are compared up to this length. */
export const LONGEST_KEY = 80;

/** What may be the symbol of a gene, not a word: `p53`, which is also a code of tetrofosmin. */
export const SYMBOL = /^(?:(?=.*\d)[a-z0-9]{2,7}|[a-z]{2,4})$/;

/** What has the symbol as its name, or else a better-known target, if others have it as an alias alone; or else those of the usual kind. */
function symbolMeant(all: NamedRow[], usual: NamedRow[], isName: (one: NamedRow) => boolean): NamedRow[] {
  if (usual.some(isName)) return usual;
  const called = all.filter((one) => isName(one) && CALLED_BY_SYMBOL.includes(kindOfRid(one.rid)));
  if (called.length > 0) return ofFirstKind(called);
  const targets = all.filter(({rid}) => kindOfRid(rid) === 'target');
  const known = Math.min(...targets.map((one) => one.order_key));
  return usual.some((one) => one.order_key < known) ? usual : targets;
}

/** Kinds whose names may be symbols or initials (SHH, HHS). */
const CALLED_BY_SYMBOL: readonly Kind[] = ['company', 'target', 'institution', 'funder'];

const placeOf = (rid: number) => KINDS_BY_NAME.indexOf(kindOfRid(rid));

function ofFirstKind(some: NamedRow[]): NamedRow[] {
  const first = Math.min(...some.map(({rid}) => placeOf(rid)));
  return some.filter(({rid}) => placeOf(rid) === first);
}

/**
 * Of several whose names differ in their legal form alone, the only one that has the text as an alias (Merck), or whose form has all words of the
 * text's (Merck & Co); else all of them.
 */
function byLegalForm(rids: number[], own: readonly NamedRow[], key: string, nameOf: (rid: number) => string): number[] {
  if (rids.length < 2) return rids;
  const called = rids.filter((rid) => own.some((one) => one.rid === rid && one.key === key));
  if (called.length === 1) return called;
  const words = [...legalWords(key)];
  const alike = rids.filter((rid) => words.every((word) => legalWords(nameOf(rid)).has(word)));
  return words.length > 0 && alike.length === 1 ? alike : rids;
}

/** By a whole name or alias, exactly or ignoring the legal form. */
export async function byName(naming: Naming, texts: readonly string[]): Promise<Map<string, Named>> {
  const keyOf = new Map(texts.map((text) => [text, nameKey(text).slice(0, LONGEST_KEY)] as const));
  const {generation, least, options} = naming;
  const byBase = await namedByBase(naming, [...keyOf.values()]);
  const known = await generation.lookups.headers(
    [...byBase.values()].flat().map(({rid}) => rid),
    options,
  );
  const nameOf = (rid: number) => nameKey(JSON.parse(known.get(rid)?.name ?? '""') as string).slice(0, LONGEST_KEY);
  const named = new Map<string, Named>();
  for (const [text, key] of keyOf) {
    const all = byBase.get(bare(key)) ?? [];
    const others = all.map(({rid}) => rid);
    // The kind matters more than whether it is a name or an alias.
    // With its legal form it is a company's (Organon & Co.), whatever else is called so without.
    const legal = bare(key) === key ? [] : all.filter(({rid, key: own}) => own === key && kindOfRid(rid) === 'company');
    const some = legal.length > 0 ? legal : all;
    const usual = ofFirstKind(some);
    const ofKind = SYMBOL.test(key) ? symbolMeant(all, usual, ({rid}) => nameOf(rid) === key) : usual;
    const rungs: [How, (one: NamedRow) => boolean][] = [
      ['name', (one) => one.key === key && nameOf(one.rid) === key],
      ['name', (one) => bare(nameOf(one.rid)) === bare(key)],
      ['alias', (one) => one.key === key],
      ['alias', () => true],
    ];
    for (const [how, holds] of rungs) {
      if (CONFIDENCE[how] < least) break;
      const rids = [...new Set(ofKind.filter(holds).map(({rid}) => rid))];
      if (rids.length === 0) continue;
      named.set(text, decide(byLegalForm(rids, ofKind, key, nameOf), how, others));
      break;
    }
  }
  return named;
}
