/** @module-tag long */
import {describe, expect, it} from 'vitest';
import {build, EDGES, entities, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

const products = (rows: string, columns: string) =>
  recipe(folder, {entities: entities('product', rows, columns)}, '-- name: products\n');

describe('who develops a product', () => {
  it('is the one group that develops its programs, or that sponsors most of its companies’ trials', async () => {
    const others = recipe(
      folder,
      {
        entities: `select * from (values ('c:1', 'company', 'Fooco Inc'), ('c:2', 'company', 'Barco Inc'), ('c:3', 'company', 'Fooco Limited, a subsidiary of Fooco Inc'), ('g:1', 'program', 'g one'), ('g:2', 'program', 'g two'),
          ('t:1', 'trial', 'A study of one thing'), ('t:2', 'trial', 'A study of another'), ('t:3', 'trial', 'A third study'), ('t:4', 'trial', 'A fourth study'), ('i:1', 'institution', 'Fooville Hospital')) v(key, kind, name)`,
        edges: values(
          `('g:1', 'program_of', 'x:1'), ('c:1', 'develops', 'g:1'), ('g:2', 'program_of', 'x:2'), ('c:1', 'develops', 'g:2'), ('c:2', 'develops', 'g:2'),
            ('x:3', 'tested_in', 't:1'), ('x:3', 'tested_in', 't:2'), ('c:2', 'sponsors', 't:1'), ('c:2', 'sponsors', 't:2'), ('x:4', 'tested_in', 't:3'), ('c:1', 'sponsors', 't:3'),
            ('x:5', 'tested_in', 't:1'), ('x:5', 'tested_in', 't:3'),
              ('x:6', 'tested_in', 't:3'), ('x:6', 'tested_in', 't:4'), ('i:1', 'sponsors', 't:4'), ('x:7', 'tested_in', 't:3')`,
          'source_key, relation, target_key',
        ),
      },
      '-- name: others\n',
    );
    const built = await build(folder, [
      others,
      products(
        `('x:1', 'onemab'), ('x:2', 'twomab'), ('x:3', 'threemab'), ('x:4', 'fourmab'), ('x:5', 'fivemab'), ('x:6', 'FOO-6123'), ('x:7', 'berry juice')`,
        'key, name',
      ),
    ]);
    const edges = (await built.rows(EDGES)).filter(({r, t}) => r === 'develops' && /mab$|juice|FOO/.test(String(t)));
    expect(edges).toEqual([
      {s: 'Barco Inc', r: 'develops', t: 'threemab'},
      {s: 'Fooco Inc', r: 'develops', t: 'FOO-6123'},
      {s: 'Fooco Inc', r: 'develops', t: 'onemab'},
    ]);
  });
});

it('the sponsor of a single trial develops a drug if it is new, nothing else of that group is in the trial and it runs no trials for others', async () => {
  const others = recipe(
    folder,
    {
      entities: `select * from (values ('c:1', 'company', 'Fooco Inc'), ('c:2', 'company', 'Medpace, Inc.'), ('t:1', 'trial', 'A study of one thing'), ('t:2', 'trial', 'A study of another'), ('t:3', 'trial', 'A third study'), ('t:4', 'trial', 'A fourth study')) v(key, kind, name)`,
      edges: values(
        `('c:2', 'sponsors', 't:4'), ('x:5', 'tested_in', 't:4'), ('c:1', 'sponsors', 't:1'), ('c:1', 'sponsors', 't:2'), ('c:1', 'sponsors', 't:3'), ('x:1', 'tested_in', 't:1'), ('x:2', 'tested_in', 't:2'), ('x:3', 'tested_in', 't:3'), ('x:4', 'tested_in', 't:3'), ('c:1', 'develops', 'x:4')`,
        'source_key, relation, target_key',
      ),
    },
    '-- name: others\n',
  );
  const built = await build(folder, [
    others,
    products(
      `('x:1', 'newmab', ['FOO-101'], null), ('x:2', 'oldmab', ['FOO-102'], {first_approval_year: 1994}), ('x:3', 'besidemab', ['BAR-103'], null), ('x:4', 'ownmab', null, null), ('x:5', 'othermab', ['BAZ-104'], null)`,
      'key, name, aliases, attributes',
    ),
  ]);
  expect(
    await built.rows(
      `select p.name as t, e.confidence::decimal(3, 2) as c from edges e join entities p on p.id = e.target where e.relation = 'develops' order by all`,
    ),
  ).toEqual([
    {t: 'newmab', c: '0.75'},
    {t: 'ownmab', c: null},
  ]);
});

it('a product without programs and trials is of the company that numbers its compounds so, also a part of combinations', async () => {
  const others = recipe(
    folder,
    {
      entities: `select * from (values ('c:1', 'company', 'Pfizer Inc.'), ('c:2', 'company', 'Vertex Pharmaceuticals Incorporated'), ('c:3', 'company', 'Barco Inc')) v(key, kind, name)`,
      edges: values(
        `('c:3', 'develops', 'x:5'), ('c:3', 'develops', 'x:6'), ('c:3', 'develops', 'x:7')`,
        'source_key, relation, target_key',
      ),
    },
    '-- name: others\n',
  );
  const built = await build(folder, [
    others,
    products(
      `('x:1', 'fooglipron', ['PF-06882999'], null, null, null), ('x:2', 'PF-12', null, null, null, null), ('x:10', 'barglipron', ['PF-06882998', 'BAR-1234'], null, null, null),
       ('x:3', 'bazafootinib', ['VX-944'], 'EGFR', 0.9, null), ('x:4', 'quxafootinib', ['QUX-3344'], 'EGFR', 0.9, null), ('x:9', 'foofootinib', null, 'EGFR', 0.9, null), ('x:8', 'fooanamide', null, null, null, null),
       ('x:5', 'bazafootinib; foofootinib', null, null, null, {first_approval_year: 2015}), ('x:6', 'bazafootinib; quxafootinib', null, null, null, {first_approval_year: 2016}),
       ('x:7', 'quxafootinib; tezafoo', null, null, null, {first_approval_year: 2017})`,
      'key, name, aliases, target, moa_confidence, attributes',
    ),
  ]);
  expect(
    await built.rows(
      `select c.name as s, p.name as t, e.confidence::decimal(3, 2) as c from edges e join entities c on c.id = e.source join entities p on p.id = e.target
       where e.relation = 'develops' and p.name not like '%;%' order by all`,
    ),
  ).toEqual([
    {s: 'Pfizer Inc.', t: 'fooglipron', c: '0.75'},
    {s: 'Vertex Pharmaceuticals Incorporated', t: 'bazafootinib', c: '0.75'},
  ]);
});

it('the list of developers adds to the developers that are known, where it names one product', async () => {
  const others = recipe(
    folder,
    {
      entities: `select * from (values ('c:1', 'company', 'Roche Holding AG'), ('c:2', 'company', 'Alnylam Pharmaceuticals, Inc.'), ('c:3', 'company', 'Zenas BioPharma, Inc.'),
          ('g:1', 'program', 'g one')) v(key, kind, name)`,
      edges: values(`('g:1', 'program_of', 'x:1'), ('c:1', 'develops', 'g:1')`, 'source_key, relation, target_key'),
    },
    '-- name: others\n',
  );
  const built = await build(folder, [
    others,
    products(
      `('x:1', 'ALN-AGT01', ['zilebesiran']), ('x:2', 'etrolizumab', null), ('drugbank:DB8', 'vixarelimab', null), ('drugbank:DB9', 'vixarelimab', null), ('x:5', 'obexelimab', null)`,
      'key, name, aliases',
    ),
  ]);
  const developed = await built.rows(
    `select c.name as s, p.name as t, e.origin as by from edges e join entities c on c.id = e.source join entities p on p.id = e.target and p.kind = 'product'
     where e.relation = 'develops' and p.name not in ('g one') order by all`,
  );
  expect(developed).toEqual([
    {s: 'Alnylam Pharmaceuticals, Inc.', t: 'zilebesiran', by: 'biograph: its list of developers'},
    {s: 'Roche Holding AG', t: 'etrolizumab', by: 'biograph: its list of developers'},
    {s: 'Roche Holding AG', t: 'zilebesiran', by: 'biograph: its program'},
    {s: 'Zenas BioPharma, Inc.', t: 'obexelimab', by: 'biograph: its list of developers'},
  ]);
});

it('of a drug that was sold on is no buyer of whoever had it approved, but the group that holds it', async () => {
  const others = recipe(
    folder,
    {
      entities: `select *, case when kind = 'approval' then '{"application_type": "NDA"}' end as attributes from (values
          ('c:1', 'company', 'Fooza Medicines'), ('c:2', 'company', 'Buyza Holding'), ('c:3', 'company', 'Ownerza'), ('c:4', 'company', 'Barza Labs'), ('c:5', 'company', 'Buyza Netherlands Holding'),
          ('nda:1', 'approval', 'NDA 1'), ('nda:2', 'approval', 'NDA 2')) v(key, kind, name)`,
      edges: `select *, case relation when 'develops' then 'Open Targets FDA approvals' end as origin from (values
          ('c:1', 'subsidiary_of', 'c:2'), ('c:4', 'subsidiary_of', 'c:2'), ('c:5', 'subsidiary_of', 'c:2'), ('c:1', 'develops', 'x:1'), ('c:4', 'develops', 'x:2'),
          ('nda:1', 'approval_of', 'x:1'), ('nda:2', 'approval_of', 'x:2'), ('c:3', 'holds', 'nda:1'), ('c:5', 'holds', 'nda:2')) v(source_key, relation, target_key)`,
    },
    '-- name: others\n',
  );
  const built = await build(folder, [others, products(`('x:1', 'soldamide'), ('x:2', 'keptamide')`, 'key, name')]);
  const developed = (await built.rows(EDGES)).filter(({r}) => r === 'develops');
  expect(developed).toEqual([{s: 'Barza Labs', r: 'develops', t: 'keptamide'}]);
});
