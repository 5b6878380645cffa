/** @module-tag long */
import {expect, it} from 'vitest';
import {build, entities, recipe, values, workspace} from './helpers.ts';

const folder = workspace();
const LINKS = `select s.name as s, e.relation as r, t.name as t from edges e join entities s on s.id = e.source join entities t on t.id = e.target`;

it('a person who sponsors a trial is no company and no institution, whatever a register says', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select 'p:' || i as key, 'person' as kind, 'Robert Case' || i as name from range(4) t(i)
        union all select 'q:' || i, 'person', 'Given' || i || ' Wang' from range(9) t(i)
        union all ${values(
          `('name:company:robert lowsky', 'company', 'Robert Lowsky'), ('name:institution:caigang wang', 'institution', 'Caigang Wang'),
           ('name:institution:robert hospital', 'institution', 'Robert Hospital'), ('cik:0000000007', 'company', 'Robert Wang'),
           ('name:company:robert wang', 'company', 'Robert Wang'), ('name:company:robert owns', 'company', 'Robert Owns'), ('us:1', 'patent', 'A patent'),
           ('t:1', 'trial', 'A trial'), ('t:2', 'trial', 'Another trial')`,
          'key, kind, name',
        )}`,
      edges: values(
        `('name:company:robert lowsky', 'sponsors', 't:1'), ('name:institution:caigang wang', 'sponsors', 't:2'), ('name:institution:robert hospital', 'sponsors', 't:2'),
         ('name:company:robert wang', 'sponsors', 't:1'), ('us:1', 'assigned_to', 'name:company:robert owns')`,
        'source_key, relation, target_key',
      ),
    }),
  ]);
  expect(await built.rows(`${LINKS} where relation = 'sponsors' order by all`)).toEqual([
    {s: 'Robert Hospital', r: 'sponsors', t: 'Another trial'},
    {s: 'Robert Wang', r: 'sponsors', t: 'A trial'},
  ]);
  expect(
    await built.rows(
      `select name from entities where kind in ('company', 'institution') and state = 'live' order by 1`,
    ),
  ).toEqual([{name: 'Robert Hospital'}, {name: 'Robert Owns'}, {name: 'Robert Wang'}]);
});

it('a person whom the screener found by a word of a company’s name is none, whatever word of the name a person has', async () => {
  const sponsors = (name: string, key: string) =>
    recipe(
      folder,
      {
        entities: `select 'p:' || i as key, 'person' as kind, n as name from unnest(['Omera Case', 'Jo Gutten']) with ordinality t(n, i)
          union all ${values(
            `('name:company:${key}omera karaca', 'company', '${name} Omera Karaca'), ('name:company:${key}karaca gutten', 'company', '${name} Karaca Gutten'), ('name:company:${key}omera gene works', 'company', '${name} Omera Gene Works'),
            ('t:1', 'trial', 'A trial')`,
            'key, kind, name',
          )}`,
        edges: values(
          `('name:company:${key}omera karaca', 'sponsors', 't:1'), ('name:company:${key}karaca gutten', 'sponsors', 't:1'), ('name:company:${key}omera gene works', 'sponsors', 't:1')`,
          'source_key, relation, target_key',
        ),
      },
      `-- name: ${name === 'Zulfi' ? 'screener' : 'register'}\n`,
    );
  const built = await build(folder, [sponsors('Zulfi', 'zulfi '), sponsors('Arme', 'arme ')]);
  expect(await built.rows(`select name from entities where kind = 'company' and state = 'live' order by 1`)).toEqual([
    {name: 'Arme Karaca Gutten'},
    {name: 'Arme Omera Gene Works'},
    {name: 'Arme Omera Karaca'},
    {name: 'Zulfi Omera Gene Works'},
  ]);
});

it('a drug of others that a company gives with its own is no program of it', async () => {
  const built = await build(folder, [
    recipe(
      folder,
      {
        entities: `select * from (values ('c:1', 'company', 'Fooco Inc'), ('c:2', 'company', 'Barco Inc'), ('c:3', 'company', 'Bazco Inc'),
          ('g:1', 'program', 'Statinol'), ('g:2', 'program', 'Statinol'), ('g:3', 'program', 'Numabine'), ('g:4', 'program', 'Statinol'), ('g:5', 'program', 'Statinol XR'),
          ('t:1', 'trial', 'Drug Interaction Study of FOO-1234 With Statinol'), ('t:2', 'trial', 'Statinol in children'), ('t:3', 'trial', 'FOO-1234 in Patients Receiving Numabine'),
          ('t:4', 'trial', 'Drug-drug interaction of statinol and tea'), ('g:6', 'program', 'Copycet'), ('t:5', 'trial', 'A test of moods'), ('g:7', 'program', 'Limab'), ('g:8', 'program', 'BAZ-77'),
          ('t:6', 'trial', 'BAZ-77 and limab in melanoma'), ('a:1', 'approval', 'Copycet')) v(key, kind, name)
          union all by name select 'a:2' as key, 'approval' as kind, 'Copycet, ANDA 1' as name, {application_type: 'ANDA'} as attributes`,
        edges: values(
          `('c:2', 'develops', 'x:3'), ('a:2', 'approval_of', 'x:3'), ('c:3', 'develops', 'g:6'), ('g:6', 'tested_in', 't:5'), ('c:2', 'develops', 'x:4'),
           ('c:3', 'develops', 'g:7'), ('g:7', 'tested_in', 't:6'), ('c:3', 'develops', 'g:8'), ('g:8', 'tested_in', 't:6'),
           ('c:2', 'develops', 'x:1'), ('c:2', 'develops', 'x:2'), ('c:1', 'develops', 'g:1'), ('g:1', 'tested_in', 't:1'), ('c:3', 'develops', 'g:2'), ('g:2', 'tested_in', 't:2'),
           ('c:1', 'develops', 'g:3'), ('g:3', 'tested_in', 't:3'), ('c:2', 'develops', 'g:4'), ('g:4', 'tested_in', 't:4'), ('c:3', 'develops', 'g:5'), ('g:5', 'tested_in', 't:4'), ('g:5', 'program_of', 'x:1')`,
          'source_key, relation, target_key',
        ),
      },
      '-- name: others\n',
    ),
    recipe(
      folder,
      {
        entities: entities(
          'product',
          `('x:1', 'statinol'), ('x:2', 'numabine'), ('x:3', 'copycet'), ('x:4', 'limab')`,
          'key, name',
        ),
      },
      '-- name: products\n',
    ),
  ]);
  expect(
    await built.rows(`${LINKS} where relation = 'develops' and t.kind = 'program' order by all`),
    // The holder's own, one that is tested by itself, and a second one of a company that has such a program.
  ).toEqual([
    {s: 'Barco Inc', r: 'develops', t: 'Statinol'},
    {s: 'Bazco Inc', r: 'develops', t: 'BAZ-77'},
    {s: 'Bazco Inc', r: 'develops', t: 'Statinol'},
    {s: 'Bazco Inc', r: 'develops', t: 'Statinol XR'},
  ]);
});

it('FDA’s action on an old application is on a supplement, and a ticker of another group is none of its', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select * from (values
          ('cik:0000000001', 'company', 'Fooco Inc', 'FOO', null), ('cik:0000000002', 'company', 'Barco Inc', 'BAR', null),
          ('a:1', 'approval', 'Foolip, NDA 020001', null, '{"application_number":"NDA020001","approved_at":"1999-03-02"}'),
          ('a:2', 'approval', 'Newlip, NDA 220002', null, '{"application_number":"NDA220002","approved_at":"2025-03-02"}'),
          ('k:1', 'catalyst', 'Foolip, FDA approval, Fooco Inc', null, '{"type":"approval","date":"2025-04-02","document":"NDA020001"}'),
          ('k:2', 'catalyst', 'Newlip, FDA approval, Fooco Inc', null, '{"type":"approval","date":"2025-03-02","document":"NDA220002"}')) v(key, kind, name, ticker, attributes)`,
      edges: values(
        `('cik:0000000001', 'holds', 'a:1'), ('cik:0000000002', 'holds', 'a:2'), ('k:1', 'announced_by', 'cik:0000000001'), ('k:2', 'announced_by', 'cik:0000000001')`,
        'source_key, relation, target_key',
      ),
    }),
  ]);
  expect(
    await built.rows(`select name, attributes ->> 'type' as type from entities where kind = 'catalyst' order by 1`),
  ).toEqual([
    {name: 'Foolip, FDA approval of a supplement, Fooco Inc', type: 'supplement_approval'},
    {name: 'Newlip, FDA approval', type: 'approval'},
  ]);
  expect(await built.rows(`${LINKS} where relation = 'announced_by'`)).toEqual([
    {s: 'Foolip, FDA approval of a supplement, Fooco Inc', r: 'announced_by', t: 'Fooco Inc'},
  ]);
});

it('an owner or sponsor that ROR has as an institution is no company', async () => {
  const built = await build(folder, [
    recipe(folder, {
      entities: `select * from (values ('ror:0a', 'institution', 'Foo Institute'), ('ror:0b', 'institution', 'Bar Institute'), ('name:company:foo institute', 'company', 'FOO INSTITUTE'),
          ('name:company:bar institute', 'company', 'Bar Institute'), ('us:1', 'patent', 'A patent'), ('x:1', 'product', 'bazumab')) v(key, kind, name)`,
      edges: values(
        `('us:1', 'assigned_to', 'name:company:foo institute'), ('name:company:bar institute', 'develops', 'x:1')`,
        'source_key, relation, target_key',
      ),
    }),
  ]);
  expect(
    await built.rows(
      `select kind, name from entities where kind in ('company', 'institution') and state = 'live' order by 2, 1`,
    ),
  ).toEqual([
    {kind: 'company', name: 'Bar Institute'},
    {kind: 'institution', name: 'Bar Institute'},
    {kind: 'institution', name: 'Foo Institute'},
  ]);
  expect(await built.rows(`${LINKS} where relation = 'assigned_to'`)).toEqual([
    {s: 'A patent', r: 'assigned_to', t: 'Foo Institute'},
  ]);
});
