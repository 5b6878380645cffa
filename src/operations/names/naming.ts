import {type Generation, type KindSlug, type QueryOptions, slugKey} from '../../generation.ts';
import {KINDS, type Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {bare} from '../../text/legal-form.ts';
import {otherForms} from '../../text/trade-words.ts';
import {nameKey} from '../../text/words.ts';
import {byBeginning} from './by-beginning.ts';
import {byName, CONFIDENCE, decide, isOf, type Named, type Naming, namedByBase, offered} from './by-name.ts';
import {byTypo} from './by-typo.ts';
import {symbolOfGreek} from './greek.ts';
import {identifierKeys, identifierStart, UUID} from './identifier-keys.ts';
import {otherWritings, spelledOtherwise} from './other-writings.ts';
import {meantByTicker} from './tickers.ts';
import {bySpelling, diseasesAmong} from './written-so.ts';

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
  const naming = {generation, kinds, least, options};
  const found = new Map<string, Named>();
  const open = () => [...new Set(texts)].filter((text) => !found.has(text) && text.trim() !== '');
  const take = (named: Map<string, Named>) => {
    for (const [text, one] of named) found.set(text, one);
  };
  take(await byId(naming, open()));
  // What is written as an address is no name: product/egfr is not the target.
  take(new Map(open().flatMap((text) => (addressIn(text) === undefined ? [] : [[text, NO_MATCH]]))));
  take(await byIdentifier(naming, open()));
  if (least <= CONFIDENCE.name) {
    for (const [text, {rid}] of found) {
      const meant =
        rid === null || kindOfRid(rid) !== 'company' ? undefined : await meantByTicker(generation, text, rid, options);
      if (meant !== undefined) found.set(text, {rid: meant, how: 'name', candidates: []});
    }
    // Agencies list universities as companies that hold applications.
    const schools = kinds === undefined ? open().filter((text) => INSTITUTIONAL.test(text)) : [];
    const asked = await byName({...naming, kinds: ['institution']}, schools);
    const companies = await byName({...naming, kinds: ['company'], least: CONFIDENCE.name}, schools);
    // A company's own name is more than another name of an institution.
    const isMeant = ([text, {rid, how}]: [string, Named]) =>
      rid !== null && (how === 'name' || companies.get(text)?.rid === undefined);
    take(new Map([...asked].filter(isMeant)));
    const named = await byName(naming, open());
    take(named);
    take(await bySpelling(generation, named, least, options));
    if (kinds === undefined) take(await diseasesAmong(generation, named, options));
    take(await byCode(naming, open()));
    take(await byTradeWord(naming, open()));
    take(await byOtherWriting(naming, open()));
    if (least <= CONFIDENCE.alias) take(await byBeginning(naming, open()));
  }
  if (least <= CONFIDENCE.typo) {
    // What is the name of something of another kind is not mistyped.
    const others = kinds === undefined ? undefined : await byName({...naming, kinds: undefined}, open());
    take(new Map([...(others ?? [])].map(([text]) => [text, NO_MATCH])));
    take(await byTypo(naming, open()));
  }
  return texts.map((text) => found.get(text) ?? NO_MATCH);
}

/** What names of institutions have that companies' seldom have. */
export const INSTITUTIONAL = /\b(?:universit\p{L}+|univ|colleges?|hospitals?|schools?|cancer\s+cent(?:er|re)s?)\b/iu;

/** The kind and slug of a text that is written as `kind/slug`. */
function addressIn(text: string): KindSlug | undefined {
  const [, kind = '', slug = ''] = /^([a-z_]+)\/(.+)$/i.exec(text.trim()) ?? [];
  const known = KINDS.find((one) => one === kind.toLowerCase());
  return known === undefined ? undefined : {kind: known, slug};
}

/** By UUID, also of a merged entity, and by `kind/slug`. */
async function byId({generation, kinds, options}: Naming, texts: readonly string[]): Promise<Map<string, Named>> {
  const ids = new Map<string, string>();
  const slugs = new Map<string, KindSlug>();
  for (const text of texts) {
    const plain = text.trim();
    const address = addressIn(plain);
    if (UUID.test(plain)) ids.set(text, plain.toLowerCase());
    else if (address !== undefined) slugs.set(text, address);
  }
  const rids = new Map<string, {rid: number; from?: string}>();
  const {lookups} = generation;
  for (const [id, rid] of await lookups.byId([...new Set(ids.values())], options)) rids.set(id, {rid});
  for (const [key, rid] of await lookups.bySlug([...slugs.values()], options)) rids.set(key, {rid});
  // A slug without a live entity may belong to a merged one, latest first.
  const isLive = new Set(rids.keys());
  const merged = [...new Set(ids.values())].filter((id) => !isLive.has(id));
  for (const {id, survivor} of await lookups.folded({ids: merged}, options)) rids.set(id, {rid: survivor, from: id});
  const given = [...slugs.values()].filter((one) => !isLive.has(slugKey(one)));
  const spellings = [...new Set(given.map(({slug}) => slug.toLowerCase()))];
  for (const {id, kind, slug, survivor} of (await lookups.folded({slugs: spellings}, options)).reverse()) {
    const key = slugKey({kind, slug});
    if (!isLive.has(key)) rids.set(key, {rid: survivor, from: id});
  }
  const named = new Map<string, Named>();
  for (const text of texts) {
    const id = ids.get(text);
    const slug = slugs.get(text);
    const one = rids.get(id ?? (slug === undefined ? '' : slugKey(slug)));
    if (one === undefined || !isOf(one.rid, kinds)) continue;
    named.set(text, {rid: one.rid, how: 'identifier', candidates: [], ...(one.from !== undefined && {from: one.from})});
  }
  return named;
}

/** By an identifier of a registry, an office or an exchange. */
async function byIdentifier(naming: Naming, texts: readonly string[]): Promise<Map<string, Named>> {
  const keysOf = new Map(texts.map((text) => [text, identifierKeys(text)]));
  const keys = [...new Set([...keysOf.values()].flat())];
  if (keys.length === 0) return new Map();
  const byKey = new Map<string, number[]>();
  const {generation, kinds, options} = naming;
  for (const {key, rid} of await generation.lookups.byIdentifier(keys, options))
    if (isOf(rid, kinds)) byKey.set(key, [...(byKey.get(key) ?? []), rid]);
  const named = new Map<string, Named>();
  for (const [text, own] of keysOf) {
    const rids = [...new Set(own.flatMap((key) => byKey.get(key) ?? []))];
    if (rids.length > 0) named.set(text, decide(rids, 'identifier'));
  }
  const open = texts.filter((text) => !named.has(text));
  for (const [text, one] of await byNumber(naming, open)) named.set(text, one);
  return named;
}

/** By the number of a patent without its kind code; the start of a number is not a name, but returns candidates. */
async function byNumber({generation, kinds, options}: Naming, texts: readonly string[]): Promise<Map<string, Named>> {
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
    else if (found.length > 0) named.set(text, offered(found));
  }
  return named;
}

/** A code, a gene or a combination by its other spellings, if no entity has the typed one: AMG510 is AMG 510, MK-954 MK-0954. */
async function byCode(naming: Naming, texts: readonly string[]): Promise<Map<string, Named>> {
  const spelled = texts.flatMap((text) => spelledOtherwise(text).map((other) => [other, text] as const));
  const found = await byName(naming, [...new Set(spelled.map(([other]) => other))]);
  const named = new Map<string, Named>();
  for (const [other, text] of spelled) {
    const one = found.get(other);
    if (one === undefined || named.has(text)) continue;
    // Greek letters stand in genes: α-SMA is no association.
    const isGene = one.rid !== null && kindOfRid(one.rid) === 'target';
    if (isGene || other !== symbolOfGreek(text)) named.set(text, one);
  }
  return named;
}

/** A company by its name with another form of the last word, if none has the typed one: Madrigal Pharma is Madrigal Pharmaceuticals. */
async function byTradeWord(naming: Naming, texts: readonly string[]): Promise<Map<string, Named>> {
  if (naming.least > CONFIDENCE.alias || naming.kinds?.includes('company') === false) return new Map();
  const formsOf = new Map(texts.map((text) => [text, otherForms(bare(nameKey(text)))] as const));
  const forms = [...new Set([...formsOf.values()].flat())];
  if (forms.length === 0) return new Map();
  const byBase = await namedByBase({...naming, kinds: ['company']}, forms);
  const named = new Map<string, Named>();
  for (const [text, own] of formsOf) {
    const found = own
      .flatMap((form) => byBase.get(form) ?? [])
      .sort((a, b) => a.order_key - b.order_key || a.rid - b.rid);
    if (found.length > 0) named.set(text, decide([...new Set(found.map(({rid}) => rid))], 'alias'));
  }
  return named;
}

/**
 * By what is left of a text without what tables add to a name: a second name in brackets or behind a slash, the strength and form of a drug, and
 * a university's abbreviation. Two names count if they mean one entity, or one does and the other nothing that is known, of a drug or target.
 */
async function byOtherWriting(naming: Naming, texts: readonly string[]): Promise<Map<string, Named>> {
  if (naming.least > CONFIDENCE.alias) return new Map();
  const writings = new Map(texts.map((text) => [text, otherWritings(text)] as const));
  const parts = [...new Set([...writings.values()].flat())];
  if (parts.length === 0) return new Map();
  const known = await byIdentifier(naming, parts);
  for (const by of [byName, byCode]) {
    const open = parts.filter((part) => !known.has(part));
    for (const [part, one] of await by(naming, open)) known.set(part, one);
  }
  const named = new Map<string, Named>();
  for (const [text, own] of writings) {
    const found = own.map((part) => known.get(part));
    const rids = [...new Set(found.flatMap((one) => one?.rid ?? []))];
    const [rid] = rids;
    if (rid === undefined) continue;
    const isHalf = found.some((one) => one === undefined);
    const isSure = rids.length === 1 && (!isHalf || ['product', 'target'].includes(kindOfRid(rid)));
    named.set(text, isSure ? {rid, how: 'alias', candidates: []} : offered(rids));
  }
  return named;
}
