import type {Context} from '../../context.ts';
import {columns, id as identifier, type Sql, sql} from '../../sql/sql.ts';
import {keyHash, STOPWORDS, stem, type Typed, typedWords} from '../../store/words.ts';
import {briefs} from './brief.ts';
import {type Filters, matching, ofKind} from './filters.ts';
import {identified} from './identifier.ts';
import {nearWords} from './near.ts';

/** Relevance-ranked results end here. */
export const WINDOW = 50;

/** A term that more than this share of the entities carry is looked at only for entities that other words have found. */
const FREQUENT = 0.02;

/** Terms of more entities than this have their best 64 kept apart (ddl/081_posting.sql). */
const HEAD_FROM = 4096;

export interface Hit {
  rid: number;
  /**
   * The whole part is the number of query words the entity matches (one more for an identifier), the fraction is
   * s / (1 + s) of its BM25F sum s: more matches rank higher, and among equals the better match.
   */
  score: number;
}

interface Term {
  word: number;
  tid: number;
  df: number;
  idf: number;
}

/**
 * The best 50 entities for a text: BM25F over name, alias, label and text fields (see ddl/080_text.sql), words
 * optional. Identifiers inside the text come first. `sort` orders the window instead of relevance.
 */
export async function relevance(context: Context, text: string, filters: Filters, sort?: string): Promise<Hit[]> {
  if (filters.groups.some((group) => group.vids.length === 0)) return [];
  const words = meaningful(typedWords(text));
  const [terms, named] = await Promise.all([termsOf(context, words), identified(context, text, filters)]);
  const hits = terms.length === 0 ? [] : await best(context, terms, filters);
  const seen = new Set(named);
  const all = [
    ...named.map((rid) => ({rid, matched: words.length + 1, sum: 0})),
    ...hits.filter((hit) => !seen.has(hit.rid)),
  ];
  const found = await briefs(
    context.generation,
    all.map((hit) => hit.rid),
    context,
  );
  const order = new Map(named.map((rid, index) => [rid, index]));
  const byId = (a: {rid: number}, b: {rid: number}) =>
    (found.get(a.rid)?.id ?? '') < (found.get(b.rid)?.id ?? '') ? -1 : 1;
  all.sort(
    (a, b) => b.matched - a.matched || b.sum - a.sum || (order.get(a.rid) ?? 0) - (order.get(b.rid) ?? 0) || byId(a, b),
  );
  const window = all
    .slice(0, WINDOW)
    .map(({rid, matched, sum}) => ({rid, score: Math.round((matched + sum / (1 + sum)) * 1e6) / 1e6}));
  return sort === undefined || window.length === 0 ? window : sorted(context, window, sort);
}

async function sorted(context: Context, window: Hit[], sort: string): Promise<Hit[]> {
  const rids = window.map((hit) => hit.rid);
  const column = identifier(sort);
  const [order = []] = (await context.generation.columns(
    sql`select rid from position where rid in ${rids} and ${column} is not null order by ${column}`,
    context,
  )) as [number[]];
  const byRid = new Map(window.map((hit) => [hit.rid, hit]));
  return order.flatMap((rid) => byRid.get(rid) ?? []);
}

/** Stop words go, unless they are all there is or stand in capitals (the gene WAS). */
function meaningful(words: Typed[]): Typed[] {
  const kept = words.filter((word) => word.capital || word.joined !== undefined || !STOPWORDS.has(word.parts[0] ?? ''));
  return (kept.length > 0 ? kept : words).slice(0, 32);
}

/** The index terms behind the typed words. A word the graph does not know is replaced by the ones closest to it. */
async function termsOf(context: Context, words: readonly Typed[]): Promise<Term[]> {
  const forms = words.map((word) => [...new Set([...(word.joined === undefined ? [] : [word.joined]), ...word.parts])]);
  const known = await lookUp(context, forms.flat());
  const terms: Term[] = [];
  for (const [index, form] of forms.entries()) {
    let found = form.flatMap((surface) => known.get(surface) ?? []);
    if (found.length === 0) {
      const {words: near} = await nearWords(context, form[0] ?? '', {most: 8});
      const replaced = await lookUp(context, near);
      found = near.flatMap((surface) => replaced.get(surface) ?? []).map((term) => ({...term, idf: term.idf / 2}));
    }
    for (const term of found) if (!terms.some((other) => other.tid === term.tid)) terms.push({...term, word: index});
  }
  return terms;
}

type Entry = Omit<Term, 'word'> & {term: string; isProtected: boolean};

async function lookUp(context: Context, surfaces: readonly string[]): Promise<Map<string, Omit<Term, 'word'>>> {
  const byTerm = await entries(context, [...new Set(surfaces.flatMap((surface) => [surface, stem(surface)]))]);
  const found = new Map<string, Omit<Term, 'word'>>();
  for (const surface of surfaces) {
    const exact = byTerm.get(surface);
    const entry = exact?.isProtected === true ? exact : (byTerm.get(stem(surface)) ?? exact);
    if (entry !== undefined) found.set(surface, entry);
  }
  return found;
}

/** The dictionary's entries of some terms; the words of one query are mostly those of others, so they are kept. */
async function entries({generation, ...options}: Context, terms: readonly string[]): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>();
  const missing: string[] = [];
  for (const term of terms) {
    const kept = generation.cache.get<{entry: Entry | undefined}>(`t${term}`);
    if (kept === undefined) missing.push(term);
    else if (kept.entry !== undefined) found.set(term, kept.entry);
  }
  if (missing.length === 0) return found;
  const rows = await generation.rows(
    sql`select term, tid, df, idf(df, ${generation.entities}) as idf, protected as "isProtected" from term where h in ${missing.map(keyHash)} and term in ${missing}`,
    options,
  );
  for (const row of rows) found.set(String(row.term), row as unknown as Entry);
  for (const term of missing) generation.cache.set(`t${term}`, {entry: found.get(term)}, 100);
  return found;
}

type Scored = {rid: number; matched: number; sum: number};

/**
 * Since more matched words always rank higher, the frequent words need to be looked at only for entities that the
 * rare ones have found, as long as those fill the window with more matches than the frequent words alone could give.
 */
async function best(context: Context, terms: readonly Term[], filters: Filters): Promise<Scored[]> {
  const [only] = terms;
  if (
    only !== undefined &&
    terms.length === 1 &&
    only.df > HEAD_FROM &&
    filters.groups.length === 0 &&
    filters.kind === undefined
  ) {
    return headOf(context, only);
  }
  const few = FREQUENT * context.generation.entities;
  const rare = terms.filter((term) => term.df <= few);
  const frequent = terms.filter((term) => term.df > few);
  if (frequent.length > 0 && rare.length > 0) {
    const hits = await top(context, terms, filters, found(rare, filters));
    if (isSettled(hits, frequent)) return hits;
  } else if (frequent.length > 1 && filters.groups.length === 0) {
    const [rarest, ...others] = [...frequent].sort((a, b) => a.df - b.df);
    if (rarest !== undefined) {
      let all = found([rarest], filters);
      for (const other of others) {
        if (other.word !== rarest.word) all = sql`${all} and rid in (select rid from posting where tid = ${other.tid})`;
      }
      const hits = await top(context, terms, filters, all);
      if (isSettled(hits, others)) return hits;
    }
  }
  return top(context, terms, filters);
}

/** The best of one frequent term, kept apart when the generation was built. */
async function headOf(context: Context, term: Term): Promise<Scored[]> {
  const [rids = [], impacts = []] = (await context.generation.columns(
    sql`select rid, impact from posting_head where tid = ${term.tid} order by impact desc, rid limit ${WINDOW}`,
    context,
  )) as [number[], number[]];
  return rids.map((rid, index) => ({rid, matched: 1, sum: ((impacts[index] ?? 0) / 65535) * term.idf}));
}

function found(terms: readonly Term[], filters: Filters): Sql {
  return sql`select rid from posting where tid in ${terms.map((term) => term.tid)} and ${ofKind(filters.kind)}`;
}

/** A full window, every row of which matches more words than the given ones could alone. */
function isSettled(hits: readonly Scored[], others: readonly Term[]): boolean {
  const most = new Set(others.map((term) => term.word)).size;
  return hits.length >= WINDOW && hits.every((hit) => hit.matched > most);
}

async function top(context: Context, terms: readonly Term[], filters: Filters, within?: Sql): Promise<Scored[]> {
  const allowed = filters.groups.length === 0 ? ofKind(filters.kind) : sql`rid in (${matching(filters)})`;
  const scope = within === undefined ? allowed : sql`${allowed} and rid in (${within})`;
  const single = terms.length === 1;
  const tids = terms.map((term) => term.tid);
  // One pass over the postings of all the words: a pass for each would look the candidates up in a table of its own each time.
  const weight = columns({
    tid: {type: 'integer', list: tids},
    idf: {type: 'double', list: terms.map(({idf}) => idf / 65535)},
    bit: {type: 'integer', list: terms.map(({word}) => 1 << Math.min(word, 30))},
  });
  const [rids = [], matched = [], sums = []] = (await context.generation.columns(
    single
      ? sql`select rid, 1, impact * ${(terms[0]?.idf ?? 0) / 65535}::double as part from posting
            where tid = ${tids[0] ?? 0} and ${scope} order by part desc, rid limit ${WINDOW}`
      : sql`with weight as materialized (${weight})
            select rid, bit_count(bit_or(bit)) as matched, sum(impact * idf) as total from posting join weight using (tid)
            where tid in ${tids} and ${scope} group by rid order by 2 desc, 3 desc, 1 limit ${WINDOW}`,
    context,
  )) as [number[], number[], number[]];
  return rids.map((rid, index) => ({rid, matched: matched[index] ?? 0, sum: sums[index] ?? 0}));
}
