import type {Generation, KindSlug, QueryOptions} from '../../generation.ts';
import {KINDS, KINDS_BY_NAME, type Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {texts} from '../../sql/fragments.ts';
import {is, type RowOf} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {bare, ENDINGS} from '../../text/legal-form.ts';
import {nameKey} from '../../text/words.ts';
import {otherSpelling} from './codes.ts';
import {identifierKeys, identifierStart, UUID} from './identifier-keys.ts';
import {nearNames} from './near-names.ts';
import {meantByTicker} from './tickers.ts';

export type How = 'identifier' | 'name' | 'alias' | 'typo';

export const CONFIDENCE: Record<How, number> = {identifier: 1, name: 0.95, alias: 0.9, typo: 0.7};

/** The entity that a text names, or several if it is ambiguous. */
export interface Named {
  rid: number | null;
  how: How | null;
  /** Candidates, best first. */
  candidates: number[];
  /** The merged entity that was named; the result is its survivor. */
  from?: string;
}

export interface NamingOptions {
  /** Kinds to search. */
  kinds?: readonly Kind[] | undefined;
  /** The least certain match to accept; default: any but a mistyped name. */
  least?: number | undefined;
}

const NO_MATCH: Named = {rid: null, how: null, candidates: []};

/** The entity named by each text: by id, `kind/slug` or identifier, by a name, an alias, or a mistyped name. */
export async function nameAll(
  generation: Generation,
  texts: readonly string[],
  {kinds, least = CONFIDENCE.alias}: NamingOptions,
  options: QueryOptions,
): Promise<Named[]> {
  const found = new Map<string, Named>();
  const open = () => [...new Set(texts)].filter((text) => !found.has(text) && text.trim() !== '');
  const take = (named: Map<string, Named>) => {
    for (const [text, one] of named) found.set(text, one);
  };
  take(await byId(generation, open(), kinds, options));
  take(await byIdentifier(generation, open(), kinds, options));
  if (least <= CONFIDENCE.name) {
    for (const [text, {rid}] of found) {
      const meant =
        rid === null || kindOfRid(rid) !== 'company' ? undefined : await meantByTicker(generation, text, rid, options);
      if (meant !== undefined) found.set(text, {rid: meant, how: 'name', candidates: []});
    }
    take(await byName(generation, open(), kinds, least, options));
    take(await byCode(generation, open(), kinds, least, options));
  }
  if (least <= CONFIDENCE.typo) take(await byTypo(generation, open(), kinds, options));
  return texts.map((text) => found.get(text) ?? NO_MATCH);
}

/** By UUID, also of a merged entity, and by `kind/slug`. */
async function byId(
  generation: Generation,
  texts: readonly string[],
  kinds: readonly Kind[] | undefined,
  options: QueryOptions,
): Promise<Map<string, Named>> {
  const ids = new Map<string, string>();
  const slugs = new Map<string, KindSlug>();
  for (const text of texts) {
    const plain = text.trim();
    const [, kind = '', slug = ''] = /^([a-z_]+)\/(.+)$/i.exec(plain) ?? [];
    if (UUID.test(plain)) ids.set(text, plain.toLowerCase());
    else if ((KINDS as readonly string[]).includes(kind.toLowerCase()))
      slugs.set(text, {kind: kind.toLowerCase() as Kind, slug});
  }
  const rids = new Map<string, {rid: number; from?: string}>();
  const {lookups} = generation;
  for (const [id, rid] of await lookups.byId([...new Set(ids.values())], options)) rids.set(id, {rid});
  const wanted = [...slugs.values()].flatMap(({kind, slug}) =>
    [...new Set([slug, slug.toLowerCase()])].map((one) => ({kind, slug: one})),
  );
  for (const [key, rid] of await lookups.bySlug(wanted, options)) rids.set(key.toLowerCase(), {rid});
  // A slug without a live entity may belong to a merged one, latest first.
  const isLive = new Set(rids.keys());
  const merged = [...new Set(ids.values())].filter((id) => !isLive.has(id));
  for (const {id, survivor} of await lookups.folded({ids: merged}, options)) rids.set(id, {rid: survivor, from: id});
  const given = [...slugs.values()].filter(({kind, slug}) => !isLive.has(`${kind}/${slug.toLowerCase()}`));
  const spellings = [...new Set(given.map(({slug}) => slug.toLowerCase()))];
  for (const {id, kind, slug, survivor} of (await lookups.folded({slugs: spellings}, options)).reverse()) {
    const key = `${kind}/${slug.toLowerCase()}`;
    if (!isLive.has(key)) rids.set(key, {rid: survivor, from: id});
  }
  const named = new Map<string, Named>();
  for (const text of texts) {
    const id = ids.get(text);
    const slug = slugs.get(text);
    const one = rids.get(id ?? (slug === undefined ? '' : `${slug.kind}/${slug.slug.toLowerCase()}`));
    if (one === undefined || !isOf(one.rid, kinds)) continue;
    named.set(text, {rid: one.rid, how: 'identifier', candidates: [], ...(one.from !== undefined && {from: one.from})});
  }
  return named;
}

function isOf(rid: number, kinds: readonly Kind[] | undefined): boolean {
  return kinds === undefined || kinds.includes(kindOfRid(rid));
}

/** By an identifier of a registry, an office or an exchange. */
async function byIdentifier(
  generation: Generation,
  texts: readonly string[],
  kinds: readonly Kind[] | undefined,
  options: QueryOptions,
): Promise<Map<string, Named>> {
  const keysOf = new Map(texts.map((text) => [text, identifierKeys(text)]));
  const keys = [...new Set([...keysOf.values()].flat())];
  if (keys.length === 0) return new Map();
  const byKey = new Map<string, number[]>();
  for (const {key, rid} of await generation.lookups.byIdentifier(keys, options))
    if (isOf(rid, kinds)) byKey.set(key, [...(byKey.get(key) ?? []), rid]);
  const named = new Map<string, Named>();
  for (const [text, own] of keysOf) {
    const rids = [...new Set(own.flatMap((key) => byKey.get(key) ?? []))];
    if (rids.length > 0) named.set(text, decide(rids, 'identifier'));
  }
  const open = texts.filter((text) => !named.has(text));
  for (const [text, one] of await byNumber(generation, open, kinds, options)) named.set(text, one);
  return named;
}

/** By the number of a patent without its kind code; the start of a number is not a name, but returns candidates. */
async function byNumber(
  generation: Generation,
  texts: readonly string[],
  kinds: readonly Kind[] | undefined,
  options: QueryOptions,
): Promise<Map<string, Named>> {
  const starts = new Map(texts.map((text) => [text, identifierStart(text)] as const));
  const named = new Map<string, Named>();
  for (const [text, start] of starts) {
    if (start === undefined) continue;
    const [keys, rids] = await generation.columns(
      sql`select key, rid from identifier_start where key >= ${start} and key < ${`${start}\u{10ffff}`} order by key, rid limit 6`,
      [is.text, is.integer],
      options,
    );
    const found = rids.filter((rid) => isOf(rid, kinds));
    const isOne = found.length === 1 && rids.length === 1 && /^[a-z]\d?$/.test((keys[0] ?? '').slice(start.length));
    if (isOne) named.set(text, decide(found, 'identifier'));
    else if (found.length > 0) named.set(text, {rid: null, how: null, candidates: found.slice(0, 5)});
  }
  return named;
}

/** The kind that comes first in the order of names decides; two entities of it are ambiguous. */
function decide(rids: readonly number[], how: How): Named {
  const order = (rid: number) => KINDS_BY_NAME.indexOf(kindOfRid(rid));
  const first = Math.min(...rids.map(order));
  const best = rids.filter((rid) => order(rid) === first);
  const [only] = best;
  return best.length === 1 && only !== undefined
    ? {rid: only, how, candidates: []}
    : {rid: null, how: null, candidates: best.slice(0, 5)};
}

const NAMED_ROW = {rid: is.integer, key: is.text, order_key: is.integer};

type NamedRow = RowOf<typeof NAMED_ROW>;

async function rowsNamed(generation: Generation, keys: readonly string[], options: QueryOptions): Promise<NamedRow[]> {
  if (keys.length === 0) return [];
  return generation.rows(
    sql`select key, order_key, rid from full_name
        where key in ${texts(keys)} order by order_key, rid`,
    NAMED_ROW,
    options,
  );
}

/** Entities with one of these names or aliases, exactly or ignoring the legal form: by the names without it. */
async function namedByBase(
  generation: Generation,
  keys: readonly string[],
  kinds: readonly Kind[] | undefined,
  options: QueryOptions,
): Promise<Map<string, NamedRow[]>> {
  const wanted = new Set<string>();
  for (const key of keys) {
    if (key === '') continue;
    const base = bare(key);
    wanted.add(base);
    for (const ending of ENDINGS) wanted.add(`${base} ${ending}`.slice(0, LONGEST_KEY));
    wanted.add(key).add(`the ${base}`);
  }
  const byBase = new Map<string, NamedRow[]>();
  for (const one of await rowsNamed(generation, [...wanted], options)) {
    if (!isOf(one.rid, kinds)) continue;
    const base = bare(one.key);
    byBase.set(base, [...(byBase.get(base) ?? []), one]);
  }
  return byBase;
}

/** Names are compared up to this length. */
export const LONGEST_KEY = 80;

/** By a whole name or alias, exactly or ignoring the legal form. */
async function byName(
  generation: Generation,
  texts: readonly string[],
  kinds: readonly Kind[] | undefined,
  least: number,
  options: QueryOptions,
): Promise<Map<string, Named>> {
  const keyOf = new Map(texts.map((text) => [text, nameKey(text).slice(0, LONGEST_KEY)] as const));
  const byBase = await namedByBase(generation, [...keyOf.values()], kinds, options);
  const known = await generation.lookups.headers(
    [...byBase.values()].flat().map(({rid}) => rid),
    options,
  );
  const nameOf = (rid: number) => nameKey(JSON.parse(known.get(rid)?.name ?? '""') as string).slice(0, LONGEST_KEY);
  const named = new Map<string, Named>();
  for (const [text, key] of keyOf) {
    const all = byBase.get(bare(key)) ?? [];
    // The kind matters more than whether it is a name or an alias.
    const order = (rid: number) => KINDS_BY_NAME.indexOf(kindOfRid(rid));
    const first = Math.min(...all.map(({rid}) => order(rid)));
    const ofKind = all.filter(({rid}) => order(rid) === first);
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
      named.set(text, decide(rids, how));
      break;
    }
  }
  return named;
}

/** A research code by its other spelling, if no entity has the typed one: AMG510 is AMG 510. */
async function byCode(
  generation: Generation,
  texts: readonly string[],
  kinds: readonly Kind[] | undefined,
  least: number,
  options: QueryOptions,
): Promise<Map<string, Named>> {
  const spelled = new Map(
    texts.flatMap((text) => {
      const other = otherSpelling(nameKey(text));
      return other === undefined ? [] : [[other, text] as const];
    }),
  );
  const found = await byName(generation, [...spelled.keys()], kinds, least, options);
  return new Map([...found].map(([other, one]) => [spelled.get(other) ?? other, one]));
}

/** A research code (AZD9291, MK-3475, V920): another letter means another maker. */
const CODE = /^[a-z]{1,6}[ -]?\d{2,}[a-z0-9 -]*$/i;

/**
 * By a mistyped name: one letter, or two from eight letters on; none in short names and codes, and digits must match.
 */
async function byTypo(
  generation: Generation,
  texts: readonly string[],
  kinds: readonly Kind[] | undefined,
  options: QueryOptions,
): Promise<Map<string, Named>> {
  const typed = texts
    .map((text) => ({text, key: bare(nameKey(text)).slice(0, LONGEST_KEY)}))
    .filter(({text, key}) => key.length > 3 && !CODE.test(text.trim()));
  const near = await nearNames(
    generation,
    typed.map(({key}) => key),
    kinds,
    options,
  );
  const named = new Map<string, Named>();
  for (const {text, key} of typed) {
    const found = near.get(key) ?? [];
    const [first] = found;
    if (first === undefined) continue;
    named.set(text, decide([...new Set(found.filter(({d}) => d === first.d).map(({rid}) => rid))], 'typo'));
  }
  return named;
}
