import type {FilterParams, Group} from '../filters/filters.ts';
import type {Span} from './spans.ts';

/** What has been read of a text so far. */
export class Reading {
  readonly filters: FilterParams = {};
  readonly taken: string[] = [];
  readonly shared: string[] = [];
  stages: ReadonlySet<number> | undefined;
  isComing = false;
  isOff = false;
  isLargest = false;
  /** Whether nothing is what the text says, as where no source tells of rounds of a type or of a pathway. */
  isLacking = false;
  /** Conditions that are no filters. */
  readonly conditions: Group[] = [];
  /** What they are, as parameters. */
  readonly told: FilterParams & {
    product?: string;
    place?: string;
    listed?: string;
    pathway?: string;
    route?: string;
    round?: string;
    type?: string;
    class?: string;
    outside?: string;
    expires?: string;
    amount_from?: string;
    marketing_status?: string;
    first_approval_year?: string;
    development_status?: string;
  } = {};
  readonly text: string;
  /** The words that nothing was read from. */
  left: readonly string[];

  constructor(text: string, words: readonly string[]) {
    this.text = text;
    this.left = words;
  }

  take(said: string): void {
    this.taken.push(said);
    const words = new Set(said.split(/\s+/));
    this.left = this.left.filter((word) => !words.has(word));
  }

  /** Takes all words but those of a text. */
  takeAllBut(rest: string): void {
    const words = new Set(rest.split(/\s+/));
    this.take(this.left.filter((word) => !words.has(word)).join(' '));
  }

  /** Takes the words of what has been found. @returns What they stand for. */
  takeSpan<T>(span: Span<T> | undefined): T | undefined {
    if (span !== undefined) this.take(span.said);
    return span?.found;
  }

  /** Takes what a pattern finds. @returns Its first group, or else all of it. */
  takeBy(pattern: RegExp): string | undefined {
    const [said, part] = pattern.exec(this.text) ?? [];
    if (said !== undefined) this.take(said);
    return part ?? said;
  }
}
