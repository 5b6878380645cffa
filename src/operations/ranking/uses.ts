import type {Context} from '../../context.ts';
import {norm, stemsOf} from '../../text/words.ts';
import type {Filters} from '../filters/filters.ts';
import {rowsPassing} from '../filters/passing.ts';
import {meaningsOf} from '../filters/vocabulary.ts';
import {type Imaging, isImaging} from '../reading/imaging.ts';
import {OFF} from '../reading/minor-drugs.ts';
import {recordsOf} from '../records/document.ts';
import {stagesOf} from '../records/measures.ts';
import {APPROVED, STAGES} from '../records/stages.ts';
import {standingsOf} from '../records/standing.ts';
import {textsOf} from '../records/texts-of.ts';
import {rowsWith} from '../scoring/rows-with.ts';
import {diseaseBelow} from './disease-below.ts';

/** What a drug is for a disease. */
export interface Use {
  /** How far it has come for it, by a source; else for anything, unless it is approved for others; 0 if nothing is known. */
  stage: number;
  isApproved: boolean;
  /** Whether a source says how far. */
  isStated: boolean;
  /** Whether it is first of all for it. */
  isFirst: boolean;
  /** Whether something that it is for is called so. */
  isCalled: boolean;
  /** Whether it is approved for something that is called so: of rectal cancer, for colorectal cancer. */
  isNearlyApproved: boolean;
  isGivenUp: boolean;
  isOffMarket: boolean;
  /** Whether it shows the disease. */
  isImaging: boolean;
  /** When it was first approved for anything; the next year if it is not, 0 if nobody says. */
  year: number;
}

/** Whether a drug is approved for a disease, or for what is called so. */
export const isApprovedFor = (use: Use | undefined): boolean =>
  use?.isApproved === true || use?.isNearlyApproved === true;

/** What a drug's record says of it. */
export interface Indicated {
  name?: string;
  moa?: {disease_id?: string | null; disease_label?: string | null; confidence?: number | null};
  attributes?: Imaging['attributes'] & {
    /** Of any shape, since sources write attributes as they like. */
    indications?: unknown;
    disease_names?: unknown;
    development_status?: string;
    marketing_status?: string;
    first_approval_year?: number;
  };
}

interface Indication {
  id?: unknown;
  label?: unknown;
  phase?: unknown;
  confidence?: unknown;
}

const indicationsOf = ({attributes}: Indicated): Indication[] =>
  Array.isArray(attributes?.indications)
    ? attributes.indications.filter((one): one is Indication => typeof one === 'object' && one !== null)
    : [];

/** The place of a phase among the stages; -1 for what is none. */
const stageNamed = (phase: unknown): number =>
  STAGES.indexOf(String(phase).trim().toLowerCase() as (typeof STAGES)[number]);

/** What some drugs are for a disease or those below it, by their records. */
export async function usesOf(
  context: Context,
  records: ReadonlyMap<number, Indicated>,
  disease: string,
): Promise<ReadonlyMap<number, Use>> {
  const rids = [...records.keys()];
  const [{names}, reached] = await Promise.all([diseaseBelow(context, disease), stagesOf(context, rids)]);
  const {asOf, release} = context.generation;
  const isIt = (...said: unknown[]) => said.some((one) => typeof one === 'string' && names.has(norm(one)));
  const words = [disease, ...meaningsOf('disease', disease)].map(stemsOf).filter(({length}) => length > 0);
  // Of what is approved for anything, the texts say only that.
  const isName = (name: string) => {
    const own = new Set(stemsOf(name));
    return words.some((all) => all.every((word) => own.has(word)));
  };
  const nextYear = new Date(asOf).getUTCFullYear() + 1;
  const useOf = (rid: number, record: Indicated): Use => {
    const {moa, attributes = {}} = record;
    const stated = indicationsOf(record)
      .filter(({id, label}) => isIt(id, label))
      .filter(({confidence}) => Number(confidence ?? moa?.confidence ?? 0) >= release.trusted_confidence)
      .map(({phase}) => stageNamed(phase));
    const furthest = Math.max(-1, ...stated);
    const isStated = furthest >= 0;
    const isFirst = isIt(moa?.disease_id, moa?.disease_label) || isName(moa?.disease_label ?? '');
    const isCalled = textsOf(attributes.disease_names).some(isName);
    const ever = reached.get(rid) ?? 0;
    const isNearlyApproved = ever === APPROVED && (isFirst ? !isStated : isCalled);
    // How far a drug has come for others says nothing of one for which nobody says it.
    const unstated = ever < APPROVED || isNearlyApproved ? ever : 0;
    return {
      stage: isStated ? furthest : unstated,
      isApproved: furthest === APPROVED,
      isNearlyApproved,
      isStated,
      isFirst,
      isCalled,
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

/** What is approved for a disease, and nothing that is tried for it. */
export const ONLY_APPROVED: ReadonlySet<number> = new Set([APPROVED]);

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

/** Those of some drugs that have come to one of some stages, for a disease if there is one; in the same order. */
export async function inStages(
  context: Context,
  rids: readonly number[],
  stages: ReadonlySet<number>,
  disease: string | undefined,
): Promise<readonly number[]> {
  const reached = await stagesOf(context, rids);
  const isThere = (rid: number) => stages.has(reached.get(rid) ?? 0);
  if (disease === undefined) return rids.filter(isThere);
  const stated = await stagesFor(context, disease);
  const isStated = (rid: number) => stages.has(stated.get(rid) ?? -1);
  // What has come so far for anything may have come so for the disease: its record says whether it has.
  const unsure = rids.filter((rid) => !isStated(rid) && isThere(rid));
  const uses = await usesOf(context, await recordsOf<Indicated>(context, unsure), disease);
  return rids.filter((rid) => isStated(rid) || stages.has(uses.get(rid)?.stage ?? -1));
}

/** How far drugs have come for a disease, where a trusted source says it (ddl/bag.sql), whatever confidence is asked for. */
async function stagesFor(context: Context, disease: string): Promise<ReadonlyMap<number, number>> {
  const sizeOf = (found: ReadonlyMap<number, number>) => 16 * found.size;
  return context.generation.cache.remember(`uses ${disease}`, sizeOf, async () => {
    const {labels} = await diseaseBelow(context, disease);
    const found = await Promise.all(
      USED.map(async (stage) => {
        const terms = labels.map((label) => `use ${STAGES[stage]} ${label}`);
        return ((await rowsWith(context, terms, 'product')) ?? []).map((rid) => [rid, stage] as const);
      }),
    );
    // Lowest first: of the labels of several diseases the furthest counts.
    return new Map(found.flat());
  });
}

/** The stages that drugs may have for a disease. */
const USED: readonly number[] = [...STAGES.keys()].filter((stage) => stage >= STAGES.indexOf('phase 1'));

/** Drugs that were first approved in some year or later. */
async function approvedSince(context: Context, year: number): Promise<ReadonlySet<number>> {
  const years = Array.from({length: NEW_FOR + 2}, (_, after) => `approved ${year + after}`);
  return new Set(await rowsWith(context, years, 'product'));
}
