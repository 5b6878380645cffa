import type {Context} from '../../context.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {IMPACT_UNIT, type Scored} from '../../text-match.ts';
import {stagesOf} from './assets.ts';
import {bestScored, sumsOf, WINDOW} from './best-scored.ts';
import type {Filters} from './filters.ts';
import {type Question, questionIn} from './kind-words.ts';
import {type Term, termsOf} from './terms.ts';
import {type Wanted, wantedIn} from './wanted.ts';

/** The impact of being of a kind that is asked for: the same for those that few know. */
const OF_KIND = 0.75;

/** Of the weight of all words, the least that makes one of the kind asked for an answer: not every vaccine is one against malaria. */
const LEAST_SAID = 0.4;

/** The same where no word says the kind: a vaccine made in cells is no dendritic cell vaccine. */
const LEAST_UNSAID = 0.55;

/** What it weighs to be what a text wants where no word says the kind, of what all words do. */
const PREFERENCE = 0.7;

/**
 * The best by the words. Those of a kind that is asked for are preferred that have enough of the words, and whatever else the text says of them, where
 * any has.
 */
export async function bestOf(
  context: Context,
  text: string,
  terms: readonly Term[],
  filters: Filters,
): Promise<Scored[]> {
  const question = questionIn(text);
  const denied = await deniedBy(context, question);
  const words = terms.filter(({kind, tid}) => kind === undefined && !denied.said.has(tid));
  if (words.length === 0) return bestScored(context, terms, filters);
  const wanted = await wantedIn(context, text, question, filters.kind);
  const preference = preferenceFor(terms, wanted, filters);
  if (preference.size === 0) return bestScored(context, words, filters);
  const taken = new Set((await termsOf(context, wanted.taken, false)).map(({tid}) => tid));
  const shared = new Set((await termsOf(context, wanted.shared, false)).map(({tid}) => tid));
  const subject = words.filter(({tid}) => !taken.has(tid));
  const isSaid = terms.some(({kind, isImplied}) => kind !== undefined && isImplied !== true);
  const least = isSaid ? LEAST_SAID : LEAST_UNSAID;
  const preferredIn = async (groups: Filters['groups'], said: readonly Term[]) => {
    // Of all that Roche has, those that say Roche most often are not the ones for Alzheimer disease.
    const by = said.length > 0 ? said : words;
    const most = wanted.stages === undefined ? WINDOW : MOST_STAGED;
    const found = await Promise.all(
      [...preference.keys()].map((kind) =>
        bestScored(context, by, {...filters, kind, groups: [...filters.groups, ...groups]}, most),
      ),
    );
    const rids = await ofStages(
      context,
      found.flat().map(({rid}) => rid),
      groups === NO_GROUPS ? undefined : wanted.stages,
    );
    // That all are Roche's, or in phase 3, says nothing of each: as if each said it alike.
    const telling = groups === NO_GROUPS ? words : words.filter(({tid}) => !shared.has(tid));
    const [share, sums, has] = await Promise.all([
      shareSaid(context, said, rids),
      sumsOf(context, telling, rids),
      sumsOf(context, denied.terms, rids),
    ]);
    const alike = added(words.reduce((sum, term) => sum + (telling.includes(term) ? 0 : term.weight), 0));
    const isMeant = (rid: number) => share(rid) >= least && !((has.get(rid) ?? 0) > 0);
    return rids.map((rid) => ({rid, sum: (sums.get(rid) ?? 0) + alike, isMeant: isMeant(rid)}));
  };
  const isWanted = wanted.groups.length > 0 || wanted.stages !== undefined;
  const [best, own = []] = await Promise.all([
    bestScored(context, words, filters),
    isWanted ? preferredIn(wanted.groups, subject) : undefined,
  ]);
  const isFound = own.some(({isMeant}) => isMeant);
  // What no drug of the modality is for, no other drug is either; and without a word for it, no kind is preferred by itself.
  const isNothing =
    !isFound &&
    ((question.isImplied === true && question.modality !== undefined) || !terms.some(({kind}) => kind !== undefined));
  const preferred = isFound ? own : isNothing ? [] : await preferredIn(NO_GROUPS, isWanted ? words : subject);
  const sums = new Map(best.map(({rid, sum}) => [rid, sum]));
  for (const {rid, sum, isMeant} of preferred)
    sums.set(rid, sum + (isMeant ? (preference.get(kindOfRid(rid)) ?? 0) : 0));
  return [...sums].map(([rid, sum]) => ({rid, sum}));
}

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

/**
 * How much of the weight of some words an entity has; a word that punctuation joins or that abbreviates others is one, of which it has at least half
 * of the forms: a T is no CAR-T.
 */
async function shareSaid(
  context: Context,
  terms: readonly Term[],
  rids: readonly number[],
): Promise<(rid: number) => number> {
  const each = await Promise.all(terms.map((term) => sumsOf(context, [term], rids)));
  const weighed = (has: (at: number) => boolean) => {
    const most = new Map<number | undefined, {weight: number; had: number; forms: number}>();
    for (const [at, {word, weight}] of terms.entries()) {
      const own = most.get(word) ?? {weight: 0, had: 0, forms: 0};
      own.forms++;
      if (has(at)) {
        own.had++;
        own.weight = Math.max(weight, own.weight);
      }
      most.set(word, own);
    }
    return [...most.values()].reduce((sum, {weight, had, forms}) => sum + (2 * had >= forms ? weight : 0), 0);
  };
  const whole = weighed(() => true);
  return (rid) => (whole === 0 ? 1 : weighed((at) => (each[at]?.get(rid) ?? 0) > 0) / whole);
}
