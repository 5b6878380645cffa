import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {nameKey} from '../../text/words.ts';
import {allOf, type Filters} from '../filters/filters.ts';
import {rowsByBareName} from '../names/bare-names.ts';
import {termsOf} from '../reading/terms.ts';
import {type Edges, endsOf, othersOf} from '../records/ends.ts';
import {bestScored, WINDOW} from '../scoring/best-scored.ts';
import {amongRows} from '../scoring/rows-with.ts';
import type {LexicalHit} from './lexical-leg.ts';
import {listed} from './listed.ts';

/** Words of the longest name. */
const LONGEST_NAME = 5;

/** What people do, by what a text calls it. */
const WORKS: readonly (readonly [words: string, kind: Kind, edges: Edges])[] = [
  ['papers?|publications?|articles?|reviews?', 'paper', ['authored', 'out', 'paper']],
  ['patents?|inventions?', 'patent', ['invented', 'out', 'patent']],
  ['(?:clinical\\s+)?trials?|studies', 'trial', ['investigates', 'out', 'trial']],
  ['grants?|awards?|projects?', 'funding_event', ['leads', 'out', 'funding_event']],
];

const BY =
  '(?:(?:authored|co-?authored|filed|headed|invented|led|published|run|written)\\s+by|by|of|from|where\\s+the\\s+(?:investigator|author|inventor)\\s+is)';

const ASKED = WORKS.flatMap(([words, kind, edges]) =>
  [
    new RegExp(
      `^(?:the\\s+|all\\s+|recent\\s+|latest\\s+)?(?:${words})\\s+${BY}\\s+(?:dr\\.?\\s+|prof(?:essor|\\.)?\\s+)?(.+)$`,
      'i',
    ),
    new RegExp(`^(?:dr\\.?\\s+|prof(?:essor|\\.)?\\s+)?(.+?)(?:['’]s?)?\\s+(?:${words})$`, 'i'),
  ].map((pattern) => ({pattern, kind, edges})),
);

/** People of one name that may be meant; more share it by chance. */
const MOST_PEOPLE = 30;

export interface WorksOf {
  hits: LexicalHit[];
  read: {kind: Kind; works_of: string; met: boolean};
}

/**
 * The papers, patents, trials or grants of a person whom a text names, the newest first. Undefined if a text asks for nothing of the sort, or nobody
 * called so has any: patents of Pfizer are read elsewhere (wanted.ts).
 */
export async function worksOfPerson(context: Context, text: string, filters: Filters): Promise<WorksOf | undefined> {
  for (const {pattern, kind, edges} of ASKED) {
    const said = pattern.exec(text)?.[1];
    if (said === undefined || (filters.kind !== undefined && filters.kind !== kind)) continue;
    const called = await peopleCalled(context, said);
    const people = called.length > 0 || kind !== 'paper' ? called : await peopleOf(context, said);
    if (people.length === 0) continue;
    const {works} = await endsOf(context, people, {works: edges});
    const rids = othersOf(works).sort((a, b) => a - b);
    if (rids.length === 0) continue;
    const within = {...filters, kind, groups: [...filters.groups, amongRows(rids, 'ids')]};
    const found = await listed(context, within, WINDOW);
    return {hits: found.map((rid) => ({rid, score: 0})), read: {kind, works_of: said, met: found.length > 0}};
  }
  return undefined;
}

/** The people of the institutions that are called so, whose papers are theirs: papers from Stanford. */
async function peopleOf(context: Context, said: string): Promise<readonly number[]> {
  const key = nameKey(said);
  if (key.length < 3) return [];
  const named = await rowsByBareName(context.generation, [key, `${key} university`, `university of ${key}`], context);
  if (named.some((rid) => ['product', 'target', 'company'].includes(kindOfRid(rid)))) return [];
  const {people} = await endsOf(
    context,
    named.filter((rid) => kindOfRid(rid) === 'institution'),
    {people: ['affiliated_with', 'in', 'person']},
  );
  return othersOf(people);
}

/**
 * Those who are called so, whatever initials they have between, or who have a word as their family name, if few have.
 * @param mayBeInitial Whether those count of whom only the initial of the first name is known.
 */
export async function peopleCalled(context: Context, said: string, mayBeInitial = true): Promise<readonly number[]> {
  const words = nameKey(said).split(' ').filter(Boolean);
  if (words.length === 0 || words.length > LONGEST_NAME || /\d/.test(said)) return [];
  const named = await rowsByBareName(context.generation, [nameKey(said)], context);
  // Patents of a company are not those of whoever is called so.
  if (named.some((rid) => kindOfRid(rid) !== 'person')) return [];
  const people = named.length > 0 ? named : await withAllWords(context, said, words);
  const all = people.length > 0 || !mayBeInitial ? people : await withInitial(context, words);
  return all.length > MOST_PEOPLE ? [] : all;
}

/** Texts that have a rare word. */
const SELDOM = 200;

async function withAllWords(context: Context, said: string, words: readonly string[]): Promise<readonly number[]> {
  const terms = await termsOf(context, said, false);
  // In small letters what few texts have: kastrati, but no year.
  const isTyped = said.split(' ').every((word) => /^\p{Lu}/u.test(word));
  if (!isTyped && Math.min(...terms.map(({df}) => df)) > SELDOM) return [];
  const found = (await bestScored(context, terms, allOf('person'), 2 * MOST_PEOPLE)).map(({rid}) => rid);
  const headers = await context.generation.lookups.headers(found, context);
  return found.filter((rid) => {
    const own = nameKey(JSON.parse(headers.get(rid)?.name ?? '""') as string).split(' ');
    return words.every((word) => own.includes(word)) && (own.at(-1) === words.at(-1) || own[0] === words.at(-1));
  });
}

/** Of a first and a family name those who have the latter and the initial of the former, as papers write their authors: R. Stupp. */
export async function withInitial(
  context: Context,
  [first = '', last, ...more]: readonly string[],
): Promise<readonly number[]> {
  if (last === undefined || more.length > 0 || first.length < 3 || last.length < 3) return [];
  const terms = await termsOf(context, last, false);
  const found = (await bestScored(context, terms, allOf('person'), 2 * MOST_PEOPLE)).map(({rid}) => rid);
  const headers = await context.generation.lookups.headers(found, context);
  return found.filter((rid) => {
    const own = nameKey(JSON.parse(headers.get(rid)?.name ?? '""') as string).split(' ');
    return own.at(-1) === last && own.length > 1 && own[0]?.length === 1 && own[0] === first[0];
  });
}
