import type {Context} from '../../context.ts';
import {norm, stemsOf} from '../../text/words.ts';
import {stagesOf} from '../analytics/assets.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {meaningsOf} from '../filters/vocabulary.ts';
import {type Imaging, isImaging} from '../reading/imaging.ts';
import {OFF} from '../reading/minor-drugs.ts';
import {recordsOf} from '../records/document.ts';
import {APPROVED, STAGES} from '../records/stages.ts';
import {standingsOf} from '../records/standing.ts';
import {rowsWith} from '../scoring/rows-with.ts';
import {diseaseBelow} from './disease-below.ts';

/** What a drug is for a disease. */
export interface Use {
  /**
   * How far it has come for it; for anything, if it is first of all for it, or nobody says and it is approved for nothing else; 0 if
   * nothing is known.
   */
  stage: number;
  isApproved: boolean;
  /** Whether a source says how far. */
  isStated: boolean;
  /** Whether it is first of all for it. */
  isFirst: boolean;
  /** Whether it is approved for something that is called so: of rectal cancer, for colorectal cancer. */
  isNearlyApproved: boolean;
  isGivenUp: boolean;
  isOffMarket: boolean;
  /** Whether it shows the disease. */
  isImaging: boolean;
  /** When it was first approved for anything; the next year if it is not, 0 if nobody says. */
  year: number;
}

type Disease = {id?: string | null; label?: string | null};

/** What a drug's record says of it. */
export interface Indicated {
  name?: string;
  moa?: {disease_id?: string | null; disease_label?: string | null; confidence?: number | null};
  attributes?: Imaging['attributes'] & {
    indications?: (Disease & {phase?: string | null; confidence?: number | null})[];
    disease_names?: string[];
    development_status?: string;
    marketing_status?: string;
    first_approval_year?: number;
  };
}

/** What some drugs are for a disease or those below it, by their records. */
export async function usesOf(
  context: Context,
  records: ReadonlyMap<number, Indicated>,
  disease: string,
): Promise<ReadonlyMap<number, Use>> {
  const rids = [...records.keys()];
  const [{names}, reached] = await Promise.all([diseaseBelow(context, disease), stagesOf(context, rids)]);
  const {asOf, release} = context.generation;
  const isIt = ({id, label}: Disease) =>
    (label != null && names.has(norm(label))) || (id != null && names.has(norm(id)));
  const words = [disease, ...meaningsOf('disease', disease)].map(stemsOf).filter(({length}) => length > 0);
  // Of what is approved for anything, the texts say only that.
  const isCalled = (name: string) => {
    const own = new Set(stemsOf(name));
    return words.some((all) => all.every((word) => own.has(word)));
  };
  const nextYear = new Date(asOf).getUTCFullYear() + 1;
  const useOf = (rid: number, record: Indicated): Use => {
    const {moa, attributes = {}} = record;
    const stated = (attributes.indications ?? [])
      .filter((one) => (one.confidence ?? moa?.confidence ?? 0) >= release.trusted_confidence && isIt(one))
      .map(({phase}) => STAGES.indexOf(phase?.toLowerCase() as (typeof STAGES)[number]));
    const furthest = Math.max(-1, ...stated);
    const isFirst = isIt({id: moa?.disease_id ?? null, label: moa?.disease_label ?? null});
    const ever = reached.get(rid) ?? 0;
    const isNearlyApproved = ever === APPROVED && (isFirst || (attributes.disease_names ?? []).some(isCalled));
    // How far a drug has come for others says nothing of one for which nobody says it.
    const unstated = ever < APPROVED || isNearlyApproved ? ever : 0;
    return {
      stage: isFirst ? Math.max(ever, furthest) : furthest < 0 ? unstated : furthest,
      isApproved: furthest === APPROVED,
      isNearlyApproved,
      isStated: furthest >= 0,
      isFirst,
      isGivenUp: attributes.development_status === 'discontinued',
      isOffMarket: attributes.marketing_status === OFF,
      isImaging: isImaging(record),
      year: attributes.first_approval_year ?? (ever === APPROVED ? 0 : nextYear),
    };
  };
  return new Map([...records].map(([rid, record]) => [rid, useOf(rid, record)]));
}

/** After so many years a drug that is tried for something else is no news. */
const NEW_FOR = 15;

/** The year from which on a drug that was first approved is new. */
export const newSince = ({generation: {asOf}}: Context): number => new Date(asOf).getUTCFullYear() - NEW_FOR;

/** The stages of what has been tried in patients, where none is asked for: few of what was once given to a volunteer come further. */
const TRIED: ReadonlySet<number> = new Set([...STAGES.keys()].filter((stage) => stage >= STAGES.indexOf('phase 2')));

/** So many of them are looked at: those approved for nothing or of late, the furthest and the best known first. */
const MOST = 100;

/**
 * Of the drugs that pass some filters those that have come to some stages for a disease, or are approved for it or tried in patients. What is approved
 * for others does not say it in its texts.
 */
export async function labelledFor(
  context: Context,
  filters: Filters,
  disease: string,
  stages: ReadonlySet<number> = TRIED,
): Promise<readonly number[]> {
  const stated = await stagesFor(context, disease);
  const found = [...stated].flatMap(([rid, stage]) => (stages.has(stage) ? {rid, stage} : []));
  const rids = found.map(({rid}) => rid);
  const [passing, reached, recent, standing] = await Promise.all([
    rowsPassing(context, rids, {...filters, kind: 'product'}),
    stagesOf(context, rids),
    approvedSince(context, newSince(context)),
    standingsOf(context, rids),
  ]);
  const passed = new Set(passing);
  const isNew = (rid: number) => (reached.get(rid) ?? 0) < APPROVED || recent.has(rid);
  return found
    .filter(({rid}) => passed.has(rid))
    .sort(
      (a, b) =>
        Number(isNew(b.rid)) - Number(isNew(a.rid)) ||
        b.stage - a.stage ||
        standing(b.rid).degree - standing(a.rid).degree ||
        a.rid - b.rid,
    )
    .slice(0, MOST)
    .map(({rid}) => rid);
}

/** Those of some drugs that have come to one of some stages for a disease, as they are. */
export async function usedIn(
  context: Context,
  rids: readonly number[],
  disease: string,
  stages: ReadonlySet<number>,
): Promise<readonly number[]> {
  const [stated, reached] = await Promise.all([stagesFor(context, disease), stagesOf(context, rids)]);
  const isStated = (rid: number) => stages.has(stated.get(rid) ?? -1);
  // Of a drug that is at a stage for anything its record says whether it is first of all for the disease.
  const unsure = rids.filter((rid) => !isStated(rid) && stages.has(reached.get(rid) ?? 0));
  const uses = await usesOf(context, await recordsOf<Indicated>(context, unsure), disease);
  return rids.filter((rid) => isStated(rid) || stages.has(uses.get(rid)?.stage ?? -1));
}

/** How far drugs have come for a disease, where a trusted source says it (ddl/bag.sql). */
async function stagesFor(context: Context, disease: string): Promise<ReadonlyMap<number, number>> {
  const {labels} = await diseaseBelow(context, disease);
  const found = await Promise.all(
    [...STAGES.entries()].map(async ([stage, name]) => {
      const rows = await rowsWith(
        context,
        labels.map((label) => `use ${name} ${label}`),
        'product',
      );
      return (rows ?? []).map((rid) => [rid, stage] as const);
    }),
  );
  // Lowest first: of the labels of several diseases the furthest counts.
  return new Map(found.flat());
}

/** Drugs that were first approved in some year or later. */
async function approvedSince(context: Context, year: number): Promise<ReadonlySet<number>> {
  const years = Array.from({length: NEW_FOR + 2}, (_, after) => `approved ${year + after}`);
  return new Set(await rowsWith(context, years, 'product'));
}
