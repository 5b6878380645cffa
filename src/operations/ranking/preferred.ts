import type {Context} from '../../context.ts';
import {isWork, type Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {STOPWORDS} from '../../text/words.ts';
import type {Filters} from '../filters/filters.ts';
import {denialOf} from '../reading/denied.ts';
import {INHIBITS} from '../reading/drug-classes.ts';
import {BESIDE, merged, type Placed} from '../reading/layers.ts';
import {questionOn} from '../reading/question-on.ts';
import {LABELLED} from '../reading/reading.ts';
import {subjectTerms} from '../reading/terms.ts';
import {type Read, type Wanted, wantedIn} from '../reading/wanted.ts';
import {bestScored, sumsOf, WINDOW} from '../scoring/best-scored.ts';
import type {Term} from '../scoring/dictionary.ts';
import {added, type Conditions, candidates, isHow, isWhen, isWhenOrHow, isWhere} from './candidates.ts';
import {listed} from './listed.ts';
import {withRegistered} from './registered.ts';
import {relaxed} from './relaxed.ts';
import type {Search} from './searched.ts';
import {headsOfUnlisted} from './unlisted.ts';
import {inStages} from './uses.ts';
import {withoutOthers} from './without-others.ts';
import {NONE, numbersOf, ofWordsAlone} from './words-alone.ts';

/** Of the weight of all words, the least that makes one of the kind asked for an answer: not every vaccine is one against malaria. */
const LEAST_SAID = 0.4;

/** The same where no word says the kind: a vaccine made in cells is no dendritic cell vaccine. */
const LEAST_UNSAID = 0.55;

/** The same of catalysts, whose texts are few words: a readout in phase 2 is none in phase 3. */
const LEAST_OF_CATALYSTS = 0.75;

/** What it weighs to be what a text wants where no word says the kind, of what all words do. */
const PREFERENCE = 0.7;

/** Kinds whose texts are names. */
const NAMED_ONLY: readonly Kind[] = ['person', 'institution', 'funder'];

/** The best for a text, and what was read of it that made some of them preferred. */
export interface Best {
  best: readonly Placed[];
  read?: Read & {met: boolean};
  /** What of it is a condition. */
  groups?: Filters['groups'];
  /** Those that have all of it. */
  whole?: ReadonlySet<number>;
}

/**
 * The best by the words. Those of a kind that is asked for are preferred that have enough of the words, and whatever else the text says of them, where
 * any has.
 *
 * @param order Whether drugs that were approved before others come first, or those that were approved last.
 */
export async function bestOf(
  context: Context,
  text: string,
  terms: readonly Term[],
  filters: Filters,
  order?: Search['order'],
): Promise<Best> {
  const question = await questionOn(context, text);
  const denial = await denialOf(context, question);
  const words = terms.filter(({kind, tid}) => kind === undefined && !denial.said.has(tid));
  const wanted = await wantedIn(context, text, question, filters.kind);
  // All of a kind, and no word that nothing is called (company behind nothingknown).
  const left = withoutWords(question.words.join(' '), wanted.taken);
  const isBare = left.split(' ').every((word) => word === '' || STOPWORDS.has(word.toLowerCase()));
  if (isBare && words.length === 0 && wanted.groups.length === 0 && wanted.kind !== undefined)
    return {
      best: await firstOfKind(context, terms, {...filters, kind: wanted.kind}),
      ...readIn(wanted, wanted.isLacking !== true),
    };
  if (words.length === 0 && wanted.groups.length === 0)
    return {best: await bestScored(context, terms, filters), ...readIn(wanted, wanted.isLacking !== true)};
  const preference = preferenceFor(terms, wanted, filters);
  if (preference.size === 0) return {best: await ofWordsAlone(context, text, words, filters)};
  const isSaid = terms.some(({kind, isImplied}) => kind !== undefined && isImplied !== true);
  const isLabelled = wanted.kind !== undefined && LABELLED.includes(wanted.kind);
  const [taken, shared, ofDisease, doing] = await Promise.all([
    numbersOf(context, wanted.taken),
    numbersOf(context, wanted.shared),
    numbersOfDisease(context, wanted.labels, words),
    numbersOf(context, question.action ?? ''),
  ]);
  // What an owner's initials abbreviate is not asked for (PTC Therapeutics).
  const takenWords = placesIn(words, taken);
  const search: Search = {
    filters,
    wanted,
    kinds: [...preference.keys()],
    words,
    subject: await withRegistered(
      context,
      words.filter(({tid, word}) => !taken.has(tid) && !takenWords.has(word)),
      wanted.kind,
    ),
    shared,
    labelled: isLabelled ? ofDisease : NONE,
    ofDisease,
    action: {
      said: [...doing].every((tid) => taken.has(tid)) ? '' : (question.action ?? ''),
      terms: doing,
      isInhibition: INHIBITS.test(question.action ?? ''),
    },
    ...(question.isImplied === true &&
      (question.denied === undefined || question.denied.isException === true) &&
      wanted.groups.every(isHow) && {className: withoutWords(question.words.join(' '), wanted.taken)}),
    denial,
    order,
    least: wanted.kind === 'catalyst' ? LEAST_OF_CATALYSTS : isSaid ? LEAST_SAID : LEAST_UNSAID,
  };
  // Which disease something is for, and what is tried against, is a label of most, not of all.
  const isLabel = ({name}: Filters['groups'][number]) => name === 'disease' || (isLabelled && name === 'target');
  const groups = wanted.groups.some(isLabel) ? wanted.groups.filter((one) => !isLabel(one)) : wanted.groups;
  const isWanted = groups.length > 0 || wanted.stages !== undefined;
  // Catalysts on other days, and companies and institutions elsewhere, are no answers, even where there are no others.
  const isCondition = wanted.kind === 'catalyst' ? isWhen : isWhere;
  const of = (conditions: Conditions) => candidates(context, search, conditions);
  const [best, all, ofLabels] = await Promise.all([
    bestScored(context, wanted.read?.first_approval_year === undefined ? words : search.subject, filters).then((some) =>
      withoutOthers(context, some, search, isCondition),
    ),
    isWanted ? of({groups, said: search.subject}) : [],
    groups === wanted.groups ? [] : of({groups: wanted.groups, said: search.subject}),
  ]);
  const {layers, standing, isPipeline, isOfModality} = await relaxed(context, search, {question, groups, terms}, all);
  const meeting = [...ofLabels, ...(isWanted ? [...all, ...standing] : layers.flat())];
  const whole = new Set(meeting.flatMap(({rid, isWhole}) => (isWhole === true ? [rid] : [])));
  const isMet = whole.size > 0;
  const kindOf = (rid: number): Kind => {
    const kind = kindOfRid(rid);
    if (isPipeline && kind === 'product') return 'program';
    return isOfModality && isWork(kind) ? 'product' : kind;
  };
  // Where no antibody is for rabies, others for it are nearer than what all antibodies are called.
  const isOther = !isMet && wanted.labels !== '' && wanted.groups.some(({name}) => name === 'modality');
  const others = isOther ? await bestScored(context, search.subject, filters) : best;
  const mixed = merged(others, ofLabels, layers, (rid) => preference.get(kindOf(rid)) ?? 0);
  // Where some are of the period that a text names, or were approved so, no others are; of many trials no day is known.
  const ordered = isMet
    ? await withoutOthers(context, mixed, search, wanted.kind === 'approval' ? isWhenOrHow : isWhen)
    : mixed;
  // Who asks for approvals of June wants nobody called June.
  const isNamedSo = (rid: number) =>
    isMet &&
    isSaid &&
    wanted.kind !== undefined &&
    !NAMED_ONLY.includes(wanted.kind) &&
    NAMED_ONLY.includes(kindOfRid(rid));
  // What nothing is called cannot be left out.
  const isOfNothing = question.denied?.isException === true && denial.each.length === 0 && !denial.isOfCombinations;
  const isOfAll = wanted.kind === 'company' && wanted.groups.length === 0;
  return {
    best: (await inStageFirst(context, isOfAll ? await groupsOnce(context, ordered) : ordered, wanted)).filter(
      ({rid}) => !isNamedSo(rid),
    ),
    groups: wanted.groups,
    whole,
    ...readIn(wanted, isMet && wanted.isLacking !== true && !isOfNothing),
  };
}

/** The same with each group of companies once, as its head, where the head is among them: who asks for makers of vaccines wants no list of subsidiaries. */
async function groupsOnce(context: Context, best: readonly Placed[]): Promise<Placed[]> {
  const companies = best.map(({rid}) => rid).filter((rid) => kindOfRid(rid) === 'company');
  const heads = await headsOfUnlisted(context, companies);
  const found = new Set(companies);
  const seen = new Set<number>();
  return best.flatMap((one) => {
    const head = heads.get(one.rid);
    const rid = head !== undefined && found.has(head) ? head : one.rid;
    if (seen.has(rid)) return [];
    seen.add(rid);
    return [{...one, rid}];
  });
}

/** All of a kind: the newest of what is dated, of others the best known. */
async function firstOfKind(
  context: Context,
  terms: readonly Term[],
  filters: Filters & {kind: Kind},
): Promise<Placed[]> {
  const all = await listed(context, filters, WINDOW);
  const sums = await sumsOf(context, terms, all);
  return all.map((rid, place) => ({rid, sum: sums.get(rid) ?? 0, place}));
}

/** A text without some of its words. */
function withoutWords(text: string, taken: string): string {
  const words = new Set(taken.split(' '));
  return text
    .split(/\s+/)
    .filter((word) => !words.has(word))
    .join(' ');
}

/** The same of a disease in a text, with what its abbreviation stands for (NASH, wet AMD). */
async function numbersOfDisease(
  context: Context,
  disease: string,
  words: readonly Term[],
): Promise<ReadonlySet<number>> {
  const [own, alone] = await Promise.all([numbersOf(context, disease), subjectTerms(context, disease)]);
  const places = placesIn(words, own);
  return new Set([...own, ...[...alone, ...words.filter(({word}) => places.has(word))].map(({tid}) => tid)]);
}

/** The places in the text of those of its words that have one of some terms. */
const placesIn = (words: readonly Term[], terms: ReadonlySet<number>): ReadonlySet<number | undefined> =>
  new Set(words.flatMap(({tid, word}) => (terms.has(tid) ? word : [])));

/** What was read, if anything was, and whether something has all of it. */
function readIn({read}: Wanted, isMet: boolean): Pick<Best, 'read'> {
  return read === undefined || Object.keys(read).length === 0 ? {} : {read: {...read, met: isMet}};
}

/** The same with half of their sums for drugs in another stage than one that is asked for. */
async function inStageFirst(
  context: Context,
  best: readonly Placed[],
  {stages, labels}: Pick<Wanted, 'stages' | 'labels'>,
): Promise<Placed[]> {
  if (stages === undefined) return [...best];
  const drugs = best.map(({rid}) => rid).filter((rid) => kindOfRid(rid) === 'product');
  const within = new Set(await inStages(context, drugs, stages, labels === '' ? undefined : labels));
  const isOther = (rid: number) => kindOfRid(rid) === 'product' && !within.has(rid);
  return best.map((one) => ({...one, sum: isOther(one.rid) ? Math.round(one.sum * BESIDE) : one.sum}));
}

/** What it adds to a sum to be of a kind that the text asks for or, if that is not said, what it wants. */
function preferenceFor(terms: readonly Term[], wanted: Wanted, filters: Filters): Map<Kind, number> {
  const said = terms.flatMap(({kind, weight}) => (kind === undefined ? [] : [[kind, added(weight)] as const]));
  const asked = said.filter(([kind]) => filters.kind === undefined || filters.kind === kind);
  const isWanted = wanted.groups.length > 0 || wanted.stages !== undefined;
  if (asked.length > 0 || !isWanted || wanted.kind === undefined) return new Map(asked);
  if (filters.kind !== undefined && filters.kind !== wanted.kind) return new Map();
  // Its drugs have the target in their words as well.
  if (wanted.stages === undefined && wanted.groups.every(({name}) => name === 'target')) return new Map();
  const sum = terms.reduce((total, {kind, weight}) => total + (kind === undefined ? weight : 0), 0);
  return new Map([[wanted.kind, added(PREFERENCE * sum)]]);
}
