import type {Context} from '../../context.ts';
import {isWork, type Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {IMPACT_UNIT, type Scored} from '../../text-match.ts';
import {stagesOf} from './assets.ts';
import {bestScored, sumsOf, WINDOW} from './best-scored.ts';
import type {Term} from './dictionary.ts';
import type {Filters} from './filters.ts';
import {type Question, questionIn} from './kind-words.ts';
import {BESIDE, type Candidate, merged} from './layers.ts';
import {page} from './listing.ts';
import {minorDrugs, offTheMarket} from './minor-drugs.ts';
import {LABELLED} from './reading.ts';
import {shareSaid} from './share-said.ts';
import {APPROVED, STAGES} from './stages.ts';
import {termsOf} from './terms.ts';
import {type Read, type Wanted, wantedIn} from './wanted.ts';

/** The impact of being of a kind that is asked for: the same for those that few know. */
const OF_KIND = 0.75;

/** Of the weight of all words, the least that makes one of the kind asked for an answer: not every vaccine is one against malaria. */
const LEAST_SAID = 0.4;

/** The same where no word says the kind: a vaccine made in cells is no dendritic cell vaccine. */
const LEAST_UNSAID = 0.55;

/** What it weighs to be what a text wants where no word says the kind, of what all words do. */
const PREFERENCE = 0.7;

/** The best for a text, and what was read of it that made some of them preferred. */
export interface Best {
  best: Scored[];
  read?: Read & {met: boolean};
  /** What of it is a condition. */
  groups?: Filters['groups'];
}

/**
 * The best by the words. Those of a kind that is asked for are preferred that have enough of the words, and whatever else the text says of them, where
 * any has.
 */
export async function bestOf(context: Context, text: string, terms: readonly Term[], filters: Filters): Promise<Best> {
  const question = questionIn(text);
  const denied = await deniedBy(context, question);
  const words = terms.filter(({kind, tid}) => kind === undefined && !denied.said.has(tid));
  const wanted = await wantedIn(context, text, question, filters.kind);
  if (words.length === 0 && wanted.groups.length === 0)
    return {best: await bestScored(context, terms, filters), ...readIn(wanted, true)};
  const preference = preferenceFor(terms, wanted, filters);
  if (preference.size === 0) return {best: await bestScored(context, words, filters)};
  const taken = new Set((await termsOf(context, wanted.taken, false)).map(({tid}) => tid));
  const shared = new Set((await termsOf(context, wanted.shared, false)).map(({tid}) => tid));
  const isLabelled = wanted.kind !== undefined && LABELLED.includes(wanted.kind);
  const labelled = new Set((isLabelled ? await termsOf(context, wanted.labels, false) : []).map(({tid}) => tid));
  // What an owner's initials abbreviate is not asked for (PTC Therapeutics).
  const takenWords = new Set(words.flatMap(({tid, word}) => (taken.has(tid) ? word : [])));
  const subject = words.filter(({tid, word}) => !taken.has(tid) && !takenWords.has(word));
  const isSaid = terms.some(({kind, isImplied}) => kind !== undefined && isImplied !== true);
  const least = isSaid ? LEAST_SAID : LEAST_UNSAID;
  const preferredIn = async (
    groups: Filters['groups'],
    said: readonly Term[],
    {kinds, stages}: Among = {kinds: [...preference.keys()], stages: wanted.stages},
  ): Promise<Candidate[]> => {
    // Of all that Roche has, those that say Roche most often are not the ones for Alzheimer disease.
    const by = said.length > 0 ? said : words;
    const most = stages === undefined && wanted.isOff !== true ? WINDOW : MOST_STAGED;
    const isOfClass = groups.some(({name}) => name === 'target' || name === 'modality');
    // Approvals with the labels are listed where nothing else is said, which their texts seldom say; trials have the labels of many diseases.
    const isByLabel = groups === wanted.groups && labelled.size > 0;
    const open = isByLabel ? said.filter(({tid}) => !labelled.has(tid)) : said;
    const isList =
      (isByLabel && wanted.kind === 'approval') || (!isOfClass && (stages === undefined || isOwned(groups)));
    const isAll = open.length === 0 && groups !== NO_GROUPS && isList;
    const found = await Promise.all(
      kinds.map(async (kind) => {
        const within = {...filters, kind, groups: [...filters.groups, ...groups]};
        if (isAll) return listed(context, within, most, wanted.isComing === true);
        const best = (await bestScored(context, by, within, most)).map(({rid}) => rid);
        // Those that are recorded by another name of the target follow.
        return isOfClass && open.length === 0
          ? [...new Set([...best, ...(await listed(context, within, most, false))])]
          : best;
      }),
    );
    const those = wanted.isOff === true ? [...(await offTheMarket(context, found.flat()))] : found.flat();
    const rids = await ofStages(context, those, groups === NO_GROUPS ? undefined : stages);
    // That all are Roche's, or in phase 3, says nothing of each: as if each said it alike.
    const telling = groups === NO_GROUPS ? words : words.filter(({tid}) => !shared.has(tid));
    const isOfOwner = isOwned(groups) && kinds.includes('product');
    const [share, sums, has, minor] = await Promise.all([
      shareSaid(context, said, rids, isByLabel ? labelled : undefined),
      sumsOf(context, telling, rids),
      denied.terms.length === 0 ? undefined : shareSaid(context, denied.terms, rids),
      isOfOwner ? minorDrugs(context, rids) : undefined,
    ]);
    const alike = added(words.reduce((sum, term) => sum + (!isAll && telling.includes(term) ? 0 : term.weight), 0));
    const isMeant = (rid: number) => share(rid) >= least && !((has?.(rid) ?? 0) >= IS_DENIED);
    // What has all that is said has it alike; a list is in order.
    const sumOf = (rid: number, at: number) => (isAll ? most - at : (sums.get(rid) ?? 0)) + alike;
    return rids.map((rid, at) => {
      const isMinor = minor?.has(rid) === true;
      return {rid, sum: sumOf(rid, at), isMeant: isMeant(rid), isMinor};
    });
  };
  // Which disease something is for, and what is tried against, is a label of most, not of all.
  const isLabel = ({name}: Filters['groups'][number]) => name === 'disease' || (isLabelled && name === 'target');
  const groups = wanted.groups.some(isLabel) ? wanted.groups.filter((one) => !isLabel(one)) : wanted.groups;
  const isOfLabels = groups !== wanted.groups;
  const isWanted = groups.length > 0 || wanted.stages !== undefined;
  const [best, all, ofLabels] = await Promise.all([
    bestScored(context, words, filters),
    isWanted ? preferredIn(groups, subject) : [],
    isOfLabels ? preferredIn(wanted.groups, subject) : [],
  ]);
  const layers = [all];
  const meant = () => layers.reduce((sum, layer) => sum + layer.filter(({isMeant}) => isMeant).length, 0);
  const core = groups.filter(({name}) => WHAT.includes(name));
  // Those that hit the target follow the few whose texts say that they activate it.
  const action = new Set((await termsOf(context, question.action ?? '', false)).map(({tid}) => tid));
  const unsaid = subject.filter(({tid}) => !action.has(tid));
  if (unsaid.length < subject.length && isWanted && meant() < ENOUGH) layers.push(await preferredIn(groups, unsaid));
  // A drug is not tried for everything: then its other trials.
  if (meant() === 0 && core.some(({name}) => name === 'product')) layers.push(await preferredIn(groups, []));
  // Of what Pfizer terminated in 2023, what it terminated is nearer than what it has.
  const undated = groups.filter(({name}) => name !== 'date' && name !== 'year');
  if (meant() < ENOUGH && undated.length > core.length && undated.length < groups.length && wanted.kind === 'trial')
    layers.push(await preferredIn(undated, subject));
  if (meant() < ENOUGH && core.length > 0 && core.length < groups.length) layers.push(await preferredIn(core, subject));
  // What people work on their own texts seldom say: of UCSF's for glioma, whoever is at UCSF.
  if (meant() === 0 && wanted.kind === 'person' && core.length > 0) layers.push(await preferredIn(core, []));
  // What no drug of the modality is for, no other drug is either; and without a word for it, no kind is preferred by itself.
  const isOfModality = question.isImplied === true && question.modality !== undefined;
  if (isOfModality && meant() === 0) layers.push(await worksOn(context, words, filters, least));
  // The pipeline of a company whose programs no source lists is its drugs in development, and no other company's.
  const isPipeline = wanted.kind === 'program' && isOwned(groups);
  if (isPipeline && filters.kind === undefined && meant() < ENOUGH)
    layers.push(await preferredIn(groups, subject, {kinds: ['product'], stages: DEVELOPING}));
  // Who asks for what is to come wants nothing that is over.
  const isDated = wanted.kind === 'catalyst' && groups.length > 0;
  if (meant() < ENOUGH && !isPipeline && !isOfModality && !isDated && terms.some(({kind}) => kind !== undefined))
    layers.push(await preferredIn(NO_GROUPS, core.length > 0 ? words : subject));
  const isMet = [...ofLabels, ...(isWanted && !isPipeline ? all : layers.flat())].some(({isMeant}) => isMeant);
  const kindOf = (rid: number): Kind => {
    const kind = kindOfRid(rid);
    if (isPipeline && kind === 'product') return 'program';
    return isOfModality && isWork(kind) ? 'product' : kind;
  };
  return {
    best: await inStageFirst(
      context,
      merged(best, ofLabels, layers, (rid) => preference.get(kindOf(rid)) ?? 0),
      wanted,
    ),
    groups: wanted.groups,
    ...readIn(wanted, isMet && wanted.isLacking !== true),
  };
}

/** Kinds, and the stages that drugs of them have reached if only some are wanted. */
interface Among {
  kinds: readonly Kind[];
  stages: Wanted['stages'];
}

/** Stages of what is not approved anywhere. */
const DEVELOPING: ReadonlySet<number> = new Set([...STAGES.keys()].filter((stage) => stage > 0 && stage < APPROVED));

const isOwned = (groups: Filters['groups']): boolean => groups.some(({name}) => name === 'organization');

/** What was read, if anything was, and whether something has all of it. */
function readIn({read}: Wanted, isMet: boolean): Pick<Best, 'read'> {
  return read === undefined || Object.keys(read).length === 0 ? {} : {read: {...read, met: isMet}};
}

/** Programs, trials and patents that say all of a class of drugs (HIV vaccine), of which there is no drug. */
async function worksOn(
  context: Context,
  words: readonly Term[],
  filters: Filters,
  least: number,
): Promise<Candidate[]> {
  const kinds = (['program', 'trial', 'patent'] as const).filter(
    (kind) => filters.kind === undefined || filters.kind === kind,
  );
  const found = (await Promise.all(kinds.map((kind) => bestScored(context, words, {...filters, kind})))).flat();
  const share = await shareSaid(
    context,
    words,
    found.map(({rid}) => rid),
  );
  return found.map(({rid, sum}) => ({rid, sum, isMeant: share(rid) >= Math.max(least, WHOLE)}));
}

/** Of the weight of all words, the least that makes a program, trial or patent one on a class of drugs. */
const WHOLE = 0.9;

/** Kinds whose newest are asked for by who asks for all; of the others, the best known. */
const DATED: readonly Kind[] = ['trial', 'paper', 'patent', 'approval', 'funding_event', 'catalyst', 'opportunity'];

/** All that pass some filters: the newest or the best known first, or those that are to come by day. */
async function listed(
  context: Context,
  filters: Filters & {kind: Kind},
  most: number,
  isComing: boolean,
): Promise<readonly number[]> {
  const sort = DATED.includes(filters.kind) ? 'date' : 'prominence';
  const request = {sort, limit: most, offset: 0, after: undefined, question: []} as const;
  const {rids, total = 0} = await page(context, filters, request);
  if (!isComing) return rids;
  const last = await page(context, filters, {...request, offset: Math.max(0, total - most)});
  return last.rids.toReversed();
}

/** How much of what is not wanted makes something be it. */
const IS_DENIED = 0.75;

/** The class that a text asks not to have, as terms, and the words that say so, which are not looked for. */
async function deniedBy(
  context: Context,
  {denied}: Question,
): Promise<{terms: readonly Term[]; said: ReadonlySet<number>}> {
  if (denied === undefined) return {terms: [], said: new Set()};
  const [terms, said] = await Promise.all([
    termsOf(context, denied.className, false),
    termsOf(context, denied.said, false),
  ]);
  return {terms, said: new Set(said.map(({tid}) => tid))};
}

const added = (weight: number): number => Math.round(weight * OF_KIND * IMPACT_UNIT);

/** No condition but the words and the kind. */
const NO_GROUPS: Filters['groups'] = [];

/** What things are and whose: where no trial of a gene therapy is suspended, others of gene therapies are nearer than others that are suspended. */
const WHAT: readonly string[] = ['modality', 'target', 'organization', 'product'];

/** Of fewer that are all that a text says, those of the kind that are less of it follow. */
const ENOUGH = 10;

/** The same with half of their sums for drugs in another stage than one that is asked for. */
async function inStageFirst(context: Context, best: readonly Scored[], {stages}: Wanted): Promise<Scored[]> {
  if (stages === undefined) return [...best];
  const reached = await stagesOf(
    context,
    best.map(({rid}) => rid).filter((rid) => kindOfRid(rid) === 'product'),
  );
  const isOther = (rid: number) => kindOfRid(rid) === 'product' && !stages.has(reached.get(rid) ?? 0);
  return best.map(({rid, sum}) => ({rid, sum: isOther(rid) ? Math.round(sum * BESIDE) : sum}));
}

/** Candidates of which some have reached a certain stage. */
const MOST_STAGED = 400;

/** Those of some drugs that have reached one of some stages; all of them if none is asked for. */
async function ofStages(
  context: Context,
  rids: readonly number[],
  stages: ReadonlySet<number> | undefined,
): Promise<readonly number[]> {
  if (stages === undefined) return rids;
  const reached = await stagesOf(context, rids);
  return rids.filter((rid) => stages.has(reached.get(rid) ?? 0)).slice(0, WINDOW);
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
