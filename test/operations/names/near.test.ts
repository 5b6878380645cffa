import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Graph} from '../../../src/index.ts';
import type {Trait} from '../../../src/operations/analytics/traits.ts';
import {isWithinOne} from '../../../src/operations/names/near.ts';
import {lexicalLeg} from '../../../src/operations/ranking/lexical-leg.ts';
import type {Sql} from '../../../src/sql/sql.ts';
import {openShell, type Shell} from '../../helpers/duckdb.ts';
import {openFixture} from '../../helpers/graph.ts';

let graph: Graph;
let shell: Shell;
let asked: Sql[] = [];
beforeAll(async () => {
  shell = await openShell();
  graph = await openFixture({
    onQuery: (query) => {
      asked.push(query);
      return () => undefined;
    },
  });
});
afterAll(async () => {
  shell.close();
  await graph.close();
});

/** What is asked of the engine while something is done. */
async function queries(work: () => Promise<unknown>): Promise<{text: string; values: unknown[]}[]> {
  asked = [];
  await work();
  return asked.map((query) => query.compile());
}

/** Two letters in a word change places. */
const misspelt = (word: string) => (word.length < 5 ? word : word.slice(0, 2) + word[3] + word[2] + word.slice(4));

describe('two words', () => {
  it('are one letter apart where Damerau and Levenshtein say so', async () => {
    const word = fc.string({unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6});
    const pairs = fc.sample(fc.tuple(word, word), 3000);
    const rows = await shell.rows(
      `select damerau_levenshtein(p->>0, p->>1) <= 1 as near from (select unnest(from_json($1, '["JSON"]')) as p)`,
      [JSON.stringify(pairs)],
    );
    for (const [index, [a, b]] of pairs.entries()) expect(isWithinOne(a, b), `${a} ${b}`).toBe(rows[index]?.near);
    expect(new Set(rows.map(({near}) => near)).size).toBe(2);
  });
});

describe('mistyped text', () => {
  it('is found where each word is a letter away', async () => {
    const {results} = await graph.entities({kind: 'trial', limit: 200, fields: 'name'});
    const names = results.flatMap(({id, name = ''}) => {
      const words = name.toLowerCase().match(/[a-z]+/g) ?? [];
      return words.filter((word) => word.length >= 5 && misspelt(word) !== word).length >= 3 ? [{id, words}] : [];
    });
    expect(names.length).toBeGreaterThan(3);
    let found = 0;
    for (const {id, words} of names.slice(0, 10)) {
      const {suggestions} = await graph.autocomplete({q: words.map(misspelt).join(' '), limit: 25});
      if (suggestions.some((one) => one.id === id)) found++;
    }
    expect(found).toBeGreaterThan(0);
  });

  it('is looked for by few statements, however many words there are', async () => {
    const words =
      'oncolgy inhibitr metastaic carcinma randmized placeb contrlled antibdy recombinnt melanma advnced treatmnt';
    expect((await queries(() => graph.autocomplete({q: words}))).length).toBeLessThan(15);
  });

  it('of one word is looked for without any', async () => {
    const some = await queries(async () => {
      expect((await graph.autocomplete({q: 'inhibtior'})).suggestions.length).toBeGreaterThan(0);
    });
    expect(some).toEqual([]);
  });

  it('of three letters, or with digits, is taken as it stands', async () => {
    for (const q of ['qzx', 'xqj', 'x1y2z3', 'inhib1tor'])
      expect((await graph.autocomplete({q})).suggestions, q).toEqual([]);
  });
});

describe('mistyped names', () => {
  it('are resolved the same alone and among many', async () => {
    const {results} = await graph.entities({limit: 400, fields: 'name', kind: ['company', 'product', 'institution']});
    const inputs = [...new Set(results.flatMap(({name = ''}) => (misspelt(name) === name ? [] : misspelt(name))))];
    const many = (await graph.resolve({inputs: inputs.slice(0, 40)})).results;
    expect(many.filter(({how}) => how === 'typo').length).toBeGreaterThan(5);
    for (const one of many) expect((await graph.resolve({inputs: [one.input]})).results[0]).toEqual(one);
  });
});

describe('the look-alikes of a hub', () => {
  it('are asked for with few values, however many labels it has', async () => {
    const {id} = (await graph.entities({kind: 'company', limit: 1})).results[0] as {id: string};
    expect((await graph.similar({entity_id: id})).count).toBeGreaterThan(0);
    const traits: Trait[] = Array.from({length: 5000}, (_, n) => ({
      field: n % 2 === 0 ? 'target' : 'name',
      value: `v${n}`,
      table: n % 2 === 0 ? 'label' : 'name_word',
      key: n,
      df: n % 3 === 0 ? 1 : 1e6,
      weight: 1 / 5000,
    }));
    const all = await queries(() =>
      graph.at(undefined, (context) =>
        lexicalLeg(context, 1, 'company', {traits, letters: 0.25, cells: 0, colleagues: new Map()}, undefined, 10),
      ),
    );
    expect(all.length).toBeGreaterThan(1);
    for (const {values, text} of all) {
      expect(values.length, text.slice(0, 200)).toBeLessThan(100);
      expect(text.length).toBeLessThan(4000);
    }
  });
});
