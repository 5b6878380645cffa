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
