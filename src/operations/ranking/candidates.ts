import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {IMPACT_UNIT} from '../../text-match.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {dealsFrom} from '../reading/amounts.ts';
import {deniedAmong} from '../reading/denied.ts';
import type {Candidate} from '../reading/layers.ts';
import {minorDrugs, withdrawnFrom} from '../reading/minor-drugs.ts';
import type {Wanted} from '../reading/wanted.ts';
import {recordsOf} from '../records/document.ts';
import {bestScored, sumsOf, WINDOW} from '../scoring/best-scored.ts';
import type {Term} from '../scoring/dictionary.ts';
import {shareSaid} from '../scoring/share-said.ts';
import {byFirstApproval} from './approval-order.ts';
import {classOrder, furthestFirst, WHOLE} from './class-order.ts';
import {diseaseOrder} from './disease-order.ts';
import {drugMakersFirst, oncePublicFirst} from './drug-makers.ts';
import {comingFirst, DATED, firstFormsFirst, listed, originalsFirst} from './listed.ts';
import {type Acting, isOpposed, targetNames, wantedAction} from './opposed.ts';
import {assetsOfOwner} from './own-assets.ts';
import {registeredFirst} from './registered.ts';
import type {Search} from './searched.ts';
import {inStages, labelledFor, ONLY_APPROVED} from './uses.ts';

/** What candidates must meet, at most what the search wants. */
export interface Conditions {
  groups: Filters['groups'];
  /** The terms by which they are looked for. */
  said: readonly Term[];
  kinds?: readonly Kind[];
  /** The stages that drugs of them have reached. */
  stages?: Wanted['stages'];
  /** Whether those are meant that have most of what is said, however little. */
  isNearest?: true;
}

/** No condition but the words and the kind. */
export const NO_GROUPS: Filters['groups'] = [];

/** Whether it is a condition on where something is, or on which exchange: what fails it is no answer. */
export const isWhere = ({name}: Filters['groups'][number]): boolean => ['place', 'country', 'listed'].includes(name);

/** Whether it is a condition on when something is: where some meet it, what fails it is no answer. */
export const isWhen = ({name}: Filters['groups'][number]): boolean => name === 'date' || name === 'year';

/** The same of approvals, which are told by how they were given as well. */
export const isWhenOrHow = (group: Filters['groups'][number]): boolean => isWhen(group) || group.name === 'pathway';

/** Whether a condition is how drugs are given or were approved, which is no class of theirs. */
export const isHow = ({name}: Filters['groups'][number]): boolean => name === 'route' || name === 'pathway';

/** Conditions that are a class of drugs. */
const OF_CLASS: readonly string[] = ['target', 'modality', 'class'];

export const isOwned = (groups: Filters['groups']): boolean => groups.some(({name}) => name === 'organization');

/** The best that meet some conditions, each with its sum and whether it is meant. */
export async function candidates(context: Context, search: Search, conditions: Conditions): Promise<Candidate[]> {
  const {filters, wanted, words, denial} = search;
  const {groups, said, kinds = search.kinds, stages = wanted.stages} = conditions;
  // Of all that Roche has, those that say Roche most often are not the ones for Alzheimer disease.
  const by = said.length > 0 ? said : words;
  const most = stages === undefined && wanted.isOff !== true ? WINDOW : MOST_STAGED;
  const isOfClass = groups.some(({name}) => OF_CLASS.includes(name));
  // Approvals with the labels are listed where nothing else is said, which their texts seldom say; trials have the labels of many diseases.
  const isByLabel = groups === wanted.groups && search.labelled.size > 0;
  const open = isByLabel ? said.filter(({tid}) => !search.labelled.has(tid)) : said;
  // Of drugs of some years no text says more than that.
  const isOfYears = kinds.includes('product') && groups.some(({name}) => name === 'year');
  const isBound = isOwned(groups) || isOfYears || groups.some(({name}) => name === 'agency');
  const isList = (isByLabel && wanted.kind === 'approval') || (!isOfClass && (stages === undefined || isBound));
  const isOfInstitutions = kinds.includes('institution') && groups.some(isWhere);
  // Of NIH grants nothing is said but what all are.
  const isEvery =
    groups === NO_GROUPS &&
    words.length > 0 &&
    search.kinds.includes(wanted.kind ?? 'target') &&
    DATED.includes(wanted.kind ?? 'target');
  const isAll = open.length === 0 && (groups !== NO_GROUPS || isEvery) && isList;
  const isOfOwner = isOwned(groups) && kinds.includes('product');
  const own = isAll && isOfOwner ? await assetsOfOwner(context, groups) : [];
  const sort = {by, most, isAll, own, isOfInstitutions, isOfClass: isOfClass && open.length === 0};
  const found = await Promise.all(
    kinds.map((kind) => gather(context, {...filters, kind, groups: [...filters.groups, ...groups]}, wanted, sort)),
  );
  const those = wanted.isOff === true ? await withdrawnFrom(context, found.flat()) : found.flat();
  const isOfDisease = kinds.includes('product') && said.length > 0 && said.every(({tid}) => search.ofDisease.has(tid));
  const disease = isOfDisease ? wanted.labels : undefined;
  const staged =
    groups === NO_GROUPS || stages === undefined
      ? those
      : (await inStages(context, those, stages, disease)).slice(0, WINDOW);
  // Of those that are labelled with the disease no text needs to say it.
  const isLabelled = groups.some(({name}) => name === 'disease');
  const within = {...filters, groups: [...filters.groups, ...groups]};
  const ofLabel =
    disease !== undefined && isLabelled && wanted.isOff !== true
      ? await labelledFor(context, within, disease, isOfYears ? ONLY_APPROVED : stages)
      : [];
  const isOfLabel = new Set(ofLabel);
  const rids = [...new Set([...staged, ...ofLabel])];
  // That all are Roche's, or in phase 3, says nothing of each: as if each said it alike.
  const telling = groups === NO_GROUPS ? words : words.filter(({tid}) => !search.shared.has(tid));
  const [share, sums, denied, minor] = await Promise.all([
    shareSaid(context, said, rids, isByLabel ? search.labelled : undefined),
    sumsOf(context, telling, rids),
    deniedAmong(context, denial, rids),
    isOfOwner ? minorDrugs(context, rids) : undefined,
  ]);
  const isUsual = ({tid}: Term) => search.action.terms.has(tid) || (isLabelled && search.ofDisease.has(tid));
  const isOfTarget = isOfClass && open.every(isUsual) && kinds.includes('product');
  const isPipeline = conditions.stages !== undefined || (stages !== undefined && groups !== NO_GROUPS && isOfDisease);
  const isClass = isOfTarget || (search.className !== undefined && groups.every(isHow));
  const does = isOfTarget ? wantedAction(search.action) : undefined;
  const records = does && (await recordsOf<Acting>(context, rids));
  const names = targetNames(wanted.targets ?? []);
  const opposed = new Set(
    [...(records ?? [])].flatMap(([rid, record]) => (does !== undefined && isOpposed(record, does, names) ? rid : [])),
  );
  const isInOrder = isOfInstitutions || wanted.isLargest === true || (isAll && wanted.kind === 'approval');
  const places =
    isInOrder || own.length > 0
      ? new Map(rids.map((rid, at) => [rid, at]))
      : await placesOf(context, search, rids, {
          ...{isDrugs: kinds.includes('product'), isPipeline, isClass, isLabelled, isOfDisease, isOfOwner, opposed},
          sumOf: (rid) => sums.get(rid) ?? 0,
        });
  const alike = added(words.reduce((sum, term) => sum + (!isAll && telling.includes(term) ? 0 : term.weight), 0));
  const nearest = conditions.isNearest === true ? Math.max(LEAST_NEAR, NEARLY * Math.max(0, ...rids.map(share))) : 1;
  const least = Math.min(isOfInstitutions ? WHOLE : search.least, nearest);
  const isMeant = (rid: number) => (share(rid) >= least || isOfLabel.has(rid)) && !denied.has(rid);
  const ofAll = added(words.reduce((sum, {weight}) => sum + weight, 0));
  // What has all that is said has it alike; a list is in order.
  const sumOf = (rid: number, at: number) =>
    Math.max(isOfLabel.has(rid) ? ofAll : 0, (isAll ? most - at : (sums.get(rid) ?? 0)) + alike);
  return rids.map((rid, at) => {
    const isMinor = minor?.has(rid) === true;
    const place = places?.get(rid);
    const isWhole = isMeant(rid) && !opposed.has(rid) && (share(rid) >= WHOLE || isOfLabel.has(rid));
    return {rid, sum: sumOf(rid, at), isMeant: isMeant(rid), isWhole, isMinor, ...(place !== undefined && {place})};
  });
}

/** How those of one kind are found: by some words, or all in the order of their kind. */
interface Gathering {
  by: readonly Term[];
  most: number;
  isAll: boolean;
  /** The drugs of an owner, in order, if all of them are asked for. */
  own: readonly number[];
  isOfInstitutions: boolean;
  /** Whether all that is said is a class, of which not all say so. */
  isOfClass: boolean;
}

async function gather(
  context: Context,
  within: Filters & {kind: Kind},
  wanted: Wanted,
  {by, most, isAll, own, isOfInstitutions, isOfClass}: Gathering,
): Promise<readonly number[]> {
  const {kind} = within;
  if (wanted.isLargest === true) {
    const deals = await dealsFrom(context, 0);
    const passed = new Set(await rowsPassing(context, deals, within));
    const unknown = await listed(context, within, most);
    return [...new Set([...deals.filter((rid) => passed.has(rid)), ...unknown])].slice(0, MOST_STAGED);
  }
  if (isOfInstitutions) return registeredFirst(context, await listed(context, within, MOST_STAGED), by);
  if (isAll && (kind === 'approval' || kind === 'company')) {
    const all = await listed(context, within, MOST_STAGED);
    const {expires, organization} = wanted.read ?? {};
    if (kind === 'approval') return (expires === undefined ? originalsFirst : firstFormsFirst)(context, all, most);
    return (organization === undefined ? drugMakersFirst : oncePublicFirst)(context, all, most);
  }
  if (own.length > 0) {
    const first = await rowsPassing(context, own, within);
    return [...new Set([...own.filter((rid) => first.includes(rid)), ...(await listed(context, within, most))])].slice(
      0,
      most,
    );
  }
  if (isAll) return wanted.isComing === true ? comingFirst(context, within, most) : listed(context, within, most);
  const best = (await bestScored(context, by, within, most)).map(({rid}) => rid);
  // Those that are recorded by another name of the target follow.
  return isOfClass ? [...new Set([...best, ...(await listed(context, within, most))])] : best;
}

/** What a search for drugs asks for, which decides their order. */
interface DrugSearch {
  isDrugs: boolean;
  isPipeline: boolean;
  isClass: boolean;
  isLabelled: boolean;
  isOfDisease: boolean;
  isOfOwner: boolean;
  /** Those that do the opposite to their target. */
  opposed: ReadonlySet<number>;
  sumOf(rid: number): number;
}

/** The places of drugs in the order that fits what is asked; undefined if it is that of their sums. */
async function placesOf(
  context: Context,
  search: Search,
  rids: readonly number[],
  {isDrugs, isPipeline, isClass, isLabelled, isOfDisease, isOfOwner, opposed, sumOf}: DrugSearch,
): Promise<ReadonlyMap<number, number> | undefined> {
  const {labels} = search.wanted;
  if (search.order !== undefined && isDrugs)
    return byFirstApproval(context, rids, search.order, {
      disease: isLabelled || isOfDisease ? labels : undefined,
      className: isClass ? search.className : undefined,
    });
  if (isPipeline) return furthestFirst(context, rids, isOfDisease ? labels : undefined, search.wanted.stages);
  if (isClass) return classOrder(context, rids, search, opposed, isLabelled ? labels : undefined);
  return isOfDisease && !isOfOwner ? diseaseOrder(context, rids, labels, sumOf) : undefined;
}

/** Of the most that any has of what is said, what another has that is as near; and what it has at least. */
const NEARLY = 0.75;
const LEAST_NEAR = 0.1;

/** The impact of being of a kind that is asked for: the same for those that few know. */
const OF_KIND = 0.75;

export const added = (weight: number): number => Math.round(weight * OF_KIND * IMPACT_UNIT);

/** Candidates of which some have reached a certain stage. */
const MOST_STAGED = 400;
