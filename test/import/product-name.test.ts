/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

const live = `select name, natural_key as key from entities where state = 'live' and kind = 'product' order by key`;

describe('a vaccine', () => {
  it('that is called by its brand is one by its proper name', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'p:1' as key, 'product' as kind, 'Foonar 20' as name, {proper_name: '20-valent Pneumococcal Conjugate Vaccine'} as attributes`,
      }),
    ]);
    expect(await built.rows(`select modality from entities`)).toEqual([{modality: 'vaccine'}]);
  });
});

describe('a product’s name', () => {
  it('is the nonproprietary one where records call it by a code and say the name beside it', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'p:1' as key, 'product' as kind, 'QXN-B6A1' as name, ['Footatug vedotin'] as aliases
          union all by name select 'p:2' as key, 'product' as kind, 'QXN-77' as name, ['barmab', 'bazmab'] as aliases
          union all by name select 'p:3' as key, 'product' as kind, 'QXN-4512' as name, ['Footinib'] as aliases
          union all by name select 'p:4' as key, 'product' as kind, 'footinib' as name
          union all by name select 'p:5' as key, 'product' as kind, 'qxn-4821 dimesylate' as name, ['Olverembatinib'] as aliases`,
      }),
    ]);
    expect(
      await built.rows(`select name, aliases, modality from entities where state = 'live' order by natural_key`),
    ).toEqual([
      {name: 'footatug vedotin', aliases: ['QXN-B6A1', 'footatug'], modality: 'antibody-drug conjugate'},
      {name: 'QXN-77', aliases: ['barmab', 'bazmab'], modality: null},
      {name: 'QXN-4512', aliases: ['Footinib'], modality: null},
      {name: 'footinib', aliases: null, modality: 'small molecule'},
      // The list of drugs has it, with other codes.
      {name: 'olverembatinib', aliases: expect.arrayContaining(['qxn-4821 dimesylate']), modality: 'small molecule'},
    ]);
  });

  it('with a number is the same with and without blanks, and a vaccine’s brand leads to what bears its proper name', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select * exclude (proper), case when proper is not null then {proper_name: proper} end as attributes, 'product' as kind from (values
          ('chembl:CHEMBL1', 'footium Ra 223 dichloride', null), ('name:product:footium ra223 dichloride', 'footium Ra223 dichloride', null),
          ('drugbank:DB1', 'foovirus vaccine', null), ('name:product:foovax', 'Foovax', 'Foovirus Vaccine'),
          ('drugbank:DB2', 'barvirus vaccine', null), ('name:product:barvax', 'Barvax', 'Barvirus Vaccine'), ('name:product:bazvax', 'Bazvax', 'Barvirus Vaccine')) v(key, name, proper)`,
      }),
    ]);
    expect((await built.rows(live)).map(({key}) => key)).toEqual([
      'chembl:CHEMBL1',
      'drugbank:DB1',
      'drugbank:DB2',
      'name:product:barvax',
      'name:product:bazvax',
    ]);
  });

  it('that is a brand is the product of the approvals under it, and a prodrug does not have its drug’s', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'name:product:barzuride+foocitabine' as key, 'product' as kind, 'barzuride; foocitabine' as name, {brand: 'Fooqovi'} as attributes
          union all by name select 'name:product:fooqovi' as key, 'product' as kind, 'fooqovi' as name
          union all by name select 'p:1' as key, 'product' as kind, 'quxpitant' as name, ['Quxend'] as aliases
          union all by name select 'p:2' as key, 'product' as kind, 'fosquxpitant' as name, ['Quxend', 'Quxfoc'] as aliases
          union all by name select 'nda:' || i as key, 'approval' as kind, 'Quxend ' || i as name, {brand: 'Quxend'} as attributes from range(1, 3) t(i)`,
        edges: `select 'nda:' || i as source_key, 'approval_of' as relation, 'p:' || i as target_key from range(1, 3) t(i)`,
      }),
    ]);
    expect(
      await built.rows(
        `select natural_key as key, aliases from entities where state = 'live' and kind = 'product' order by key`,
      ),
    ).toEqual([
      {
        key: 'name:product:barzuride+foocitabine',
        aliases: ['barzuride and foocitabine', 'foocitabine and barzuride', 'foocitabine/barzuride', 'fooqovi'],
      },
      {key: 'p:1', aliases: ['Quxend']},
      {key: 'p:2', aliases: ['Quxfoc']},
    ]);
  });
});
