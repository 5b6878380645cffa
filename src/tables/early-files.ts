import type {DuckDBConnection} from '@duckdb/node-api';
import {countOf} from '../engine/ask.ts';
import {type Beside, EARLY, type EarlyName} from '../lookups/beside.ts';
import {shareFiles} from '../lookups/folder.ts';
import {writeFile} from '../lookups/make.ts';
import type {Folders} from '../lookups/refresh.ts';
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

  leaveOut(name: EarlyName): void {
    for (const [step, files] of this.#after)
      this.#after.set(
        step,
        files.filter((file) => file !== name),
      );
  }
}

/**
 * Begins with the files of a refreshed generation. The lists of neighbours are shared with the generation before if no entity and no edge is
 * added or removed: degrees stay the same then, and with them the order by prominence.
 */
export async function beginRefreshed(
  connection: DuckDBConnection,
  {before, folder, beside}: Folders & {beside: Beside},
  files: EarlyFiles,
): Promise<void> {
  const changed = `SELECT (SELECT count(*) FROM edge_dead) + (SELECT count(*) FROM own.edge_out)
    + (SELECT count(*) FROM ended) + (SELECT count(*) FROM numbered WHERE is_new)`;
  if ((await countOf(connection, changed)) === 0) {
    await shareFiles(before, folder, (name) => name.startsWith('neighbours.'));
    files.leaveOut('neighbours');
  }
  beside.begin((other) => other.run('USE graph'));
  files.begin();
}
