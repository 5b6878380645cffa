import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {CONFIDENCE} from '../names/by-name.ts';
import {nameAll} from '../names/naming.ts';
import {endsOf} from '../records/ends.ts';
import {standingsOf} from '../records/standing.ts';
import {WINDOW} from '../scoring/best-scored.ts';
import {companyWorks} from './company-works.ts';
import type {LexicalHit} from './lexical-leg.ts';

/** How a text asks who has invested in its first group. */
const WHO: readonly RegExp[] = [
  /^(?:who\s+(?:has\s+|have\s+)?(?:invested|invests|backed|backs|funded)|who\s+(?:are|is)\s+(?:the\s+)?(?:biggest|largest|main|top)?\s*(?:investors?|backers?|shareholders?))\s+(?:in\s+|of\s+|behind\s+)?(.+)$/i,
  /^(?:(?:biggest|biotech|institutional|largest|main|top)\s+)*(?:investors?|backers?|shareholders?|institutional\s+holders?)\s+(?:in|of|behind)\s+(.+)$/i,
  /^(?:(?:which|what)\s+)?(?:(?:biotech|hedge|investment|institutional|mutual|venture)\s+)*(?:funds|investors|managers)\s+(?:that\s+|who\s+|which\s+)?(?:(?:are\s+)?(?:hold(?:ing|s)?|invest(?:ed|ing|s)?|own(?:ing|s)?)|(?:have|with)\s+(?:an?\s+)?(?:positions?|shares?|stakes?))\s+(?:in\s+)?(.+)$/i,
  /^institutional\s+investors?\s+(?:in\s+|of\s+)?(.+)$/i,
  /^(.+?)(?:['’]s?)?\s+(?:investors|backers|shareholders)$/i,
];

/** The same of a company alone: others hold patents. */
const HOLDERS: readonly RegExp[] = [
  /^(?:(?:biggest|institutional|largest|main|top)\s+)*(?:share|stock)?(?:holders?|owners)\s+(?:in|of)\s+(.+)$/i,
  /^who\s+(?:holds?|owns?|has)\s+(?:shares?|stocks?|(?:an?\s+)?(?:positions?|stakes?))\s+(?:in|of)\s+(.+)$/i,
];

/** How a text asks in what its first group has invested. */
const WHAT: readonly RegExp[] = [
  /^(?:(?:biotechs?|companies|startups)\s+)?(?:backed|funded|held|owned)\s+by\s+(.+)$/i,
  /^(?:biotechs|companies|startups)\s+(?:in\s+which\s+|that\s+|where\s+)?(.+?)\s+(?:has\s+|have\s+)?invested(?:\s+in)?$/i,
  /^(?:biotechs|companies|startups|stocks)\s+(?:that\s+|which\s+)?(.+?)\s+(?:backs?|holds?|invests?\s+in|is\s+invested\s+in|owns?)$/i,
  /^(.+?)[\s-]backed\s+(?:biotechs|companies|startups)$/i,
  /^(?:portfolio|holdings|investments)\s+of\s+(.+)$/i,
  /^(.+?)(?:['’]s?)?\s+(?:portfolio(?:\s+companies)?|holdings|investments)$/i,
];

/** Of so many companies that do what a text says the investors are counted. */
const COMPANIES = 60;

const INVESTORS: readonly Kind[] = ['funder', 'company', 'institution'];

export interface Invested {
  hits: LexicalHit[];
  read: {kind: Kind; investors_of?: string; portfolio_of?: string; met: boolean};
}

/**
 * Who has invested in a company that a text names, or in the companies that do what it says (investors in gene therapy); or in what an investor has.
 * The holders of the most are first, of companies the best known. Undefined if a text asks for nothing of the sort, or for whom nobody has
 * invested in.
 */
export async function investorsIn(context: Context, text: string, filters: Filters): Promise<Invested | undefined> {
  const who = firstOf(WHO, text);
  const what = who === undefined ? firstOf(WHAT, text) : undefined;
  if (who !== undefined) return whoInvested(context, who, filters, true);
  const of = firstOf(HOLDERS, text);
  if (of !== undefined) return whoInvested(context, of, filters, false);
  return what === undefined ? undefined : investedBy(context, what, filters);
}

const firstOf = (patterns: readonly RegExp[], text: string): string | undefined =>
  patterns.map((pattern) => pattern.exec(text)?.[1]).find((said) => said !== undefined);

async function whoInvested(
  context: Context,
  said: string,
  filters: Filters,
  isAny: boolean,
): Promise<Invested | undefined> {
  const [named] = await nameAll(context.generation, [said], {kinds: ['company'], least: CONFIDENCE.alias}, context);
  const companies = named?.rid != null ? [named.rid] : isAny ? await companiesFor(context, said, filters) : [];
  const {investors} = await endsOf(context, companies, {investors: ['invested_in', 'in']});
  // Who holds a company of which no holdings are known is no question for its maker.
  if (!isAny && investors.length === 0 && named?.rid != null)
    return {hits: [{rid: named.rid, score: 0}], read: {kind: 'funder', investors_of: said, met: false}};
  const held = new Map<number, number>();
  for (const {other} of investors) held.set(other, (held.get(other) ?? 0) + 1);
  return answer(context, held, filters, {kind: 'funder', investors_of: said});
}

/** The companies that do the most of what a text says. */
async function companiesFor(context: Context, said: string, filters: Filters): Promise<number[]> {
  const works = await companyWorks(context, `${said} companies`, {...filters, kind: undefined});
  const sums = new Map<number, number>();
  for (const {frequency, focus} of works)
    for (const [rid, tf] of frequency) sums.set(rid, (sums.get(rid) ?? 0) + tf * (focus?.get(rid) ?? 1));
  return [...sums]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, COMPANIES)
    .map(([rid]) => rid);
}

/** How names of investors end, which people leave out. */
const LAST_WORDS = ['Advisors', 'Management', 'Capital Management', 'Capital', 'Partners'];

/** An investor may also be a company by its filings, and is often called by the first words of its name. */
async function investedBy(context: Context, said: string, filters: Filters): Promise<Invested | undefined> {
  const texts = [said, ...LAST_WORDS.map((word) => `${said} ${word}`)];
  const found = await Promise.all(
    INVESTORS.map((kind) => nameAll(context.generation, texts, {kinds: [kind], least: CONFIDENCE.typo}, context)),
  );
  const named = found.flat();
  const meant = [...named.flatMap(({rid}) => rid ?? []), ...named.flatMap(({candidates}) => candidates)];
  const {companies} = await endsOf(context, meant, {companies: ['invested_in', 'out', 'company']});
  const investor = meant.find((rid) => companies.some(({own}) => own === rid));
  const held = companies.flatMap(({own, other}) => (own === investor ? [[other, 1] as const] : []));
  return answer(context, new Map(held), filters, {kind: 'company', portfolio_of: said});
}

async function answer(
  context: Context,
  found: ReadonlyMap<number, number>,
  filters: Filters,
  read: Omit<Invested['read'], 'met'>,
): Promise<Invested | undefined> {
  if (found.size === 0) return undefined;
  const rids = await rowsPassing(context, [...found.keys()], filters);
  const standing = await standingsOf(context, rids);
  const hits = rids
    .map((rid) => ({rid, score: found.get(rid) ?? 0}))
    .sort((a, b) => b.score - a.score || standing(b.rid).degree - standing(a.rid).degree || a.rid - b.rid)
    .slice(0, WINDOW);
  return {hits, read: {...read, met: hits.length > 0}};
}
