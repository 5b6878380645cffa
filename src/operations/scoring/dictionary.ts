import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {is} from '../../sql/results.ts';
import {sql} from '../../sql/sql.ts';
import {keyHash, stem} from '../../text/words.ts';
import {IMPACT_UNIT, type TermEntry} from '../../text-match.ts';

/** A term of the index, from the query text. */
export interface Term {
  tid: number;
  /** Number of entities with the term. */
  df: number;
  /** Its idf as a whole number, in units of `IDF_UNIT`: sums of whole numbers do not depend on their order. */
  weight: number;
  /** The word of the text that it is a form of, by its place. */
  word?: number;
  /** The kind that is asked for, if it stands for one. */
  kind?: Kind;
  /** Whether no word says that kind. */
  isImplied?: true;
}

/** Keeps sums of products of weights and impacts below 2^53, whatever the number of words. */
export const IDF_UNIT = 2 ** 20;

/** Converts a sum of impacts times weights to a score. */
export const scoreOf = (sum: number): number => Math.round((sum / IMPACT_UNIT / IDF_UNIT) * 1e6) / 1e6;

/** The terms of some words as they are written, or else of their stems, by word. */
export async function lookUp(context: Context, surfaces: readonly string[]): Promise<Map<string, Term>> {
  const byTerm = await entries(context, [...new Set(surfaces.flatMap((surface) => [surface, stem(surface)]))]);
  const found = new Map<string, Term>();
  for (const surface of surfaces) {
    const exact = byTerm.get(surface);
    const entry = exact?.isProtected === true ? exact : (byTerm.get(stem(surface)) ?? exact);
    if (entry !== undefined) {
      const {tid, df} = entry;
      found.set(surface, {tid, df, weight: Math.round(Math.fround(idf(df, context.generation.entities)) * IDF_UNIT)});
    }
  }
  return found;
}

/** The inverse document frequency of BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009), never below 0. */
export function idf(df: number, entities: number): number {
  return Math.log(1 + (entities - df + 0.5) / (df + 0.5));
}

const ENTRY = {term: is.text, tid: is.integer, df: is.integer, isProtected: is.boolean};

/** The dictionary's entries of some terms, cached because the words of queries recur. */
async function entries({generation, ...options}: Context, terms: readonly string[]): Promise<Map<string, TermEntry>> {
  const read = await generation.lookups.terms(terms, options);
  if (read !== undefined) return read;
  const found = new Map<string, TermEntry>();
  const missing: string[] = [];
  for (const term of terms) {
    const kept = generation.cache.get<{entry: TermEntry | undefined}>(`t${term}`);
    if (kept === undefined) missing.push(term);
    else if (kept.entry !== undefined) found.set(term, kept.entry);
  }
  if (missing.length === 0) return found;
  const rows = await generation.rows(
    sql`select term, tid, df, protected as "isProtected" from term where h in ${missing.map(keyHash)} and term in ${missing}`,
    ENTRY,
    options,
  );
  for (const {term, ...entry} of rows) found.set(term, entry);
  for (const term of missing) generation.cache.set(`t${term}`, {entry: found.get(term)}, 100);
  return found;
}
