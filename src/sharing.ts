import type {Kind} from './schema/kinds.ts';

/** What entities can have in common: a value by a trusted label, or a word of a name; and what it weighs. */
export type WeightedTrait = ({label_id: number} | {word: string}) & {weight: number};

/** Entities of one kind by some traits, each of which counts once. */
export interface Sharing {
  readonly kind: Kind;
  /** Those with the highest sums of weights, ties by row id; only those that have a trait. */
  best(most: number): {rid: number; score: number}[];
  /** The sums of rows of the kind; 0 for those without any. */
  sums(rids: readonly number[]): number[];
  /** Which of the traits a row of the kind has, by their places in the list, ascending. */
  traitsOf(rid: number): number[];
}
