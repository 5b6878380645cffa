/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

const TITLES: Record<string, string | null> = {
  'Heterocyclic inhibitors of PTPN11': 'PTPN11',
  'Small molecule antagonists of the human IL6 and uses thereof': 'IL6',
  'Modulators of PTPN11 expression': 'PTPN11',
  'Inhibitors of IL6 production': null,
  'Heterocyclic compounds useful as modulators of IL6 responses': null,
  'Antibodies to IL6 and methods of use': 'IL6',
  'Human monoclonal antibodies that specifically bind to PDCD1': 'PDCD1',
  'Binding molecules specific for PDCD1': 'PDCD1',
  'PDCD1-binding molecules': 'PDCD1',
  'Human antibodies to foostatic factor (PTPN11)': 'PTPN11',
  'Anti-human PDCD1 antibodies': 'PDCD1',
  'PDCD1 agonist antibodies': 'PDCD1',
  'Fooase activator inhibitor antibodies': 'SERP1',
  'Compounds having PTPN11 inhibitory activity': 'PTPN11',
  'Antibodies that bind IL6 and/or PDCD1': null,
  'Trispecific antibody targeting IL6, PTPN11, and PDCD1': null,
  'A PTPN11 inhibitor and an IL6 antagonist': null,
  'Bispecific antibodies that bind CD3E and PDCD1': 'PDCD1',
  'Antibodies binding IL6 ligand': null,
};

const REPORTS: Record<string, string | null> = {
  'A phase 2 trial of the PTPN11 inhibitor FOO-1 in adults': 'PTPN11 0.7',
  'Randomized trial of switching from PTPN11 inhibitors to FOO-2': 'PTPN11 0.6',
  'Comparison of commercial PTPN11 antibodies': null,
};

it('a patent’s title names a target before or after the action on it', async () => {
  const titles = Object.keys(TITLES);
  const built = await build(folder, [
    recipe(
      folder,
      {
        entities: `select key, 'target' as kind, name, aliases, {ensembl_id: 'ENSG' || name} as attributes from (values
          ('hgnc:HGNC:1', 'PTPN11', []::varchar[]), ('hgnc:HGNC:2', 'IL6', []), ('hgnc:HGNC:3', 'PDCD1', []), ('hgnc:HGNC:4', 'CD3E', []), ('hgnc:HGNC:5', 'SERP1', ['Fooase activator inhibitor'])) v(key, name, aliases)`,
      },
      '-- name: genes\n',
    ),
    recipe(folder, {
      entities: titles
        .map((title, i) => `select 'patent:US${i + 1}' as key, 'patent' as kind, '${title}' as name`)
        .concat(Object.keys(REPORTS).map((title, i) => `select 'pmid:${i + 1}', 'paper', '${title}'`))
        .join(' union all '),
    }),
  ]);
  const rows = await built.rows(
    `select name, target, target_symbol as symbol, moa_confidence as c from entities where kind = 'patent'`,
  );
  expect(Object.fromEntries(rows.map(({name, target}) => [name, target]))).toEqual(TITLES);
  const reports = await built.rows(
    `select name, target || ' ' || p.confidence as said from entities e left join provenance p on p.entity_id = e.id and p.field = 'moa.target' where kind = 'paper'`,
  );
  expect(Object.fromEntries(reports.map(({name, said}) => [name, said]))).toEqual(REPORTS);
  const two = await built.rows(
    `select t.name from edges e join entities p on p.id = e.source and contains(p.name, 'and/or') join entities t on t.id = e.target where e.relation = 'targets' order by 1`,
  );
  expect(two).toEqual([{name: 'IL6'}, {name: 'PDCD1'}]);
});
