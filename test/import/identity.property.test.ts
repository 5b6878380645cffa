/** @module-tag long */
import fc from 'fast-check';
import {describe, expect} from 'vitest';
import {property} from '../helpers/property.ts';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

interface Stated {
  key: string;
  name: string;
  same: string[];
  into: string | null;
}

const keys = Array.from({length: 8}, (_, i) => `k:${i}`);
const names = ['Alpha Inc', 'ALPHA', 'Beta GmbH', 'Beta', 'Gamma', 'Delta'];

/** What sources may say of eight records: names alike or not, sameness, and folds, circles and all. */
const statements = fc.array(
  fc.record({
    key: fc.constantFrom(...keys),
    name: fc.constantFrom(...names),
    same: fc.array(fc.constantFrom(...keys, 'shared:1', 'shared:2'), {maxLength: 2}),
    into: fc.option(fc.constantFrom(...keys), {freq: 6}),
  }),
  {minLength: 3, maxLength: 12},
);

const quoted = (text: string | null) => (text === null ? 'null' : `'${text}'`);
const source = (rows: Stated[], facts = '') =>
  recipe(
    folder,
    {
      entities: `select * from (values ${rows
        .map(
          ({key, name, same, into}) =>
            `(${quoted(key)}, 'company', ${quoted(name)}, [${same.map(quoted).join(', ')}]::varchar[], ${quoted(into)})`,
        )
        .join(', ')}) v(key, kind, name, same_as, merged_into)`,
    },
    facts,
  );

/** Who is one with whom: each record's state and where it leads. */
async function identities(
  rows: Stated[][],
  facts: string[] = [],
): Promise<Map<string, {id: string; state: string; into: string | null}>> {
  const filled = rows.filter((part) => part.length > 0);
  const built = await build(
    folder,
    filled.map((part, i) => source(part, facts[i] ?? '')),
  );
  const found = await built.rows('select id, natural_key, state, merged_into from entities');
  return new Map(
    found.map((row) => [
      String(row.natural_key),
      {id: String(row.id), state: String(row.state), into: row.merged_into === null ? null : String(row.merged_into)},
    ]),
  );
}

// Every run is two or three whole builds: a failure is shown as it was found.
const settings = (numRuns: number) => ({numRuns, seed: 20_260_715, endOnFailure: true});
const runs = {few: 0, all: 5};
const plain = (map: Map<string, unknown>) => Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

describe('who is who', () => {
  property('does not depend on the order of the rows, or on which source says what', runs, async (numRuns) => {
    await fc.assert(
      fc.asyncProperty(statements, fc.integer({min: 0, max: 12}), async (rows, cut) => {
        const once = await identities([rows]);
        const turned = [...rows].reverse();
        const parts = await identities([turned.slice(0, cut), turned.slice(cut)]);
        expect(plain(parts)).toEqual(plain(once));
      }),
      settings(numRuns),
    );
  });

  property('leads from every folded record to a live one, along any chain', runs, async (numRuns) => {
    await fc.assert(
      fc.asyncProperty(statements, async (rows) => {
        const all = await identities([rows]);
        const byId = new Map([...all.values()].map((one) => [one.id, one]));
        for (const one of all.values()) {
          let at = one;
          for (let steps = 0; at.state === 'merged'; steps += 1) {
            expect(steps).toBeLessThan(all.size);
            const next = byId.get(at.into ?? '');
            expect(next).toBeDefined();
            if (next === undefined) return;
            at = next;
          }
          expect(at.state).toBe('live');
        }
      }),
      settings(numRuns),
    );
  });

  property(
    'goes back to what it was when a later build takes a sameness back, with the old ids',
    runs,
    async (numRuns) => {
      await fc.assert(
        fc.asyncProperty(statements, fc.constantFrom(...keys), fc.constantFrom(...keys), async (rows, a, b) => {
          const before = await identities([rows]);
          const wrong: Stated[] = [a, b].map((key) => ({key, name: 'Omega', same: ['mistaken:1'], into: null}));
          const during = await identities([rows, wrong]);
          for (const [key, {id}] of before) expect(during.get(key)?.id).toBe(id);
          expect(plain(await identities([rows]))).toEqual(plain(before));
        }),
        settings(numRuns),
      );
    },
  );

  property('is not changed by records that have nothing to do with it', runs, async (numRuns) => {
    await fc.assert(
      fc.asyncProperty(statements, async (rows) => {
        const before = await identities([rows]);
        const others: Stated[] = [{key: 'other:1', name: 'Zeta', same: ['other:2'], into: null}];
        const after = await identities([rows, others]);
        after.delete('other:1');
        expect(plain(after)).toEqual(plain(before));
      }),
      settings(numRuns),
    );
  });
});
