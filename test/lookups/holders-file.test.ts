import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {countHolders} from '../../src/holders.ts';
import {kindNumber} from '../../src/schema/rid.ts';
import {generateSnapshot} from '../../src/snapshot/generate/index.ts';
import {loadSnapshot} from '../../src/snapshot/load.ts';
import {is} from '../../src/sql/results.ts';
import {sql} from '../../src/sql/sql.ts';
import {StoredGeneration} from '../../src/store/generation.ts';

/** Large enough that many patents have the same value. */
const ENTITIES = 15_000;

let folder: string;
let generation: StoredGeneration;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'biograph-holders-'));
  const [snapshot, store] = [join(folder, 'snapshot'), join(folder, 'store')];
  await generateSnapshot({entities: ENTITIES, seed: 3, out: snapshot});
  const {file, generation: number} = await loadSnapshot({snapshot, store});
  generation = await StoredGeneration.open(join(store, file), number);
});
afterAll(async () => {
  await generation.retire();
  rmSync(folder, {recursive: true, force: true});
});

describe('holders of a value’s patents', () => {
  it('are those that its patents’ parties make, for each value that many patents have', async () => {
    const {lookups} = generation;
    const values = await generation.rows(
      sql`select label_id, field, trusted from facet where kind_no = ${kindNumber('patent')} and trusted > 0`,
      {label_id: is.integer, field: is.text, trusted: is.integer},
    );
    let many = 0;
    for (const {label_id, field, trusted} of values) {
      const isCounted = ['target', 'modality', 'therapeutic_area'].includes(field) && trusted >= 32;
      const parties = isCounted ? ((await lookups.parties([{values: [label_id], isGated: true}])) ?? []) : [];
      for (const isRolledUp of [true, false])
        for (const most of [1, 15, 200]) {
          const found = await lookups.holders(label_id, {most, isRolledUp});
          if (!isCounted) expect(found).toBeUndefined();
          else {
            many++;
            const counted = countHolders(parties, most, isRolledUp);
            const listed = ({rid, patents}: {rid: number; patents: number}) => ({rid, patents});
            expect(found).toEqual({
              ...counted,
              assignees: counted.assignees.map(({subsidiaries, ...row}) => ({...listed(row), subsidiaries})),
              institutions: counted.institutions.map(listed),
            });
          }
        }
    }
    expect(many).toBeGreaterThan(10);
  });
});
