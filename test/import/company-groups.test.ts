/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, companiesIn, EDGES, recipe, workspace} from './helpers.ts';

const folder = workspace();
const companies = companiesIn(folder);
const live = `select name, natural_key as key from entities where state = 'live' order by name, key`;

describe('a company', () => {
  it('that nothing is said of belongs to the group it is named after, and to no namesake', async () => {
    const built = await build(folder, [
      companies(
        `('cik:78003', 'Pfizer Inc.'), ('x:1', 'Pfizer Europe MA EEIG'), ('x:2', 'Bristol-Myers Squibb / Pfizer EEIG'), ('cik:14272', 'Bristol-Myers Squibb Company'), ('cik:875320', 'Vertex Pharmaceuticals Incorporated'), ('cik:1806837', 'Vertex, Inc.'), ('x:3', 'Vertex Pharmaceuticals (Ireland) Limited'), ('x:4', 'Vertex Energy'), ('cik:1', 'Fooron Corp'), ('x:5', 'Fooron Netherlands B.V.'), ('x:6', 'Fooron Brothers'), ('cik:310158', 'Merck & Co., Inc.'), ('x:7', 'Merck KGaA'), ('x:8', 'Merck Fooserve GmbH')`,
      ),
    ]);
    expect((await built.rows(EDGES)).map(({s, r, t}) => `${s} ${r} ${t}`).sort()).toEqual([
      'Fooron Netherlands B.V. subsidiary_of Fooron Corp',
      'Pfizer Europe MA EEIG subsidiary_of Pfizer Inc.',
      'Vertex Pharmaceuticals (Ireland) Limited subsidiary_of Vertex Pharmaceuticals Incorporated',
    ]);
  });

  it('belongs to the group it is named after also where a source gives it a parent that nobody knows', async () => {
    const built = await build(folder, [
      companies(
        `('x:1', 'UCB'), ('x:2', 'Zogenix Foo Limited'), ('x:3', 'Celltech Foo Limited'), ('x:4', 'Barco Pharma')`,
      ),
      recipe(folder, {
        edges: `select * from (values ('x:2', 'subsidiary_of', 'ticker:ZGNX'), ('x:3', 'subsidiary_of', 'x:4')) v(source_key, relation, target_key)`,
      }),
    ]);
    expect((await built.rows(EDGES)).map(({s, r, t}) => `${s} ${r} ${t}`).sort()).toEqual([
      'Celltech Foo Limited subsidiary_of Barco Pharma',
      'Zogenix Foo Limited subsidiary_of UCB',
    ]);
  });

  it('of the list belongs to the group of the list, whatever a register says', async () => {
    const built = await build(folder, [
      companies(
        `('cik:310158', 'Merck & Co., Inc.'), ('x:1', 'Bayer AG'), ('x:2', 'Schering Corporation'), ('x:3', 'Schering AG'), ('x:4', 'Key Pharmaceuticals')`,
      ),
      recipe(folder, {
        edges: `select * from (values ('x:2', 'subsidiary_of', 'x:1'), ('x:4', 'subsidiary_of', 'x:2')) v(source_key, relation, target_key)`,
      }),
    ]);
    expect((await built.rows(EDGES)).map(({s, r, t}) => `${s} ${r} ${t}`).sort()).toEqual([
      'Key Pharmaceuticals subsidiary_of Merck & Co., Inc.',
      // Within the group, a register may tell more.
      'Key Pharmaceuticals subsidiary_of Schering Corporation',
      'Schering AG subsidiary_of Bayer AG',
      'Schering Corporation subsidiary_of Merck & Co., Inc.',
    ]);
  });

  it('of the list is of whom it says now, and of the parts of that group that a list of sponsors tells', async () => {
    const built = await build(folder, [
      companies(
        `('x:1', 'Upsher-Smith Laboratories, Inc.'), ('x:2', 'Sawai Pharmaceutical'), ('x:3', 'Bora Pharmaceuticals'), ('x:4', 'Abraxis Bioscience Inc'), ('x:5', 'Celgene'), ('cik:14272', 'Bristol-Myers Squibb Company')`,
      ),
      recipe(
        folder,
        {
          edges: `select * from (values ('x:1', 'subsidiary_of', 'x:2'), ('x:4', 'subsidiary_of', 'x:5')) v(source_key, relation, target_key)`,
        },
        '-- source: Clinical-Trial-Outcomes\n',
      ),
    ]);
    expect((await built.rows(EDGES)).map(({s, r, t}) => `${s} ${r} ${t}`).sort()).toEqual([
      'Abraxis Bioscience Inc subsidiary_of Bristol-Myers Squibb Company',
      'Abraxis Bioscience Inc subsidiary_of Celgene',
      'Celgene subsidiary_of Bristol-Myers Squibb Company',
      'Upsher-Smith Laboratories, Inc. subsidiary_of Bora Pharmaceuticals',
    ]);
  });

  it('of the list within another’s group is one under all its names, and belongs to the other', async () => {
    const built = await build(folder, [
      companies(
        `('cik:78003', 'PFIZER INC'), ('fda_applicant:seagen', 'SEAGEN'), ('name:company:seattle genetics', 'Seattle Genetics, Inc.'), ('name:company:seagen netherlands', 'Seagen Netherlands B.V.')`,
      ),
    ]);
    expect((await built.rows(live)).map(({name}) => name)).toEqual([
      'Pfizer Inc.',
      'Seagen',
      'Seagen Netherlands B.V.',
    ]);
    expect(await built.rows(EDGES)).toEqual([
      {s: 'Seagen', r: 'subsidiary_of', t: 'Pfizer Inc.'},
      {s: 'Seagen Netherlands B.V.', r: 'subsidiary_of', t: 'Pfizer Inc.'},
    ]);
  });

  it('of the list at the head of a group belongs to nobody, whatever one of its names says', async () => {
    const built = await build(folder, [
      companies(
        `('cik:310158', 'Merck & Co., Inc.'), ('cik:1821825', 'Organon & Co.'), ('x:1', 'ORGANON USA INC A SUBSIDIARY OF MERCK & CO'), ('x:2', 'MyoFoo, Inc. (a wholly owned subsidiary of Merck & Co)')`,
      ),
    ]);
    expect((await built.rows(EDGES)).map(({s, r, t}) => `${s} ${r} ${t}`)).toEqual([
      'MyoFoo, Inc. subsidiary_of Merck & Co., Inc.',
    ]);
  });

  it('whose name says whose it is belongs to that one, and is called by its own', async () => {
    const built = await build(folder, [
      companies(
        `('cik:1', 'Barco Pharma Inc'), ('x:1', 'FOOCO LLC AN INDIRECT WHOLLY OWNED SUB OF BARCO PHARMA INC'), ('x:2', 'Bazco, a Barco Pharma Company'), ('x:3', 'Bazco Inc.'), ('x:4', 'QUX LABORATORIES DIV BARCO PHARMA CO'), ('x:5', 'Takoda Pharmaceutical Company'), ('x:6', 'FOOBAR INC DBA XYZZY MEDICAL')`,
      ),
    ]);
    expect((await built.rows(live)).map(({name}) => name)).toEqual([
      'Barco Pharma Inc',
      'Bazco Inc.',
      'Foobar Inc',
      'Fooco LLC',
      'Qux Laboratories',
      'Takoda Pharmaceutical Company',
    ]);
    expect((await built.rows(EDGES)).map(({s, r, t}) => `${s} ${r} ${t}`)).toEqual([
      'Bazco Inc. subsidiary_of Barco Pharma Inc',
      'Fooco LLC subsidiary_of Barco Pharma Inc',
      'Qux Laboratories subsidiary_of Barco Pharma Inc',
    ]);
  });

  it('of a larger group belongs to it by the project’s list, with where that stands', async () => {
    const built = await build(folder, [
      companies(`('x:1', 'Genentech, Inc.'), ('x:2', 'Hoffmann-La Roche'), ('x:3', 'Kite Pharma'), ('x:4', 'Inc')`),
    ]);
    expect(await built.rows(`${EDGES.replace('relation as r', 'relation as r, origin')}`)).toEqual([
      {s: 'Genentech, Inc.', r: 'subsidiary_of', origin: 'company list', t: 'Roche Holding AG'},
    ]);
    expect(built.report.rejects).toContainEqual({
      recipe: 'one',
      reason: 'the name is only a form of company',
      count: 1,
    });
  });

  it('at the head of a group belongs to nobody, and is found by its short name', async () => {
    const built = await build(folder, [
      recipe(
        folder,
        {
          entities: `select *, 'company' as kind from (values ('cik:78003', 'PFIZER INC'), ('x:1', 'Foomother AG'), ('x:2', 'Barsub Ltd'), ('cik:9', 'Ionfoo Pharmaceuticals, Inc.'), ('cik:10', 'Novofoo A S'),
            ('cik:11', 'Bafo Therapeutics, Inc.'), ('cik:12', 'Gene Therapeutics, Inc.'), ('cik:13', 'Qufo Therapeutics, Inc.'), ('cik:14', 'Qufo Medical Inc.')) v(key, name)`,
          edges: `select 'cik:78003' as source_key, 'subsidiary_of' as relation, 'x:1' as target_key union all select 'x:2', 'subsidiary_of', 'x:1'`,
        },
        '-- name: register\n',
      ),
      companies(`('name:company:novofoo', 'Novofoo A/S')`, 'key, name', 'other'),
    ]);
    expect(await built.rows(EDGES)).toEqual([{s: 'Barsub Ltd', r: 'subsidiary_of', t: 'Foomother AG'}]);
    expect(
      await built.rows(
        `select name, short from entities, (values ('Ionfoo'), ('Bafo'), ('Gene'), ('Qufo')) v(short) where state = 'live' and list_contains(aliases, short) order by 1`,
      ),
    ).toEqual([
      {name: 'Bafo Therapeutics, Inc.', short: 'Bafo'},
      {name: 'Ionfoo Pharmaceuticals, Inc.', short: 'Ionfoo'},
    ]);
    expect((await built.rows(live)).filter(({name}) => String(name).startsWith('Novofoo')).map(({key}) => key)).toEqual(
      ['cik:0000000010'],
    );
  });
});
