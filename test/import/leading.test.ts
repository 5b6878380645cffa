/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

const genes = recipe(
  folder,
  {
    entities: `select key, 'target' as kind, name, aliases, {ensembl_id: 'ENSG' || name} as attributes from (values
      ('hgnc:HGNC:1', 'CHRM1', ['M1R']), ('hgnc:HGNC:2', 'CHRM3', ['M3R']), ('hgnc:HGNC:3', 'SSTR2', ['SST2']), ('hgnc:HGNC:4', 'SSTR5', ['SST5']), ('hgnc:HGNC:5', 'ANGPTL3', ['ANGPT5']),
      ('hgnc:HGNC:6', 'ASGR1', ['CLEC4H1']), ('hgnc:HGNC:7', 'BARTICL', ['PARTICLE']), ('hgnc:HGNC:8', 'DPP4', ['CD26'])) v(key, name, aliases)`,
  },
  '-- name: genes\n',
);
const products = (rows: string, columns: string) =>
  recipe(folder, {entities: `select *, 'product' as kind, 'p:' || name as key from (values ${rows}) v(${columns})`});
const targets = `select name, target, target_symbol as s from entities where kind = 'product' and state = 'live' order by name`;

describe('a combination', () => {
  it('hits what its leading substance hits: as somebody wrote it, not as the alphabet has it, and never a helper', async () => {
    const built = await build(folder, [
      genes,
      products(
        `('aabarine', 'CHRM3 antagonist', null), ('zeefoomeline', 'CHRM1 agonist', null), ('aabarine; zeefoomeline', null, null),
         ('quuxide', 'CHRM1 agonist', null), ('cobicistat', 'CHRM3 antagonist', null), ('cobicistat; quuxide', null, null),
         ('mofide', 'CHRM1 agonist', null), ('lefide', 'CHRM3 agonist', null), ('lefide; mofide', null, ['mofide and lefide'])`,
        'name, mechanism, aliases',
      ),
    ]);
    const rows = await built.rows(`${targets.replace('order', "and contains(name, ';') order")}`);
    expect(rows.map(({name, s}) => [name, s])).toEqual([
      ['aabarine; zeefoomeline', 'CHRM3'],
      ['cobicistat; quuxide', 'CHRM1'],
      ['lefide; mofide', 'CHRM1'],
    ]);
  });

  it('is told by what was approved latest by itself where nobody wrote it in another order', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `select 'p:' || name as key, 'product' as kind, name, mechanism, {generic: name, first_approval_year: year} as attributes
          from (values ('aabarine', 'CHRM3 antagonist', 1990), ('zeefoomeline', 'CHRM1 agonist', null), ('aabarine; zeefoomeline', null, null)) v(name, mechanism, year)`,
      }),
    ]);
    expect((await built.rows(targets)).map(({s}) => s)).toEqual(['CHRM3', 'CHRM1', 'CHRM1']);
  });
});

describe('what a drug hits', () => {
  it('is told by the beginning of some names, and by a list of drugs where a source states another target of a germ’s drug', async () => {
    const built = await build(folder, [
      genes,
      products(`('ceffoozime', null), ('doxycycline', 'CHRM1 inhibitor')`, 'name, mechanism'),
    ]);
    expect(await built.rows(targets)).toEqual([
      {name: 'ceffoozime', target: 'penicillin-binding protein', s: null},
      {name: 'doxycycline', target: 'bacterial ribosome', s: null},
    ]);
  });

  it('is what a part of a combination hits that is spelled as a registry’s other name for it, or named by its ester', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `select 'p:' || name as key, 'product' as kind, name, mechanism, names from (values
          ('foometasone', 'CHRM1 agonist', [{name: 'foomethasone', type: 'synonym'}]), ('barsartan', 'CHRM3 antagonist', null),
          ('foomethasone; zinc oxide', null, null), ('barsartan medoxomil; zinc oxide', null, null)) v(name, mechanism, names)`,
      }),
    ]);
    const rows = await built.rows(targets.replace('order', "and contains(name, ';') order"));
    expect(rows.map(({name, s}) => [name, s])).toEqual([
      ['barsartan medoxomil; zinc oxide', 'CHRM3'],
      ['foomethasone; zinc oxide', 'CHRM1'],
    ]);
  });

  it('is told by the stem of its name also where its record names the salt', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `select 'p:1' as key, 'product' as kind, 'foogliptin' as name, {generic: 'foogliptin hydrochloride'} as attributes`,
      }),
    ]);
    expect(await built.rows(targets)).toEqual([{name: 'foogliptin', target: 'DPP4', s: 'DPP4'}]);
  });

  it('is the same for a ligand whatever its isotope', async () => {
    const built = await build(folder, [
      genes,
      products(
        `('copper cu 64 footatate', 'SSTR2 agonist'), ('lutetium lu 177 footatate', null), ('gallium ga 68 chloride', null)`,
        'name, mechanism',
      ),
    ]);
    expect(await built.rows(targets)).toEqual([
      {name: 'copper cu 64 footatate', target: 'SSTR2', s: 'SSTR2'},
      {name: 'gallium ga 68 chloride', target: null, s: null},
      {name: 'lutetium lu 177 footatate', target: 'SSTR2', s: 'SSTR2'},
    ]);
  });

  it('is the same for a ligand whose member of a family a source states of another isotope outright', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `select 'p:1' as key, 'product' as kind, 'copper cu 64 footatate' as name, 'ENSGSSTR2' as target_id, 0.9 as moa_confidence
          union all by name select 'p:2' as key, 'product' as kind, 'lutetium lu 177 footatate' as name, 'Somatostatin receptor agonist' as mechanism`,
        edges: `select 'p:1' as source_key, 'targets' as relation, 'hgnc:HGNC:3' as target_key`,
      }),
    ]);
    expect((await built.rows(targets)).map(({name, s}) => [name, s])).toEqual([
      ['copper cu 64 footatate', 'SSTR2'],
      ['lutetium lu 177 footatate', 'SSTR2'],
    ]);
  });

  it('is the whole of what is stated one by one, or the family that its name’s stem stands for', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'hgnc:HGNC:' || i as key, 'target' as kind, name from (select unnest(['HCRTR1', 'HCRTR2', 'ADRB1', 'ADRB2', 'ADRB3', 'KCNH2', 'DRD2', 'DRD3', 'DRD4', 'HTR2A']) as name, generate_subscripts([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 1) as i)
          union all by name select 'p:' || name as key, 'product' as kind, name, list_transform(said, lambda s: {mechanism: s || ' inhibitor', target: null::varchar, role: 'primary'}) as mechanisms from (values
            ('fooxidone', ['HCRTR1', 'HCRTR2']), ('fooolol', ['ADRB1', 'ADRB2', 'KCNH2']), ('barxidone', ['HCRTR1', 'KCNH2']), ('fooperide', ['D2-like dopamine receptor', 'HTR2A']), ('barperide', ['DRD2']), ('bazperide', ['DRD2'])) v(name, said)`,
      }),
    ]);
    expect((await built.rows(targets)).map(({name, target}) => [name, target])).toEqual([
      ['barperide', 'DRD2'],
      ['barxidone', 'HCRTR1'],
      ['bazperide', 'DRD2'],
      ['fooolol', 'beta adrenergic receptor'],
      ['fooperide', 'D2-like dopamine receptor'],
      ['fooxidone', 'orexin receptor'],
    ]);
  });

  it('is not what takes a nucleic acid into the liver, nor a gene whose acronym is a word', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {
        entities: `select 'p:1' as key, 'product' as kind, 'foonorsen' as name, [{mechanism: 'ASGR1 binding agent', target: null, role: 'primary'}, {mechanism: 'ANGPTL3 antisense inhibitor', target: null, role: 'primary'}] as mechanisms
          union all by name select 'p:2' as key, 'product' as kind, 'foodium' as name, 'alpha particle emitting agent' as mechanism`,
      }),
    ]);
    expect((await built.rows(targets)).map(({name, s}) => [name, s])).toEqual([
      ['foodium', null],
      ['foonorsen', 'ANGPTL3'],
    ]);
  });
});

describe('what the lists know', () => {
  it('of a complex goes before a source that has it as a target with some of its genes', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select key, 'target' as kind, name, aliases from (values
            ('hgnc:HGNC:1', 'CALCRL', null), ('hgnc:HGNC:2', 'RAMP1', null), ('gtopdb:48', 'CGRP receptor', ['CGRP1'])) v(key, name, aliases)
          union all by name select 'p:1' as key, 'product' as kind, 'foogepant' as name, null as aliases`,
        edges: `select 'hgnc:HGNC:1' as source_key, 'part_of' as relation, 'gtopdb:48' as target_key union all select 'p:1', 'binds', 'gtopdb:48'`,
      }),
    ]);
    expect(
      await built.rows(
        `select name, list_contains(aliases, 'CGRP receptor') and list_contains(aliases, 'CGRP1') as called from entities where kind = 'target' order by name`,
      ),
    ).toEqual([
      {name: 'CALCRL', called: true},
      {name: 'RAMP1', called: true},
    ]);
    expect(
      await built.rows(
        `select t.name from edges e join entities t on t.id = e.target where e.relation = 'binds' order by 1`,
      ),
    ).toEqual([{name: 'CALCRL'}, {name: 'RAMP1'}]);
  });

  it('is a product where a program speaks of it, and a code in a title is the drug’s, not its salt’s', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'program:foo:1' as key, 'program' as kind, 'MK-1084' as name
          union all by name select 'p:1' as key, 'product' as kind, 'chloride' as name
          union all by name select 'p:2' as key, 'product' as kind, 'footide' as name
          union all by name select 'nct:NCT00000001' as key, 'trial' as kind, 'A Study of Footide Chloride (XY-1234) in Adults' as name`,
      }),
    ]);
    expect(
      await built.rows(
        `select name, aliases from entities where kind = 'product' and state = 'live' and name not in ('chloride') order by name`,
      ),
    ).toEqual([
      {name: 'calderasib', aliases: ['MK-1084']},
      {name: 'footide', aliases: ['XY-1234']},
    ]);
  });

  it('is a company where a graph of the field has its buyer and nobody of its name', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'name:company:' || lower(name) as key, 'company' as kind, name from (select 'Quxcorp' || i as name from range(1000) t(i) union all select 'Novartis AG' union all select 'Chinook Pharma')`,
      }),
    ]);
    expect(
      await built.rows(
        `select s.name as s, s.source, t.name as t from edges e join entities s on s.id = e.source join entities t on t.id = e.target where e.relation = 'subsidiary_of' and s.name = 'AveXis'`,
      ),
    ).toEqual([{s: 'AveXis', source: 'company list', t: 'Novartis AG'}]);
    expect(await built.rows(`select count(*)::integer as n from entities where name like 'Chinook%'`)).toEqual([
      {n: 1},
    ]);
  });
});

describe('a developer of the project’s list that no file has', () => {
  it('is a company, whose name may begin as another’s does, also of drugs that only the list has', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'name:company:' || lower(name) as key, 'company' as kind, name from (select 'Quxcorp' || i as name from range(1000) t(i))
          union all by name select 'name:company:jwp' as key, 'company' as kind, 'JW Pharmaceutical' as name
          union all by name select 'name:product:' || name as key, 'product' as kind, name from (values ('ainuovirine'), ('keverprazan'), ('relmacabtagene autoleucel'), ('cenobamate'), ('GBP510')) v(name)`,
      }),
    ]);
    const developers = `select s.name as s, t.name as t from edges e join entities s on s.id = e.source join entities t on t.id = e.target
      where e.relation = 'develops' and t.name in ('ainuovirine', 'keverprazan', 'LEVI-04', 'relmacabtagene autoleucel') order by t`;
    expect(await built.rows(developers)).toEqual([
      {s: 'Levicept', t: 'LEVI-04'},
      {s: 'Jiangsu Aidea Pharmaceutical', t: 'ainuovirine'},
      {s: 'Jiangsu Carephar Pharmaceutical', t: 'keverprazan'},
      {s: 'JW Therapeutics', t: 'relmacabtagene autoleucel'},
    ]);
    expect(
      await built.rows(`select name, aliases from entities where name like 'SK Bio%' and state = 'live' order by name`),
    ).toEqual([
      {name: 'SK Biopharmaceuticals', aliases: null},
      {name: 'SK Bioscience', aliases: null},
    ]);
  });
});

describe('what is called after something else', () => {
  it('is no germ’s protein where a family has the name, and an event has its company’s name for its ticker', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'uniprot:Q54906' as key, 'target' as kind, 'Penicillin-binding protein (Streptococcus foo)' as name, ['Penicillin-binding protein', 'PBPX'] as aliases
          union all by name select 'cik:0000000001' as key, 'company' as kind, 'Foo Therapeutics, Inc.' as name, 'FOOT' as ticker
          union all by name select 'catalyst:1' as key, 'catalyst' as kind, 'data readout, FOOT' as name
          union all by name select 'catalyst:2' as key, 'catalyst' as kind, 'data readout, BART' as name
          union all by name select 'program:foo:1' as key, 'program' as kind, 'Biological/Vaccine' as name`,
        edges: `select 'catalyst:' || i as source_key, 'announced_by' as relation, 'cik:0000000001' as target_key from range(1, 3) t(i)`,
      }),
    ]);
    expect(
      await built.rows(
        `select name, aliases from entities where kind in ('target', 'catalyst', 'program') order by name`,
      ),
    ).toEqual([
      {name: 'Penicillin-binding protein (Streptococcus foo)', aliases: ['PBPX']},
      {name: 'data readout, BART', aliases: null},
      {name: 'data readout, Foo Therapeutics, Inc.', aliases: null},
    ]);
  });
});
