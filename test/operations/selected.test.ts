import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect} from 'vitest';
import type {Operation} from '../../src/operation.ts';
import {AGGREGATE_FIELDS, aggregate} from '../../src/operations/aggregate.ts';
import {entities} from '../../src/operations/entities.ts';
import {facets} from '../../src/operations/facets.ts';
import {KINDS} from '../../src/schema/kinds.ts';
import {SORTS} from '../../src/schema/params.ts';
import {is} from '../../src/sql/results.ts';
import {sql} from '../../src/sql/sql.ts';
import type {StoredGeneration} from '../../src/store/generation.ts';
import {answerOf} from '../helpers/answered.ts';
import {openGenerated} from '../helpers/generation.ts';
import {property} from '../helpers/property.ts';

let generation: StoredGeneration;
beforeAll(async () => {
  generation = await openGenerated();
});
afterAll(() => generation.retire());

/** An answer with the count of its gate, from files or by statements alone. */
const answered = (operation: Operation, given: object, byStatements: boolean) =>
  answerOf(generation, operation, given, byStatements ? ['select'] : []);

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

/** Slugs by kind, of those with the most edges. */
async function namedOf(kinds: readonly string[], most: number): Promise<string[]> {
  const [named] = await generation.columns(
    sql`select k.kind || '/' || e.slug from entity e join kind k on k.kind_no = kind_of(e.rid) join signal s using (rid)
        where k.kind in ${kinds} order by s.degree desc, e.rid limit ${most}`,
    [is.text],
  );
  return named;
}

/** Filters that are not about values: days, also of nobody, organizations and lists of entities. */
async function others() {
  const [organizations, anybody] = await Promise.all([namedOf(['company', 'institution'], 12), namedOf(KINDS, 400)]);
  const day = fc.constantFrom('1890-01-01', '2016-02-29', '2019-06-01', '2021-01-15', '2024-12-31', '2090-01-01');
  return fc.oneof(
    fc.record({date_from: day, date_to: day}, {requiredKeys: []}),
    fc.record({organization: fc.constantFrom(...organizations), rollup: fc.boolean()}),
    fc.record({organization: fc.uniqueArray(fc.constantFrom(...organizations), {minLength: 2, maxLength: 3})}),
    fc.record({ids: fc.array(fc.constantFrom(...anybody, 'company/nobody'), {minLength: 1, maxLength: 60})}),
    fc.constant({}),
  );
}

const some = <T>(list: readonly T[], most: number) =>
  fc.uniqueArray(fc.constantFrom(...list), {minLength: 1, maxLength: most});

/** Filters of every sort, a few at once. */
async function anyFilters() {
  const values = Object.fromEntries(await Promise.all(FIELDS.map(async (field) => [field, await valuesOf(field)])));
  const labels = fc.record(Object.fromEntries(FIELDS.map((field) => [field, some<string>(values[field], 3)])), {
    requiredKeys: [],
  });
  const few = fc.tuple(labels, labels).map(([a, b]) => (Object.keys(a).length <= Object.keys(b).length ? a : b));
  const beside = await others();
  return fc.tuple(few, beside, beside).map((all): Record<string, unknown> => Object.assign({}, ...all));
}

describe('those who are selected', () => {
  property('are listed the same from files and by statements', {few: 25, all: 600}, async (numRuns) => {
    const question = fc.record(
      {
        filters: await anyFilters(),
        kind: some(KINDS, 3),
        sort: fc.constantFrom(...SORTS),
        limit: fc.integer({min: 1, max: 40}),
        offset: fc.constantFrom(0, 1, 7, 100, 9_990, 10_000),
      },
      {requiredKeys: ['filters', 'limit']},
    );
    await fc.assert(
      fc.asyncProperty(question, async ({filters, ...rest}) => {
        const given = {...filters, ...rest};
        const ours = await answered(entities, given, false);
        expect(ours).toBe(await answered(entities, given, true));
        const {next_cursor: after} = JSON.parse(ours.slice(0, ours.lastIndexOf(' {'))) as {next_cursor: string | null};
        if (after === null) return;
        const next = {...given, offset: 0, after};
        expect(await answered(entities, next, false)).toBe(await answered(entities, next, true));
      }),
      {numRuns},
    );
  });

  property('are counted the same by their values', {few: 25, all: 600}, async (numRuns) => {
    const trust = fc.record({min_confidence: fc.constantFrom(0, 0.5, 0.8)}, {requiredKeys: []});
    const question = fc.record({
      filters: fc.tuple(await anyFilters(), trust).map(([{ids: _ids, ...filters}, gate]) => ({...filters, ...gate})),
      field: fc.constantFrom(...AGGREGATE_FIELDS),
      kinds: fc.oneof(fc.constant({}), fc.record({kind: some(KINDS, 3)})),
      limit: fc.constantFrom(1, 3, 50, 1000),
      within: fc.constantFrom(...KINDS),
    });
    await fc.assert(
      fc.asyncProperty(question, async ({filters, field, kinds, limit, within}) => {
        const grouped = {...filters, ...kinds, field, limit};
        expect(await answered(aggregate, grouped, false)).toBe(await answered(aggregate, grouped, true));
        const faceted = {...filters, kind: within};
        expect(await answered(facets, faceted, false)).toBe(await answered(facets, faceted, true));
      }),
      {numRuns},
    );
  });
});
