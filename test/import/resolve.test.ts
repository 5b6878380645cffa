/** @module-tag long */
import {v5 as uuidv5} from 'uuid';
import {describe, expect, it} from 'vitest';
import {NAMESPACE} from '../../src/snapshot/write.ts';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();
const values = (rows: string, columns: string) => `select * from (values ${rows}) v(${columns})`;

describe('keys', () => {
  it('makes ids that are UUIDv5 of the natural key, as the uuid package makes them', async () => {
    const keys = ['nct:NCT01234567', 'doi:10.1/äöü', 'name:company:日本', 'cik:0000078003'];
    const built = await build(folder, [
      recipe(folder, {entities: values(keys.map((key) => `('${key}', 'trial', 'x')`).join(), 'key, kind, name')}),
    ]);
    const rows = await built.rows('select natural_key, id from entities');
    expect(Object.fromEntries(rows.map((row) => [row.natural_key, row.id]))).toEqual(
      Object.fromEntries(keys.map((key) => [key, uuidv5(key, NAMESPACE)])),
    );
  });

  it('compares keys by scheme: a CIK by its number, a DOI without case', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: values(
          `('cik:78003', 'company', 'Pfizer'), ('CIK:0000078003', 'company', 'Pfizer Inc.')`,
          'key, kind, name',
        ),
      }),
    ]);
    expect(await built.rows('select natural_key, name, aliases from entities')).toEqual([
      {natural_key: 'cik:0000078003', name: 'Pfizer Inc.', aliases: expect.arrayContaining(['Pfizer'])},
    ]);
  });

  it('gives a key to one kind, that of the recipe with the higher priority', async () => {
    const built = await build(folder, [
      recipe(folder, {entities: `select 'x:1' as key, 'company' as kind, 'X' as name`}, '-- priority: 10\n'),
      recipe(folder, {entities: `select 'x:1' as key, 'institution' as kind, 'X' as name`}, '-- priority: 20\n'),
    ]);
    expect(await built.rows('select kind from entities')).toEqual([{kind: 'institution'}]);
    expect(built.report.rejects).toMatchObject([{reason: 'the key belongs to another kind', count: 1}]);
  });
});

describe('shared identifiers', () => {
  it('folds records that share a key into the one with the strongest, and follows chains of sameness', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: values(
          `('name:company:pfizer', ['ticker:PFE'], 'Pfizer'), ('cik:0000078003', ['ticker:PFE', 'domain:pfizer.com'], 'Pfizer Inc'), ('domain:pfizer.com', null, 'pfizer.com')`,
          'key, same_as, name',
        ).replace('select *', `select *, 'company' as kind`),
      }),
    ]);
    expect(
      await built.rows(
        'select natural_key, state, identity_confidence c, (select natural_key from entities s where s.id = e.merged_into) as into from entities e order by 1',
      ),
    ).toEqual([
      {natural_key: 'cik:0000078003', state: 'live', c: 1, into: null},
      {natural_key: 'domain:pfizer.com', state: 'merged', c: 1, into: 'cik:0000078003'},
      {natural_key: 'name:company:pfizer', state: 'merged', c: 1, into: 'cik:0000078003'},
    ]);
    expect(built.report.merges).toEqual({'shared identifier': 2});
  });

  it('takes the same key from several recipes as one entity, each field from the foremost that has it', async () => {
    const built = await build(folder, [
      recipe(
        folder,
        {
          entities: `select 'cik:1' as key, 'company' as kind, 'Acme' as name, null as ticker, {country: 'US', size: 'small'} as attributes`,
        },
        '-- name: first\n-- priority: 60\n',
      ),
      recipe(
        folder,
        {
          entities: `select 'cik:1' as key, 'company' as kind, 'Acme Biotech' as name, 'ACM' as ticker, {country: 'DE', founded: '2001'} as attributes`,
        },
        '-- name: second\n-- priority: 40\n',
      ),
    ]);
    expect(
      await built.rows('select state, name, ticker, aliases, source, attributes::json as a from entities'),
    ).toEqual([
      {
        state: 'live',
        name: 'Acme',
        ticker: 'ACM',
        aliases: ['Acme Biotech'],
        source: 'first',
        a: '{"founded":"2001","size":"small","country":"United States"}',
      },
    ]);
  });

  it('does not fold across kinds', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: values(`('ror:a', 'institution', 'NIH'), ('fundref:1', 'funder', 'NIH')`, 'key, kind, name').replace(
          '*',
          `*, ['grid:1'] as same_as`,
        ),
      }),
    ]);
    expect(built.report.merges).toEqual({});
  });
});

describe('organisation names', () => {
  const companies = (rows: string) =>
    recipe(folder, {entities: values(rows, 'key, name').replace('*', `*, 'company' as kind`)});

  it('folds names that differ in case, accents, punctuation and legal form', async () => {
    const built = await build(folder, [
      companies(
        `('cik:1', 'Laboratoires Théa, S.A.'), ('x:2', 'LABORATOIRES THEA'), ('x:3', 'Laboratoires Thea Holdings Ltd.'), ('x:4', 'Laboratoires Theo')`,
      ),
    ]);
    expect(
      await built.rows(`select natural_key, identity_confidence c from entities where state = 'merged' order by 1`),
    ).toEqual([
      {natural_key: 'x:2', c: 0.9},
      {natural_key: 'x:3', c: 0.9},
    ]);
    expect(built.report.merges).toEqual({'normalised name': 2});
  });

  it('keeps apart and lists what carries different identifiers of one scheme', async () => {
    const built = await build(folder, [
      companies(`('cik:1', 'Acme Inc'), ('cik:2', 'ACME Corp'), ('x:3', 'Acme'), ('x:4', 'Acme, LLC')`),
    ]);
    expect(await built.rows(`select natural_key, state from entities order by 1`)).toEqual([
      {natural_key: 'cik:0000000001', state: 'live'},
      {natural_key: 'cik:0000000002', state: 'live'},
      {natural_key: 'x:3', state: 'live'},
      {natural_key: 'x:4', state: 'merged'},
    ]);
    expect(built.report.ambiguous).toEqual({
      count: 1,
      first: [{kind: 'company', name: 'ACME Corp', keys: ['cik:0000000001', 'cik:0000000002', 'x:3', 'x:4']}],
    });
  });

  it('does not let a record with two names tie two identified organisations together', async () => {
    const built = await build(folder, [
      companies(`('cik:1', 'Alpha'), ('cik:2', 'Beta'), ('x:3', 'Alpha'), ('x:3', 'Beta')`),
    ]);
    expect(built.report.merges).toEqual({});
    expect(built.report.ambiguous.count).toBe(1);
  });

  it('leaves people and papers of one name alone', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'name:person:wei wang:' || i as key, 'person' as kind, 'Wei Wang' as name from range(3) t(i)`,
      }),
    ]);
    expect(built.report.entities).toEqual({person: 3});
  });

  it('takes Merck KGaA and Merck & Co., Inc. for two', async () => {
    const built = await build(folder, [
      companies(`('x:1', 'Merck KGaA'), ('x:2', 'Merck & Co., Inc.'), ('x:3', 'Merck')`),
    ]);
    expect(await built.rows(`select natural_key from entities where state = 'merged'`)).toEqual([{natural_key: 'x:3'}]);
  });
});

describe('what a source says is folded or removed', () => {
  it('keeps a stated chain and sends edges to its end', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: values(
          `('a:1', 'company', 'Moderna Therapeutics', 'a:2'), ('a:2', 'company', 'ModernaTX', 'a:3'), ('a:3', 'company', 'Moderna', null), ('nct:1', 'trial', 'A trial', null)`,
          'key, kind, name, merged_into',
        ),
        edges: `select 'a:1' as source_key, 'sponsors' as relation, 'nct:1' as target_key`,
      }),
    ]);
    expect(
      await built.rows(
        `select e.natural_key as key, i.natural_key as into from entities e left join entities i on i.id = e.merged_into where e.kind = 'company' order by 1`,
      ),
    ).toEqual([
      {key: 'a:1', into: 'a:2'},
      {key: 'a:2', into: 'a:3'},
      {key: 'a:3', into: null},
    ]);
    expect(await built.rows('select s.natural_key as s from edges join entities s on s.id = edges.source')).toEqual([
      {s: 'a:3'},
    ]);
    expect(await built.rows(`select aliases from entities where natural_key = 'a:3'`)).toEqual([
      {aliases: expect.arrayContaining(['Moderna', 'Moderna Therapeutics', 'ModernaTX'])},
    ]);
  });

  it('refuses circles and folds into nobody', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: values(
          `('a:1', 'A', 'a:2'), ('a:2', 'B', 'a:1'), ('a:3', 'C', 'a:9'), ('a:4', 'D', null)`,
          'key, name, merged_into',
        ).replace('*', `*, 'technology' as kind`),
      }),
    ]);
    expect(await built.rows('select natural_key from entities')).toEqual([{natural_key: 'a:4'}]);
    expect(Object.fromEntries(built.report.rejects.map((row) => [row.reason, row.count]))).toEqual({
      'merged_into leads in a circle': 2,
      'merged_into names an unknown entity': 1,
    });
  });

  it('keeps a removed entity as removed, without edges', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: values(
          `('a:1', 'company', 'A', true), ('a:2', 'company', 'A', false), ('nct:1', 'trial', 'T', null)`,
          'key, kind, name, removed',
        ),
        edges: `select 'a:1' as source_key, 'sponsors' as relation, 'nct:1' as target_key`,
      }),
    ]);
    expect(await built.rows(`select natural_key, state from entities where kind = 'company' order by 1`)).toEqual([
      {natural_key: 'a:1', state: 'removed'},
      {natural_key: 'a:2', state: 'live'},
    ]);
    expect(built.report.removed).toBe(1);
    expect(built.report.rejects).toMatchObject([{reason: 'the edge has a removed end', count: 1}]);
  });
});
