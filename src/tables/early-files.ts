import {type Beside, EARLY, type EarlyName} from '../lookups/beside.ts';
import {writeFile} from '../lookups/make.ts';
import {inOrder} from './declarations.ts';

/** Look-up files that are written beside the steps of a build or a refresh, each as soon as the tables it is made from are there. */
export class EarlyFiles {
  readonly #beside: Beside;
  readonly #folder: string;
  /** By the step after which they can be written; undefined where none of the steps makes a table of theirs. */
  readonly #after = new Map<string | undefined, EarlyName[]>();

  /**
   * @param steps The steps that are still to come, in order.
   * @param but Files that are made otherwise.
   */
  constructor(
    {beside, folder}: {beside: Beside; folder: string},
    steps: readonly (readonly [name: string, ...unknown[]])[],
    but: readonly EarlyName[] = [],
  ) {
    [this.#beside, this.#folder] = [beside, folder];
    const names = steps.map(([name]) => name);
    const makerOf = new Map(inOrder().flatMap(({name, makes}) => makes.map((table) => [table, name] as const)));
    for (const [file, reads] of Object.entries(EARLY) as [EarlyName, readonly string[]][]) {
      if (but.includes(file)) continue;
      const last = names[Math.max(...reads.map((table) => names.indexOf(makerOf.get(table) ?? '')))];
      this.#after.set(last, [...(this.#after.get(last) ?? []), file]);
    }
  }

  /** Begins what can be written once a step is done; without one, before the first. */
  begin(step?: string): void {
    for (const file of this.#after.get(step) ?? [])
      this.#beside.begin((connection) => writeFile(connection, this.#folder, file));
  }
}
