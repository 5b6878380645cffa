import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {generateSnapshot, loadSnapshot} from '../../src/index.ts';
import {KINDS} from '../../src/schema/kinds.ts';
import {SORTS} from '../../src/schema/params.ts';
import {answer, examples, type Question, questions} from '../helpers/questions.ts';
import {publishTo} from './published.ts';

async function generated(entities: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'biograph-published-'));
  await generateSnapshot({entities, seed: 11, out: join(folder, 'snapshot')});
  await loadSnapshot({snapshot: join(folder, 'snapshot'), store: join(folder, 'store')});
  return join(folder, 'store');
}

const GRAPHS: Record<string, () => Promise<string | undefined>> = {
  'the sample': async () => undefined,
  '100,000 generated entities': () => generated(100_000),
};

describe.each([
  ['one node', 1, 'the sample'],
  ['two shards and a replica', 3, 'the sample'],
  ['two shards and a replica', 3, '100,000 generated entities'],
] as const)('%s of ClickHouse', {tags: ['long']}, (_, count, name) => {
  const on = publishTo(count, async () => GRAPHS[name]?.());

  const same = async (question: Question) => {
    expect(await answer(on.published, question), JSON.stringify(question)).toBe(await answer(on.store, question));
  };

  it(`answers as the store does, on ${name}`, async () => {
    const all = await questions(on.store);
    // Of a large graph an answer takes long: every third question, and the example of each operation.
    const asked =
      name === 'the sample' ? all : [...(await examples(on.store)), ...all.filter((_, index) => index % 3 === 0)];
    for (const question of asked) await same(question);
  });

  it(`answers any filters and walks as the store does, on ${name}`, async () => {
    const ids = (await on.store.entities({sort: 'prominence', limit: 60})).results.map(({id}) => id);
    const values = async (field: 'target' | 'modality' | 'therapeutic_area' | 'phase' | 'country') =>
      (await on.store.aggregate({field, limit: 40})).buckets.map(({value}) => String(value));
    const some = async (field: Parameters<typeof values>[0]) => fc.constantFrom(...(await values(field)), 'nothing');
    const filters = fc.record(
      {
        kind: fc.constantFrom(...KINDS),
        target: await some('target'),
        modality: fc.uniqueArray(await some('modality'), {minLength: 1, maxLength: 3}),
        therapeutic_area: await some('therapeutic_area'),
        phase: await some('phase'),
        country: await some('country'),
        organization: fc.constantFrom(
          ...(await on.store.entities({kind: 'company', limit: 20})).results.map(({id}) => id),
        ),
        date_from: fc.constantFrom('2001-01-01', '2015-06-01'),
        min_confidence: fc.constantFrom(0, 0.3, 0.9),
      },
      {requiredKeys: []},
    );
    const lists = fc
      .record({filters, sort: fc.constantFrom(...SORTS), limit: fc.integer({min: 1, max: 30})})
      .map(({filters: given, ...rest}): Question => ['entities', {...given, ...rest}]);
    const counts = fc
      .record({filters, field: fc.constantFrom('target', 'modality', 'kind', 'year')})
      .map(({filters: given, field}): Question => ['aggregate', {...given, field}]);
    const walks = fc
      .record({entity_id: fc.constantFrom(...ids), depth: fc.integer({min: 1, max: 3})})
      .map((given): Question => ['traverse', given]);
    await fc.assert(fc.asyncProperty(fc.oneof(lists, counts, walks), same), {numRuns: 100});
  });

  it(`pages to the end with the store's cursors, on ${name}`, async () => {
    const given = {kind: 'company', limit: 40, sort: 'name'} as const;
    let after: string | undefined;
    for (let page = 0; page < 4; page++) {
      const asked = {...given, ...(after !== undefined && {after})};
      const here = await on.published.entities(asked);
      expect(here).toEqual(await on.store.entities(asked));
      after = here.next_cursor ?? undefined;
      if (after === undefined) break;
    }
  });
});
