/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, EDGES, inputFolder, recipe, tsv, twoGenes, workspace} from './helpers.ts';

const folder = workspace();
const files = (contents: Record<string, string[]>) => inputFolder(folder, contents);

const genes = twoGenes(folder);

describe('drugcentral', () => {
  it('states targets where there is an action, other interactions as binding, and keeps known proteins', async () => {
    const built = await build(folder, [
      genes,
      {
        recipe: 'drugcentral',
        in: files({
          'AllTargets.json': [
            JSON.stringify([
              {accession: 'P00001', struct_id: 1, target_name: 'Protein one', name: 'foostatin'},
              {accession: 'P00002', struct_id: 1, target_name: 'Protein two', name: 'foostatin'},
              {accession: 'Q99999', struct_id: 1, target_name: 'Of a rat', name: 'foostatin'},
              {accession: 'P00001|P00002', struct_id: 1, target_name: 'A complex', name: 'foostatin'},
            ]),
          ],
          'structures.smiles.tsv': tsv(
            ['SMILES', 'InChI', 'InChIKey', 'ID', 'INN', 'CAS_RN'],
            ['C', 'I', 'KEY', '1', 'foostatin sodium', '50-00-0'],
          ),
          'rephetio_targets.tsv': tsv(
            ['GeneID', 'drugbank_id', 'drugbank_name', 'pubmed_ids', 'sources', 'actions', 'urls'],
            ['101', 'DB00001', 'Foostatin', '', 'DrugCentral', 'inhibitor', ''],
            ['102', 'DB00001', 'Foostatin', '', 'DrugCentral', '', ''],
          ),
          'rephetio_classes.tsv': tsv(
            ['class_id', 'class_name', 'class_source', 'class_type', 'url'],
            ['N1', 'Foo Reductase Inhibitor', 'FDA', 'FDA Established Pharmacologic Class', ''],
            ['D1', 'Antioxidants', 'MeSH', 'Pharmacological Action', ''],
          ),
          'rephetio_drug-to-class.tsv': tsv(
            ['drugbank_id', 'drugbank_name', 'class_id', 'class_name'],
            ['DB00001', 'Foostatin', 'N1', 'Foo Reductase Inhibitor'],
            ['DB00001', 'Foostatin', 'D1', 'Antioxidants'],
          ),
          'FDA_Approved.csv': ['1,foostatin'],
        }),
      },
    ]);
    expect(await built.rows(EDGES)).toEqual([
      {s: 'Foostatin', r: 'binds', t: 'AAA1'},
      {s: 'Foostatin', r: 'binds', t: 'BBB2'},
      {s: 'Foostatin', r: 'targets', t: 'AAA1'},
    ]);
    expect(
      await built.rows(
        `select name, target_symbol as t, target_id as i, moa_confidence as c, attributes ->> 'cas' as cas, attributes -> 'pharmacologic_classes' as classes from entities where kind = 'product' and state = 'live'`,
      ),
    ).toEqual([{name: 'Foostatin', t: null, i: null, c: 0.9, cas: '50-00-0', classes: '["Foo Reductase Inhibitor"]'}]);
    expect(built.report.left_out).toEqual({drugcentral: 1});
  });
});

describe('drugmechdb', () => {
  it('takes the first step of a path for the target, and an indication for the disease', async () => {
    const path = (drug: string, disease: string, mesh: string, links: [string, string, string][]) =>
      JSON.stringify({
        graph: {
          drug,
          disease,
          disease_mesh: mesh,
          drug_mesh: `MESH:C${drug.length}`,
          drugbank: `DB:DB0000${drug.length}`,
        },
        nodes: [
          {id: 'MESH:C1', label: 'Drug', name: drug},
          {id: 'UniProt:P00001', label: 'Protein', name: 'One'},
          {id: 'UniProt:P00002', label: 'Protein', name: 'Two'},
          {id: 'GO:1', label: 'BiologicalProcess', name: 'A process'},
          {id: mesh, label: 'Disease', name: disease},
        ],
        links: links.map(([key, source, target]) => ({key, source, target})),
      });
    const built = await build(folder, [
      genes,
      {
        recipe: 'drugmechdb',
        in: files({
          'indication_paths.jsonl': [
            path('foostatin', 'Asthma', 'MESH:D1', [
              ['decreases activity of', 'MESH:C1', 'UniProt:P00001'],
              ['positively regulates', 'UniProt:P00001', 'UniProt:P00002'],
              ['positively regulates', 'UniProt:P00002', 'GO:1'],
            ]),
            path('barpril', 'Cough', 'MESH:D2', [
              ['increases activity of', 'MESH:C1', 'UniProt:P00002'],
              // Of this there is more afterwards: an effect.
              ['increases abundance of', 'MESH:C1', 'UniProt:P00001'],
            ]),
            path('barpril', 'Asthma', 'MESH:D1', [['increases activity of', 'MESH:C1', 'UniProt:P00002']]),
            '{"broken',
          ],
        }),
      },
    ]);
    expect(await built.rows(EDGES)).toEqual([
      {s: 'AAA1', r: 'regulates', t: 'BBB2'},
      {s: 'barpril', r: 'targets', t: 'BBB2'},
      {s: 'foostatin', r: 'targets', t: 'AAA1'},
    ]);
    expect(
      await built.rows(
        `select name, disease_id as d, disease_label as l, target_symbol as t from entities where kind = 'product' and state = 'live' order by 1`,
      ),
    ).toEqual([
      // The only target that a path begins with is a guess: an edge, and no label beside what is known better.
      {name: 'barpril', d: 'MESH:D1', l: 'Asthma', t: null},
      {name: 'foostatin', d: 'MESH:D1', l: 'Asthma', t: null},
    ]);
    expect(built.rejects()).toMatchObject([{line: 4, reason: 'the line is not JSON'}]);
  });
});

describe('civic', () => {
  it('reads evidence as papers about genes, and predictive genes as biomarkers, never as targets of the drug', async () => {
    const head =
      'molecular_profile molecular_profile_id disease doid phenotypes therapies therapy_interaction_type evidence_type evidence_direction evidence_level significance evidence_statement citation_id source_type asco_abstract_id citation nct_ids rating evidence_status evidence_id variant_origin last_review_date evidence_civic_url molecular_profile_civic_url is_flagged'.split(
        ' ',
      );
    const row = (cells: Record<string, string>) => head.map((name) => cells[name] ?? '');
    const built = await build(folder, [
      genes,
      {
        recipe: 'civic',
        in: files({
          'civic_evidence.tsv': tsv(
            head,
            row({
              molecular_profile: 'AAA1 V600E',
              disease: 'Melanoma',
              doid: '1909',
              therapies: 'Foonib',
              evidence_type: 'Predictive',
              evidence_direction: 'Supports',
              citation_id: '201',
              source_type: 'PubMed',
              citation: 'Doe et al., 2011',
              nct_ids: 'NCT00000201',
              is_flagged: 'false',
            }),
            row({
              molecular_profile: 'AAA1::BBB2 Fusion',
              disease: 'Glioma',
              doid: '1',
              evidence_type: 'Diagnostic',
              evidence_direction: 'Supports',
              citation_id: '202',
              source_type: 'PubMed',
              citation: 'Roe et al., 2012',
              is_flagged: 'false',
            }),
            row({
              molecular_profile: 'BBB2 X',
              disease: 'Glioma',
              doid: '1',
              therapies:
                'Foonib,MTOR Kinase Inhibitor FOO8055,HER2 Inhibitor BAR-724,714,MTOR Inhibitor,Chemotherapy,Foonib/Quxmab Regimen,FOLFOX Regimen,Quxmab Regimen',
              evidence_type: 'Predictive',
              evidence_direction: 'Does Not Support',
              citation_id: '203',
              source_type: 'PubMed',
              is_flagged: 'false',
            }),
            row({molecular_profile: 'BBB2 X', citation_id: '204', source_type: 'PubMed', is_flagged: 'true'}),
          ),
          'civic_features.tsv': tsv(
            ['feature_id', 'feature_type', 'name', 'entrez_id'],
            ['1', 'Gene', 'AAA1', '101'],
            ['2', 'Gene', 'BBB2', '102'],
            ['3', 'Fusion', 'AAA1::BBB2', ''],
          ),
        }),
      },
    ]);
    expect(await built.rows(EDGES)).toEqual([
      {s: 'AAA1', r: 'biomarker_for', t: 'Foonib'},
      {s: 'Doe et al., 2011', r: 'reports_on', t: 'NCT00000201'},
      {s: 'Doe et al., 2011', r: 'studies', t: 'Foonib'},
      {s: 'PMID 203', r: 'studies', t: 'BAR-724714'},
      {s: 'PMID 203', r: 'studies', t: 'FOO8055'},
      {s: 'PMID 203', r: 'studies', t: 'Foonib'},
      {s: 'PMID 203', r: 'studies', t: 'Quxmab'},
      {s: 'Doe et al., 2011', r: 'targets', t: 'AAA1'},
      {s: 'PMID 203', r: 'targets', t: 'BBB2'},
      {s: 'Roe et al., 2012', r: 'targets', t: 'AAA1'},
      {s: 'Roe et al., 2012', r: 'targets', t: 'BBB2'},
    ]);
    expect(
      await built.rows(`select name, target, disease_id as d from entities where kind = 'paper' order by 1`),
    ).toEqual([
      {name: 'Doe et al., 2011', target: 'AAA1', d: 'DOID:1909'},
      {name: 'PMID 203', target: 'BBB2', d: 'DOID:1'},
      {name: 'Roe et al., 2012', target: null, d: 'DOID:1'},
    ]);
  });
});

describe('hetionet', () => {
  it('keeps what other recipes know, and nothing whose licence forbids commercial use', async () => {
    const built = await build(folder, [
      genes,
      recipe(folder, {entities: `select 'name:product:foonib' as key, 'product' as kind, 'foonib' as name`}),
      {
        recipe: 'hetionet',
        in: files({
          'hetionet-nodes.tsv': tsv(
            ['id', 'name', 'kind'],
            ['Gene::101', 'AAA1', 'Gene'],
            ['Gene::102', 'BBB2', 'Gene'],
            ['Gene::999', 'ZZZ', 'Gene'],
            ['Compound::DB1', 'Foonib', 'Compound'],
            ['Disease::1', 'D', 'Disease'],
          ),
          'CbG-binding.tsv': tsv(
            ['drugbank_id', 'entrez_gene_id', 'sources', 'pubmed_ids', 'actions', 'affinity_nM', 'license', 'urls'],
            ['DB1', '101', 'ChEMBL', '', '', '', 'CC BY-SA 3.0', ''],
            ['DB1', '102', 'DrugBank', '', '', '', 'CC BY-NC 4.0', ''],
          ),
          'edges.sif': tsv(
            ['source', 'metaedge', 'target'],
            ['Gene::102', 'GiG', 'Gene::101'],
            ['Gene::101', 'Gr>G', 'Gene::999'],
            ['Gene::101', 'DaG', 'Disease::1'],
          ),
        }),
      },
    ]);
    expect(await built.rows(EDGES)).toEqual([
      {s: 'Foonib', r: 'binds', t: 'AAA1'},
      {s: 'AAA1', r: 'interacts_with', t: 'BBB2'},
    ]);
    expect(built.report.left_out).toEqual({hetionet: 1});
  });
});
