/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, values, workspace} from './helpers.ts';

const folder = workspace();

it('a vaccine is for the disease in its name, not for that of the vaccines it is compared with', async () => {
  const tree = recipe(folder, {
    diseases: values(
      `('MONDO:0000001', 'rabies', []::varchar[], []::varchar[]), ('MONDO:0000002', 'malaria', [], []), ('MONDO:0000003', 'typhoid fever', [], []), ('MONDO:0000004', 'bladder cancer', [], [])`,
      'id, label, synonyms, parents',
    ),
  });
  const use = (n: number, label: string, phase: string) =>
    `{id: 'MONDO:000000${n}', label: '${label}', phase: '${phase}', source: 'ChEMBL', confidence: 0.8}`;
  const drugs = recipe(folder, {
    entities: `select *, 'product' as kind, 'therapeutic' as product_family from (values
        ('x:1', 'rabies vaccine', [${use(2, 'malaria', 'phase 3')}]), ('x:2', 'Typhoid Vaccine Live', [${use(2, 'malaria', 'phase 3')}, ${use(3, 'typhoid fever', 'approved')}]),
        ('x:3', 'bcg vaccine', [${use(4, 'bladder cancer', 'phase 3')}])) v(key, name, indications)`,
  });
  const built = await build(folder, [tree, drugs]);
  expect(
    await built.rows(
      `select name, disease_label, list_transform(from_json(attributes -> 'indications', '[{"label": "VARCHAR", "confidence": "DOUBLE"}]'), lambda i: concat_ws(' ', i.label, i.confidence)) as uses
       from entities where kind = 'product' order by natural_key`,
    ),
  ).toEqual([
    {name: 'rabies vaccine', disease_label: 'rabies', uses: expect.arrayContaining(['rabies 0.8', 'malaria 0.6'])},
    {
      name: 'Typhoid Vaccine Live',
      disease_label: 'typhoid fever',
      uses: expect.arrayContaining(['malaria 0.6', 'typhoid fever 0.8']),
    },
    {name: 'bcg vaccine', disease_label: 'bladder cancer', uses: ['bladder cancer 0.8']},
  ]);
});

it('a vaccine of several is for each, whatever its brand is called, and an immune globulin for those who lack one', async () => {
  const names = ['tetanus', 'diphtheria', 'pertussis', 'hepatitis A', 'measles', 'meningococcal infection', 'rabies'];
  const listed = [...names, 'haemophilus influenzae infection', 'primary immunodeficiency disease'];
  const tree = recipe(folder, {
    diseases: values(
      listed.map((label, n) => `('MONDO:000001${n}', '${label}', []::varchar[], []::varchar[])`).join(),
      'id, label, synonyms, parents',
    ),
  });
  const drugs = recipe(folder, {
    entities: `select *, 'product' as kind, 'therapeutic' as product_family from (values
        ('x:1', 'Boosta', {proper_name: 'Tetanus Toxoid, Reduced Diphtheria Toxoid and Acellular Pertussis Vaccine, Adsorbed'}),
        ('x:2', 'Havra', {proper_name: 'Hepatitis A Vaccine'}),
        ('x:3', 'Menacta', {proper_name: 'Meningococcal (Groups A and C) Polysaccharide Diphtheria Toxoid Conjugate Vaccine'}),
        ('x:4', 'Acthiba', {proper_name: 'Haemophilus b Conjugate Vaccine (Tetanus Toxoid Conjugate)'}),
        ('x:5', 'Priva', {proper_name: 'Immune Globulin Intravenous (Human), 10% Liquid'}),
        ('x:6', 'Rabies Immune Globulin (Human)', {proper_name: 'Rabies Immune Globulin (Human)'})) v(key, name, attributes)`,
  });
  const built = await build(folder, [tree, drugs]);
  const uses = await built.rows(
    `select name, disease_label, array_to_string(list_sort(list_transform(from_json(attributes -> 'indications', '[{"label": "VARCHAR"}]'), lambda i: i.label)), ', ') as uses
     from entities where kind = 'product' order by natural_key`,
  );
  expect(uses.map(({name, disease_label, uses: all}) => [name, disease_label, all])).toEqual([
    ['Boosta', 'tetanus', 'diphtheria, pertussis, tetanus'],
    ['Havra', 'hepatitis A', 'hepatitis A'],
    ['Menacta', 'meningococcal infection', 'meningococcal infection'],
    ['Acthiba', 'haemophilus influenzae infection', 'haemophilus influenzae infection'],
    ['Priva', 'primary immunodeficiency disease', 'primary immunodeficiency disease'],
    ['Rabies Immune Globulin (Human)', 'rabies', 'rabies'],
  ]);
});
