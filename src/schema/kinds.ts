import {z} from 'zod';
import {named} from './named.ts';

/** The entity kinds, in the order every listing of them uses. */
export const KINDS = [
  'company',
  'person',
  'paper',
  'patent',
  'trial',
  'funder',
  'funding_event',
  'approval',
  'opportunity',
  'program',
  'product',
  'institution',
  'catalyst',
  'technology',
  'target',
] as const;

export type Kind = (typeof KINDS)[number];

/** Kinds that people search for by name, the most likely first. */
const LOOKED_FOR: readonly Kind[] = ['product', 'company', 'target', 'technology', 'institution', 'person', 'funder'];

/** The same kinds, followed by works and events. */
export const KINDS_BY_NAME: readonly Kind[] = [
  ...LOOKED_FOR,
  ...(['program', 'trial', 'approval', 'paper', 'patent', 'catalyst', 'opportunity', 'funding_event'] as const),
];

/** Works and events, whose titles contain the names of other entities. */
export const isWork = (of: Kind): boolean => !LOOKED_FOR.includes(of);

/** Kinds that trade, teach or fund, whose names may end in a legal form. */
export const ORGANIZATIONS: readonly Kind[] = ['company', 'institution', 'funder'];

export const isOrganization = (kind: Kind): boolean => ORGANIZATIONS.includes(kind);

/** Works and events as a bit mask, bit n for the n-th kind: the fastest test in the engine. */
export const WORK_BITS: number = KINDS.reduce((bits, one, index) => bits + (isWork(one) ? 2 ** (index + 1) : 0), 0);

const bitsOf = (some: readonly Kind[]): number => some.reduce((bits, one) => bits + 2 ** (KINDS.indexOf(one) + 1), 0);

/** Kinds whose best-known entities a text search prefers (src/tables/ddl/boost.sql), as such a bit mask. */
const BOOSTED_BITS: number = bitsOf(['product', 'program', 'company']);

/** Kinds to which an edge makes nobody better known: a generic has an approval for each of its makers, and some drugs were tried on a hundred targets. */
const UNTELLING_BITS: number = bitsOf(['approval', 'target']);

/** What makes a drug an approved one, as such a bit mask. */
const APPROVING_BITS: number = bitsOf(['approval']);

/**
 * What the impact of a word in a kind is multiplied by in a text search. Titles say in few words what a drug is for and hits, so that what is
 * written of a drug, or done with it, came before the drug: measured in docs/decisions/0004.
 */
const TEXT_SHARES: Record<Kind, number> = {
  ...{product: 1, company: 1, target: 0.85, technology: 0.85, person: 0.85, institution: 0.8, funder: 0.8},
  ...{program: 0.7, trial: 0.7, approval: 0.75, paper: 0.75, patent: 0.65, catalyst: 0.75, opportunity: 0.75},
  funding_event: 0.75,
};

/** The same, in the order of the kinds. */
const TEXT_SHARE_OF_KINDS: readonly number[] = KINDS.map((one) => TEXT_SHARES[one]);

/** All that the prior of an entity in a text search depends on beside its edges. */
export const PRIOR = {
  boosted: BOOSTED_BITS,
  untelling: UNTELLING_BITS,
  approving: APPROVING_BITS,
  shares: TEXT_SHARE_OF_KINDS,
};

/** How type-ahead ranks a kind: those that follow come after all that lead. */
export type Part = 'leads' | 'follows' | 'other';

export function partOf(of: Kind): Part {
  if (of === 'product' || of === 'company') return 'leads';
  return of === 'approval' || of === 'trial' || of === 'program' ? 'follows' : 'other';
}

export const kind = named('Kind', z.enum(KINDS));

/** Product families. */
export const FAMILIES = ['therapeutic', 'platform_service', 'physical_product', 'data_software'] as const;

export const family = named('Family', z.enum(FAMILIES));

/** The relations the analytics read, with the kinds they join. Any other relation in the data is served too. */
export const RELATIONS = {
  authored: {from: ['person'], to: ['paper']},
  invented: {from: ['person'], to: ['patent']},
  assigned_to: {from: ['patent'], to: ['company', 'institution']},
  sponsors: {from: ['company', 'institution'], to: ['trial']},
  investigates: {from: ['person'], to: ['trial']},
  affiliated_with: {from: ['person'], to: ['institution', 'company']},
  founded_by: {from: ['company'], to: ['person']},
  employs: {from: KINDS, to: ['technology']},
  targets: {from: KINDS, to: ['target']},
  develops: {from: ['company'], to: ['program', 'product']},
  tested_in: {from: ['program', 'product'], to: ['trial']},
  approval_of: {from: ['approval'], to: ['product']},
  holds: {from: ['company'], to: ['approval']},
  received: {from: ['company', 'institution'], to: ['funding_event']},
  awarded_by: {from: ['funding_event'], to: ['funder']},
  announced_by: {from: ['catalyst'], to: ['company']},
  // A patent listed with the FDA covers an approved application, and by it a product.
  covers: {from: ['patent'], to: ['product', 'approval']},
  subsidiary_of: {from: ['company'], to: ['company']},
  collaborates_on: {from: ['company', 'institution'], to: ['trial']},
  concerns: {from: ['catalyst'], to: ['product', 'program', 'trial']},
  offers: {from: ['funder'], to: ['opportunity']},
} as const satisfies Record<string, {from: readonly Kind[]; to: readonly Kind[]}>;
