import type {Grouped} from '../schema/grouping.ts';
import type {CarriedValue} from '../selection.ts';
import {norm} from '../text/words.ts';
import type {Buckets} from './buckets.ts';

/** Values of a field with more than this are counted from the entities, and need no numbers here. */
const MOST = 128;

/** The numbers of values, by which their lists are found (`labels.ts`), found by their texts once for each field. */
export class ValueNumbers {
  readonly #buckets: Buckets;
  readonly #valuesOf: (key: string) => CarriedValue[];
  readonly #found = new Map<Grouped, {numbers: readonly number[] | undefined}>();

  /** @param valuesOf As `Lookups.values`. */
  constructor(buckets: Buckets, valuesOf: (key: string) => CarriedValue[]) {
    this.#buckets = buckets;
    this.#valuesOf = valuesOf;
  }

  /** In the order of the field's texts; undefined where there are too many, or a text stands for several. */
  of(field: Grouped): readonly number[] | undefined {
    let found = this.#found.get(field);
    if (found === undefined) {
      const texts = this.#buckets.texts(field);
      const values = texts.length > MOST ? [] : texts.map((text) => this.#valuesOf(`${field}:${norm(text)}`));
      const isClear = values.length === texts.length && values.every(({length}) => length === 1);
      found = {numbers: isClear ? values.map(([one]) => one?.label_id ?? 0) : undefined};
      this.#found.set(field, found);
    }
    return found.numbers;
  }
}
