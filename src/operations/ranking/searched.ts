import type {Kind} from '../../schema/kinds.ts';
import type {Filters} from '../filters/filters.ts';
import type {Denial} from '../reading/denied.ts';
import type {Wanted} from '../reading/wanted.ts';
import type {Term} from '../scoring/dictionary.ts';

/** What a text is read as, for which candidates are looked for. */
export interface Search {
  filters: Filters;
  wanted: Wanted;
  /** The kinds that are preferred. */
  kinds: readonly Kind[];
  /** The terms that say anything but a kind. */
  words: readonly Term[];
  /** Those of them that no condition was read from. */
  subject: readonly Term[];
  /** Terms that all have in common who meet the conditions, whatever their texts say. */
  shared: ReadonlySet<number>;
  /** Terms of the labels that make something preferred. */
  labelled: ReadonlySet<number>;
  /** Terms of the disease. */
  ofDisease: ReadonlySet<number>;
  /** What the drugs that are asked for do to their target, if not all do (agonists), and its terms. */
  action: {
    said: string;
    terms: ReadonlySet<number>;
    /** Whether they are to inhibit it. */
    isInhibition?: boolean;
  };
  /** The text but for how drugs are given, if it asks for a class of drugs by its name alone (beta blockers). */
  className?: string;
  /** What the text excepts. */
  denial: Denial;
  /** Whether drugs that were approved before others come first, or those that were approved last. */
  order: 'earliest' | 'latest' | undefined;
  /** The share of the subject's weight that one has at least which is meant. */
  least: number;
}
