/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, EDGES, inputFolder, recipe, twoGenes, workspace} from './helpers.ts';

const folder = workspace();
const files = (contents: Record<string, string[]>) => inputFolder(folder, contents);
const genes = twoGenes(folder);

const json = (row: Record<string, unknown> | undefined, key: string) => JSON.parse(String(row?.[key]));

describe('chembl', () => {
  const chembl = (...more: string[]) =>
    build(folder, [
      genes,
      {
        recipe: 'chembl',
        in: files({
          'chembl_molecule_synonyms.csv': [
            'molecule_chembl_id,pref_name,max_phase,synonyms',
            'CHEMBL11,FOOTINIB,4,Abc 1234|ABC-1234|Foobrand|Footinib|L01EA01|R 15 [AS HYDROCHLORIDE]',
            'CHEMBL12,FOOTINIB HYDROCHLORIDE,4,Footinib hydrochloride|Bartinib',
            'CHEMBL13,BARTINIB,2,Bartinib',
          ],
          'chembl_mechanisms.csv': [
            'action_type,mechanism_of_action,molecule_chembl_id,target_chembl_id',
            'INHIBITOR,Kinase one inhibitor,CHEMBL11,CHEMBL901',
            'INHIBITOR,Tubulin inhibitor,CHEMBL11,CHEMBL902',
            'BINDING AGENT,Beta-lactamase binder,CHEMBL13,CHEMBL903',
          ],
          'chembl_targets.csv': [
            'target_chembl_id,target_name,uniprot_acc,ensembl_id',
            'CHEMBL901,Kinase one,P00001,ENSGAAA1',
            'CHEMBL903,Beta-lactamase,P62593,',
          ],
          'chembl_indications.csv': [
            'efo_id,efo_term,max_phase_for_ind,molecule_chembl_id',
            'EFO:0000305,breast carcinoma,2.0,CHEMBL11',
            'EFO:0000305,breast carcinoma,4.0,CHEMBL11',
            'GO:0007610,behavior,3.0,CHEMBL11',
            'MONDO:0007254,breast cancer,3.0,CHEMBL11',
            'MONDO:0005148,diabetes,1.0,CHEMBL11',
          ],
          'drug_approval_years.csv': ['drug_id,first_approval', 'CHEMBL11,2015'],
          'disease_therapeutic_areas.csv': [
            'efo_id_norm,ot_therapeutic_area,ot_ta_raw',
            'MONDO_0007254,Oncology,cancer or benign tumor|phenotype',
            'EFO_0000305,Oncology,reproductive system or breast disease|cancer or benign tumor',
            'EFO_0000999,Oncology,cancer or benign tumor',
            'EFO_0000651,Other,phenotype',
          ],
        }),
      },
      ...more,
    ]);

  it('adds the areas of a disease to its parents, beside what its name says, and no term of its own', async () => {
    const built = await chembl(
      recipe(folder, {
        diseases: `select * from (values ('MONDO:0007254', 'foo breast cancer', null), ('MONDO:0000001', 'breast cancer', ['EFO:0000305']), ('MONDO:0045024', 'cancer or benign tumor', null), ('MONDO:0005039', 'reproductive system disease', null)) v(id, label, xrefs)`,
      }),
    );
    expect(
      await built.rows(
        `select id, parents from '${built.out}/diseases/*.parquet' where parents is not null order by id`,
      ),
    ).toEqual([
      {id: 'MONDO:0000001', parents: ['MONDO:0005039', 'MONDO:0045024']},
      {id: 'MONDO:0007254', parents: ['MONDO:0000001', 'MONDO:0045024']},
    ]);
    expect(await built.rows(`select id from '${built.out}/diseases/*.parquet' where id like 'EFO%'`)).toEqual([]);
  });

  it('states names with their sort, mechanisms with action and target, and every indication', async () => {
    const built = await chembl();
    const [foo] = await built.rows(
      `select aliases, attributes from entities where kind = 'product' and state = 'live' and name = 'footinib'`,
    );
    const attributes = json(foo, 'attributes');
    expect(attributes).toMatchObject({
      chembl_id: 'CHEMBL11',
      first_approval_year: 2015,
      atc: ['L01EA01'],
      max_phase: 4,
    });
    expect(attributes.names).toContainEqual({name: 'ABC 1234', type: 'code', source: 'ChEMBL'});
    expect(attributes.names).toContainEqual({name: 'footinib', type: 'generic', source: 'ChEMBL'});
    expect(attributes.names).toContainEqual({name: 'Foobrand', type: 'synonym', source: 'ChEMBL'});
    expect(foo?.aliases).toEqual(expect.arrayContaining(['ABC 1234', 'ABC-1234', 'Foobrand', 'R 15']));
    expect(foo?.aliases).not.toContain('L01EA01');
    expect(attributes.mechanisms).toEqual([
      {
        mechanism: 'Kinase one inhibitor',
        action: 'inhibitor',
        role: 'primary',
        target: 'Kinase one',
        targets: ['AAA1'],
        source: 'ChEMBL',
        confidence: 0.95,
        record: 'CHEMBL11/CHEMBL901',
      },
      // A complex that the targets lack keeps its text and no gene.
      expect.objectContaining({mechanism: 'Tubulin inhibitor', role: 'primary', record: 'CHEMBL11/CHEMBL902'}),
    ]);
    expect(attributes.mechanisms[1].targets ?? null).toBeNull();
    expect(attributes.indications).toEqual([
      {id: 'EFO:0000305', label: 'breast carcinoma', phase: 'approved', source: 'ChEMBL', confidence: 0.9},
      {id: 'MONDO:0007254', label: 'breast cancer', phase: 'phase 3', source: 'ChEMBL', confidence: 0.8},
      {id: 'MONDO:0005148', label: 'diabetes', phase: 'phase 1', source: 'ChEMBL', confidence: 0.6},
    ]);
  });

  it('ties a drug to human genes only, and leaves a name to the molecule that is called so', async () => {
    const built = await chembl();
    expect(await built.rows(EDGES)).toEqual([{s: 'footinib', r: 'targets', t: 'AAA1'}]);
    const bearers = await built.rows(
      `select name from entities where kind = 'product' and state = 'live' and (name = 'bartinib' or list_contains(list_transform(aliases, lambda a: lower(a)), 'bartinib'))`,
    );
    expect(bearers).toEqual([{name: 'bartinib'}]);
  });
});

describe('drugbank_vocabulary', () => {
  it('gives a substance the identifiers that are its own, and leaves ligands and pollen out', async () => {
    const built = await build(folder, [
      {
        recipe: 'drugbank_vocabulary',
        in: files({
          'drugbank_vocabulary.csv': [
            'DrugBank ID,Accession Numbers,Common name,CAS,UNII,Synonyms,Standard InChI Key',
            'DB00001,BIOD00024 | BTD00024,Foorudin,1-1-1,UNII1,Foorudin | Foorudinum | ABC-99,',
            'DB00002,,Heparin A,9-9-9,UNII2,,KEYA',
            'DB00003,,Heparin B,9-9-9,UNII3,,KEYB',
            'DB00004,EXPT01,1-Hydroxy-Thing,,,,KEYC',
            'DB00005,,Oak,,UNII5,Oak pollen,',
            'DB00006,,ABC 99,,,,',
            'DB00007,,XYZ-123,,,,',
            ',,No id,,,,',
          ],
        }),
      },
    ]);
    const live = await built.rows(
      `select name, natural_key as k, aliases, attributes from entities where state = 'live' order by k`,
    );
    // A research code alone is a name: another substance's, or one of its own.
    expect(live.map(({k, name}) => (String(k).startsWith('drugbank:') ? k : name))).toEqual([
      'drugbank:DB00001',
      'drugbank:DB00002',
      'drugbank:DB00003',
      'XYZ-123',
    ]);
    expect(live[0]).toMatchObject({name: 'foorudin', aliases: ['ABC 99', 'ABC-99', 'Foorudinum']});
    expect(json(live[0], 'attributes')).toMatchObject({unii: 'UNII1', cas: '1-1-1', drug_types: ['biotech']});
    expect(built.report.rejects).toEqual([
      {recipe: 'drugbank_vocabulary', reason: 'the drug has no DrugBank id or name', count: 1},
    ]);
  });
});

describe('gtopdb', () => {
  it('names genes as pharmacologists do, and makes a complex of its subunits', async () => {
    const header =
      'Type,Family id,Family name,Target id,Target name,Subunit id,Subunit name,Target systematic name,Target abbreviated name,synonyms,HGNC id,HGNC symbol,HGNC name,Human SwissProt,Human Entrez Gene,Human Ensembl Gene';
    const built = await build(folder, [
      genes,
      {
        recipe: 'gtopdb',
        in: files({
          'targets_and_families.csv': [
            header,
            'gpcr,1,Foo receptors,1,Foo1 receptor (CD1),,,,FOO-1,FOO&alpha;|foo one,1,AAA1,alpha,P00001,101,ENSGAAA1',
            'gpcr,2,Immune receptors,1,Foo1 receptor (CD1),,,,FOO-1,,1,AAA1,alpha,P00001,101,ENSGAAA1',
            'gpcr,1,Foo receptors,2,Foo2 receptor,,,,,,2,BBB2,beta,P00002,102,ENSGBBB2',
            'gpcr,1,Foo receptors,3,Foo complex,1|2,Foo1|Foo2,,,FC,,,,,,',
            'gpcr,1,Foo receptors,4,Rat only receptor,,,,,,,,,,,',
          ],
        }),
      },
    ]);
    expect(await built.rows(EDGES)).toEqual([
      {s: 'AAA1', r: 'part_of', t: 'Foo complex'},
      {s: 'BBB2', r: 'part_of', t: 'Foo complex'},
    ]);
    const [gene] = await built.rows(`select aliases, attributes from entities where name = 'AAA1' and state = 'live'`);
    expect(gene?.aliases).toEqual(expect.arrayContaining(['CD1', 'FOO-1', 'FOOα', 'Foo1 receptor', 'foo one']));
    expect(json(gene, 'attributes')).toMatchObject({
      target_class: 'G protein-coupled receptor',
      families: ['Foo receptors', 'Immune receptors'],
    });
    expect(await built.rows(`select name from entities where name like 'Rat%'`)).toEqual([]);
  });
});

describe('company_groups', () => {
  const companies = recipe(folder, {
    entities: `select key, 'company' as kind, name from (values ('name:company:subco', 'Subco Ltd'), ('name:company:groupco pharma', 'Groupco Pharma Inc.'), ('name:company:sharee', 'Sharee, a Wexco company'), ('name:company:reused', 'Reused')) v(key, name)
      union all by name select 'cik:1' as key, ['ticker:WEX'] as same_as, 'company' as kind, 'Wexco' as name`,
  });
  const header =
    'name_of_sponsor,normalized_name,normalized_parent_name,proof,description,notes,trial_count,eudract_numbers';

  it('says which company belongs to which, and keeps what others know with the groups above it', async () => {
    const built = await build(
      folder,
      [
        companies,
        {
          recipe: 'company_groups',
          in: files({
            'euctr_sponsor_parents.csv': [
              header,
              'Subco Ltd,Subco Ltd,Headco Pharma,http://proof,,,1,',
              'Subco Ltd.,Subco Ltd,Headco Pharma,http://proof,,,1,',
              'GROUPCO PHRMA LIMITED,Groupco Pharma,Groupco Pharma,,,,1,',
              'Unknown Sub Inc,Unknown Sub Inc,Unknown Head Inc,,,,1,',
              'A Inc on behalf of Subco Ltd,Subco Ltd,Headco Pharma,,,,1,',
              'University Hospital Y,University Y,Headco Pharma,,,,1,',
            ],
            'sponsor_to_parent_ticker.csv': [
              'sponsor,parent_ticker,note',
              '"Sharee, a Wexco company",WEX,',
              'Reused,WEX,',
              'Old Thing,WEX,delisted',
              'Groupco Pharma Inc.,GRPX,delisted',
              'Subco Ltd,ZZZ,',
            ],
          }),
        },
      ],
      {asOf: '2026-06-01T00:00:00.000Z'},
    );
    expect(await built.rows(EDGES)).toEqual([
      {s: 'Sharee', r: 'subsidiary_of', t: 'Wexco'},
      {s: 'Subco Ltd', r: 'subsidiary_of', t: 'Headco Pharma'},
    ]);
    // The day of a file is no day on which anything happened.
    expect(await built.rows(`select distinct observed_at::date::varchar as d from edges`)).toEqual([{d: null}]);
    const names = (await built.rows(`select name, aliases from entities where state = 'live' order by name`)).map(
      ({name, aliases}) => [name, aliases],
    );
    expect(names).toContainEqual(['Groupco Pharma Inc.', expect.arrayContaining(['GROUPCO PHRMA LIMITED'])]);
    // A ticker that was given up is that of the company with its letters.
    expect(
      await built.rows(`select name from entities, unnest(aliases) a(alias) where a.alias in ('GRPX', 'ZZZ')`),
    ).toEqual([{name: 'Groupco Pharma Inc.'}]);
    expect(names.map(([name]) => name)).not.toContain('Unknown Sub Inc');
    expect(names.map(([name]) => name)).not.toContain('University Hospital Y');
  });
});

describe('statements of a recipe', () => {
  const one = (more: string) =>
    build(folder, [recipe(folder, {entities: `select 'x:1' as key, 'product' as kind, 'A' as name, ${more}`})]);

  it('with a member that means nothing is refused by name', async () => {
    await expect(one(`[{name: 'B', sort: 'code'}] as names`)).rejects.toThrow(/names has unknown members: sort/);
    await expect(one(`[{text: 'B'}] as mechanisms`)).rejects.toThrow(/mechanisms has unknown members: text/);
  });

  it.each([
    [`[{name: 'B', type: 'nickname'}] as names`, /a name's type is not one of generic/],
    [`[{mechanism: 'B', role: 'main'}] as mechanisms`, /neither primary nor additional/],
    [`[{mechanism: 'B', target_keys: ['no key']}] as mechanisms`, /not written as prefix:value/],
    [`[{id: 'MONDO:1', confidence: 2}] as indications`, /is not a number from 0 to 1/],
    [`'no key' as moiety`, /moiety is not written as prefix:value/],
  ])('that cannot be one goes to the rejects: %s', async (more, reason) => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 'x:1' as key, 'product' as kind, 'A' as name, ${more} union all by name select 'x:2' as key, 'product' as kind, 'C' as name`,
      }),
    ]);
    expect(built.rejects().map((row) => row.reason)).toEqual([expect.stringMatching(reason)]);
  });
});
