/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, companiesIn, recipe, workspace} from './helpers.ts';

const folder = workspace();
const companies = companiesIn(folder);
describe('a company', () => {
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

  it('is found without its reach, its seat or its office’s country, and a Chinese one without its city, if that is no other’s', async () => {
    const built = await build(folder, [
      companies(
        `('x:1', 'Foo River Laboratories International, Inc.'), ('x:2', 'Atlantic Foosciences of California, Inc.'), ('x:3', 'Cfoone Pharmaceuticals Ireland Limited'), ('x:4', 'Jiangsu Alphafoo Biologicals Co., Ltd.'),
         ('x:5', 'Barfoo Worldwide Ltd'), ('x:6', 'Barfoo Ltd'), ('x:7', 'Quxfoo Pharma Spain'), ('x:8', 'Quxfoo Pharma Japan'), ('x:9', 'Research Group Ltd'), ('cik:0000000072', 'Burning Foo Biotech Ltd'), ('y:2', 'Medical Foo Biotech Ltd'), ('cik:0000000071', 'Quxfoo Bio Holdings International'), ('y:3', 'Quxfoo Bio Spain')`,
      ),
    ]);
    expect(
      await built.rows(
        `select name, a.alias from entities, unnest(aliases) a(alias) where state = 'live' and plain_words(name) like '%foo%' order by 1, 2`.replace(
          'plain_words(name)',
          'lower(name)',
        ),
      ),
    ).toEqual([
      {name: 'Atlantic Foosciences of California, Inc.', alias: 'Atlantic Foosciences'},
      {name: 'Burning Foo Biotech Ltd', alias: 'Burning Foo'},
      {name: 'Cfoone Pharmaceuticals Ireland Limited', alias: 'Cfoone Pharmaceuticals'},
      {name: 'Foo River Laboratories International, Inc.', alias: 'Foo River Laboratories'},
      {name: 'Jiangsu Alphafoo Biologicals Co., Ltd.', alias: 'Alphafoo Biologicals'},
      {name: 'Quxfoo Bio Holdings International', alias: 'Quxfoo Bio'},
    ]);
  });

  it('is found by its former ticker, unless that is another’s today', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select key, 'company' as kind, name, ticker, {former_ticker: former, tickers: tickers} as attributes from (values
          ('cik:0000000061', 'Foogene Inc', 'FOOG', 'FGEN', ['FOOG']), ('cik:0000000062', 'Bargene Inc', null, 'BGEN', null), ('cik:0000000063', 'Bazgene Inc', 'BGEN', null, ['BGEN']),
          ('cik:0000000064', 'Oldgene Inc', 'RNAX', null, null), ('cik:0000000066', 'Samegene Inc', 'SAMG', 'SAMG', ['SAMG']), ('cik:0000000065', 'Newgene Inc', 'RNAX', null, ['RNAX'])) v(key, name, ticker, former, tickers)`,
      }),
    ]);
    expect(
      await built.rows(
        `select name, ticker, list_filter(aliases, lambda a: a = upper(a)) as tickers, attributes ->> 'former_ticker' as former from entities where state = 'live' order by name`,
      ),
    ).toEqual([
      {name: 'Bargene Inc', ticker: null, tickers: null, former: 'BGEN'},
      {name: 'Bazgene Inc', ticker: 'BGEN', tickers: null, former: null},
      {name: 'Foogene Inc', ticker: 'FOOG', tickers: ['FGEN'], former: 'FGEN'},
      {name: 'Newgene Inc', ticker: 'RNAX', tickers: null, former: null},
      {name: 'Oldgene Inc', ticker: null, tickers: null, former: null},
      {name: 'Samegene Inc', ticker: 'SAMG', tickers: null, former: null},
    ]);
  });
});
