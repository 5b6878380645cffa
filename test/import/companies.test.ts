/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, companiesIn, EDGES, workspace} from './helpers.ts';

const folder = workspace();
const companies = companiesIn(folder);
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

  it('is one however its name is parted, in a name long enough to tell', async () => {
    const built = await build(folder, [
      companies(
        `('x:1', 'Iso-Tex Diagnostics, Inc.'), ('x:2', 'Isotex Diagnostics'), ('x:3', 'AB Co'), ('x:4', 'A B Bio')`,
      ),
    ]);
    expect((await built.rows(live)).map(({key}) => key)).toEqual(['x:4', 'x:3', 'x:1']);
  });

  it('is one under an Irish legal form, and with and without its Chinese city', async () => {
    const built = await build(folder, [
      companies(
        `('x:1', 'Foogen Ireland'), ('x:2', 'Foogen Ireland DAC'), ('x:3', 'Bargen Ireland UC'), ('x:4', 'Bargen Ireland Unlimited Company'), ('x:5', 'Bazgen'), ('x:6', 'Bazgen Designated Activity Company'),
         ('x:7', 'Foolin Biosciences'), ('x:8', 'Shanghai Foolin Bioscience Co., Ltd.'), ('x:9', 'Barlin Pharma'), ('y:1', 'Beijing Barlin Pharma Co., Ltd.'), ('y:2', 'Suzhou Barlin Pharma Co., Ltd.')`,
      ),
    ]);
    expect(built.report.merges).toEqual({'Irish legal form': 2, 'name without its city': 1});
  });
});
