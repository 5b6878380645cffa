import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import type {Filters} from '../filters/filters.ts';
import type {Question} from '../reading/kind-words.ts';
import type {Candidate} from '../reading/layers.ts';
import {APPROVED, STAGES} from '../records/stages.ts';
import {bestScored} from '../scoring/best-scored.ts';
import type {Term} from '../scoring/dictionary.ts';
import {shareSaid} from '../scoring/share-said.ts';
import {candidates, isOwned, isWhen, isWhere, NO_GROUPS} from './candidates.ts';
import type {Search} from './searched.ts';

/** What may be given up of a search if too few meet all of it. */
interface Relaxation {
  /** It is given up if fewer are meant so far. */
  below: number;
  isOpen: boolean;
  /** Whether what it finds stands for what is asked for, and meets all of the text. */
  isStanding?: boolean;
  find(): Promise<Candidate[]>;
}

/** What the layers below the best are. */
interface Relaxed {
  layers: Candidate[][];
  /** Whether a company's drugs stand for its programs. */
  isPipeline: boolean;
  /** Of these, those that meet all of a text as its programs would. */
  standing: readonly Candidate[];
  /** Whether works on a class of drugs stand for drugs of it. */
  isOfModality: boolean;
}

/** Of fewer that are all that a text says, those of the kind that are less of it follow. */
const ENOUGH = 10;

/** What things are and whose: where no trial of a gene therapy is suspended, others of gene therapies are nearer than others that are suspended. */
const WHAT: readonly string[] = [
  'modality',
  'target',
  'class',
  'organization',
  'product',
  'place',
  'country',
  'listed',
];

/** Kinds of which others than those that a text says are an answer, if none is what it says. */
const NEAREST: readonly Kind[] = ['funding_event', 'opportunity', 'patent', 'paper', 'trial', 'catalyst'];

/** Stages of what is not approved anywhere. */
const DEVELOPING: ReadonlySet<number> = new Set([...STAGES.keys()].filter((stage) => stage > 0 && stage < APPROVED));

/**
 * Those that meet less and less of what a text says, nearest first, until enough are meant.
 *
 * @param groups The conditions that are no labels.
 * @param all Those that meet all of it.
 */
export async function relaxed(
  context: Context,
  search: Search,
  {question, groups, terms}: {question: Question; groups: Filters['groups']; terms: readonly Term[]},
  all: Candidate[],
): Promise<Relaxed> {
  const {filters, wanted, words, subject, action, least} = search;
  const isWanted = groups.length > 0 || wanted.stages !== undefined;
  const core = groups.filter(({name}) => WHAT.includes(name));
  // What is elsewhere is no answer.
  const where = groups.filter(isWhere);
  const sort = groups.filter((one) => one.name === 'type' || isWhen(one));
  const isSorted = groups.some(({name}) => name === 'type');
  const undated = groups.filter(({name}) => name !== 'date' && name !== 'year');
  const unsaid = subject.filter(({tid}) => !action.terms.has(tid));
  const isOfModality = question.isImplied === true && question.modality !== undefined;
  const isPipeline = wanted.kind === 'program' && isOwned(groups);
  const isDated = wanted.kind === 'catalyst' && groups.length > 0;
  const of = (some: Filters['groups'], said: readonly Term[]) => candidates(context, search, {groups: some, said});
  const relaxations: readonly Relaxation[] = [
    // Those that hit the target follow the few whose texts say that they activate it.
    {below: ENOUGH, isOpen: isWanted && unsaid.length < subject.length, find: () => of(groups, unsaid)},
    // A drug is not tried for everything: then its other trials.
    {below: 1, isOpen: core.some(({name}) => name === 'product'), find: () => of(groups, [])},
    // Of what Pfizer terminated in 2023, what it terminated is nearer than what it has.
    {
      below: ENOUGH,
      isOpen: wanted.kind === 'trial' && undated.length > core.length && undated.length < groups.length,
      find: () => of(undated, subject),
    },
    {below: ENOUGH, isOpen: core.length > 0 && core.length < groups.length, find: () => of(core, subject)},
    // Of those that are there none says what is asked for.
    {below: 1, isOpen: wanted.kind === 'institution' && where.length > 0, find: () => of(where, [])},
    // What people work on their own texts seldom say: of UCSF's for glioma, whoever is at UCSF.
    {below: 1, isOpen: wanted.kind === 'person' && core.length > 0, find: () => of(core, [])},
    // What no drug of the modality is for, no other drug is either; and without a word for it, no kind is preferred by itself.
    {below: 1, isOpen: isOfModality, find: () => worksOn(context, words, filters, least)},
    // The pipeline of a company whose programs no source lists is its drugs in development, and no other company's.
    {
      below: ENOUGH,
      isOpen: isPipeline && filters.kind === undefined,
      isStanding: true,
      find: () =>
        candidates(context, search, {groups, said: subject, kinds: ['product'], stages: wanted.stages ?? DEVELOPING}),
    },
    // Who asks for what is to come wants nothing that is over.
    {
      below: ENOUGH,
      isOpen: !isPipeline && !isOfModality && !isDated && terms.some(({kind}) => kind !== undefined),
      find: () => of(where.length > 0 ? where : NO_GROUPS, core.length > where.length ? words : subject),
    },
    // Where no grant is on ovarian cancer, those on cancer are nearer than drugs for it.
    {
      below: 1,
      isOpen:
        wanted.kind !== undefined &&
        NEAREST.includes(wanted.kind) &&
        question.isImplied !== true &&
        subject.length > 0 &&
        where.length === 0 &&
        !core.some(({name}) => name === 'product') &&
        (isSorted || !isDated),
      find: () => candidates(context, search, {groups: isSorted ? sort : NO_GROUPS, said: subject, isNearest: true}),
    },
    // Where no grant at all is on it, other grants of the institute are nearer than drugs for it.
    {
      below: 1,
      isOpen: wanted.kind === 'funding_event' && core.length > 0 && subject.length > 0,
      find: () => of(core, []),
    },
    // Of clinical holds none says what of.
    {below: 1, isOpen: isSorted && groups.length === 1, find: () => of(groups, [])},
  ];
  const layers = [all];
  const meant = () => layers.reduce((sum, layer) => sum + layer.filter(({isMeant}) => isMeant).length, 0);
  const standing: Candidate[] = [];
  for (const {below, isOpen, isStanding, find} of relaxations) {
    if (!isOpen || meant() >= below) continue;
    const layer = await find();
    layers.push(layer);
    if (isStanding === true) standing.push(...layer);
  }
  return {layers, standing, isPipeline, isOfModality};
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
  return found.map(({rid, sum}) => ({
    rid,
    sum,
    isMeant: share(rid) >= Math.max(least, WHOLE),
    isWhole: share(rid) >= WHOLE,
  }));
}

/** Of the weight of all words, the least that makes a program, trial or patent one on a class of drugs. */
const WHOLE = 0.9;
