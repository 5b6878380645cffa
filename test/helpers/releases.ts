import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {loadSnapshot} from '../../src/index.ts';
import {writeRandomGraph} from './random-graph.ts';

export interface Drug {
  id: string;
  name: string;
  target: string | null;
  state: 'live' | 'merged' | 'removed';
  into?: string;
  updated_at: string;
}

export const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A store that is given one release after another: products with targets, in one lineage. */
export class Releases {
  readonly store: string;
  readonly rows = new Map<string, Drug>();
  readonly #lineage: string;
  #day: number;

  /** @param day When the first release is, in days after the start of 2026. */
  constructor(
    lineage = '22222222-2222-4222-8222-222222222222',
    store = join(mkdtempSync(join(tmpdir(), 'biograph-releases-')), 'store'),
    day = 0,
  ) {
    this.#lineage = lineage;
    this.store = store;
    this.#day = day;
  }

  /** Changes rows by number, and releases: a target, or null for none, or where it was merged into. */
  async release(changes: Record<number, {target?: string | null; into?: number; removed?: true}>): Promise<void> {
    const as_of = new Date(Date.UTC(2026, 0, 1 + this.#day++)).toISOString();
    for (const [n, {target = null, into, removed}] of Object.entries(changes)) {
      const id = idOf(Number(n));
      const state = removed === true ? 'removed' : into === undefined ? 'live' : 'merged';
      this.rows.set(id, {
        id,
        name: `drug ${n} of ${this.#day}`,
        target,
        state,
        ...(into !== undefined && {into: idOf(into)}),
        updated_at: as_of,
      });
    }
    const entities = [...this.rows.values()].map(({target, into, ...row}) => ({
      ...row,
      kind: 'product',
      slug: `drug-${Number(row.id.slice(-12))}`,
      target,
      moa_confidence: 0.9,
      merged_into: into ?? null,
      source: 'test',
    }));
    const snapshot = await writeRandomGraph({entities, edges: []}, {as_of, lineage: this.#lineage});
    await loadSnapshot({snapshot, store: this.store});
  }
}
