/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, EDGES, recipe, workspace} from './helpers.ts';

const folder = workspace();
const companies = (rows: string, columns = 'key, name', name = 'one', facts = '') =>
  recipe(
    folder,
    {entities: `select *, 'company' as kind from (values ${rows}) v(${columns})`},
    `-- name: ${name}\n${facts}`,
  );
const live = `select name, natural_key as key from entities where state = 'live' order by name, key`;

describe('a company', () => {
  it('is one node under its best name, whatever its short forms, and no other filer of one word', async () => {
    const built = await build(folder, [
      companies(
        `('cik:875320', 'VERTEX PHARMACEUTICALS INC / MA'), ('cik:1806837', 'Vertex, Inc.'), ('name:company:vertex', 'Vertex'), ('fda_applicant:vertex pharms inc', 'VERTEX PHARMS INC')`,
      ),
      companies(
        `('cik:78003', 'PFIZER INC'), ('fda_applicant:pfizer', 'PFIZER'), ('name:company:bms', 'BMS')`,
        'key, name',
        'two',
      ),
    ]);
    expect(await built.rows(live)).toEqual([
      {name: 'Bristol-Myers Squibb Company', key: 'name:company:bms'},
      {name: 'Pfizer Inc.', key: 'cik:0000078003'},
      {name: 'Vertex Pharmaceuticals Incorporated', key: 'cik:0000875320'},
      {name: 'Vertex, Inc.', key: 'cik:0001806837'},
    ]);
  });

  it('outside the list is joined by its applicant’s name, an alias and the first word of one filer that others name too', async () => {
    const built = await build(folder, [
      companies(
        `('cik:1', 'Foovax Therapeutics, Inc.', ['Barvax Holdings International']), ('fda_applicant:foovax therapeutics inc', 'FOOVAX THERAPEUTICS INC', null), ('name:company:foovax', 'Foovax', null), ('x:1', 'Barvax Holdings International', null), ('x:2', 'Bazum', null), ('cik:2', 'Bazum Pharma', null), ('cik:3', 'Bazum Biosciences', null), ('x:3', 'Quxol', null), ('cik:4', 'Quxol Pharma', null)`,
        'key, name, aliases',
      ),
      companies(`('cik:1', 'Foovax Therapeutics, Inc.'), ('cik:2', 'Bazum Pharma')`, 'key, name', 'two'),
    ]);
    expect(await built.rows(live)).toEqual([
      {name: 'Bazum', key: 'x:2'},
      {name: 'Bazum Biosciences', key: 'cik:0000000003'},
      {name: 'Bazum Pharma', key: 'cik:0000000002'},
      {name: 'Foovax Therapeutics, Inc.', key: 'cik:0000000001'},
      {name: 'Quxol', key: 'x:3'},
      {name: 'Quxol Pharma', key: 'cik:0000000004'},
    ]);
  });

  it('is one without the word for its trade that one alone goes on with, and with “Group”', async () => {
    const built = await build(folder, [
      companies(
        `('name:company:avefoo', 'Avefoo'), ('name:company:avefoo pharmaceuticals', 'Avefoo Pharmaceuticals, Inc.'), ('cik:0000000022', 'Quxfoo Pharma Inc'), ('name:company:quxfoo', 'Quxfoo'), ('name:company:mitsu tanafoo', 'Mitsu Tanafoo'), ('name:company:mitsu tanafoo pharma', 'Mitsu Tanafoo Pharma Corporation'),
         ('name:company:horifoo', 'Horifoo'), ('name:company:horifoo pharma', 'Horifoo Pharma plc'), ('name:company:horifoo medicines', 'Horifoo Medicines LLC'),
         ('name:company:egifoo', 'Egifoo PLC'), ('name:company:egifoo pharmaceuticals', 'Egifoo Pharmaceuticals PLC'), ('name:company:santefoo', 'Santefoo'), ('name:company:santefoo usa', 'Santefoo USA Inc'),
         ('name:company:recofoo', 'Recofoo S.p.A.'), ('name:company:recofoo group', 'Recofoo Group')`,
      ),
    ]);
    expect((await built.rows(live)).map(({name}) => name).sort()).toEqual([
      'Avefoo',
      'Egifoo PLC',
      'Egifoo Pharmaceuticals PLC',
      'Horifoo',
      'Horifoo Medicines LLC',
      'Horifoo Pharma plc',
      'Mitsu Tanafoo',
      'Quxfoo',
      'Quxfoo Pharma Inc',
      'Recofoo S.p.A.',
      'Santefoo',
      'Santefoo USA Inc',
    ]);
    expect(built.report.merges).toEqual({'name without its trade': 3});
  });

  it('with its country in brackets is the head office there, and an office of it elsewhere', async () => {
    const built = await build(folder, [
      companies(
        `('cik:0001114448', 'Novartis AG'), ('ror:000000041', 'Novartis (Switzerland)'), ('ror:000000042', 'Novartis (Singapore)'), ('ror:000000043', 'Foovartis (Singapore)'), ('name:company:foovartis', 'Foovartis')`,
      ),
    ]);
    expect((await built.rows(live)).map(({name}) => name).sort()).toEqual([
      'Foovartis',
      'Foovartis (Singapore)',
      'Novartis (Singapore)',
      'Novartis AG',
    ]);
    expect((await built.rows(EDGES)).map(({s, r, t}) => `${s} ${r} ${t}`)).toEqual([
      'Novartis (Singapore) subsidiary_of Novartis AG',
    ]);
  });

  it('is found by the first word of a name with Life Sciences and of a former one, if it is no other’s', async () => {
    const built = await build(folder, [
      companies(
        `('cik:0000000051', 'Anafoo Life Sciences Corp.', null), ('cik:0000000052', 'Zetafoo Life Sciences Corp.', null), ('name:company:zetafoo biotech', 'Zetafoo Biotech', null),
         ('cik:0000000053', 'Filafoo Therapeutics, Inc.', ['Cassafoo Sciences Inc']), ('cik:0000000054', 'Verfoox', ['Verfoox Pharmaceuticals'])`,
        'key, name, aliases',
      ),
    ]);
    expect(
      await built.rows(
        `select name, short from entities, (values ('Anafoo'), ('Zetafoo'), ('Cassafoo')) v(short) where state = 'live' and list_contains(aliases, short) order by 1`,
      ),
    ).toEqual([
      {name: 'Anafoo Life Sciences Corp.', short: 'Anafoo'},
      {name: 'Filafoo Therapeutics, Inc.', short: 'Cassafoo'},
      {name: 'Zetafoo Biotech', short: 'Zetafoo'},
    ]);
    // Its own name is no alias.
    expect(await built.rows(`select aliases from entities where name = 'Verfoox'`)).toEqual([
      {aliases: ['Verfoox Pharmaceuticals']},
    ]);
  });

  it('of two numbers stays two, unless the list of companies knows the filers for one', async () => {
    const built = await build(folder, [
      companies(
        `('cik:875045', 'BIOGEN INC.'), ('cik:714655', 'Biogen Inc'), ('cik:4', 'Foogen Inc'), ('cik:5', 'Foogen, Inc.')`,
      ),
    ]);
    expect((await built.rows(live)).map(({key}) => key)).toEqual([
      'cik:0000875045',
      'cik:0000000004',
      'cik:0000000005',
    ]);
    expect(built.report.ambiguous.first.map(({keys}) => keys)).toContainEqual(['cik:0000000004', 'cik:0000000005']);
  });

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

  it('is one however its name is parted, in a name long enough to tell', async () => {
    const built = await build(folder, [
      companies(
        `('x:1', 'Iso-Tex Diagnostics, Inc.'), ('x:2', 'Isotex Diagnostics'), ('x:3', 'AB Co'), ('x:4', 'A B Bio')`,
      ),
    ]);
    expect((await built.rows(live)).map(({key}) => key)).toEqual(['x:4', 'x:3', 'x:1']);
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
});

describe('an institution', () => {
  it('of a registry takes those that bear one of its aliases, not another country’s nor a saint’s', async () => {
    const institution = recipe(folder, {
      entities: `select *, 'institution' as kind from (values
        ('ror:a', 'The University of Footown M. D. Barson Center', ['Barson Foo Center', 'St. John''s Hospital', 'National Veterinary Foo Institute'], {country: 'Spain'}),
        ('x:1', 'University of Footown MD Barson Center', null, null), ('x:2', 'Barson Foo Center', null, {country: 'Spain'}),
        ('x:3', 'National Veterinary Foo Institute', null, {country: 'Chile'}), ('x:4', 'St. John''s Hospital', null, null)) v(key, name, aliases, attributes)`,
    });
    const built = await build(folder, [institution]);
    expect((await built.rows(live)).map(({key}) => key)).toEqual(['x:3', 'x:4', 'ror:a']);
  });
});

describe('products', () => {
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

  it('known by a name only are the substance that lists it; hydrates and salts of two numbers are one, two DrugBank ids never', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select key, name, moiety, names, 'product' as kind, 'therapeutic' as product_family from (values
          ('drugbank:DB1', 'acetafoo', null, [{name: 'parafoo', type: 'synonym'}]), ('x:1', 'PARAFOO', null, null),
          ('chembl:CHEMBL1', 'barsin', null, null), ('chembl:CHEMBL2', 'BARSIN', null, null), ('chembl:CHEMBL3', 'barsin sulfate', 'chembl:CHEMBL1', null),
          ('drugbank:DB2', 'bazine', null, null), ('drugbank:DB3', 'bazine', null, null)) v(key, name, moiety, names)`,
      }),
    ]);
    expect((await built.rows(live)).map(({key}) => key)).toEqual([
      'drugbank:DB1',
      'chembl:CHEMBL1',
      'drugbank:DB2',
      'drugbank:DB3',
    ]);
  });
});
