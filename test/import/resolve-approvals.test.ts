/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, entities, folded, recipe, workspace} from './helpers.ts';

const folder = workspace();

describe('approvals', () => {
  it('folds an unnumbered approval into the one application of its brand and year', async () => {
    const approval = (key: string, brand: string, year: number, more = '') =>
      `select '${key}' as key, 'approval' as kind, '${brand}' as name, {brand: '${brand}', agency: 'FDA', approved_at: '${year}-05-01'${more}} as attributes`;
    const built = await build(folder, [
      recipe(folder, {entities: approval('approval:fda:fooza:2015', 'Fooza', 2015)}),
      recipe(folder, {entities: approval('nda:020001', 'Fooza', 2015, `, application_type: 'NDA'`)}),
      recipe(folder, {entities: approval('nda:020002', 'Fooza', 2016, `, application_type: 'NDA'`)}),
      recipe(folder, {entities: approval('nda:070001', 'Fooza', 2015, `, application_type: 'ANDA'`)}),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'approval:fda:fooza:2015 > nda:020001',
    ]);
  });

  it('folds an approval of a year into the first application for its drug, by whatever name, or of its brand half a year later', async () => {
    const approval = (key: string, brand: string, day: string) =>
      `select '${key}' as key, 'approval' as kind, '${brand}' as name, {brand: '${brand}', agency: 'FDA', approved_at: '${day}', date_precision: case when '${day}' like '%-01-01' then 'year' end} as attributes`;
    const of = (key: string, drug: string) =>
      `select '${key}' as source_key, 'approval_of' as relation, 'chembl:${drug}' as target_key`;
    const drugs = ['CHEMBL1', 'CHEMBL2', 'CHEMBL3']
      .map((id) => `select 'chembl:${id}', 'product', 'drug ${id}', null`)
      .join(' union all ');
    const built = await build(folder, [
      recipe(folder, {
        entities: [
          approval('nda:030001', 'Newname', '2013-09-30'),
          approval('nda:030002', 'Tablets', '2018-10-02'),
          approval('nda:030003', 'Tablets', '2018-10-02'),
          approval('nda:030004', 'Sleepo', '2020-04-07'),
          drugs,
        ].join(' union all '),
        edges: [
          of('nda:030001', 'CHEMBL1'),
          of('nda:030002', 'CHEMBL2'),
          of('nda:030003', 'CHEMBL2'),
          of('nda:030004', 'CHEMBL3'),
        ].join(' union all '),
      }),
      recipe(folder, {
        entities: [
          approval('approval:fda:oldname:2013', 'Oldname', '2013-01-01'),
          approval('approval:fda:tablets:2018', 'Tablets', '2018-01-01'),
          approval('approval:fda:sleepo:2019', 'Sleepo', '2019-01-01'),
          approval('approval:fda:other:2019', 'Other', '2019-01-01'),
          drugs,
        ].join(' union all '),
        edges: [
          of('approval:fda:oldname:2013', 'CHEMBL1'),
          of('approval:fda:tablets:2018', 'CHEMBL2'),
          of('approval:fda:sleepo:2019', 'CHEMBL3'),
          of('approval:fda:other:2019', 'CHEMBL2'),
        ].join(' union all '),
      }),
    ]);
    // The day is known, though one of them has the year alone.
    expect(
      await built.rows(
        `select natural_key as k from entities where state = 'live' and (attributes ->> 'date_precision') is not null`,
      ),
    ).toEqual([{k: 'approval:fda:other:2019'}]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'approval:fda:oldname:2013 > nda:030001',
      'approval:fda:sleepo:2019 > nda:030004',
      'approval:fda:tablets:2018 > nda:030002',
    ]);
  });

  it('of one brand and year are one, and an orphan approval of that very day is part of it', async () => {
    const approval = (key: string, day: string) =>
      `('${key}', 'Foovec', {agency: 'FDA', brand: 'Foovec', approved_at: '${day}'}::json)`;
    const built = await build(folder, [
      recipe(folder, {
        entities: entities(
          'approval',
          [
            approval('nda:200001', '2021-05-28'),
            approval('approval:fda:foovec:2021', '2021-01-01'),
            approval('fda_orphan:1:2021-05-28', '2021-05-28'),
            approval('fda_orphan:2:2021-05-28', '2021-05-28'),
            approval('fda_orphan:1:2021-11-03', '2021-11-03'),
            approval('fda_orphan:1:2025-01-16', '2025-01-16'),
          ].join(', '),
          'key, name, attributes',
        ),
      }),
    ]);
    expect((await built.rows(folded)).map(({k, into}) => `${k} > ${into}`)).toEqual([
      'approval:fda:foovec:2021 > nda:200001',
      'fda_orphan:1:2021-05-28 > nda:200001',
      'fda_orphan:2:2021-05-28 > nda:200001',
    ]);
    expect(built.report.ambiguous.count).toBe(0);
  });
});
