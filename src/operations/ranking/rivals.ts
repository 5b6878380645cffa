import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {type Filters, resolveFilters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {CONFIDENCE} from '../names/by-name.ts';
import {nameAll} from '../names/naming.ts';
import {imagingAgents} from '../reading/imaging.ts';
import {termsOf} from '../reading/terms.ts';
import {recordsOf} from '../records/document.ts';
import {headsOf} from '../records/group.ts';
import {standingsOf} from '../records/standing.ts';
import {shareSaid} from '../scoring/share-said.ts';
import {diseasePeers} from './disease-peers.ts';
import {tradesOf} from './drug-makers.ts';
import type {LexicalHit} from './lexical-leg.ts';
import {listed} from './listed.ts';
import {lookAlikes, relativesOf} from './look-alikes.ts';

const RIVALS = '(?:competitors?|rivals?|competition|alternatives?|substitutes?|peers?|comparables)';
const COMPANIES: readonly Kind[] = ['company'];
const DRUGS: readonly Kind[] = ['product', 'program'];

/** How a text says that it asks for what is like something, which is its first group, and the kinds of that. */
const ASKED: readonly [RegExp, readonly Kind[]][] = [
  [
    new RegExp(
      `^(?:(?:who|what)\\s+(?:are|is)\\s+)?(?:the\\s+)?(?:(?:main|key|closest|direct|top|biggest)\\s+)?${RIVALS}\\s+(?:of|to|for)\\s+(.+)$`,
      'i',
    ),
    [...COMPANIES, ...DRUGS],
  ],
  [new RegExp(`^(.+?)(?:['’]s?)?\\s+${RIVALS}$`, 'i'), [...COMPANIES, ...DRUGS]],
  [/^(?:who|what)\s+competes?\s+with\s+(.+)$/i, [...COMPANIES, ...DRUGS]],
  [
    /^(?:companies|biotechs|startups)\s+(?:like|similar\s+to|comparable\s+(?:to|with)|competing\s+with)\s+(.+)$/i,
    COMPANIES,
  ],
  [
    /^(?:(?:similar\s+)?(?:drugs|medicines|products|compounds)\s+)?(?:like|similar\s+to|(?<=similar\s+\w+\s+)to|comparable\s+(?:to|with)|competing\s+with|in\s+the\s+same\s+class\s+as)\s+(.+)$/i,
    DRUGS,
  ],
];

/** What they are to be for: alternatives to ibrutinib for CLL. */
const FOR = /^(.+?)\s+(?:for|in)\s+(.+)$/i;

/** Of the weight of the words for what they are to be for, the least that one of them has. */
const LEAST_SAID = 0.4;

/** Look-alikes that are compared with the filters and those words. */
const DEPTH = 200;

export interface Rivals {
  hits: LexicalHit[];
  read: {kind: Kind; similar_to: string; met: boolean};
}

/**
 * Who or what competes with a company or a drug that a text names: the look-alikes of it, best first, and nobody of a company's own group.
 * Undefined if a text asks for nothing of the sort, or for what a filter does not let through.
 */
export async function rivalsIn(context: Context, text: string, filters: Filters): Promise<Rivals | undefined> {
  const isOral = ORAL.test(text);
  const plain = text.replace(ADJECTIVE, '');
  for (const [pattern, kinds] of ASKED) {
    const said = pattern.exec(plain)?.[1];
    if (said === undefined) continue;
    const of = await namedIn(context, said, kinds);
    if (of !== undefined) return like(context, of, isOral ? await smallMolecules(context, filters) : filters);
  }
  return undefined;
}

/** What else a text may want of alternatives. */
const ADJECTIVE =
  /^(?:better|cheaper|newer|new|oral|other|safer)\s+(?=(?:alternatives?|competitors?|drugs\s+like|substitutes?)\b)/i;
const ORAL = /^oral\s/i;

/** Few sources tell the route of a drug; what is taken by mouth is mostly a small molecule. */
async function smallMolecules(context: Context, filters: Filters): Promise<Filters> {
  const {groups} = await resolveFilters(context.generation, {modality: 'small molecule'}, context);
  return {...filters, groups: [...filters.groups, ...groups]};
}

interface Subject {
  rid: number;
  said: string;
  /** What its rivals are to be for. */
  use?: string;
}

/** The company or drug that some words are the name of, or all of them before a use. */
async function namedIn(context: Context, said: string, kinds: readonly Kind[]): Promise<Subject | undefined> {
  const [, name, use] = FOR.exec(said) ?? [];
  const texts = name === undefined ? [said] : [said, name];
  const found = await nameAll(context.generation, texts, {kinds, least: CONFIDENCE.alias}, context);
  const [whole, first] = found.map(({rid}) => rid);
  if (whole != null) return {rid: whole, said};
  // Companies for something are found by what they develop.
  if (first == null || name === undefined || use === undefined || kindOfRid(first) === 'company') return undefined;
  return {rid: first, said: name, use};
}

async function like(context: Context, {rid, said, use}: Subject, filters: Filters): Promise<Rivals | undefined> {
  const kind = kindOfRid(rid);
  if (filters.kind !== undefined && filters.kind !== kind) return undefined;
  const [{hits}, own, peers] = await Promise.all([
    lookAlikes(context, rid, kind, DEPTH),
    relativesOf(context, rid),
    kind === 'company' ? diseasePeers(context, rid, filters) : new Map<number, number>(),
  ]);
  const alike = new Map(hits.map((hit) => [hit.rid, hit.score]));
  const others = [...new Set([...alike.keys(), ...peers.keys()])].filter((one) => one !== rid && !own.has(one));
  const [passed, share, showing] = await Promise.all([
    rowsPassing(context, others, filters).then((some) => new Set(some)),
    use === undefined ? undefined : shareSaid(context, await termsOf(context, use, false), others),
    imagingAgents(context, kind === 'product' ? [rid, ...others] : []),
  ]);
  // A tracer is no alternative to what treats.
  const isRival = (one: number) => showing.has(rid) || !showing.has(one);
  const meant = others.filter(
    (one) => passed.has(one) && isRival(one) && (share === undefined || share(one) >= LEAST_SAID),
  );
  const likeness = relative(meant, alike);
  const rivalry = relative(meant, peers);
  // Without peers by disease, all that counts is the likeness.
  const weight = peers.size === 0 ? 0 : PEERAGE;
  const scored = meant.map((one) => ({rid: one, score: (1 - weight) * likeness(one) ** 2 + weight * rivalry(one)}));
  const known = await knownFirst(context, scored);
  if (known.length === 0 && kind === 'product') {
    // What acts otherwise on the same disease is an alternative, too.
    const treating = await forItsDisease(context, rid, filters);
    return {hits: treating, read: {kind, similar_to: said, met: treating.length > 0}};
  }
  return {hits: await oncePerGroup(context, known, filters), read: {kind, similar_to: said, met: meant.length > 0}};
}

/** The best known drugs for what a drug is for. */
async function forItsDisease(context: Context, rid: number, filters: Filters): Promise<LexicalHit[]> {
  const records = await recordsOf<{moa?: {disease_label?: string | null}}>(context, [rid]);
  const disease = records.get(rid)?.moa?.disease_label;
  if (disease == null) return [];
  const {groups} = await resolveFilters(context.generation, {disease}, context);
  const within = {...filters, kind: 'product' as const, groups: [...filters.groups, ...groups]};
  const rids = await listed(context, within, DEPTH);
  return rids.filter((one) => one !== rid).map((one, at) => ({rid: one, score: 1 / (1 + at)}));
}

/** Each group of companies once, by its head if that passes: its subsidiaries are no further rivals. */
async function oncePerGroup(context: Context, hits: readonly LexicalHit[], filters: Filters): Promise<LexicalHit[]> {
  const companies = hits.map(({rid}) => rid).filter((rid) => kindOfRid(rid) === 'company');
  const heads = await headsOf(context, companies);
  const passing = new Set(await rowsPassing(context, [...new Set(heads.values())], filters));
  const seen = new Set<number>();
  return hits.flatMap(({rid, score}) => {
    const head = heads.get(rid) ?? rid;
    if (seen.has(head)) return [];
    seen.add(head);
    return [{rid: passing.has(head) ? head : rid, score}];
  });
}

/** What it counts of a rival company to work on the same diseases, beside what else it has in common. */
const PEERAGE = 0.5;

/** The scores of some rows as shares of the best one's. */
function relative(rids: readonly number[], scores: ReadonlyMap<number, number>): (rid: number) => number {
  const best = rids.reduce((most, rid) => Math.max(most, scores.get(rid) ?? 0), 0);
  return (rid) => (best === 0 ? 0 : (scores.get(rid) ?? 0) / best);
}

/** What a company counts that has patents on the same and makes no drugs. */
const OF_ANOTHER_TRADE = 0.3;

/** Whoever asks for competitors means those that count: what they have in common times the prominence. */
async function knownFirst(context: Context, hits: readonly LexicalHit[]): Promise<LexicalHit[]> {
  const rids = hits.map(({rid}) => rid);
  const [standing, tradeOf] = await Promise.all([
    standingsOf(context, rids),
    tradesOf(
      context,
      rids.filter((rid) => kindOfRid(rid) === 'company'),
    ),
  ]);
  const share = (rid: number) => (tradeOf(rid) === 'patents' ? OF_ANOTHER_TRADE : 1);
  return hits
    .map(({rid, score}) => ({rid, score: (score * share(rid) * standing(rid).prominence) / 100}))
    .sort((a, b) => b.score - a.score || a.rid - b.rid);
}
