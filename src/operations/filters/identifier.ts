import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {GATHERED} from '../../sql/fragments.ts';
import {is} from '../../sql/results.ts';
import {type Sql, sql} from '../../sql/sql.ts';
import {keyHash} from '../../text/words.ts';
import {identifierStart, identifiersIn} from '../names/identifier-keys.ts';
import {type Filters, matching, ofKind} from './filters.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Maximum number of entities read per identifier. */
const MOST = 200;

/**
 * The entities named by the identifiers in a text (UUID, also of a merged entity, NCT, DOI, PMID, ORCID, ticker, CIK,
 * Ensembl, HGNC, UniProt, ROR, ChEMBL, publication and award numbers), in the order of the text.
 */
export async function identified(context: Context, text: string, filters: Filters): Promise<number[]> {
  const keys = identifiersIn(text.replace(UUID, ' '));
  const uuids = [...new Set([...text.matchAll(UUID)].map(([id]) => id.toLowerCase()))].slice(0, 8);
  const scope = filters.groups.length === 0 ? ofKind(filters.kind) : sql`rid in (${matching(filters)})`;
  const byKey =
    keys.length === 0 ? [] : ((await unsharedRows(context, keys, filters)) ?? (await rowsOfKeys(context, keys, scope)));
  const rank = new Map(keys.map((key, index) => [key, index]));
  byKey.sort((a, b) => (rank.get(a.key) ?? 0) - (rank.get(b.key) ?? 0));
  const start = byKey.length === 0 ? identifierStart(text) : undefined;
  const rids = start === undefined ? byKey.map(({rid}) => rid) : await starting(context, start, scope);
  for (const rid of await byUuid(context, uuids, scope)) rids.unshift(rid);
  return [...new Set(rids)].slice(0, 50);
}

/** Live entities in the scope by id, and survivors by the ids of merged ones. */
async function byUuid({generation, ...options}: Context, ids: readonly string[], scope: Sql): Promise<number[]> {
  if (ids.length === 0) return [];
  const [live, folded] = await Promise.all([
    generation.lookups.byId(ids, options),
    generation.lookups.folded({ids}, options),
  ]);
  for (const {id, survivor} of folded) if (!live.has(id)) live.set(id, survivor);
  const rids = ids.flatMap((id) => live.get(id) ?? []);
  if (rids.length === 0) return [];
  const [found] = await generation.columns(
    sql`select rid from entity where rid in ${rids} and ${scope}${GATHERED}`,
    [is.integer],
    options,
  );
  return rids.filter((rid) => found.includes(rid));
}

/** Number of entities shown for the start of a number. */
const MOST_STARTING = 25;

/** Entities whose number has this start, in the order of numbers. */
async function starting({generation, ...options}: Context, start: string, scope: Sql): Promise<number[]> {
  const [rids] = await generation.columns(
    sql`select rid from identifier_start where key >= ${start} and key < ${`${start}\u{10ffff}`} and ${scope} order by key, rid limit ${MOST_STARTING}${GATHERED}`,
    [is.integer],
    options,
  );
  return rids;
}

/** The entities with the keys, if no two share one (then they need no order) and no filter but the kind has to be checked. */
async function unsharedRows({generation, ...options}: Context, keys: readonly string[], {kind, groups}: Filters) {
  const all = await generation.lookups.byIdentifier(keys, options);
  if (all.length > 0 && groups.length > 0) return undefined;
  const rows = kind === undefined ? all : all.filter(({rid}) => kindOfRid(rid) === kind);
  return new Set(rows.map(({key}) => key)).size === rows.length ? rows : undefined;
}

/** The entities with the keys; if several have the same one, the last changed first. */
async function rowsOfKeys({generation, ...options}: Context, keys: readonly string[], scope: Sql) {
  const among = sql`(select key, rid from (select * from identifier where h in ${keys.map(keyHash)} and key in ${keys}) where ${scope})`;
  const shape = {key: is.text, rid: is.integer};
  const rows = await generation.rows(sql`select * from ${among} limit ${MOST}${GATHERED}`, shape, options);
  // Nearly always one; only several require the order of all entities.
  if (new Set(rows.map(({key}) => key)).size === rows.length && rows.length < MOST) return rows;
  return generation.rows(
    sql`select key, rid from ${among} join order_key using (rid) order by recent limit ${MOST}${GATHERED}`,
    shape,
    options,
  );
}

/** A text that is nothing but a DOI. */
const DOI = /^\s*(?:doi:?\s*|https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\/\S+\s*$/i;

/** A text that is nothing but the number of a patent. */
const PATENT = /^\s*(?:us|ep|wo|cn|jp|kr|ca|au)[\s-]*(?:patent\s+)?(?:no\.?\s*)?\d[\d,/ ]{5,}\d\s?(?:[abcu]\d?)?\s*$/i;

/** What is asked of a trial that is given by its number. */
const ABOUT_TRIAL =
  /^(?:a|an|and|are|at|clinical|completed|condition|country|data|date|details|does|eligibility|end|enrolled|enrollment|for|has|how|in|information|is|it|its|investigators?|locations?|many|of|on|patients|phase|primary|readout|recruiting|results?|sites?|sponsor|start|started|status|still|study|the|there|title|trial|what|when|where|which|who|why)$/i;

/** A text with the number of a trial that says nothing else of what it asks for. */
const isAboutTrial = (text: string): boolean => {
  const words = text.split(/[\s,;:?.!()]+/).filter(Boolean);
  const others = words.filter((word) => !/^NCT\d{8}$/i.test(word));
  return others.length < words.length && others.every((word) => ABOUT_TRIAL.test(word));
};

/** Whether a text asks for one thing by its number: others that have a part of it, or the words around it, are no answer. */
export const isByNumber = (text: string): boolean => DOI.test(text) || PATENT.test(text) || isAboutTrial(text);
