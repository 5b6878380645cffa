import {randomBytes} from 'node:crypto';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect} from 'vitest';
import type {Context, Meta} from '../../src/context.ts';
import type {Generation} from '../../src/generation.ts';
import {toJsonText} from '../../src/operation.ts';
import {entities} from '../../src/operations/entities.ts';
import {parseParams} from '../../src/schema/check.ts';
import {KINDS} from '../../src/schema/kinds.ts';
import {SORTS} from '../../src/schema/params.ts';
import {is} from '../../src/sql/results.ts';
import {sql} from '../../src/sql/sql.ts';
import type {StoredGeneration} from '../../src/store/generation.ts';
import {openGenerated} from '../helpers/generation.ts';
import {property} from '../helpers/property.ts';

let generation: StoredGeneration;
beforeAll(async () => {
  generation = await openGenerated();
});
afterAll(() => generation.retire());

const cursorKey = randomBytes(32);

/** The answer of a list with the count of its gate, from files or by statements alone. */
async function answered(given: object, byStatements: boolean): Promise<string> {
  const lookups = byStatements
    ? new Proxy(generation.lookups, {
        get: (target, name) => {
          if (name === 'select') return async () => undefined;
          const member: unknown = Reflect.get(target, name, target);
          return typeof member === 'function' ? (member as () => unknown).bind(target) : member;
        },
      })
    : generation.lookups;
  const own = {
    ...{number: generation.number, file: generation.file, release: generation.release, entities: generation.entities},
    ...{asOf: generation.asOf, relations: generation.relations, lookups},
    cache: {
      get: () => undefined,
      set: () => undefined,
      remember: (_: string, __: unknown, make: () => unknown) => make(),
    },
    relationNumber: (name: string) => generation.relationNumber(name),
    relationName: (number: number) => generation.relationName(number),
    rows: generation.rows.bind(generation),
    columns: generation.columns.bind(generation),
  } as unknown as Generation;
  const meta: Meta = {snapshot: '', generation: generation.number};
  const context: Context = {
    ...{generation: own, cursorKey, follow: true, state: '', meta},
    pinned: async () => undefined,
    guess: (work) => work(context),
  };
  const value = await entities.run(context, parseParams(entities.params, given) as never);
  return `${toJsonText(value)} ${JSON.stringify(meta)}`;
}

/** Filters by labels, and the fields they are about. */
const FIELDS = [
  'target',
  'modality',
  'therapeutic_area',
  'mechanism',
  'phase',
  'status',
  'country',
  'year',
  'disease',
] as const;

/** Values that entities carry, the frequent ones first. */
async function valuesOf(field: string): Promise<string[]> {
  const [values] = await generation.columns(
    sql`select value from facet where kind_no = 0 and field = ${field} order by tagged desc limit 12`,
    [is.text],
  );
  return values;
}

describe('lists of those who carry something', () => {
  property('are the same from files and by statements', {few: 60, all: 600}, async (numRuns) => {
    const values = Object.fromEntries(await Promise.all(FIELDS.map(async (field) => [field, await valuesOf(field)])));
    const some = <T>(list: readonly T[], most: number) =>
      fc.uniqueArray(fc.constantFrom(...list), {minLength: 1, maxLength: most});
    const filters = fc.record(Object.fromEntries(FIELDS.map((field) => [field, some<string>(values[field], 3)])), {
      requiredKeys: [],
    });
    const question = fc.record(
      {
        filters: fc.tuple(filters, filters).map(([a, b]) => (Object.keys(a).length <= Object.keys(b).length ? a : b)),
        kind: some(KINDS, 3),
        sort: fc.constantFrom(...SORTS),
        limit: fc.integer({min: 1, max: 40}),
        offset: fc.constantFrom(0, 1, 7, 100, 9_990, 10_000),
      },
      {requiredKeys: ['filters', 'limit']},
    );
    await fc.assert(
      fc.asyncProperty(question, async ({filters: labels, ...rest}) => {
        const given = {...labels, ...rest};
        const ours = await answered(given, false);
        expect(ours).toBe(await answered(given, true));
        const {next_cursor: after} = JSON.parse(ours.slice(0, ours.lastIndexOf(' {'))) as {next_cursor: string | null};
        if (after === null) return;
        const next = {...given, offset: 0, after};
        expect(await answered(next, false)).toBe(await answered(next, true));
      }),
      {numRuns},
    );
  });
});
